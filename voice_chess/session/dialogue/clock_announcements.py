"""Unasked announcements about the clock: each only for a player who wants it, and never late."""

from dataclasses import dataclass, replace
from typing import Protocol

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.ports import Signal
from voice_chess.session.table_settings import ClockSpeech
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.counting import (
    MINUTE_MS,
    SECOND_MS,
    number_words,
    rough_time_words,
    time_words,
)
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import side_word

USUAL_WARNINGS_MS = (600_000, 300_000, 120_000, 60_000, 30_000)
"""The times left of the warnings, for players who want warnings and have not said when."""

LOW_MS = 60_000
"""With this time left or less, a warning begins with a sound."""

COUNTED_MS = 10_000
ON_TIME_MS = 250
"""A second that would be counted later than this is left out."""

MARK_MS, LARGE_MARK_MS = 5 * MINUTE_MS, 15 * MINUTE_MS
"""The marks of a tactile dial: one point, and two."""

JUST_MS = 10 * SECOND_MS
"""A gap that exceeds the margin by less is told as the margin: the player chose a round number."""


class Teller(Protocol):
    """Tells a player things that they have not asked for."""

    def mention(self, make: Make, to: Role) -> None: ...

    def signal(self, name: Signal, to: Role) -> None: ...

    @property
    def silent_since_ms(self) -> int:
        """When the last speech to them is over, in ms; this can be in the future."""


