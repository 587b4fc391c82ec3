"""The words on the pages: all in the languages' data, every one used, none in a script."""

import re
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest

from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records.pgn_text import DAMAGES
from voice_chess.web.pages.rendering import FOLDER

TEMPLATES = sorted((FOLDER / "templates").glob("*.html"))
SCRIPTS = sorted((FOLDER / "static").glob("*.js"))
REFERENCE = load_language("de").interface
KEY = re.compile(r"[\"'`]([A-Za-z0-9][A-Za-z0-9:*/.-]*)[\"'`]")
BUILT = re.compile(r"[\"'`]([a-z-]+:)(?:\$?\{|[\"'](?: ~|[,)]))")
"""The beginning of a key that is put together: `side:${colour}`, "side:" ~ it, f"side:{colour}", or
the prefix of what is chosen from."""

ASKED = re.compile(
    r"text\[\"([^\"]+)\"\]|\btext\(\"([^\"]+)\"|\{[{%] (?:call )?(?:ask|rule|ruling)\(\"([^\"]+)\""
)
"""The key of a text, in a template, in a script, and of a control."""

BRACES = re.compile(
    r"\{% block data %\}.*?\{% endblock %\}|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL
)
"""What the template engine takes away; the data block stands inside the body's tag."""

WORDED_BY_SERVER = sorted(
    (
        *(FOLDER / "events").glob("event_*.py"),
        *(FOLDER.parent / "event").glob("*.py"),
        FOLDER / "live" / "door_ear.py",
        FOLDER / "pages" / "controls.py",
        FOLDER / "routes" / "damaged_games.py",
        FOLDER / "routes" / "front_door.py",
        FOLDER / "routes" / "going_on.py",
        FOLDER / "routes" / "records.py",
        FOLDER.parent / "adapters" / "documents" / "pdf_reader.py",
        FOLDER.parent / "adapters" / "documents" / "record_files.py",
        FOLDER.parent / "cli" / "sheet_file.py",
        FOLDER.parent / "speech" / "generation" / "wording.py",
        FOLDER.parent / "records" / "braille_reader.py",
        FOLDER.parent / "records" / "damage.py",
        FOLDER.parent / "records" / "ebraille.py",
        FOLDER.parent / "records" / "illegible.py",
        FOLDER.parent / "records" / "pgn.py",
        FOLDER.parent / "records" / "pgn_damage.py",
        FOLDER.parent / "records" / "pgn_text.py",
    )
)
"""What events refuse, their files, what is asked at the door, who plays at the computer, where a
game goes on from, what buttons offer, what a damaged game says of itself, what can't be read."""

READ_IN_FILES = tuple(f"unread-{damage}" for damage in DAMAGES)

FILES = [*TEMPLATES, *SCRIPTS]
REVIEW = load_language("de").review
"""What the pages of a review have besides, and what is told there."""

TELLING = sorted((FOLDER.parent / "review").glob("*.py"))


def texts_of(file: Path) -> set[str]:
    """What there is for the page that this file belongs to."""
    return {*REFERENCE, *(REVIEW if file.name.startswith("review") else ())}


@pytest.fixture(params=known_languages())
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


def test_every_language_has_the_same_texts_with_the_same_gaps(language: Language) -> None:
    def gaps(text: str) -> list[str]:
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    for texts, reference in ((language.interface, REFERENCE), (language.review, REVIEW)):
        assert {key: gaps(text) for key, text in texts.items()} == {
            key: gaps(text) for key, text in reference.items()
        }


def test_a_screen_reader_has_one_name_in_each_language(language: Language) -> None:
    name, mine = (language.interface[key] for key in ("channel:reader", "output-reader"))

    assert name.lower() in mine.lower()


def test_no_text_is_empty(language: Language) -> None:
    texts = {**language.interface, **language.review}

    assert [key for key, text in texts.items() if not text.strip()] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_text_that_a_page_asks_for_is_there(file: Path) -> None:
    content = file.read_text(encoding="utf-8")

    assert (
        sorted({key for keys in ASKED.findall(content) for key in keys if key} - texts_of(file))
        == []
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_beginning_of_a_key_that_is_put_together_begins_one(file: Path) -> None:
    begun = set(BUILT.findall(file.read_text(encoding="utf-8")))

    assert [part for part in begun if not any(key.startswith(part) for key in REFERENCE)] == []


def test_no_text_is_kept_that_no_page_asks_for() -> None:
    content = "\n".join(file.read_text(encoding="utf-8") for file in (*FILES, *WORDED_BY_SERVER))
    named = set(KEY.findall(content))
    begun = tuple(
        {
            *BUILT.findall(content),
            *READ_IN_FILES,
            "custom:",
            "event-refused:",
            "event-field:",
            "event-report",
            "event-violation:",
            "on-board:",
        }
    )

    assert [key for key in REFERENCE if key not in named and not key.startswith(begun)] == []


def test_no_text_of_a_review_is_kept_that_nothing_tells() -> None:
    files = [file for file in FILES if file.name.startswith("review")]
    content = "\n".join(file.read_text(encoding="utf-8") for file in (*files, *TELLING))

    assert sorted(set(REVIEW) - set(KEY.findall(content))) == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda file: file.name)
def test_a_template_holds_no_words_and_no_code(template: Path) -> None:
    page = Words()
    page.feed(BRACES.sub("", template.read_text(encoding="utf-8")))

    assert page.found == []


class Words(HTMLParser):
    """Collects words between tags, and attributes that the pages' policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"{tag} {name}" for name, _ in attrs if name == "style" or name[:2] == "on"]

    def handle_data(self, data: str) -> None:
        words = re.sub("[\\s\N{EN DASH}:()]+", "", data)
        if words:
            self.found.append(words)
