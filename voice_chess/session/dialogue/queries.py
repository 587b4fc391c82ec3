"""Asides: a player asks for information, or changes how they are spoken to, beside the game."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from voice_chess.by_color import SIDES
from voice_chess.game.commands import Command
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.replies import Listeners, MakeParts, Replies
from voice_chess.session.dialogue.talk_ports import Participants
from voice_chess.session.ledger import Happening, Ledger, last_decided
from voice_chess.session.voice_preferences import WISHES, VoicePreferences
from voice_chess.speech.commands import LEAVE, QUIET
from voice_chess.speech.counting import rough_time_words
from voice_chess.speech.generation.answers import (
    OPPONENT,
    QUERIES,
    answers,
    help_now,
    leads_to,
    leaves_opponents_clock,
)
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.styles import CHANNELS, Channel
from voice_chess.speech.generation.wording import move_words, speaking
from voice_chess.speech.understanding.interpret import CommandMeaning

ANSWERED = frozenset({*QUERIES, "repeat", "why", "help"})
"""The commands that are answered, and change nothing."""
STOPS = frozenset({"stop", QUIET})
"""What cuts the program's own speech."""
ASIDES = frozenset({*ANSWERED, *WISHES, *STOPS, LEAVE})
"""The commands that leave an open question open."""
READINGS = frozenset({"read-game"})
"""The long answers that tell only moves already made, and so remain true when more are made."""

ASKED_AGAIN_MS = 10_000
"""A player who asks for the clock again within this time wants the opponent's time."""

