"""Begins a game, and lets its clocks run again once they have stood.

Where people sit apart, the arrival of both players does both; a game may also begin at an agreed
time. Around one table everybody is there: the game begins with the program, and after the clocks
have stood somebody says when they are to run.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from voice_chess.arbiter.rules import ASSISTANTS, PLAYERS
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.adjournment import Resume
from voice_chess.game.clocks import ClocksStarted, StartClocks
from voice_chess.game.commands import Command
from voice_chess.game.phases import Adjourned, Arranged, NotArranged, Resuming, Sealing
from voice_chess.game.setup import ArrangeGame, Arrive, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.replies import Make, Replies
from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.envelope_passphrases import HOLDERS
from voice_chess.session.ledger import Ledger, is_paused
from voice_chess.session.ports import Envelopes, TimeSource
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.answers import answers
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import move_words, side_word, speaking
from voice_chess.speech.understanding.interpret import CommandMeaning


class Startable(Protocol):
    """The part of a game that is needed to begin it or to go on."""

    @property
    def game(self) -> Game: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def time(self) -> TimeSource: ...

    @property
    def envelopes(self) -> Envelopes | None:
        """What closes and opens envelopes; None where too few passphrases were given."""

    @property
    def is_in_arrears(self) -> bool:
        """Whether something is still to be written, so that nothing new can be."""

    def ask(self, command: Command) -> Ruling:
        """Give a command to the game. Raises `JournalLost`, `Conflict`."""

    def tell_house_rules(self) -> None: ...

    def tell_seats(self, make: Make, roles: Collection[Role]) -> None: ...

    def go_on(self) -> None:
        """Stop the clocks as of when they were last seen running. Raises as `ask` does."""


class Start(Protocol):
    """How a game begins and goes on. Methods raise `JournalLost`.

    It outlives the game object. The game calls `look` while it is only arranged or while a word is
    to be told, and `goes_on` when the clocks may run again.
    """

    def came(self, live: Startable, here: Iterable[Role]) -> None:
        """Take note that the roles `here` have somebody at the table now."""

    def starts(self, live: Startable, at_ms: int) -> None:
        """Take note of who is there: somebody starts the game, at its time or before it."""

    def goes_on(self, live: Startable) -> None:
        """Start the clocks, or say how to, now that nothing keeps them from running any more."""

    @property
    def tells_how_ms(self) -> int | None:
        """When players hear by which word the clocks run, if these still stand then."""

    def tells_how_to_go_on(self, live: Startable) -> None:
        """Tell those who may let the clocks run how they do, where that takes a word."""

    def due_ms(self, live: Startable) -> int | None:
        """Return when `look` has something to do, in ms of the session; None while it hasn't."""

    def look(self, live: Startable, now_ms: int) -> None:
        """Begin the game, or tell how it goes on, if that is due."""


_COME_BACK_MS = 3_000
"""Pages that are reloaded, or gave up their line in a stop, are back by then, or missing."""


_LEAPT_MS = 1_000
"""A wall clock that has gained or lost this much was not just slowly set right."""


def _ahead_ms(time: TimeSource) -> int:
    """Return how far the wall clock is ahead of the session's: a sleep and a setting change it."""
    return time.wall_ms() - time.now_ms()


