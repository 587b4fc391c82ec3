"""Makes an empty PDF with letters for every language and a title for screen readers."""

from collections.abc import Container
from importlib.resources import as_file, files
from typing import Any, Literal

from voice_chess.languages.language import Language
from voice_chess.records.transliteration import by_sound, word_by_word

FONT = "Roboto"
MARGIN_MM = 12.0


def empty_paper(
    title: str, language: Language, orientation: Literal["portrait", "landscape"] = "portrait"
) -> Any:
    """Return an A4 document without pages; its font has Cyrillic, Polish and Czech letters.

    Words with letters that it lacks, as in a Chinese name, are printed by their sound.
    """
    import fpdf  # heavy, and needed for these forms alone

    class Paper(fpdf.FPDF):
        def normalize_text(self, text: str) -> str:
            """Replace letters that the font lacks, in all text that is printed or measured."""
            letters = getattr(self.current_font, "cmap", {})
            return super().normalize_text(_in_letters_of(letters, text))

    pdf = Paper(orientation=orientation, format="A4")
    for style, name in (("", "Regular"), ("B", "Bold")):
        with as_file(files("font_roboto") / "files" / f"{FONT}-{name}.ttf") as path:
            pdf.add_font(FONT, style, path)
    pdf.set_margin(MARGIN_MM)
    pdf.set_title(title)
    pdf.viewer_preferences = fpdf.ViewerPreferences(display_doc_title=True)
    pdf.set_lang(language.tag)
    return pdf


def _in_letters_of(font: Container[int], text: str) -> str:
    def spelled(word: str) -> str:
        return "".join(letter if ord(letter) in font else by_sound(letter) for letter in word)

    return word_by_word(text, spelled)
