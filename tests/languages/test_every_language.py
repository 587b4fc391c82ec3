"""What every language must be able to do; nothing here knows which language it is."""

import re
from collections import Counter, defaultdict
from types import UnionType
from typing import get_args

import pytest

from voice_chess.clock.time_control import TimeControl
from voice_chess.game.events import Event
from voice_chess.game.phases import StopReason
from voice_chess.game.refusals import Refusal
from voice_chess.game.results import EndReason, Result
from voice_chess.languages.language import (
    Language,
    UnknownLanguage,
    known_languages,
    load_language,
)
from voice_chess.laws.castling import CastlingBar
from voice_chess.laws.draws import ClaimKind
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import Reason
from voice_chess.speech.commands import CLAIMS, COMMANDS
from voice_chess.speech.counting import number_words, spoken_number, time_words
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.styles import STYLES, Style
from voice_chess.speech.generation.vocabulary import speakable_words
from voice_chess.speech.generation.wording import RESULTS, move_words
from voice_chess.speech.understanding.announcement import announcement
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse

REFERENCE = load_language("de")
FENS = [
    Position.start().fen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1n2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
    "8/2k5/8/8/Q2Q4/8/8/4K2Q w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
]
VARIANTS = {
    "MoveRepeated": ("right", "wrong"),
    "ClocksStopped": get_args(StopReason),
    "CastlingRefused": tuple(CastlingBar),
    "ClaimRejected": ("move", "neither", "neither-with-move"),
    "EnvelopeOpened": ("empty",),
    "ObjectionRaised": ("released",),
    "NotYetRecorded": ("move", "score", "scores"),
    "DrawNotYetAllowed": ("arbiter",),
    "NoAppeals": ("arbiter",),
    "NoQuickplayFinish": ("early", "late"),
    "GameIsAdjourned": ("resume", "continue", "envelope"),
    "MoveSealed": ("made",),
    "ObjectionRejected": ("withdrawn",),
    "RulingAwaited": ("alone",),
    "FaultFound": ("reversed-colours", "turned-board", "wrong-clock"),
    "GameEnded": ("points",),
    "ResultSettled": ("points",),
    "QuickplayClaimed": ("cannot-win", "no-effort", "both-grounds"),
    "NoIllegalMove": ("any",),
    "NotThere": ("empty",),
    "FlagHasNotFallen": ("side",),
    "TooLateToCorrect": ("begun", "made"),
}


@pytest.fixture(params=known_languages())
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("fen", FENS)
def test_understands_what_it_says(language: Language, fen: str, style: Style) -> None:
    position = Position.from_fen(fen)

    for uci in position.legal_moves:
        said = sentence(move_words(uci, position, language, style), language)

        assert moves_meant(parse(said.words, language), position) == (MoveMeaning(uci=uci),)


def test_no_form_means_two_things(language: Language) -> None:
    forms = Counter(form for forms in language.words.values() for form in forms)

    assert [form for form, count in forms.items() if count > 1] == []


def test_forms_are_lower_case_words(language: Language) -> None:
    for forms in language.words.values():
        for form in forms:
            assert form == form.lower() == " ".join(form.split())


def test_knows_the_same_tokens_as_the_reference(language: Language) -> None:
    assert set(language.orders) == set(REFERENCE.orders)
    assert {*language.words, *language.typed} == {*REFERENCE.words, *REFERENCE.typed}


def test_has_words_for_every_command_and_claim(language: Language) -> None:
    tokens = COMMANDS | {f"claim:{kind}" for kind in CLAIMS}

    assert [token for token in sorted(tokens) if not language.words.get(token)] == []


def _kinds(union: UnionType) -> list[type]:
    return [kind for part in get_args(union) for kind in (get_args(part) or (part,))]


@pytest.mark.parametrize("kind", [*_kinds(Event), *_kinds(Refusal), *_kinds(Reason)])
def test_can_say(language: Language, kind: type) -> None:
    names = [f"{kind.__name__}:{variant}" for variant in VARIANTS.get(kind.__name__, ())]

    assert set(names or [kind.__name__]) <= set(language.phrases.patterns)