class ByComing:
    """`Start` of a game whose people sit apart."""

    def __init__(
        self, settled: Settled, time: TimeSource, is_withheld: Callable[[], bool] = lambda: False
    ) -> None:
        """`is_withheld` tells whether the game may not begin, as its result stands already."""
        self._settled = settled
        self._is_withheld = is_withheld
        self._was_withheld = False
        self._running_since_ms = time.now_ms()
        """Since when the program could begin the game: awake, its wall clock not set anew."""
        self._ahead_ms = _ahead_ms(time)
        self._here: frozenset[Role] = frozenset()
        """The roles that had somebody at the table when that was last reported."""
        self._left_ms: dict[Role, int] = {}
        """When each role that is not here any more was left, in ms of the session."""
        self._no_sign: frozenset[Role] | None = ASSISTANTS
        """Assistants who were there when play was resumed without their player; None before it."""
        self._slept_after: int | None = None
        """The number of events before the last sleep, after which a word lets the clocks run."""
        self.tells_how_ms: int | None = None

    def came(self, live: Startable, here: Iterable[Role]) -> None:
        """Begin or continue a game that waits for its players.

        After a sleep clocks stand until the word is said, or until a player has left and is back.
        """
        before, self._here = self._here, frozenset(here)
        self._left_ms |= dict.fromkeys(before - self._here, live.time.now_ms())
        if not live.game.attendance.is_somebody_missing:
            self._no_sign = None
        elif self._no_sign is None:
            self._no_sign = before & ASSISTANTS
        is_nobody_back = self._here & set(PLAYERS) <= before
        if not (is_nobody_back and self._waits_for_word(live)):
            self.goes_on(live)
        if isinstance(live.game.phase, Sealing) and live.envelopes is None:
            # A program that was gone has no passphrase any more, and without one no move is sealed.
            live.tell_seats(_passphrases_missing, self._here & HOLDERS - before)

    def goes_on(self, live: Startable) -> None:
        if live.is_in_arrears:
            return
        now_ms = live.time.now_ms()
        if not self._waits_for_its_time(live.game):
            self._take_arrivals(live, self._here, now_ms)
        if not self._here >= _awaited(live.game):
            return
        if isinstance(live.game.phase, Arranged) and self._settled.starts == "together":
            if not self._is_withheld():
                live.ask(StartGame(by=Role.ARBITER, at_ms=now_ms))
        elif is_paused(live.game, live.ledger.history):
            live.ask(StartClocks(by=Role.ARBITER, at_ms=now_ms))

    def starts(self, live: Startable, at_ms: int) -> None:
        """Take it that those have come who are here when a game begins that has an agreed time.

        Whoever came and has left again is not there, and may still come. But a page that was left
        just now may be one that is reloaded, and in most editions nobody may come even a second too
        late: its player counts as present. (2005 6.6 and 6.7, 2009 6.5 and 6.6.)
        """
        if self._waits_for_its_time(live.game):
            since_ms = at_ms - _COME_BACK_MS
            just_left = (role for role, left_ms in self._left_ms.items() if left_ms > since_ms)
            self._take_arrivals(live, self._here.union(just_left), at_ms)

    def _waits_for_its_time(self, game: Game) -> bool:
        return self._settled.begins_at_ms is not None and isinstance(game.phase, Arranged)

    def _take_arrivals(self, live: Startable, here: frozenset[Role], at_ms: int) -> None:
        for white in (True, False):
            is_known = live.game.attendance.here.of(white=white)
            if self._has_come(here, white=white) and not is_known and not live.game.is_over:
                live.ask(Arrive(by=Role.player(white=white), at_ms=at_ms))

    def _has_come(self, here: frozenset[Role], *, white: bool) -> bool:
        """Return whether a player has come, by their own page or their assistant's.

        At a resumption the assistant sees to the formalities for the player, as when they stop the
        clock and fetch the arbiter. (2005 F.2.9.f with A.9.b, 2009 E.2.9.f with G.9.b.) But one who
        was there when the arbiter resumed play without the player is no sign that they have come.
        """
        signs = {Role.player(white=white)}
        if self._no_sign is not None:
            signs |= {Role.assistant(white=white)} - self._no_sign
        return not signs.isdisjoint(here)

    def tells_how_to_go_on(self, live: Startable) -> None:
        """Do so a little later: whoever comes back by then lets the clocks run without a word."""
        self._slept_after = len(live.ledger.history)
        self.tells_how_ms = live.time.now_ms() + _COME_BACK_MS

    def due_ms(self, live: Startable) -> int | None:
        times = (self._begins_ms(live), self.tells_how_ms)
        return min((time for time in times if time is not None), default=None)

    def look(self, live: Startable, now_ms: int) -> None:
        begins_ms = self._begins_ms(live)
        if begins_ms is not None and now_ms >= begins_ms:
            live.ask(StartGame(by=Role.ARBITER, at_ms=begins_ms))
        if self.tells_how_ms is not None and now_ms >= self.tells_how_ms:
            self.tells_how_ms = None
            self._tell_how(live)

    def _waits_for_word(self, live: Startable) -> bool:
        """Return whether the clocks have stood since a sleep."""
        if self._slept_after is None or not is_paused(live.game, live.ledger.history):
            return False
        since = live.ledger.history[self._slept_after :]
        return not any(isinstance(happening.event, ClocksStarted) for happening in since)

    def _begins_ms(self, live: Startable) -> int | None:
        """Return the agreed time on the wall clock, converted to ms of the session, or None.

        No player pays for time in which no program ran, and their page takes a moment to come back.
        """
        start_ms = self._settled.begins_at_ms
        if start_ms is None or not isinstance(live.game.phase, Arranged):
            return None
        was_withheld, self._was_withheld = self._was_withheld, self._is_withheld()
        if self._was_withheld:
            return None
        ahead_ms = _ahead_ms(live.time)
        if was_withheld or abs(ahead_ms - self._ahead_ms) >= _LEAPT_MS:
            self._running_since_ms = live.time.now_ms()
        self._ahead_ms = ahead_ms
        return max(start_ms - ahead_ms, self._running_since_ms + _COME_BACK_MS)

    def _tell_how(self, live: Startable) -> None:
        """Tell the word, unless the clocks run already or will as soon as a player is back."""
        game = live.game
        if is_paused(game, live.ledger.history) and self._here >= _awaited(game):
            roles = (Role.ARBITER,) if game.table.occasion.has_arbiter else PLAYERS
            live.tell_seats(_to_go_on_by(("continue",)), roles)


