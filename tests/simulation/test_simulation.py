"""Simulated evenings pass the checks, repeat with their seed, and a broken journal is found."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.simulation.checks import violations
from tests.simulation.devices import words_of
from tests.simulation.rulings import rulings_in
from tests.simulation.storage import (
    ForgetfulJournal,
    KeylessJournal,
    SharedJournal,
    UnfencedJournal,
)
from tests.simulation.world import Simulation
from voice_chess.game.clocks import AddTime
from voice_chess.game.commands import Command
from voice_chess.game.penalties import Warn
from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.arbiter_commands import arbiters_command
from voice_chess.session.listening import seat_ear
from voice_chess.speech.understanding.interpret import Meaning
from voice_chess.web.live.hub import Hub
from voice_chess.web.live.speech_clips import Clip, Clips


def evening(
    seed: int, journal: type[SharedJournal] = SharedJournal, *, has_voices: bool = True
) -> Simulation:
    played = Simulation(seed=seed, journal=journal, has_voices=has_voices)
    played.run()
    return played


MOST_EVENINGS = 30
"""The number of evenings to try: which faults each has changes with the program."""

seen = cache(evening)
"""An evening for tests that don't change it, run only once: it costs up to three seconds."""

MOVE_BEFORE_ITS_CLOCK = 1_097
"""A past fault: a move that had waited for the clocks was stored as made while they stood."""

CAME_INTO_A_CONFLICT = 5_084
"""A past fault: a page lost its line because its arrival showed that the game must be reloaded."""


SAID_BEFORE_A_CLICK = 25
"""A past fault: words that a sleeping server heard too late corrected a move clicked after them."""

GAPS_IN_SOUND = 28
"""A past fault: moves were dated seconds too early after frames that never came."""

A_WORD_LOST = 30_021
"""A past fault: "bishop c3" without its first word was taken for the pawn's move."""

WENT_ON_UNKNOWN = 810_120, 810_296
"""A past fault: seconds were charged while everybody was shown stopped clocks."""

BOARD_LOST_UNHEARD = 810_244
"""A past fault: the opponent's arrival cut the report that a player's board was lost."""

WRITES_WITHOUT_A_RIGHT = 36
"""A seed that shows the fault at present; if it stops doing so, put another one here."""


@pytest.mark.parametrize("seed", range(3))
def test_whatever_goes_wrong_nothing_is_lost_and_everybody_is_told(seed: int) -> None:
    played = seen(seed)

    assert violations(played) == []
    assert played.interruptions
    assert all(len(kept) > 20 for kept in played.kept.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "seeds"),
    [
        (
            ("--without-voices", "--without-rulings", "--without-untold-gaps"),
            (
                MOVE_BEFORE_ITS_CLOCK,
                CAME_INTO_A_CONFLICT,
                SAID_BEFORE_A_CLICK,
                GAPS_IN_SOUND,
                A_WORD_LOST,
            ),
        ),
        (("--without-untold-gaps",), (*WENT_ON_UNKNOWN, BOARD_LOST_UNHEARD)),
    ],
    ids=["without voices and rulings", "with them"],
)
def test_what_went_wrong_once_does_so_no_more(
    options: tuple[str, ...], seeds: tuple[int, ...]
) -> None:
    """The command that tries evenings by the thousand finds no violation."""
    asked = (*options, "--processes", "1", "--seeds", ",".join(map(str, seeds)))

    tried = subprocess.run(
        [sys.executable, "-m", "tests.simulation", *asked],
        capture_output=True,
        text=True,
        check=False,
    )

    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert f"{len(seeds)} seeds, 0 failing" in tried.stdout


def test_the_same_seed_does_the_same_again_even_where_another_loop_runs() -> None:
    async def beside_another() -> Simulation:
        return evening(0)

    once, again, other = seen(0), asyncio.run(beside_another()), seen(1)

    assert once.digest == again.digest != other.digest
    assert once.interruptions != []


@pytest.mark.slow
def test_the_same_seed_does_the_same_in_every_process() -> None:
    """The order of sets makes no difference."""
    told = (
        "from tests.simulation.world import Simulation\n"
        "played = Simulation(seed=16)\n"
        "played.run()\n"
        "print(played.digest)\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", told],
            env={**os.environ, "PYTHONHASHSEED": order},
            capture_output=True,
            check=True,
        ).stdout
        for order in ("1", "2")
    }

    assert len(digests) == 1


def test_devices_are_pulled_and_come_back_in_the_middle_of_what_is_said_and_moved() -> None:
    missing = {"microphone of", "board of", "frames of"}
    moved, owed_hearing = 0, False
    for played in map(seen, range(MOST_EVENINGS)):
        befell = {" ".join(each.what.split()[:2]) for each in played.interruptions}
        missing -= befell
        moved += sum(len(person.said_ms) for person in played.people)
        owed_hearing |= bool(played.owed_hearing)
        if not missing and moved > 20 and owed_hearing:
            return

    pytest.fail(f"Of {MOST_EVENINGS} evenings none had {missing}; {moved} moves were said.")


