"""What the pages say about words, languages, editions and files is so."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from voice_chess.adapters.boards.board_kinds import KINDS
from voice_chess.adapters.documents.record_files import read_pgn, write
from voice_chess.adapters.storage.parts_keeper import GIVEN_AT_ONCE
from voice_chess.clock.time_control import MINUTE_MS
from voice_chess.docs.topics import TOPICS, topic
from voice_chess.event.field_of_players import MOST_PLAYERS
from voice_chess.event.standings import KNOWN
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.edition import known_editions
from voice_chess.review.mistakes import THRESHOLDS
from voice_chess.session.boards.felt_board import STANDS_LONG_MS
from voice_chess.session.dialogue import encore
from voice_chess.session.lease import LASTS_MS
from voice_chess.session.lobby import access as entry
from voice_chess.session.lobby.access import DAY_MS
from voice_chess.session.lobby.parts import MOST_PARTS, USUAL_PARTS
from voice_chess.session.voice_preferences import FASTEST, SLOWEST, USUAL_RATE
from voice_chess.settings import shipped
from voice_chess.speech.understanding.parse import UNKNOWN, parse
from voice_chess.speech.understanding.typed import typed_words
from voice_chess.web.live.games_over import MOST_SHOWN
from voice_chess.web.live.guests import MOST_GAMES, Guests
from voice_chess.web.live.hall import OBSERVATIONS_OF_ALL
from voice_chess.web.live.incoming import OBSERVATIONS_OF_ONE
from voice_chess.web.messages.rest import LONGEST_GAME
from voice_chess.web.messages.wire import LONGEST_LINE

ROOT = Path(__file__).parents[2]
GERMAN = load_language("de")
ANSWERS = {
    "Springer wohin?",
    "Wirklich aufgeben?",
    "Gustav oder Bella?",
    "Vierzehn Minuten.",
    "Schwarz fünfzehn Minuten.",
    "Fünf Minuten, Schwarz drei.",
    "Neue Zeit nach Zug vierzig: noch achtzehn Züge.",
}
"""What the program says; all else that is quoted can be said to it."""
PAGES = [name for name in TOPICS if "„" in topic(name).text]


@pytest.mark.parametrize("name", PAGES)
def test_whatever_is_quoted_in_german_is_understood(name: str) -> None:
    quoted = set(re.findall("„([^“]+)“", topic(name).text)) - ANSWERS
    unknown = [said for said in quoted if UNKNOWN in parse(typed_words(said, GERMAN), GERMAN)]

    assert unknown == []


def test_every_language_stands_in_the_table_of_languages() -> None:
    told = re.findall(
        r"^\| [^|]+ \| `--language ([\w-]+)` \|", topic("languages").text, re.MULTILINE
    )

    assert sorted(told) == sorted(known_languages())


@pytest.mark.parametrize("name", ["laws", "playing"])
def test_the_editions_that_are_named_are_those_there_are(name: str) -> None:
    (listed,) = re.findall(r"applies: ([\d, or]+)", topic(name).text)

    assert re.findall(r"\d+", listed) == list(known_editions())


@pytest.mark.parametrize("name", TOPICS)
def test_every_module_that_is_to_be_run_exists(name: str) -> None:
    for module in re.findall(r"python -m ([\w.]+)", topic(name).text):
        assert find_spec(module) is not None, module


_MEASURING = topic("contributing").text.partition("## Measuring")[2].partition("\n## ")[0]
MEASURING = sorted(set(re.findall(r"`python -m ([\w.]+)", _MEASURING)))


@pytest.mark.parametrize("module", MEASURING)
def test_every_measuring_program_tells_its_options_before_it_begins(module: str) -> None:
    folder = ROOT.joinpath(*module.split("."))
    sources = (folder / "__main__.py", folder.with_suffix(".py"))
    text = next(path for path in sources if path.exists()).read_text("utf-8")

    assert f'prog="python -m {module}"' in text, "give it an ArgumentParser of this name"


def test_the_files_of_a_game_are_those_that_are_written(tmp_path: Path) -> None:
    sheet = read_pgn(next(shipped("audio").rglob("game.pgn")))
    table = re.findall(r"^\| `([\w.]+)` \| ", topic("records").text, re.MULTILINE)

    written = [path.name for path in write(sheet, GERMAN, tmp_path)]

    assert [name for name in table if "." in name] == written


TIMES_IN_WORDS = {MINUTE_MS: "a minute", DAY_MS: "a day"}
LOST = {verdict: round(50 * lost) for verdict, lost in THRESHOLDS.items()}
"""In per cent; the thresholds are on a scale from -1 to 1."""
IN_WORDS = {3: "three", 5: "five", 6: "six", 10: "ten"}
(_OF_ONE, _ONE_AGAIN), (_OF_ALL, _ALL_AGAIN) = OBSERVATIONS_OF_ONE, OBSERVATIONS_OF_ALL
"""How many observations spectators can send at once, and each second."""
FIGURES = (
    ("boards", f"differs from the game for {IN_WORDS[STANDS_LONG_MS // 1_000]} seconds"),
    ("boards", f"If it differs for {IN_WORDS[STANDS_LONG_MS // 1_000]} seconds"),
    ("events", f"up to {MOST_PLAYERS} players"),
    ("federation", f"over {USUAL_PARTS} parts"),
    ("federation", f"{GIVEN_AT_ONCE} parts per second"),
    ("federation", f"`--parts NUMBER`, from 2 to {MOST_PARTS}, "),
    ("federation", f"not done so for {IN_WORDS[LASTS_MS // 1_000]} seconds"),
    ("library", f"`words_per_minute` (default {USUAL_RATE})"),
    ("playing", f"from {SLOWEST} to {FASTEST} words per minute; the default is {USUAL_RATE}"),
    ("playing", f"or {TIMES_IN_WORDS[encore.WAITS_MS]} of silence ends the program"),
    ("reviewing", f"{LOST['inaccuracy']} percent of them is an inaccuracy"),
    ("reviewing", f"{LOST['mistake']} percent a mistake"),
    ("reviewing", f"{LOST['blunder']} percent a blunder"),
    ("reviewing", f"A game of more than {LONGEST_GAME:,} bytes"),
    ("server", f"{IN_WORDS[int(Guests().begun.most)]} games at once from one address"),
    ("server", f"and {MOST_GAMES} unfinished games in all"),
    ("server", f"the {MOST_SHOWN} public games that ended last"),
    ("server", f"a line of up to {LONGEST_LINE} characters"),
    (
        "server",
        f"{IN_WORDS[_OF_ONE]} lines at once and one more every {1 / _ONE_AGAIN:.0f} seconds",
    ),
    ("server", f"can send {IN_WORDS[_OF_ALL]}, and one more every {1 / _ALL_AGAIN:.0f} seconds"),
    ("server", f"one seat and no other, for {entry.LASTS_MS // DAY_MS} days"),
    ("server", f"in their browser for {entry.LASTS_MS // DAY_MS} days"),
    ("server", f"The link is valid for {TIMES_IN_WORDS[entry.ORGANISERS_WAY_LASTS_MS]}"),
)
"""Pages, and what they say of a limit or a standard value, as the code has it."""


@pytest.mark.parametrize(("page", "said"), FIGURES)
def test_a_page_states_the_limits_and_standard_values_of_the_code(page: str, said: str) -> None:
    assert said in topic(page).text, f"docs/{page}.md states another figure"


def test_every_tie_break_stands_in_the_table_of_tie_breaks() -> None:
    (table,) = re.findall(
        r"^\| Tie-break \|.*?\n\n", topic("events").text, re.DOTALL | re.MULTILINE
    )

    told = re.findall(r"`([A-Z\d-]+)`", table)

    assert sorted(told) == sorted(KNOWN), "describe it in docs/events.md"


def test_every_kind_of_electronic_board_is_named() -> None:
    told = topic("boards").text

    assert [kind for kind in KINDS if f"{kind}:/dev/" not in told] == [], (
        "docs/boards.md names them"
    )
