"""What is asked of the game in the name of the speaker, and why it may not be."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace

from voice_chess.game.adjournment import OpenEnvelope
from voice_chess.game.commands import Command
from voice_chess.game.draws import DrawOffered
from voice_chess.game.refusals import NotYetRepeated, Refusal
from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.requests import (
    ending_soon,
    grave_order,
    is_announced,
    replied,
    request,
)
from voice_chess.session.dialogue.roles import whose
from voice_chess.session.dialogue.sealing import SealingAt, is_of_envelope, lacks_envelope, sealed
from voice_chess.session.dialogue.talk_ports import Floor, OwnBoards, Participants
from voice_chess.session.dialogue.talk_state import TalkState
from voice_chess.session.dialogue.voice import Listeners
from voice_chess.session.dialogue.waiting import ConfirmingMove, ConfirmingOrder
from voice_chess.session.evidence import CommandRefused
from voice_chess.session.ledger import Behind, nothing_behind
from voice_chess.session.ports import EnvelopeShut
from voice_chess.speech.commands import WITH_MOVE
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning


class Petitions:
    """Everybody at the game is told by the floor what happened; refusals are told here."""

    def __init__(
        self,
        participants: Participants,
        floor: Floor,
        boards: OwnBoards,
        state: TalkState,
        voices: tuple[Replies, Listeners],
    ) -> None:
        self._participants = participants
        self._floor = floor
        self._boards = boards
        self._state = state
        self._replies, self._listeners = voices
        self._behind: Behind = nothing_behind

    @contextmanager
    def offering(self, move: Meaning, offer: Meaning, at_ms: int) -> Iterator[Callable[[], bool]]:
        """If the move is made meanwhile, the draw offer is written with it, where that may be.

        So both are done by one request, or neither. What is given tells afterwards that the move
        was made, and the offer not: whoever asks for it then, is told why.
        """
        _, meant = whose(offer)
        ledger = self._floor.ledger
        first = len(ledger.history)

        def offered(after: Game) -> Command | None:
            if not is_announced(move, after):
                return None
            command = request(meant, after, at_ms, self._participants.by)
            return command and self._participants.in_their_name(command)

        def is_left() -> bool:
            events = (happening.event for happening in ledger.history[first:])
            is_offered = any(isinstance(event, DrawOffered) for event in events)
            return is_announced(move, ledger.game) and not is_offered

        before, self._behind = self._behind, offered
        try:
            yield is_left
        finally:
            self._behind = before

    def submit(self, command: Command) -> None:
        """Raises `JournalLost` or `Conflict`; then nothing has happened."""
        self._boards.before(command)
        before = self._floor.ledger.game.position
        try:
            *closed, wanted = self._sealed(self._participants.in_their_name(command))
        except EnvelopeShut:
            opens = isinstance(command, OpenEnvelope)
            shut = "envelope:keyless" if self._floor.envelopes is None else "envelope:shut"
            self.decline(shut if opens else "envelope:none")
            return
        with self._floor.ledger.beforehand():
            for each in closed:
                self._floor.ask(each)
        ruling = self._floor.ask(wanted, self._behind)
        self._state.heed(Cue.UNDERSTOOD)
        if isinstance(ruling, tuple):
            return
        self._note(command, ruling)
        is_about_last = isinstance(ruling, NotYetRepeated)
        self._refuse(ruling, before.rewound(len(before.moves) - 1) if is_about_last else before)

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, where the game itself was not asked."""
        self._state.heed(Cue.UNDERSTOOD)
        self._refuse(refusal, self._floor.ledger.game.position)

    def decline(self, why: str) -> None:
        """What nobody here can do, in a phrase of its own."""
        self._state.refused()
        self._state.heed(Cue.UNDERSTOOD)
        self._replies.signal("refused", self._state.addressee)
        self._replies.phrase(why, self._state.addressee)

    def decline_reply(self) -> None:
        """A yes or no to nothing; of several that are asked about it chooses none."""
        if self._state.is_pending:
            self._state.refused()
            self._state.ask()
        else:
            self.decline("NothingAsked")

    def asked_for(self, meaning: Meaning, at_ms: int) -> Command | None:
        """The command of what the speaker says now; of a bare reply, about what is open to it."""
        game = self._floor.ledger.game
        return request(replied(meaning, game), game, at_ms, self._participants.by)

    def is_refused(self, command: Command | None) -> bool:
        """It would be, if it were asked now; without an envelope no move is sealed."""
        game, envelopes = self._floor.ledger.game, self._floor.envelopes
        if command is None or lacks_envelope(command, game, envelopes):
            return True
        return not isinstance(self._floor.ledger.foresee(command).ruling, tuple)

    def is_untimely(self, meaning: Meaning, at_ms: int) -> bool:
        """Nothing is asked, and the game would tell why this is not done now."""
        if self._state.is_pending or self._boards.is_pending:
            return False
        role, meant = whose(meaning)
        with self._participants.named(role):
            command = self.asked_for(meant, at_ms)
        return command is not None and self.is_refused(command)

    def possible(self, names: AbstractSet[str], at_ms: int) -> frozenset[str]:
        """Those that the game would not refuse now, as far as their names alone tell.

        Once it is over, there is nothing to correct.
        """
        plain = names - WITH_MOVE
        commands = {name: self.asked_for(CommandMeaning(name=name), at_ms) for name in plain}
        refused = {name for name, each in commands.items() if each and self.is_refused(each)}
        is_over = self._floor.ledger.game.is_over
        return frozenset(names - refused - ({"correction"} if is_over else set()))

    def ending_soon(self, command: Command) -> ConfirmingMove | None:
        """How an announcement would end the game, if it will."""
        foreseen = self._floor.ledger.foresee(command)
        return ending_soon(foreseen.after, command, foreseen.ruling)

    def grave(self, command: Command) -> ConfirmingOrder | None:
        """What an arbiter's ruling would end or set, if it does."""
        return grave_order(command, self._floor.ledger.foresee(command).ruling)

    def _refuse(self, refusal: Refusal, position: Position) -> None:
        self._state.refused()
        self._replies.refuse(refusal, position, self._state.addressee)

    def _note(self, command: Command, refusal: Refusal) -> None:
        refused = CommandRefused(
            at_ms=command.at_ms,
            command=type(command).__name__,
            refusal=type(refusal).__name__,
            citation=refusal.because.article,
        )
        self._floor.note(replace(refused, by=self._participants.known_as))

    def _sealed(self, command: Command) -> tuple[Command, ...]:
        """Raises `EnvelopeShut`."""
        if not is_of_envelope(command, self._floor.ledger.game):
            return (command,)
        sealing = SealingAt(
            game_id=self._floor.ledger.game_id,
            envelopes=self._floor.envelopes,
            resumption=self._participants.settings.resumption,
            takes_moves=not self._participants.share,
        )
        language = self._listeners.preferences_of(self._state.addressee).language
        return sealed(command, self._floor.ledger.game, sealing, language)
