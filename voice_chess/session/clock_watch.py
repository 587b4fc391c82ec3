"""What players are told of their time without asking, where they want it, and never late."""

from typing import Protocol

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.house import ClockSpeech
from voice_chess.session.ports import Signal
from voice_chess.session.replies import Make
from voice_chess.speech.counting import MINUTE_MS, SECOND_MS, number_words, time_words
from voice_chess.speech.sentence import phrase
from voice_chess.speech.wording import side_word

USUAL_WARNINGS_MS = (600_000, 300_000, 120_000, 60_000, 30_000)
"""For those who want warnings and have not said when."""

LOW_MS = 60_000
"""From here on a warning begins with a sound."""

COUNTED_MS = 10_000
ON_TIME_MS = 250
"""A second that was missed by more is not counted any more."""

MARK_MS, LARGE_MARK_MS = 5 * MINUTE_MS, 15 * MINUTE_MS
"""The marks of a tactile dial: one point, and two."""


class Teller(Protocol):
    """Whoever tells a player something that they have not asked for."""

    def mention(self, make: Make, to: Role) -> None: ...

    def signal(self, name: Signal, to: Role) -> None: ...


class ClockWatch:
    """Looks at the running clock: often, or when `due_ms` says, and only when nobody speaks."""

    def __init__(self, teller: Teller, *, may_count: bool = True) -> None:
        """`may_count`: on a loudspeaker counting would drown the move that is being announced."""
        self._teller = teller
        self._may_count = may_count
        self._seen_ms: dict[Role, int] = {}

    def look(self, game: Game, now_ms: int, wishes: ClockSpeech) -> None:
        """Tell what the time has passed since the last look. Raises `SpeakerLost`."""
        if not game.clock.is_running:
            return
        white = game.white_to_move
        player = game.mover
        left_ms = game.clock.left_ms(white=white, at_ms=now_ms)
        before_ms = self._seen_ms.get(player, game.clock.side(white=white).left_ms)
        self._seen_ms[player] = left_ms
        if wishes.clicks:
            self._click(before_ms, left_ms, player)
        passed = [at_ms for at_ms in wishes.warned_at_ms if left_ms <= at_ms < before_ms]
        if passed:
            if min(passed) <= LOW_MS:
                self._teller.signal("low-time", player)
            self._tell_left(min(passed), player)
        elif wishes.counts and self._may_count:
            self._count(before_ms, left_ms, player)

    def due_ms(self, game: Game, now_ms: int, wishes: ClockSpeech) -> int | None:
        """When the next look will have something to tell, if the clock runs on as it does."""
        if not game.clock.is_running:
            return None
        left_ms = game.clock.left_ms(white=game.white_to_move, at_ms=now_ms)
        marks = [at_ms for at_ms in wishes.warned_at_ms if at_ms < left_ms]
        if wishes.counts and self._may_count and left_ms > SECOND_MS:
            marks.append(min(COUNTED_MS, (left_ms - 1) // SECOND_MS * SECOND_MS))
        if wishes.clicks and left_ms > MARK_MS:
            marks.append((left_ms - 1) // MARK_MS * MARK_MS)
        return now_ms + left_ms - max(marks) if marks else None

    def _click(self, before_ms: int, left_ms: int, player: Role) -> None:
        """For the largest mark that was passed."""
        passed = [size for size in (LARGE_MARK_MS, MARK_MS) if _is_passed(size, before_ms, left_ms)]
        if passed:
            name: Signal = "two-marks" if passed[0] == LARGE_MARK_MS else "mark"
            self._teller.signal(name, player)

    def _tell_left(self, left_ms: int, player: Role) -> None:
        self._teller.mention(
            lambda manner: phrase(
                "time-left",
                manner.language,
                side=side_word(manner.language, white=player is Role.WHITE),
                time=time_words(left_ms, manner.language),
            ),
            player,
        )

    def _count(self, before_ms: int, left_ms: int, player: Role) -> None:
        second_ms = -(-left_ms // SECOND_MS) * SECOND_MS
        is_new = second_ms < before_ms
        is_on_time = 0 < second_ms <= COUNTED_MS and second_ms - left_ms <= ON_TIME_MS
        if not (is_new and is_on_time):
            return
        self._teller.mention(
            lambda manner: phrase(
                "list",
                manner.language,
                list=number_words(second_ms // SECOND_MS, manner.language),
            ),
            player,
        )


def _is_passed(size_ms: int, before_ms: int, left_ms: int) -> bool:
    """True when a mark was reached since the last look; where the time began is none."""
    return left_ms > 0 and (left_ms - 1) // size_ms < (before_ms - 1) // size_ms