_NOTHING = ClockSpeech()
"""The wishes of most players, after whose every move this is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gap:
    """One player's gap in time behind the opponent, and whether they were told of it.

    `told_at` is the number of half-moves after which they were told; None if they were not. A gap
    counts as the same until it is half the margin or less, although it can be below the margin in
    between: with an increment this can happen after each move.
    """

    margin_ms: int
    told_at: int | None

    def followed(self, made: int, gap_ms: int) -> "_Gap":
        """Return the gap for a turn that began after `made` half-moves, `gap_ms` behind."""
        is_over = self.told_at not in (None, made) and 2 * gap_ms <= self.margin_ms
        return replace(self, told_at=None) if is_over else self


class ClockWatch:
    """Makes the announcements about the running clock.

    Its owner calls `look` often, or when `due_ms` says, and only while nobody speaks.
    """

    def __init__(self, teller: Teller, *, may_count: bool = True) -> None:
        """Without `may_count` no seconds are counted: a loudspeaker would drown a player's move."""
        self._teller = teller
        self._may_count = may_count
        self._seen_ms: dict[Role, int] = {}
        self._wishes: dict[Role, ClockSpeech] = {}
        """What each player wished for at the last look."""
        self._told: dict[Role, dict[int, int]] = {}
        """By warning or mark that a player was told, since when their clock ran then; in ms."""
        self._gaps: dict[Role, _Gap] = {}

    def look(self, game: Game, now_ms: int, wishes: ClockSpeech) -> None:
        """Announce what has come due since the last look. Raises `SpeakerLost`."""
        if not game.clock.is_running:
            return
        white = game.white_to_move
        player = game.mover
        left_ms = game.clock.left_ms(white=white, at_ms=now_ms)
        before_ms = self._seen_ms.get(player, game.clock.sides.of(white=white).left_ms)
        self._seen_ms[player] = left_ms
        passed = self._passed(game, left_ms, wishes)
        if wishes.clicks:
            self._click(passed, player)
        warned = passed & set(wishes.warned_at_ms)
        if warned:
            if min(warned) <= LOW_MS:
                self._teller.signal("low-time", player)
            self._tell_left(min(warned), player)
        elif self._is_behind(game, now_ms, wishes.behind_ms):
            self._tell_behind(game, now_ms, wishes.behind_ms)
        elif wishes.counts and self._may_count:
            self._count(before_ms, left_ms, player)

    def due_ms(self, game: Game, now_ms: int, wishes: ClockSpeech) -> int | None:
        """Return when a look will next have something to announce; None if it never will.

        This assumes that the clock runs on as it does now.
        """
        if not game.clock.is_running or wishes == _NOTHING:
            return None
        left_ms = game.clock.left_ms(white=game.white_to_move, at_ms=now_ms)
        told = self._still_told(game)
        marks = [at_ms for at_ms in _marks(wishes, left_ms) if at_ms not in told]
        if wishes.counts and self._may_count and left_ms > SECOND_MS:
            marks.append(min(COUNTED_MS, (left_ms - 1) // SECOND_MS * SECOND_MS))
        behind_ms = self._behind_due_ms(game, now_ms, wishes.behind_ms)
        times = [now_ms + left_ms - mark for mark in marks]
        return min([*times, *([] if behind_ms is None else [behind_ms])], default=None)

    def _passed(self, game: Game, left_ms: int, wishes: ClockSpeech) -> frozenset[int]:
        """Return the warnings and marks that the mover's time has just come down to.

        Those that it came down to before they were wished for count as told.
        """
        began_ms = game.clock.sides.of(white=game.white_to_move).left_ms
        told = self._still_told(game)
        passed = {at_ms for at_ms in _marks(wishes, began_ms) if left_ms <= at_ms} - told.keys()
        self._told[game.mover] = told | dict.fromkeys(passed, game.clock.running_since_ms or 0)
        is_wished_anew = self._wishes.get(game.mover, wishes) != wishes
        self._wishes[game.mover] = wishes
        return frozenset() if is_wished_anew else frozenset(passed)

    def _still_told(self, game: Game) -> dict[int, int]:
        """Return what the mover need not be told again, and forget the rest.

        They need not while an increment alone lifts their time above it again: with 30 seconds a
        move, they would otherwise be told of their last ten minutes behind each move. What has been
        gained in one turn stays gained, though nothing came due in it.
        """
        clock, white = game.clock, game.white_to_move
        began_ms, since_ms = clock.sides.of(white=white).left_ms, clock.running_since_ms
        lifted_ms = clock.period_of(white=white).increment_ms
        self._told[game.mover] = {
            at_ms: told_ms
            for at_ms, told_ms in self._told.get(game.mover, {}).items()
            if told_ms == since_ms or began_ms <= at_ms + lifted_ms
        }
        return self._told[game.mover]

    def _click(self, passed: frozenset[int], player: Role) -> None:
        """Play the sound of the largest mark that was passed, if one was."""
        if any(at_ms % LARGE_MARK_MS == 0 for at_ms in passed):
            self._teller.signal("two-marks", player)
        elif any(at_ms % MARK_MS == 0 for at_ms in passed):
            self._teller.signal("mark", player)

    def _behind_due_ms(self, game: Game, now_ms: int, margin_ms: int) -> int | None:
        """Return when the mover is behind by the margin, and nothing else is being said to them.

        None if there is no margin, if they have been told, or in their last ten seconds.
        """
        if not margin_ms or self._gap(game, margin_ms).told_at is not None:
            return None
        player, due_ms = game.mover, now_ms + margin_ms - _behind_ms(game, now_ms)
        due_ms = max(due_ms, now_ms, self._teller.silent_since_ms)
        left_ms = game.clock.left_ms(white=player is Role.WHITE, at_ms=due_ms)
        return due_ms if left_ms > COUNTED_MS else None

    def _is_behind(self, game: Game, now_ms: int, margin_ms: int) -> bool:
        due_ms = self._behind_due_ms(game, now_ms, margin_ms)
        return due_ms is not None and now_ms >= due_ms

    def _gap(self, game: Game, margin_ms: int) -> _Gap:
        """Return the mover's gap.

        One that was there when it was first looked at counts as told, or as known.
        """
        made, known = len(game.position.moves), self._gaps.get(game.mover)
        gap_ms = _behind_ms(game, game.clock.running_since_ms or 0)
        if known is None or known.margin_ms != margin_ms:
            known = _Gap(margin_ms=margin_ms, told_at=made if gap_ms >= margin_ms else None)
        self._gaps[game.mover] = known.followed(made, gap_ms)
        return self._gaps[game.mover]

    def _tell_behind(self, game: Game, now_ms: int, margin_ms: int) -> None:
        """Tell the mover the margin if it has just been reached, else the rounded gap."""
        player, made = game.mover, len(game.position.moves)
        self._gaps[player] = _Gap(margin_ms=margin_ms, told_at=made)
        gap_ms = _behind_ms(game, now_ms)
        is_new = gap_ms < margin_ms + JUST_MS

        def make(preferences: VoicePreferences) -> Sentence:
            language = preferences.language
            exact, rough = time_words(margin_ms, language), rough_time_words(gap_ms, language)
            side = side_word(language, white=player is Role.WHITE)
            return phrase("behind", language, side=side, time=exact if is_new else rough)

        self._teller.mention(make, player)

    def _tell_left(self, left_ms: int, player: Role) -> None:
        self._teller.mention(
            lambda preferences: phrase(
                "time-left",
                preferences.language,
                side=side_word(preferences.language, white=player is Role.WHITE),
                time=time_words(left_ms, preferences.language),
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
            lambda preferences: phrase(
                "list",
                preferences.language,
                list=number_words(second_ms // SECOND_MS, preferences.language),
            ),
            player,
        )


def _behind_ms(game: Game, at_ms: int) -> int:
    """Return how much less time the mover has left than the opponent, in ms."""
    white = game.white_to_move
    own_ms = game.clock.left_ms(white=white, at_ms=at_ms)
    return game.clock.left_ms(white=not white, at_ms=at_ms) - own_ms


def _marks(wishes: ClockSpeech, before_ms: int) -> set[int]:
    """Return the times left below `before_ms` that are told; the full time is no mark."""
    clicked = range(MARK_MS, before_ms, MARK_MS) if wishes.clicks else ()
    return {*clicked, *(at_ms for at_ms in wishes.warned_at_ms if at_ms < before_ms)}