def _awaited(game: Game) -> frozenset[Role]:
    """Return the players without whom the clocks do not run again.

    While an envelope is shut, the clock of an absent replier runs without them.
    """
    if not isinstance(game.phase, Resuming):
        return PLAYERS
    here = game.attendance.here
    return frozenset(role for role in PLAYERS if here.of(white=role is Role.WHITE))


class ByWord:
    """`Start` of a game around one table."""

    def __init__(self, replies: Replies) -> None:
        self._replies = replies
        self.tells_how_ms = None

    def begin(self, live: Startable, talk: Conversation, table: Table) -> None:
        """Arrange and start a new game, or continue a broken-off one with its clocks put right."""
        by, time = Role.ARBITER, live.time
        if isinstance(live.game.phase, NotArranged):
            talk.do(ArrangeGame(by=by, at_ms=time.now_ms(), table=table))
        if isinstance(live.game.phase, Arranged):
            # Speaking takes time, which no player pays for: the rules are told before the start.
            live.tell_house_rules()
            talk.do(StartGame(by=by, at_ms=time.now_ms()))
        elif isinstance(live.game.phase, Adjourned):
            talk.do(Resume(by=by, at_ms=time.now_ms()))
        elif live.game.is_in_play:
            live.go_on()
            tell_where_it_stands(live.game, self._replies, time.now_ms())
            self.goes_on(live)
        if isinstance(live.game.phase, Resuming):
            self._replies.tell(_to_go_on_by(("open-envelope",)))

    def came(self, live: Startable, here: Iterable[Role]) -> None:
        """Do nothing: all at the table were there from the beginning."""

    def starts(self, live: Startable, at_ms: int) -> None:
        """Do nothing, likewise."""

    def goes_on(self, live: Startable) -> None:
        self.tells_how_to_go_on(live)

    def tells_how_to_go_on(self, live: Startable) -> None:
        if live.game.is_in_play:
            tell_how_to_go_on(live.game, self._replies)

    def due_ms(self, live: Startable) -> int | None:  # noqa: ARG002 - it begins with the program
        return None

    def look(self, live: Startable, now_ms: int) -> None:
        """Do nothing: the game has begun."""


_WHERE_IT_STANDS = ("move-number", "whose-turn", "last-move")


def tell_where_it_stands(game: Game, replies: Replies, at_ms: int) -> None:
    """Tell both the move number, the side to move, the last and announced moves, and both clocks.

    While a move is to be sealed, they also hear whether that has been done.
    """
    for name in _WHERE_IT_STANDS:
        _answer(name, game, replies, at_ms)
    announced = game.turn.announcement
    if announced is not None:
        replies.tell(lambda preferences: _announced(announced.uci, game, preferences))
    if isinstance(game.phase, Sealing):
        sealed = "MoveSealed:made" if game.phase.is_made else "MoveSealed"
        name = "SealingAsked" if game.phase.text is None else sealed
        replies.tell(lambda preferences: _of_envelope(name, game, preferences))
    _answer("clock", game, replies, at_ms)


def tell_how_to_go_on(game: Game, replies: Replies) -> None:
    """Tell each listener, in their language, the words that let the clocks run.

    Where an arbiter is at the table, the arbiter says them, with the name of their role first.
    """
    has_arbiter = game.table.occasion.has_arbiter
    replies.tell(_to_go_on_by(("arbiter", "continue") if has_arbiter else ("continue",)))


def _to_go_on_by(said: tuple[str, ...]) -> Make:
    """Return the sentence that these words let the clocks run."""

    def told(preferences: VoicePreferences) -> Sentence:
        command = " ".join(map(preferences.language.written, said))
        return phrase("resumed:wait", preferences.language, command=command)

    return told


def _passphrases_missing(preferences: VoicePreferences) -> Sentence:
    return phrase("envelope:none", preferences.language)


def _answer(name: str, game: Game, replies: Replies, at_ms: int) -> None:
    asked = CommandMeaning(name=name)
    replies.tell(
        lambda preferences: answers(
            asked, game, at_ms, speaking(preferences.language, preferences.style)
        )[0]
    )


def _of_envelope(name: str, game: Game, preferences: VoicePreferences) -> Sentence:
    """Return the sentence `name` about the mover's envelope."""
    side = side_word(preferences.language, white=game.white_to_move)
    return phrase(name, preferences.language, side=side)


def _announced(uci: str, game: Game, preferences: VoicePreferences) -> Sentence:
    move = move_words(uci, game.position, preferences.language, preferences.style)
    return phrase("resumed:announced", preferences.language, move=move)
