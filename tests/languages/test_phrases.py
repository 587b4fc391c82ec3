"""The Fluent files: the same phrases in each, every one used, every plural form there."""

import ast
import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from importlib.resources import files
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from babel import Locale
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

import voice_chess
from voice_chess.game.phases import StopReason
from voice_chess.game.results import EndReason
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.languages.phrases import LONGEST, PhraseFault, read_phrases
from voice_chess.laws.castling import CastlingBar
from voice_chess.laws.edition import Guideline
from voice_chess.laws.reasons import HELPFULNESS
from voice_chess.laws.written_move import Sign
from voice_chess.session.boards.board_questions import AskingSet
from voice_chess.session.dialogue.dialogues import confirmation_of
from voice_chess.session.dialogue.requests import ASKS
from voice_chess.session.table_settings import Duplex
from voice_chess.speech.commands import CLAIMS, COMMANDS, UNNAMED_CLAIM
from voice_chess.speech.counting import counted
from voice_chess.speech.generation.board_words import piece_and_side
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.generation.wording import POINTS, RESULTS
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.tactile.guide import Movement

REFERENCE = load_language("de")
PACKAGE = Path(voice_chess.__file__).parent
FLUENT_FILES = sorted(PACKAGE.glob("languages/*.ftl"), key=lambda path: path.stem)
THINGS = ("hours", "minutes", "seconds", "moves", *"KQRBNP")

PEOPLE = {
    *("opponent", "white", "black", "white-named", "black-named"),
    *("own-assistant", "assistant-white", "assistant-black"),
}

# Phrases that are put together from a name and one of these.
FAMILIES: Mapping[str, AbstractSet[str]] = {
    **{piece: {"white", "black"} for piece in "KQRBNP"},
    "article": set(get_args(Guideline)),
    **{unit: {"alone"} for unit in ("hours", "minutes", "seconds")},
    "result": set(RESULTS.values()),
    "end": set(EndReason),
    "claim": {*CLAIMS, UNNAMED_CLAIM} - {"ruling"},
    "ClocksStopped": set(get_args(StopReason)),
    "CastlingRefused": set(CastlingBar),
    "Cancelled": {
        "appeal",
        *(name for name in {*COMMANDS, *ASKS} if confirmation_of(CommandMeaning(name=name))),
    },
    "ClaimUpheld": {"move"},
    "ClaimRejected": {"move", "neither", "neither-with-move"},
    "MoveRepeated": {"right", "wrong"},
    "NotYourRole": {"arbiter", "rulings", "noticed"},
    "NoIllegalMove": {"any"},
    "NotThere": {"empty"},
    "NotYetRecorded": {"move", "score", "scores"},
    "DrawNotYetAllowed": {"arbiter"},
    "NoAppeals": {"arbiter"},
    "NoQuickplayFinish": {"early", "late"},
    "GameIsAdjourned": {"resume", "continue", "envelope"},
    "FlagHasNotFallen": {"side"},
    "TooLateToCorrect": {"begun", "made"},
    "MoveSealed": {"made"},
    "ObjectionRejected": {"withdrawn"},
    "RulingAwaited": {"alone"},
    "FaultFound": {"reversed-colours", "turned-board", "wrong-clock"},
    "EnvelopeOpened": {"empty"},
    "GameResumed": {"white", "black", "both"},
    "ObjectionRaised": {"released"},
    "GameEnded": {"points", "lack-of-mate"},
    "ResultSettled": {"points"},
    "QuickplayClaimed": {"cannot-win", "no-effort", "both-grounds"},
    "points": set(POINTS),
    "left": PEOPLE,
    "back": PEOPLE,
    "ask": set(get_args(get_type_hints(AskingSet)["about"])),
    "duplex": set(get_args(Duplex)),
    "step": {kind.__name__ for kind in get_args(Movement)},
    "writing": {sign.name.lower() for sign in Sign},
}


@pytest.fixture(params=known_languages())
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


