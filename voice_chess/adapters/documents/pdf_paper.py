"""Makes an empty PDF with letters for every language and a title for screen readers; counts pages.

Words are read aloud apart only if a space is printed between them, also where a line ends.
"""

from collections.abc import Container
from importlib.resources import as_file, files
from typing import Any, Literal

from voice_chess.adapters.documents.pdf_tags import Tags
from voice_chess.languages.language import Language
from voice_chess.records.transliteration import by_sound, word_by_word

FONT = "Roboto"
MARGIN_MM = 12.0
_NUMBER_PT, _NUMBER_TOP_MM, _NUMBER_MM = 8, 6.0, 4.0


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


def number_pages(pdf: Any, tags: Tags) -> None:
    """Print the number of each page of several, and how many there are; for the eyes alone."""
    if pdf.pages_count == 1:
        return
    for number in range(1, pdf.pages_count + 1):
        pdf.page = number
        # The font is written to a page only where it changes.
        for style in ("B", ""):
            pdf.set_font(FONT, style, _NUMBER_PT)
        pdf.set_xy(MARGIN_MM, _NUMBER_TOP_MM)
        with tags.decoration():
            pdf.cell(0, _NUMBER_MM, f"{number}/{pdf.pages_count}", align="R")


def put_lines(pdf: Any, width_mm: float, line_mm: float, text: str) -> None:
    """Print a text in as many lines as it needs, from here down."""
    left, rest = pdf.get_x(), text
    for line in lines_in(pdf, width_mm, text):
        rest = rest.removeprefix(line)
        is_between_words = rest.startswith(" ")
        rest = rest.lstrip(" ")
        pdf.set_x(left)
        pdf.cell(width_mm, line_mm, line + " " * is_between_words, new_x="LEFT", new_y="NEXT")


def lines_in(pdf: Any, width_mm: float, text: str) -> list[str]:
    """Return the lines that `put_lines` prints; nearly always one, which takes less time to see."""
    if text and "\n" not in text and pdf.get_string_width(text) + 2 * pdf.c_margin < width_mm:
        return [text]
    found: list[str] = pdf.multi_cell(width_mm, text=text, align="L", dry_run=True, output="LINES")
    return found


def _in_letters_of(font: Container[int], text: str) -> str:
    def spelled(word: str) -> str:
        return "".join(letter if ord(letter) in font else by_sound(letter) for letter in word)

    return word_by_word(text, spelled)