_CLOCK = CommandMeaning(name="clock")
_STEPS = frozenset({"slower", "faster", "softer", "louder"})
"""Wishes with a limit, which is told once reached; other wishes are always told as if new."""
_START = Position.start()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """What one person wants to know or to change; `white` is their side, None if they have none.

    `asker` names the side that asks, or the arbiter, who is answered beside the player on move. For
    help, `allowed` returns the commands that make sense now, and `orders` those of an arbiter;
    these are empty for anybody else. `may_move`: they can announce a move now.
    """

    asked: CommandMeaning
    asker: str
    game: Game
    at_ms: int
    white: bool | None
    allowed: Callable[[], AbstractSet[str]]
    orders: Callable[[], Sequence[str]]
    may_move: bool

    @property
    def ply(self) -> int | None:
        """After how many half-moves they want to look at the position; None if they don't."""
        return leads_to(self.asked, self.game.position)

    def answered(self, preferences: VoicePreferences) -> tuple[Sentence, ...]:
        """Return the answer, part by part, in the listener's language and style."""
        return answers(
            self.asked,
            self.game,
            self.at_ms,
            speaking(preferences.language, preferences.style),
            white=self.white,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Begun:
    """A long answer; `told` of its parts have been told, the last of them in `position`.

    `is_cut`: somebody interrupted that part. `is_reading`: it outlives the moves made meanwhile.
    `is_offered`: since one of those, the listener has been told how to hear the rest.
    """

    make: MakeParts
    position: Position
    is_reading: bool
    told: int = 0
    is_cut: bool = False
    is_offered: bool = False

    def goes_on_in(self, position: Position) -> bool:
        """Return whether its rest is true in this position, too."""
        made = len(self.position.moves)
        has_grown = self.is_reading and len(position.moves) > made
        return (position.rewound(made) if has_grown else position) == self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class _OwnClock:
    """When, and in which position, a player was told their own time and not the opponent's."""

    position: Position
    at_ms: int

    def goes_before(self, aside: Aside) -> bool:
        """Return whether the aside comes soon after this, in the same position."""
        is_soon = aside.at_ms - self.at_ms <= ASKED_AGAIN_MS
        return is_soon and self.position == aside.game.position


class Asides:
    """Answers each person alone, and keeps for each what they have not heard to the end."""

    def __init__(
        self, participants: Participants, replies: Replies, listeners: Listeners, ledger: Ledger
    ) -> None:
        self._participants = participants
        self._replies = replies
        self._listeners = listeners
        self._ledger = ledger
        replies.follow(ledger.history)
        self.unfinished: dict[str, _Begun] = {}
        """The answers that were not heard to the end, by who asked for them, the latest last."""
        self._own_clocks: dict[str, _OwnClock] = {}

    def take(self, aside: Aside, to: str) -> None:
        """Answer the aside, or change how the listener is spoken to."""
        asked = aside.asked
        does: Mapping[str, Callable[[], None]] = {
            "repeat": lambda: self._replies.again(to),
            "why": lambda: self._why(aside, to),
            "continue": lambda: self._go_on(aside, to),
            # The command itself has already cut what was being said.
            **dict.fromkeys(STOPS, lambda: None),
            "help": lambda: self._replies.tell(
                lambda m: help_now(
                    aside.allowed(), m.language, aside.orders(), may_move=aside.may_move
                ),
                to,
            ),
        }
        if asked.name in WISHES:
            self._change(asked, to)
        elif asked.name in does:
            does[asked.name]()
        else:
            aside = self._of_the_clocks(aside, to) if asked == _CLOCK else aside
            self._begin(aside.answered, aside, to)

    @property
    def go_on(self) -> bool:
        """Whether somebody has not heard the whole of an answer that is still true."""
        return any(map(self._goes_on_for, self.unfinished))

    def has_rest_for(self, asker: str) -> bool:
        """Return whether they have not heard the whole of an answer that is still true."""
        return self._goes_on_for(self._who_asked(asker))

    def _who_asked(self, asker: str) -> str:
        """Return whose answer goes on when `asker` wants it to.

        Where nobody knows whose voice it is, and everybody hears the answer, it is the latest: the
        turn to move may have changed since it was asked for.
        """
        if self._participants.by is not None or self._replies.are_players_apart:
            return asker
        return next(filter(self._goes_on_for, reversed(self.unfinished)), asker)

    def _goes_on_for(self, asker: str) -> bool:
        begun = self.unfinished.get(asker)
        return begun is not None and begun.goes_on_in(self._ledger.game.position)

    def acted(self) -> None:
        """Forget the rests that nobody wants once somebody has acted: all but those of readings."""
        kept = {asker: begun for asker, begun in self.unfinished.items() if begun.is_reading}
        self.unfinished = kept

    def follow(self, happened: Sequence[Happening], command: Command) -> None:
        """Tell listeners once, behind a move that another announced, how their reading goes on."""
        is_own = command.by is self._participants.by
        if is_own or not any(isinstance(each.event, MoveAnnounced) for each in happened):
            return
        for asker, begun in tuple(self.unfinished.items()):
            if begun.is_reading and not begun.is_offered and self._goes_on_for(asker):
                self.unfinished[asker] = replace(begun, is_offered=True)
                self._participants.mention(_to_read_on, asker)

    def _go_on(self, aside: Aside, to: str) -> None:
        """Tell the next part, and say if there is another.

        What a move cut short is told from its beginning: after the move, nobody remembers where it
        ended. Who interrupts it only to hear more gets the next part.
        """
        asker, position = self._who_asked(aside.asker), aside.game.position
        to = asker if asker in SIDES else to
        begun = self.unfinished.pop(asker, None)
        if begun is None:
            self._replies.phrase("repeat:none", to)
            return
        place = begun.told - (begun.is_cut and begun.position != position)
        last = len(begun.make(self._listeners.preferences_of(to))) - 1
        self._replies.tell(lambda m: begun.make(m)[place], to)
        if place < last:
            is_cut = self._replies.is_cut
            self.unfinished[asker] = replace(
                begun, position=position, told=place + 1, is_cut=is_cut, is_offered=False
            )
            self._replies.mention(_to_go_on, to)

    def _of_the_clocks(self, aside: Aside, to: str) -> Aside:
        """Return the question for the clock; asked again at once, it means the opponent's time."""
        before = self._own_clocks.pop(to, None)
        if before is not None and before.goes_before(aside):
            return replace(aside, asked=replace(_CLOCK, args=(OPPONENT,)))
        game, at_ms, white = aside.game, aside.at_ms, aside.white
        if white is not None and leaves_opponents_clock(game, at_ms, white=white):
            self._own_clocks[to] = _OwnClock(position=game.position, at_ms=at_ms)
        return aside

    def _begin(self, make: MakeParts, aside: Aside, to: str) -> None:
        """Tell an answer or its first part; a short one keeps the rest of an earlier long one."""
        if len(make(self._listeners.preferences_of(to))) == 1:
            self._replies.tell(lambda m: make(m)[0], to)
            return
        is_reading = aside.asked.name in READINGS
        self.unfinished.pop(aside.asker, None)
        self.unfinished[aside.asker] = _Begun(
            make=self._up_to_now(aside) if is_reading else make,
            position=aside.game.position,
            is_reading=is_reading,
        )
        self._go_on(aside, to)

    def _up_to_now(self, aside: Aside) -> MakeParts:
        """Return what makes the parts of an answer about the game as it is when each is told."""
        return lambda m: replace(aside, game=self._ledger.game).answered(m)

    def _why(self, aside: Aside, to: str) -> None:
        """Tell the reasons of the objection they mean, and what could be played instead.

        If something was decided since, or nobody objected, tell the decision with its articles.
        """
        objection = self._replies.objection(aside.asker, aside.game.position, to)
        decided = last_decided(self._ledger.history)
        if decided and (objection is None or objection.after < decided[-1].seq):
            self._replies.justify(decided, to)
            return
        if objection is None:
            self._replies.phrase("why:none", to)
            return
        self._replies.explain(objection, to)
        if objection.alternatives is not None:
            self._begin(objection.alternatives, aside, to)

    def _change(self, wish: CommandMeaning, to: str) -> None:
        """Change the preferences; the word that confirms it is already spoken with the new ones."""
        before = self._listeners.preferences_of(to)
        preferences = before.changed(wish)
        self._listeners.change(to, preferences)
        if wish.name == "behind":
            self._replies.tell(_told_behind, to)
            return
        if wish.name == "style":
            channel = next((name for name in CHANNELS if name in wish.args), None)
            self._replies.tell(lambda preferences: _told_style(preferences, channel), to)
            return
        named = f"language:{_spoken(preferences)}" if wish.name == "language" else wish.name
        word = preferences.language.written(named)
        if preferences == before and wish.name in _STEPS:
            self._replies.tell(lambda m: phrase("limit", m.language, command=word), to)
        else:
            self._replies.tell(lambda m: phrase("list", m.language, list=word), to)


def _spoken(preferences: VoicePreferences) -> str:
    return preferences.language.id.partition("-")[0]


def _told_behind(preferences: VoicePreferences) -> Sentence:
    if not preferences.behind_ms:
        return phrase("behind:off", preferences.language)
    time = rough_time_words(preferences.behind_ms, preferences.language)
    return phrase("behind:on", preferences.language, time=time)


def _told_style(preferences: VoicePreferences, channel: Channel | None) -> Sentence:
    """Return a knight's and a pawn's move in the new style: these two show which style it is.

    A channel other than the voice is named, since the command may have been misheard.
    """
    language = preferences.language
    style = preferences.felt_in if channel == "braille" else preferences.style
    moves = "; ".join(move_words(uci, _START, language, style) for uci in ("g1f3", "e2e4"))
    named = f"{language.interface[f'channel:{channel}']}: " if channel else ""
    return phrase("list", language, list=f"{named}{moves}")


def _to_go_on(preferences: VoicePreferences) -> Sentence:
    return phrase("more", preferences.language, command=preferences.language.written("continue"))


def _to_read_on(preferences: VoicePreferences) -> Sentence:
    language = preferences.language
    wish, command = language.written("read-game"), language.written("continue")
    return phrase("more:reading", language, wish=wish, command=command)
