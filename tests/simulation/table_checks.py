"""Checks an evening around a simulated table, whatever went wrong."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.german import by_ear
from tests.simulation.around_table import LANGUAGE, TableEvening
from tests.simulation.checks import due_ms, found_by
from tests.simulation.devices import plain_words
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveAnnounced, MoveCompleted, SlipCorrected
from voice_chess.game.penalties import PlayerWarned
from voice_chess.languages.language import load_language
from voice_chess.speech.generation.wording import square_words

_A_SECOND_MS = 1_000
_READ_BACK_WITHIN_MS = 10_000
_UTTERANCE_ENDS_MS = 1_500


def violations(evening: TableEvening) -> list[str]:
    """Return all violations in words; nothing if all went well."""
    return found_by(CHECKS, evening)


def _no_error(evening: TableEvening) -> Iterator[str]:
    yield from evening.faults


def _told_as_kept(evening: TableEvening) -> Iterator[str]:
    """Every reported event is stored, in order and once."""
    kept = iter(evening.journal.kept)
    for event in evening.happened:
        if not any(event == other for other in kept):
            yield f"{event} was told and is not kept, or twice"


def _in_order_of_time(evening: TableEvening) -> Iterator[str]:
    for before, after in pairwise(evening.journal.kept):
        if after.at_ms < before.at_ms:
            yield f"{after} is dated before {before}"


def _clocks_right(evening: TableEvening) -> Iterator[str]:
    """The time that both sides have left follows from the events."""
    game, now_ms = evening.session.game, evening.time.now_ms()
    if game.is_over:
        return
    left_ms = sum(game.clock.left_ms(white=white, at_ms=now_ms) for white in (True, False))
    due = due_ms(evening.journal.kept, now_ms, 0)
    if abs(left_ms - due) > 1:
        yield f"{left_ms} ms are left, due are {due}"


def _only_what_was_meant(evening: TableEvening) -> Iterator[str]:
    """No words become a move that nobody wanted to play, or a warning that nobody ordered."""
    ply = 0
    for event in evening.journal.kept:
        match event:
            case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                if (ply, uci) not in evening.meant:
                    yield f"{uci} is move {ply}, which nobody wanted to play"
            case MoveCompleted():
                ply += 1
            case GameEnded():
                yield f"{event}, which nobody has confirmed"
            case _:
                pass
    kept = [event for event in evening.journal.kept if isinstance(event, PlayerWarned)]
    for white, side in ((True, "white"), (False, "black")):
        done = sum(event.white is white for event in kept)
        if done > evening.warned.count(side):
            yield f"{side} was warned {done} times, ordered {evening.warned.count(side)} times"


def _dated_as_said(evening: TableEvening) -> Iterator[str]:
    """A move is dated to its last word."""
    ply = 0
    for event in evening.journal.kept:
        if isinstance(event, MoveCompleted):
            ply += 1
        if isinstance(event, MoveAnnounced):
            said_ms = evening.said_ms.get((ply, event.uci))
            if said_ms is None:
                continue
            late_ms = event.at_ms - said_ms
            # At a table, sound waits for a slow disk, too.
            if not -_A_SECOND_MS <= late_ms <= _A_SECOND_MS + evening.slow_ms:
                yield f"{event} was said at {said_ms}"


def _read_back(evening: TableEvening) -> Iterator[str]:
    """Every announced move is read back, unless there was no loudspeaker left."""
    language = load_language(LANGUAGE)
    for event in evening.happened:
        if not isinstance(event, MoveAnnounced) or evening.is_unheard(event.at_ms):
            continue
        until_ms = event.at_ms + _READ_BACK_WITHIN_MS + evening.slow_ms
        square = plain_words(square_words(event.uci[2:4], language))
        texts = [
            plain_words(text) for at_ms, text in evening.heard if event.at_ms <= at_ms <= until_ms
        ]
        if not any(
            " ".join(square) in " ".join(text) or by_ear("castle") in text for text in texts
        ):
            yield f"{event} was not read back: {texts}"


def _everybody_told(evening: TableEvening) -> Iterator[str]:
    for owed in evening.owed:
        if not any(
            owed.from_ms <= at_ms <= owed.until_ms + _UTTERANCE_ENDS_MS and text == owed.text
            for at_ms, text in evening.heard
        ):
            yield f"nobody heard {owed}"


def _goes_on(evening: TableEvening) -> Iterator[str]:
    """Play goes on once the faults are over."""
    went_on = evening.journal.kept[evening.kept_before_quiet :]
    if not any(isinstance(event, MoveCompleted) for event in went_on):
        yield f"play did not go on behind event {evening.kept_before_quiet}"


CHECKS: dict[str, Callable[[TableEvening], Iterator[str]]] = {
    "an error of the program": _no_error,
    "told as kept": _told_as_kept,
    "in order of time": _in_order_of_time,
    "clocks": _clocks_right,
    "only what was meant": _only_what_was_meant,
    "dated as said": _dated_as_said,
    "read back": _read_back,
    "everybody told": _everybody_told,
    "goes on": _goes_on,
}