@pytest.fixture(params=FLUENT_FILES, ids=lambda path: path.stem)
def fluent_file(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_every_language_that_is_not_made_from_another_has_its_file() -> None:
    made_from_another = {
        path.stem
        for path in PACKAGE.glob("languages/*.toml")
        if "written_from" in path.read_text(encoding="utf-8")
    }

    assert {path.stem for path in FLUENT_FILES} == set(known_languages()) - made_from_another


@pytest.mark.parametrize("count", [0, 1, 2, 5, 21, 100])
def test_every_phrase_can_be_said_with_every_number(language: Language, count: int) -> None:
    for name, gaps in language.phrases.gaps.items():
        words = {gap: f"({gap})" for gap in gaps - {"count"}}

        said = language.phrase(name, count=count, **words)

        assert said
        assert not re.search(r"[{}$\u2066-\u2069]", said)


def test_every_gap_is_filled_where_it_stands(language: Language) -> None:
    for name, gaps in language.phrases.gaps.items():
        if "count" not in gaps:
            said = language.phrase(name, **{gap: f"({gap})" for gap in gaps})

            assert all(f"({gap})" in said for gap in gaps)


def test_has_the_same_phrases_with_the_same_gaps_as_the_reference(language: Language) -> None:
    assert _gaps_by_phrase(language) == _gaps_by_phrase(REFERENCE)


def _gaps_by_phrase(language: Language) -> dict[str, frozenset[str]]:
    """Which number is said, the plain or the feminine one, is a matter of the language."""
    return {name: gaps - {"feminine"} for name, gaps in language.phrases.gaps.items()}


def test_what_is_counted_has_just_the_plural_forms_of_its_language(fluent_file: Path) -> None:
    plural = Locale.parse(fluent_file.stem).plural_form
    forms = {plural(count) for count in range(1000)}
    choices = _Choices(fluent_file)

    assert set(choices.found) == set(THINGS)
    assert [name for name, keys in choices.found.items() if keys != forms] == []


class _Choices(Visitor):
    """Message to the forms that it chooses from by number."""

    def __init__(self, path: Path) -> None:
        self.found: dict[str, set[str]] = {}
        self._message = ""
        self.visit(FluentParser().parse(path.read_text(encoding="utf-8")))

    def visit_Message(self, node: fluent.Message) -> None:
        self._message = node.id.name
        self.generic_visit(node)

    def visit_SelectExpression(self, node: fluent.SelectExpression) -> None:
        keys = [variant.key for variant in node.variants]
        self.found[self._message] = {key.name for key in keys if isinstance(key, fluent.Identifier)}


@pytest.mark.parametrize("thing", THINGS)
def test_every_number_of_a_thing_is_said_in_words(language: Language, thing: str) -> None:
    said = [counted(count, thing, language) for count in range(131)]

    assert len(set(said[:20])) == 20
    assert [
        words for words in said if not re.fullmatch(r"[^\W\d_]+([ |'-][^\W\d_]+)*", words)
    ] == []


@pytest.mark.parametrize(
    ("language_id", "thing", "said"),
    [
        (
            "pl",
            "minutes",
            {
                0: "zero minut",
                1: "jedna minuta",
                2: "dwie minuty",
                5: "pięć minut",
                12: "dwanaście minut",
                21: "dwadzieścia jeden minut",
                22: "dwadzieścia dwie minuty",
                112: "sto dwanaście minut",
                122: "sto dwadzieścia dwie minuty",
            },
        ),
        ("pl", "N", {1: "skoczek", 2: "dwa skoczki", 5: "pięć skoczków"}),
        ("pl", "R", {1: "wieża", 2: "dwie wieże", 5: "pięć wież"}),
        (
            "cs",
            "minutes",
            {1: "jedna minuta", 2: "dvě minuty", 5: "pět minut", 22: "dvacet dva minut"},
        ),
        (
            "sr",
            "seconds",
            {
                1: "jedna sekunda",
                2: "dve sekunde",
                5: "pet sekundi",
                11: "jedanaest sekundi",
                21: "dvadeset jedna sekunda",
                22: "dvadeset dve sekunde",
                112: "sto dvanaest sekundi",
            },
        ),
        ("sr-cyrl", "seconds", {1: "једна секунда", 2: "две секунде", 5: "пет секунди"}),
        ("de", "hours", {0: "null Stunden", 1: "eine Stunde", 21: "ein|und|zwanzig Stunden"}),
        ("en", "P", {1: "one pawn", 2: "two pawns", 0: "zero pawns"}),
    ],
)
def test_the_number_chooses_the_form(language_id: str, thing: str, said: dict[int, str]) -> None:
    language = load_language(language_id)

    assert {count: counted(count, thing, language) for count in said} == said


@pytest.mark.parametrize(
    ("language_id", "said"),
    [
        ("de", "Dame Weiß, Turm Schwarz"),
        ("en", "white queen, black rook"),
        ("pl", "biały hetman, czarna wieża"),
        ("cs", "bílá dáma, černá věž"),
        ("sr", "bela dama, crni top"),
        ("sr-cyrl", "бела дама, црни топ"),
    ],
)
def test_a_colour_agrees_with_its_piece(language_id: str, said: str) -> None:
    language = load_language(language_id)

    assert ", ".join(piece_and_side(piece, language) for piece in "Qr") == said


def test_every_sentence_begins_with_a_capital() -> None:
    said = phrase("ClockPressedWrongly", load_language("cs"), side="bílý", number="dva")

    assert said.text == "Stisknuto špatně. Bílý, chyba číslo dva."


def test_every_gap_is_explained_to_translators(fluent_file: Path) -> None:
    explained = set(re.findall(r"^###   \$(\w+) +\S", fluent_file.read_text("utf-8"), re.MULTILINE))
    gaps = load_language(fluent_file.stem).phrases.gaps.values()

    assert explained >= set().union(*gaps)
    assert explained >= set().union(*REFERENCE.phrases.gaps.values())


def test_no_phrase_is_there_for_nothing() -> None:
    named = _named_in_code()

    unused = [
        name
        for name in REFERENCE.phrases.patterns
        if name not in named
        and name.partition(":")[2] not in FAMILIES.get(name.partition(":")[0], set())
    ]
    assert unused == []


def _named_in_code() -> set[str]:
    """Every text and every class of the package: events and refusals are said by their name."""
    nodes = [node for tree in _trees() for node in ast.walk(tree)]
    texts = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return texts | {node.name for node in nodes if isinstance(node, ast.ClassDef)} | set("KQRBNP")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_member_of_a_family_has_its_phrase(family: str) -> None:
    names = {f"{family}:{member}" for member in FAMILIES[family]}

    assert names <= set(REFERENCE.phrases.patterns)


def test_a_phrase_named_in_code_is_there_and_gets_what_it_needs() -> None:
    calls = list(_calls())

    assert len(calls) > 30
    for name, given in calls:
        gaps = REFERENCE.phrases.gaps[name]

        assert given is None or gaps <= given, name


def _calls() -> Iterator[tuple[str, set[str] | None]]:
    """Each call of `phrase` with a name as it is: the name, and what is given if that is plain."""
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node.func) == "phrase" and node.args:
                given = {keyword.arg for keyword in node.keywords}
                for name in _names(node.args[0]):
                    yield name, None if None in given else {*filter(None, given)}


