"""An empty PDF document in the letters of every language, told to screen readers by its title."""

from importlib.resources import as_file, files
from typing import Any, Literal

from voice_chess.languages.language import Language

FONT = "Roboto"
MARGIN_MM = 12.0


def empty_paper(
    title: str, language: Language, orientation: Literal["portrait", "landscape"] = "portrait"
) -> Any:
    """A4 without a page yet; its font has Cyrillic and the letters of Polish and Czech."""
    import fpdf  # heavy, and needed for these forms alone

    pdf = fpdf.FPDF(orientation=orientation, format="A4")
    for style, name in (("", "Regular"), ("B", "Bold")):
        with as_file(files("font_roboto") / "files" / f"{FONT}-{name}.ttf") as path:
            pdf.add_font(FONT, style, path)
    pdf.set_margin(MARGIN_MM)
    pdf.set_title(title)
    pdf.viewer_preferences = fpdf.ViewerPreferences(display_doc_title=True)
    pdf.set_lang(language.tag)
    return pdf