@pytest.mark.parametrize(
    "name",
    [
        *(f"result:{RESULTS[result]}" for result in Result),
        *(f"end:{reason}" for reason in EndReason),
        *(f"claim:{kind}" for kind in get_args(ClaimKind)),
    ],
)
def test_can_name(language: Language, name: str) -> None:
    assert name in language.phrases.patterns


def test_counts_every_number_differently(language: Language) -> None:
    words = [number_words(number, language) for number in range(400)]

    assert len(set(words)) == len(words)


def test_ranks_are_counted_as_they_are_called(language: Language) -> None:
    named = [language.say(f"rank:{rank}") for rank in range(1, 9)]

    assert named == [number_words(rank, language) for rank in range(1, 9)]


def test_says_every_time_of_a_game_in_at_most_two_units(language: Language) -> None:
    times = {time_words(seconds * 1000, language) for seconds in range(3600)}

    assert len(times) == 3600


def test_says_nothing_in_figures_or_signs(language: Language) -> None:
    words = speakable_words(language)

    assert [word for word in words if not re.fullmatch(r"[^\W\d_]+('[^\W\d_]+)?", word)] == []


@pytest.mark.parametrize("fen", FENS)
def test_says_moves_and_times_in_speakable_words_only(language: Language, fen: str) -> None:
    position = Position.from_fen(fen)
    texts = [move_words(uci, position, language) for uci in position.legal_moves]
    texts += [time_words(seconds * 1000, language) for seconds in range(0, 90_000, 61)]

    assert {word for text in texts for word in sentence(text, language).words} <= (
        speakable_words(language)
    )


def test_respells_only_words_it_can_say(language: Language) -> None:
    joined = {number_words(number, language).replace("|", "") for number in range(200)}
    files = {name for names in language.files.values() for name in names}
    files |= {name.lower() for name in files}

    respelled = {word.lower() for word in language.sound.respelled}
    assert respelled <= speakable_words(language) | joined | files


def test_typed_spellings_stand_for_words_it_understands(language: Language) -> None:
    understood = {word for _, forms in language.forms for form in forms for word in form.split()}
    understood |= {word for number in range(400) for word in spoken_number(number, language)}
    understood |= {*language.sound.numbers.feminine.values()}

    assert set(language.orthography.spelling.values()) <= understood
    assert not set(language.orthography.spelling) & understood


def test_a_square_typed_in_figures_is_understood(language: Language) -> None:
    squares = [f"{file} {rank}" for file in "abcdefgh" for rank in range(1, 9)]

    for square in squares:
        said = announcement(parse(square.split(), language))

        assert said is not None
        assert said.target == square.replace(" ", "")


def test_has_a_letter_for_every_piece(language: Language) -> None:
    letters = language.orthography.letters

    assert set(letters) == set("KQRBNP")
    assert len(set(letters.values())) == len(letters)


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownLanguage, match=r"'tlh'.*de"):
        load_language("tlh")


def test_the_examples_of_a_time_control_can_be_copied(language: Language) -> None:
    how = language.interface["time-how"].format(delay="15d10").replace(": ", " ")
    examples = [word.rstrip(".") for word in how.split() if word[0].isdigit()]

    assert [TimeControl.parsed(each).to_players() for each in examples] == [
        "15+10",
        "15d10",
        "90/40+30/G+10",
    ]


def test_no_sentence_of_the_pages_stands_under_two_keys() -> None:
    """Labels of one or a few words may be alike by chance, in one language or in all."""
    every = [load_language(each).interface for each in known_languages()]
    keys: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for key in REFERENCE.interface:
        keys[tuple(texts[key] for texts in every)].append(key)

    is_sentence = re.compile(r"(\S+ ){4,}\S+")
    twice = [those for told, those in keys.items() if len(those) > 1 and is_sentence.match(told[0])]
    assert twice == []
