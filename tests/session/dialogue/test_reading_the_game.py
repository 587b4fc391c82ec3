"""Whoever asks hears the game read aloud, whole or from a move on, in parts that each say where."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.german import GERMAN, PRESS, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, BY_COMMAND
from tests.wording import Wording
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.game.table import Customs, Role
from voice_chess.languages.language import known_languages
from voice_chess.session.ledger import Happening
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import COMMAND_TABLE, KEY_SIGN
from voice_chess.speech.counting import number_words

PLAYED = ("e4", "e5", "Sf3", "Sc6", "Lb5", "a6", "La4", "Sf6", "d3", "d6", "c3", "Le7")
MOVES = tuple(line for move in PLAYED for line in (move, PRESS))
KEY = next(KEY_SIGN + each.key for each in COMMAND_TABLE if each.name == "read-game")
MORE = german("more", command=GERMAN.written("continue"))
TO_READ_ON = german(
    "more:reading", wish=GERMAN.written("read-game"), command=GERMAN.written("continue")
)


def numbered(number: int) -> str:
    return german("move-number", number=number_words(number, GERMAN))


def read(*lines: str) -> list[list[str]]:
    """Return what was answered to each of these lines after six moves."""
    table = AroundTable(settings=BY_COMMAND)
    table.play(*MOVES, *lines)
    return [said for _, said in table.answers[-len(lines) :]]


def at_seats() -> Apart:
    """Return the game after six moves, with everybody at a seat of their own."""
    seats = Apart(BLIND, settings=BY_COMMAND)
    for line in MOVES:
        seats.types(line)
    seats.fetch()
    return seats


def test_the_game_is_read_in_parts_until_its_last_move() -> None:
    (first, more), (rest,) = read(says("read-game"), says("continue"))

    assert first.startswith(f"{numbered(1)} Weiß: Bauer Eva zwei, Eva vier.")
    assert more == MORE
    assert rest.startswith(f"{numbered(5)} Weiß: Bauer David zwei, David drei.")
    assert rest.endswith("Schwarz: Läufer Felix acht, Eva sieben.")


@pytest.mark.parametrize("line", [f"{says('read-game')} 5", f"{KEY} 5", "Lies ab Zug fünf vor"])
def test_the_game_is_read_from_a_move_on(line: str) -> None:
    assert read(line) == read(says("read-game"), says("continue"))[1:]


def test_a_side_that_is_named_begins() -> None:
    ((said,),) = read("Lies ab Zug 6 Schwarz")

    assert said == f"{numbered(6)} Schwarz: Läufer Felix acht, Eva sieben."


@pytest.mark.parametrize("line", ["Lies ab Zug 7", f"{KEY} 0", "Lies ab Zug 199"])
def test_a_move_that_was_not_made_is_told_and_nothing_is_read(line: str) -> None:
    ((said,),) = read(line)

    assert said in {
        german("move-number:none", number=number_words(number, GERMAN)) for number in (0, 7, 199)
    }


def test_before_the_first_move_there_is_nothing_to_read() -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play(says("read-game"))

    assert table.answer_to(says("read-game")) == [german("last-move:none")]


def test_another_question_leaves_the_reading_where_it_was() -> None:
    *_, (rest,) = read(says("read-game"), says("whose-turn"), says("continue"))

    assert rest.startswith(numbered(5))


def test_a_reading_goes_on_after_moves_until_the_last_of_them() -> None:
    *_, (rest,) = read(says("read-game"), "0-0", PRESS, says("continue"))

    assert rest.startswith(numbered(5))
    assert rest.endswith("Weiß: kurze Rochade.")


def test_behind_the_move_it_is_said_once_how_the_reading_goes_on() -> None:
    _, told, _, once, *_ = read(says("read-game"), "0-0", PRESS, "0-0", PRESS)

    assert told[-1] == TO_READ_ON
    assert len(told) == 2
    assert TO_READ_ON not in once


class CutShort(MemorySpeaker):
    """A speaker that somebody interrupts when it reads the first moves for the first time."""

    def say(self, text: str) -> int:
        is_first_part = text.startswith(f"{numbered(1)} Weiß")
        self.was_cut = is_first_part and text not in self.said
        return super().say(text)


@pytest.mark.parametrize(("meanwhile", "number"), [(("0-0", PRESS), 1), ((), 5)])
def test_only_a_part_that_a_move_cut_short_is_read_again(
    meanwhile: tuple[str, ...], number: int
) -> None:
    table = AroundTable(settings=BY_COMMAND, speaker=CutShort())
    table.play(*MOVES, says("read-game"), *meanwhile, says("continue"))

    assert table.answers[-1][1][0].startswith(numbered(number))


def test_a_reading_of_moves_that_were_taken_back_does_not_go_on() -> None:
    agreed = replace(BLIND, customs=Customs(takebacks=True))
    table = AroundTable(agreed, settings=BY_COMMAND)
    table.play(*MOVES, says("read-game"), says("propose-takeback"), says("yes"), says("continue"))

    assert len(table.game.position.moves) == len(PLAYED) - 2
    assert table.answers[-1][1] == [german("ClocksAreRunning")]


def test_at_a_seat_the_opponents_move_comes_first_and_the_reading_goes_on_behind_it() -> None:
    seats = at_seats()
    seats.types(says("read-game"), Role.BLACK)
    seats.fetch()
    seats.types("0-0", Role.WHITE)
    told = [each for each in seats.fetch() if isinstance(each, Happening | Reply)]
    seats.types(says("continue"), Role.BLACK)
    (rest,) = seats.told(Role.BLACK)

    assert [type(each) for each in told] == [Happening, Reply]
    assert [(each.listener, each.text) for each in told if isinstance(each, Reply)] == [
        (Role.BLACK, TO_READ_ON)
    ]
    assert rest.startswith(numbered(5))


def test_at_a_seat_an_own_move_needs_no_word_about_the_reading() -> None:
    seats = at_seats()
    seats.types(says("read-game"), Role.WHITE)
    seats.fetch()
    seats.types("0-0", Role.WHITE)

    assert TO_READ_ON not in seats.told()
    assert len(seats.game.position.moves) == len(PLAYED)
    assert seats.game.turn.announcement is not None


def test_at_a_seat_only_the_asker_hears_it() -> None:
    seats = at_seats()
    seats.types(says("read-game"), Role.BLACK)
    (part, _) = replies = seats.replies()

    assert {reply.listener for reply in replies} == {Role.BLACK}
    assert part.text.startswith(numbered(1))


@pytest.mark.parametrize("language_id", known_languages())
def test_each_part_begins_with_its_move_number_in_every_language(language_id: str) -> None:
    wording = Wording(language_id)
    language = wording.language
    table = AroundTable(settings=TableSettings(language=language, press="command"))
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "d7d6"]
    table.play(
        *(line for uci in moves for line in (uci, f"{KEY_SIGN}p")),
        wording.says("read-game"),
        wording.says("continue"),
    )
    parts = [said for _, (said, *_) in table.answers[-2:]]

    for part, number in zip(parts, (1, 5), strict=True):
        told = wording.sentence("move-number", number=number_words(number, language))
        assert part.startswith(told)
    assert all(one != other for one, other in pairwise(parts))
