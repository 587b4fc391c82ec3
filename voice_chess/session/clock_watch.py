"""What a player is told of his time without asking, where he wants it; late words are not said."""

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.house import House
from voice_chess.session.replies import Replies
from voice_chess.speech.counting import MINUTE_MS, SECOND_MS, number_words, time_words
from voice_chess.speech.sentence import phrase
from voice_chess.speech.wording import side_word

WARNED_AT_MS = (600_000, 300_000, 120_000, 60_000, 30_000)
LOW_MS = 60_000
"""From here on a warning begins with a sound."""

COUNTED_MS = 10_000
ON_TIME_MS = 250
"""A second that was missed by more is not counted any more."""

MARK_MS, LARGE_MARK_MS = 5 * MINUTE_MS, 15 * MINUTE_MS
"""The marks of a tactile dial: one point, and two."""


class ClockWatch:
    """Looks at the running clock; `look` must be called often, and only when nobody speaks."""

    def __init__(self, replies: Replies, house: House) -> None:
        self._replies = replies
        self._wishes = house.clock_speech
        room = house.room
        # Counting on a loudspeaker would drown the very move that the player hurries to announce.
        self._counts = not (room.hears_itself and room.echo_ms)
        self._seen_ms: dict[Role, int] = {}

    def look(self, game: Game, now_ms: int) -> None:
        """Tell what the time has passed since the last look. Raises `SpeakerLost`."""
        if not game.clock.is_running:
            return
        white = game.white_to_move
        player = Role.WHITE if white else Role.BLACK
        left_ms = game.clock.left_ms(white=white, at_ms=now_ms)
        before_ms = self._seen_ms.get(player, left_ms)
        self._seen_ms[player] = left_ms
        if self._wishes.clicks:
            self._click(before_ms, left_ms, player)
        if self._wishes.warns:
            self._warn(before_ms, left_ms, player)

    def _click(self, before_ms: int, left_ms: int, player: Role) -> None:
        """For the largest mark that was passed."""
        passed = [size for size in (LARGE_MARK_MS, MARK_MS) if _is_passed(size, before_ms, left_ms)]
        if passed:
            self._replies.signal("two-marks" if passed[0] == LARGE_MARK_MS else "mark", player)

    def _warn(self, before_ms: int, left_ms: int, player: Role) -> None:
        passed = [limit for limit in WARNED_AT_MS if left_ms <= limit < before_ms]
        if passed:
            if passed[-1] <= LOW_MS:
                self._replies.signal("low-time", player)
            self._tell_left(passed[-1], player)
            return
        second_ms = -(-left_ms // SECOND_MS) * SECOND_MS
        is_new = second_ms < before_ms
        is_counted = 0 < second_ms <= COUNTED_MS and second_ms - left_ms <= ON_TIME_MS
        if is_new and is_counted and self._counts:
            self._count(second_ms // SECOND_MS, player)

    def _tell_left(self, left_ms: int, player: Role) -> None:
        self._replies.mention(
            lambda manner: phrase(
                "time-left",
                manner.language,
                side=side_word(manner.language, white=player is Role.WHITE),
                time=time_words(left_ms, manner.language),
            ),
            player,
        )

    def _count(self, seconds: int, player: Role) -> None:
        self._replies.mention(
            lambda m: phrase("list", m.language, list=number_words(seconds, m.language)), player
        )


def _is_passed(size_ms: int, before_ms: int, left_ms: int) -> bool:
    """True when a mark was reached since the last look; where the time began is none."""
    return left_ms > 0 and (left_ms - 1) // size_ms < (before_ms - 1) // size_ms
