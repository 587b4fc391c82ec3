"""A tape is heard for all games that are possible, and its doubts are told with their times."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from tests.german import GERMAN, by_ear, in_words, says
from voice_chess.adapters.simulation.memory_sound import (
    MemoryMicrophone,
    MemoryRecognizer,
    ScriptedTalk,
)
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.records.scoresheet import Header, Terms
from voice_chess.session.listening.recorded_game import Tape, listened_for, transcribed
from voice_chess.session.listening.recorded_game_doubts import doubts, time_text
from voice_chess.speech.transcription.possible_game import HeardLine
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis, Kind

Ways = tuple[tuple[str, float], ...]


class Remembering(MemoryRecognizer):
    """Keeps every grammar whole."""

    def __init__(self, script: Iterable[tuple[Hypothesis, ...]]) -> None:
        super().__init__(script)
        self.grammars: list[Grammar] = []

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        super().expect(grammar, is_complete)
        self.grammars.append(grammar)


def heard(*utterances: str | Ways, fen: str | None = None) -> tuple[Tape, "Remembering"]:
    """A second of talk every two seconds; what was said, or several ways to take it."""
    script = [
        tuple(
            Hypothesis(words=tuple(text.split()), log_likelihood=score)
            for text, score in (((said, 0.0),) if isinstance(said, str) else said)
        )
        for said in utterances
    ]
    recognizer = Remembering(script)
    start = Position.start() if fen is None else Position.from_fen(fen)
    return transcribed(recognizer, blocks(len(utterances)), GERMAN, start), recognizer


def blocks(utterances: int) -> Iterator[bytes]:
    talks = [ScriptedTalk(after_ms=1_000, lasts_ms=1_000)] * utterances
    return MemoryMicrophone(talks).blocks()


def test_a_game_is_written_down_with_its_offer_and_its_end() -> None:
    tape, _ = heard(
        by_ear("e4"), by_ear("e5"), by_ear("Nf3"), by_ear("offer-draw"), by_ear("accept")
    )
    sheet = tape.sheet(Header(white="Ida"), Terms())

    assert [entry.san for entry in sheet.entries] == ["e4", "e5", "Nf3"]
    assert [entry.draw_offered for entry in sheet.entries] == [False, False, True]
    assert sheet.result == "1/2-1/2"
    assert sheet.header.white == "Ida"


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (("f3", "e5", "g4", "Qh4 mate"), "0-1"),
        (("e4", "e5"), "*"),
    ],
)
def test_the_board_tells_the_result_where_nobody_does(moves: tuple[str, ...], result: str) -> None:
    tape, _ = heard(*map(by_ear, moves))

    assert tape.sheet(Header(), Terms()).result == result


def test_every_grammar_holds_the_moves_of_all_possible_games() -> None:
    vague = ((by_ear("e5"), 0.0), (by_ear("d5"), -0.2))
    _, recognizer = heard(by_ear("e4"), vague, by_ear("Nf3"))
    after_the_doubt = recognizer.expected[2]

    assert by_ear("exd5") in after_the_doubt
    assert by_ear("Nf3") in after_the_doubt
    assert by_ear("e5") in after_the_doubt
    assert by_ear("offer-draw") in after_the_doubt
    assert len(set(after_the_doubt)) == len(after_the_doubt)


def test_what_can_be_put_right_in_any_possible_game_is_listened_for() -> None:
    vague = ((by_ear("e5"), 0.0), (by_ear("d5"), -0.2))
    _, recognizer = heard(by_ear("e4"), vague, by_ear("Nf3"))
    corrected = recognizer.grammars[3].rules["<corrected>"]

    assert {by_ear("Nc3"), by_ear("exd5")} <= {*corrected}
    assert len(set(corrected)) == len(corrected)


def possible(moves: str, log_weight: float) -> HeardLine:
    position = Position.start()
    for uci in moves.split():
        position = position.played(uci)
    return HeardLine(position=position, log_weight=log_weight)


def test_an_old_doubt_is_listened_for_beside_many_newer_ones() -> None:
    """Knights may stand on a3 or c3; the pawn moves since then make many games of the first."""
    newer = [f"b1a3 {pawn}7{pawn}{rank}" for pawn in "abcdefgh" for rank in "65"]
    lines = [possible(f"{moves} a3b1 h7h6", 0.0) for moves in newer if "h7" not in moves]
    old = possible("b1c3 a7a6 c3e4 h7h6", -1.0)

    assert lines[0] in listened_for([*lines, old])
    assert old in listened_for([*lines, old])


def test_games_that_go_on_alike_are_listened_for_once() -> None:
    clear, improbable = possible("e2e4", 0.0), possible("d2d4", -20.0)

    assert listened_for([clear, possible("e2e4", -0.5), improbable]) == (clear,)


def test_a_doubt_is_told_with_its_time_and_what_else_it_may_be() -> None:
    vague = ((by_ear("e5"), 0.0), (by_ear("e6"), -0.5))
    tape, _ = heard(by_ear("e4"), vague, by_ear("Nf3"))

    assert doubts(tape, GERMAN) == [
        GERMAN.sheet["doubt_or"].format(
            time="0:03", number=1, side=says("black"), move="e5", percent=65, others="e6 (34 %)"
        )
    ]


def test_a_doubt_that_was_settled_is_not_told() -> None:
    vague = ((by_ear("e5"), 0.0), (by_ear("e6"), -0.5))
    tape, _ = heard(by_ear("e4"), vague, by_ear("Nf3"), by_ear("d6"), by_ear("Nxe5"))

    assert doubts(tape, GERMAN) == [GERMAN.sheet["doubts_none"]]
    assert tape.transcript.game.moves[1] == "e7e5"


def test_where_no_move_was_said_that_is_told_and_not_that_none_is_doubtful() -> None:
    for said in ((), (says("clock"),)):
        assert doubts(heard(*said)[0], GERMAN) == [GERMAN.sheet["doubts_no_move"]]


def test_an_announcement_that_was_passed_over_is_told() -> None:
    perhaps = (("[unk]", 0.0), (by_ear("d5"), -1.0))
    tape, _ = heard(by_ear("e4"), perhaps)
    (sentence,) = doubts(tape, GERMAN)

    assert tape.transcript.game.moves == ("e2e4",)
    told, _ = GERMAN.sheet["doubt_skipped"].format(time="0:03", others="d5 (…").split("…")
    assert sentence.startswith(told)


LOST = [by_ear(move) for move in ("Nh8", "Na8", "Ng7", "Nb3", "Nd5", "Ne3")]


def test_where_the_game_can_no_longer_be_followed_is_told_with_what_was_heard_from_there() -> None:
    tape, _ = heard(by_ear("e4"), by_ear("e5"), *LOST)
    broke, *unplaced = doubts(tape, GERMAN)

    assert [entry.san for entry in tape.sheet(Header(), Terms()).entries] == ["e4", "e5"]
    assert broke == GERMAN.sheet["doubt_broke"].format(time="0:05")
    assert unplaced[0] == GERMAN.sheet["doubt_unplaced"].format(time="0:05", words=in_words("Nh8"))
    assert len(unplaced) == len(LOST)


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_tells_where_a_game_broke(language_id: str) -> None:
    language = load_language(language_id)
    tape, _ = heard(by_ear("e4"), by_ear("e5"), *LOST)
    broke = doubts(tape, language)[0]

    assert broke == language.sheet["doubt_broke"].format(time="0:05")


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_tells_doubts_in_whole_sentences(language_id: str) -> None:
    tape, _ = heard(by_ear("e4"), ((by_ear("e5"), 0.0), (by_ear("e6"), -0.5)))
    (sentence,) = doubts(tape, load_language(language_id))

    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "65" in sentence


def test_another_starting_position_is_possible() -> None:
    tape, _ = heard(by_ear("Ke2"), fen="4k3/8/8/8/8/8/8/4K3 w - - 0 40")

    assert tape.transcript.game.moves == ("e1e2",)


@pytest.mark.parametrize(
    ("at_ms", "text"),
    [(0, "0:00"), (61_999, "1:01"), (3_600_000, "1:00:00"), (3_725_000, "1:02:05")],
)
def test_times_are_written_as_on_a_player(at_ms: int, text: str) -> None:
    assert time_text(at_ms) == text


class Continuing(Remembering):
    """Each utterance after the first holds the one before, as far as that was only begun."""

    def hear(self, samples: bytes) -> Heard | None:
        return self._as_begun(super().hear(samples))

    def _as_begun(self, heard: Heard | None) -> Heard | None:
        if heard is None:
            return None
        is_begun = heard.hypotheses[0].kind == "beginning"
        was_begun, self._was_begun = self._was_begun, is_begun
        return replace(heard, is_begun=is_begun, is_continued=was_begun)

    _was_begun = False


def test_a_move_in_two_steps_is_one_utterance_and_its_rest_is_awaited_as_it_was() -> None:
    steps: list[tuple[str, Kind]] = [
        (by_ear("N"), "beginning"),
        (by_ear("Nf3"), "whole"),
        (by_ear("e5"), "whole"),
    ]
    recognizer = Continuing(
        (Hypothesis(words=tuple(said.split()), log_likelihood=0.0, kind=kind),)
        for said, kind in steps
    )
    tape = transcribed(recognizer, blocks(len(steps)), GERMAN, Position.start())

    assert tape.transcript.game.moves == ("g1f3", "e7e5")
    assert [move.utterance for move in tape.transcript.moves] == [0, 1]
    assert len(tape.utterances) == 2
    assert len(recognizer.grammars) == len(steps)
    assert doubts(tape, GERMAN) == [GERMAN.sheet["doubts_none"]]