def _called(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _names(argument: ast.expr) -> Iterator[str]:
    """The names as they stand in the call; of one that is put together, none."""
    if isinstance(argument, ast.IfExp):
        yield from (*_names(argument.body), *_names(argument.orelse))
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value


def _trees() -> Iterator[ast.Module]:
    for path in PACKAGE.rglob("*.py"):
        yield ast.parse(path.read_text(encoding="utf-8"))


def test_a_phrase_that_is_missing_is_a_fault_for_the_tests() -> None:
    with pytest.warns(PhraseFault, match="de: there is no phrase 'Nonsense'"):
        REFERENCE.phrase("Nonsense")


def test_a_gap_that_nothing_fills_is_a_fault_for_the_tests() -> None:
    with pytest.warns(PhraseFault, match="whose-turn.*side"):
        REFERENCE.phrase("whose-turn")


@pytest.mark.filterwarnings("ignore::voice_chess.languages.phrases.PhraseFault")
def test_a_player_hears_what_there_is_of_a_faulty_phrase() -> None:
    assert REFERENCE.phrase("whose-turn") == "side ist am Zug."
    assert REFERENCE.phrase("Nonsense") == "Nonsense"


@pytest.mark.parametrize(
    "text",
    ["ask = {", "1-0 = Weiß gewinnt", "-side = Weiß", "or = oder\nor = noch einmal", "empty ="],
)
def test_what_is_no_phrase_in_a_file_is_a_fault_for_the_tests(text: str) -> None:
    with pytest.warns(PhraseFault, match="no phrase"):
        read_phrases(f"{text}\n", "de")


def test_a_list_is_said_to_its_end_however_long_it_is() -> None:
    words = "Dame Anna vier, David eins, " * LONGEST

    assert REFERENCE.phrase("legal-moves", list=words) == f"{words}."


def test_the_files_come_with_the_package() -> None:
    package = files("voice_chess.languages")

    assert all(package.joinpath(path.name).is_file() for path in FLUENT_FILES)


@pytest.mark.parametrize("language_id", known_languages())
def test_a_refused_move_and_its_reason_have_one_colon_between_them(language_id: str) -> None:
    language = load_language(language_id)
    gaps = {"piece": "P", "square": "e2"}
    bars = [f"CastlingRefused:{bar}" for bar in CastlingBar]
    names = [*(kind.__name__ for kind in HELPFULNESS), *bars, "NotThere:empty"]
    names += ["NoSuchPiece", "NotThere", "NotYourPiece", "OwnPieceThere"]
    reasons = [language.phrase(name, **gaps) for name in names if name != "CastlingRefused"]

    told = [language.phrase("NotALegalMove", move="e4", reason=reason) for reason in reasons]

    assert [each for each in told if each.count(":") != 1] == []


def test_what_is_raised_agrees_with_the_squares_that_were_asked_about() -> None:
    italian = load_language("it")

    assert "case rialzate" in italian.phrase("ask:raised", side="")
    assert italian.phrase("raised", file="Anna") == "Anna rialzata"