def test_voices_are_lost_and_earphones_pulled_and_all_is_heard_or_read() -> None:
    missing = {"earphone pulled", "voices of the servers away"}
    missing |= {f"ended by {way}" for way in ("voice", "reader", "stop", "microphone", "urgent")}
    is_owed_one_spoken = False
    for played in map(seen, range(MOST_EVENINGS)):
        voices = [person.voice for person in played.people if person.voice is not None]
        told = [said for voice in voices for said in voice.told]
        spoken = {said.message["text"] for said in told}
        missing -= {each.what for each in played.interruptions}
        missing -= {f"ended by {said.ended}" for said in told}
        is_owed_one_spoken = is_owed_one_spoken or any(
            text in spoken for _, text, *_ in played.owed
        )
        if not missing and is_owed_one_spoken:
            return

    pytest.fail(f"Of {MOST_EVENINGS} evenings none had {missing or 'an owed sentence spoken'}.")


def test_an_arbiter_is_called_by_ear_asked_before_what_is_grave_and_rules() -> None:
    missing = {"called by ear", "add-time", "deduct-time", "clock", "warn"}
    for played in map(seen, range(MOST_EVENINGS)):
        (arbiter,) = (person for person in played.people if person.office is not None)
        assert arbiter.office is not None
        orders = arbiter.office.given.values()
        kept = [event for events in played.kept.values() for event in rulings_in(events)]
        missing -= {order.words[0] for order in orders if any(map(order.is_of, kept))}
        told = () if arbiter.voice is None else arbiter.voice.told
        missing -= {
            "called by ear"
            for said in told
            if said.message.get("name") == "clocks-stopped" and said.ended == "voice"
        }
        if not missing:
            return

    pytest.fail(f"Of {MOST_EVENINGS} evenings none had {missing}.")


def is_found_out(*what: str, journal: type[SharedJournal] = SharedJournal) -> bool:
    """Return whether some evening has a violation of these kinds."""
    return any(
        violation.startswith(what)
        for seed in range(MOST_EVENINGS)
        for violation in violations(evening(seed, journal))
    )


def test_a_sound_that_is_given_to_whoever_knows_its_name_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unguarded(clips: Clips, name: str, _: str) -> Clip | None:
        return clips._by_name.get(name)  # noqa: SLF001 - leaves out a check on purpose

    monkeypatch.setattr(Clips, "find", unguarded)

    assert is_found_out("only in their ears")


@pytest.mark.slow
def test_sound_that_is_dated_ever_earlier_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sound concerned is what browsers leave out without a report."""
    monkeypatch.setattr(seat_ear, "FASTEST_OF_MS", 10**9)

    assert is_found_out("dated as said")


def test_a_server_that_must_reach_its_storage_to_speak_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hub, "is_open_with", lambda *_: False)

    assert is_found_out("sound where told")


def test_an_order_that_is_carried_out_for_the_other_side_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def for_the_other(meaning: Meaning, game: Game, at_ms: int) -> Command | None:
        order = arbiters_command(meaning, game, at_ms)
        if isinstance(order, AddTime | Warn):
            return replace(order, white=not order.white)
        return order

    monkeypatch.setattr("voice_chess.session.dialogue.conversation.arbiters_command", for_the_other)

    assert is_found_out("ruled as ordered")


def test_an_ear_that_hears_another_move_than_was_said_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def another(uci: str, fen: str, language_id: str, *, is_short: bool = False) -> tuple[str, ...]:
        legal = Position.from_fen(fen).legal_moves
        return words_of(legal[legal.index(uci) - 1], fen, language_id, is_short=is_short)

    monkeypatch.setattr("tests.simulation.people.words_of", another)

    assert is_found_out("only what was meant")


def without_an_answer(journal: type[SharedJournal]) -> Iterator[Simulation]:
    """Yield evenings on which arbiters get no response to an order, and send it again."""
    for seed in range(MOST_EVENINGS):
        played = Simulation(seed=seed, journal=journal, only_loses_answers=True)
        played.run()
        yield played


def test_an_order_whose_answer_is_lost_is_repeated_and_done_once() -> None:
    missing = {"owner killed behind a ruling", "line lost behind a ruling"}
    for played in without_an_answer(SharedJournal):
        (arbiter,) = (person for person in played.people if person.office is not None)
        repeated = [one for one in arbiter.answered.values() if one.get("is_repetition")]
        befell = [each.what for each in played.interruptions]
        missing -= set(befell)

        assert violations(played) == []
        assert len(repeated) >= befell.count("owner killed behind a ruling")
        if not missing:
            return

    pytest.fail(f"Of {MOST_EVENINGS} evenings none had {missing}.")


def test_a_journal_that_keeps_no_requests_is_found_out() -> None:
    assert any(
        violation.startswith("ruled as ordered")
        for played in without_an_answer(KeylessJournal)
        for violation in violations(played)
    )


def test_a_journal_that_forgets_what_it_has_acknowledged_is_found_out() -> None:
    assert is_found_out("told as kept", "acknowledged", journal=ForgetfulJournal)


@pytest.mark.slow
def test_a_journal_that_lets_a_server_write_that_has_lost_the_games_is_found_out() -> None:
    assert any(
        violation.startswith("clocks")
        for seed in (WRITES_WITHOUT_A_RIGHT, *range(40))
        for violation in violations(evening(seed, UnfencedJournal))
    )
