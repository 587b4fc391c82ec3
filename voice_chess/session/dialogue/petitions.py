"""Asks the game for commands in the speaker's name, and tells them why one is refused.

The game tells everybody what happened. This module also finds what the game would refuse now, and
what must be confirmed before it is done.
"""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import replace

from voice_chess.arbiter.decide import not_yours, out_of_place
from voice_chess.arbiter.game_end import ending_at_once
from voice_chess.arbiter.rules import RULES
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.adjournment import AdjournEarly, AskToSeal, OpenEnvelope, SealMove
from voice_chess.game.clocks import ClaimFlag, ClocksSet, SetClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import DrawOffered
from voice_chess.game.events import Event
from voice_chess.game.game_end import EndGame, GameEnded, RuleOnMatingChance
from voice_chess.game.irregularities import ClaimIllegalMove, GoBack, ReportFault, ReportTwoHands
from voice_chess.game.moves import AnnounceMove, CorrectSlip, MoveAnnounced, SlipCorrected
from voice_chess.game.objections import RuleOnObjection
from voice_chess.game.penalties import Expel, PlayerExpelled
from voice_chess.game.phases import InPlay, Sealing
from voice_chess.game.quickplay import RuleOnQuickplay
from voice_chess.game.refusals import (
    NotALegalMove,
    NotYetRepeated,
    NotYourMove,
    PromotionPieceMissing,
    Refusal,
    TooLateToCorrect,
)
from voice_chess.game.scoresheets import MoveRecorded, RecordMove, ResultSettled, RuleOnResult
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import NotYourPiece
from voice_chess.laws.topics import Topic
from voice_chess.session.dialogue.arbiter_commands import EXAMPLES, arbiters_command
from voice_chess.session.dialogue.dialogues import (
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Correcting,
    Listening,
)
from voice_chess.session.dialogue.open_question import OpenQuestion
from voice_chess.session.dialogue.replies import Listeners, Replies, sealed_move
from voice_chess.session.dialogue.requests import ASKS, is_announced, is_on_move, replied, request
from voice_chess.session.dialogue.sealing import SealedMoveUnread, SealingAt, lacks_envelope, sealed
from voice_chess.session.dialogue.talk_ports import Floor, OwnBoards, Participants
from voice_chess.session.dialogue.talk_state import TalkState
from voice_chess.session.evidence import CommandRefused
from voice_chess.session.ledger import Behind
from voice_chess.session.ports import EnvelopeShut
from voice_chess.speech.commands import (
    CANCEL_PREMOVE,
    WITH_MOVE,
    WITH_SQUARES,
    commands_when,
)
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement
from voice_chess.speech.understanding.interpret import (
    CORRECTION,
    CommandMeaning,
    Meaning,
    whose,
)

_RULINGS = (
    EndGame,
    GoBack,
    ReportFault,
    RuleOnMatingChance,
    RuleOnObjection,
    RuleOnQuickplay,
    RuleOnResult,
    SetClocks,
    ClaimFlag,
    ClaimIllegalMove,
    Expel,
    ReportTwoHands,
)
"""The commands by which an arbiter decides something, or reports what they have seen.

Opening an envelope is none of them: what the sealed move is, an arbiter only states.
"""
_OF_ENVELOPE = (AskToSeal, AdjournEarly, SealMove, StopClocks, OpenEnvelope)
"""The commands that `sealing.sealed` may have to replace by others."""
_OF_BOARDS_AND_TOUCHES = commands_when("boards") | {"touched"}
_IN_PLAY = {"correction", "claim", *WITH_SQUARES}
"""Commands that need more than their names, and make no sense once the game is over."""


def _is_of_the_others_piece(refusal: Refusal) -> bool:
    """Return whether a move is refused because the piece is the opponent's."""
    return isinstance(refusal, NotALegalMove) and isinstance(refusal.reason, NotYourPiece)


def _no_time_for_moves(game: Game, by: Role) -> Refusal | None:
    """Return why this role can't announce any move now, legal or not, since the game is not on."""
    if isinstance(game.phase, InPlay):
        return None
    announced = AnnounceMove(by=by, at_ms=0, uci="")
    return out_of_place(game, announced, RULES[AnnounceMove].moments)


def ending_soon(after: Game, command: Command, ruling: Ruling) -> ConfirmingMove | None:
    """Return the question that an announcement needs if it would end the game; None otherwise.

    `after` is the game as the ruling would leave it. Where players report their hands' moves, the
    executed move is confirmation enough, and this is None.
    """
    if not isinstance(command, AnnounceMove | CorrectSlip):
        return None
    if not isinstance(ruling, tuple) or not isinstance(ruling[-1], MoveAnnounced | SlipCorrected):
        return None
    uci = after.unpressed
    events = () if uci is None else ending_at_once(after, uci, at_ms=command.at_ms)
    ends = [event.reason for event in events if isinstance(event, GameEnded)]
    return ConfirmingMove(command=command, reason=ends[0]) if ends else None


def grave_order(command: Command, ruling: Ruling) -> ConfirmingOrder | None:
    """Return the question that an arbiter's ruling needs; None if it needs none or is refused.

    It needs one if it ends the game, sets the clocks, expels a player or settles the result.
    """
    if command.by is not Role.ARBITER or not isinstance(command, _RULINGS):
        return None
    events = ruling if isinstance(ruling, tuple) else ()
    grave = [
        event
        for event in events
        if isinstance(event, GameEnded | ClocksSet | PlayerExpelled | ResultSettled)
    ]
    return ConfirmingOrder(command=command, outcome=grave[-1]) if grave else None


class Petitions:
    """Asks the game for commands, and tells the speaker why one is refused."""

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
        self._behind: Behind | None = None

    @contextmanager
    def offering(self, move: Meaning, offer: Meaning, at_ms: int) -> Iterator[Callable[[], bool]]:
        """Write the draw offer together with the move, if the block makes it and both are allowed.

        So one request does both, or neither. Yield a function that returns, after the move,
        whether it was made without the offer: asking for the offer then tells why it is refused.
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
        """Ask the game for the command; tell the speaker why if it is refused.

        Raises `JournalLost` or `Conflict`; then nothing has happened.
        """
        self._boards.before(command)
        before = self._floor.ledger.game.position
        try:
            wanted = self._sealed(self._participants.in_their_name(command))
        except EnvelopeShut:
            self.decline(self._why_shut(command))
            return
        except SealedMoveUnread as unread:
            self.decline("envelope:unread", words=unread.text)
            return
        ruling = self._floor.ask(wanted, self._behind)
        self._state.heed(Cue.UNDERSTOOD)
        if isinstance(ruling, tuple):
            self._read_back(command, before)
            if isinstance(command, RecordMove):
                self._acknowledge(ruling, before)
            return
        self._note(command, ruling)
        said = self._floor.ledger.game.turn.announcement
        if said is not None and _is_of_the_others_piece(ruling) and self._has_the_move:
            self._remind_of(said.uci, before)
            return
        is_about_last = isinstance(ruling, NotYetRepeated)
        self._refuse(ruling, before.rewound(len(before.moves) - 1) if is_about_last else before)

    def _why_shut(self, command: Command) -> str:
        """Return the name of the phrase that tells why an envelope can't be closed or opened."""
        is_keyless = self._floor.envelopes is None
        if is_keyless and not self._participants.share:
            return "envelope:wanted"
        if not isinstance(command, OpenEnvelope):
            return "envelope:none"
        return "envelope:keyless" if is_keyless else "envelope:shut"

    def refuse(self, refusal: Refusal) -> None:
        """Tell the speaker the reason of a refusal that is not a ruling of the game."""
        self._state.heed(Cue.UNDERSTOOD)
        self._refuse(refusal, self._floor.ledger.game.position)

    def object_to(self, objection: IllegalAnnouncement, position: Position) -> None:
        """Object to an illegal announcement, or tell why the speaker can't announce any move.

        Whoever announces a move does not want any more what waits for a yes, as with a legal one.
        In place of an announced move, a legal one is asked for.
        """
        asked, before = self._state.dialogue, self._state.expected(self._floor.ledger.game).before
        speaker = self._participants.by or self._floor.ledger.game.mover
        is_given_up = isinstance(asked, Confirming) and speaker is self._state.asked
        self._state.refused()
        self._state.heed(Cue.UNDERSTOOD if is_given_up else Cue.ASIDE)
        self._tell_objection(objection, position)
        if is_given_up:
            self._state.cancel(asked)
            self._state.take_up()
        elif position is before and isinstance(asked, Listening):
            self.repair(CORRECTION)

    def _tell_objection(self, objection: IllegalAnnouncement, position: Position) -> None:
        by, game = self._participants.by, self._floor.ledger.game
        laws, to = game.edition, self._state.addressee
        is_theirs = by is not None and by.acts_for_white is position.white_to_move
        untimely = _no_time_for_moves(game, by or game.mover)
        if untimely is not None:
            self._replies.refuse(untimely, game.position, to)
        elif self.hides_moves:
            self._refuse_unnamed()
        elif game.turn.announcement is not None and not is_theirs and self._has_the_move:
            self._remind_of(game.turn.announcement.uci, game.position)
        elif is_theirs or is_on_move(by, game):
            self._state.failed(position, objection.said)
            self._replies.object_to(objection, position, laws, to)
        else:
            self._replies.refuse(NotYourMove(because=laws.cite(Topic.TURN)), game.position, to)

    @property
    def _has_the_move(self) -> bool:
        """Whether the speaker is known to be the player who has the move."""
        return self._participants.by is self._floor.ledger.game.mover

    def remind_of_press(self, uci: str, position: Position) -> None:
        """Remind the mover of their own move if they repeat it, where they press by a command."""
        if self._has_the_move and self._participants.settings.press == "command":
            self._remind_of(uci, position)

    def _remind_of(self, uci: str, position: Position) -> None:
        """Tell the mover that their move is announced: what they said is no reply to it."""

        def make(scene: Scene) -> Sentence:
            move = move_words(uci, scene.position, scene.language, scene.style)
            return phrase("resumed:announced", scene.language, move=move)

        self._state.refused()
        self._replies.signal("refused", self._state.addressee)
        self._replies.describe(make, position, self._state.addressee)

    @property
    def hides_moves(self) -> bool:
        """Whether a move is sealed, and everybody would hear it if a reply named it."""
        return self._participants.share and self._floor.ledger.game.is_secret

    @property
    def sealing_words(self) -> tuple[str, ...]:
        """The words before a sealed move."""
        return tuple(self._participants.settings.language.say("seal").split())

    def conceals(self, asked: OpenQuestion | None = None) -> bool:
        """Say only that a sealed move is not clear, if everybody would hear more in this question.

        So it is where the move was typed, and words of it are to be repeated.
        """
        is_begun = asked is not None and asked.half == self.sealing_words
        if not (self._state.is_typed and self.hides_moves) or is_begun:
            return False
        self.decline("envelope:unclear")
        return True

    def decline(self, why: str, **values: str) -> None:
        """Tell the speaker that this can't be done, by the phrase `why` with its gaps filled."""
        self._state.refused()
        self._state.heed(Cue.UNDERSTOOD)
        position = self._floor.ledger.game.position
        self._replies.decline(why, position, self._state.addressee, **values)

    def tell_how_to_leave(self) -> None:
        """Tell the speaker how to leave the table or their page, and what becomes of the game."""
        name = "Leaving" if self._participants.share else "Leaving:seat"
        self._replies.phrase(name, self._state.addressee)

    def repair(self, name: str) -> None:
        """Act on a no, "take back" or "correction" without the move that is meant instead."""
        game, by, asked = self._floor.ledger.game, self._participants.by, self._state.dialogue
        is_theirs = by is None or by in RULES[CorrectSlip].roles
        if by is not None and not is_theirs and name != "no" and isinstance(asked, Listening):
            self.refuse(not_yours(game, by, "rulings" if by is Role.ARBITER else ""))
            return
        # After a reply only that can be corrected, by whoever made it.
        is_replied = game.reply is not None and self._has_the_move
        is_announced = is_theirs and game.turn.announcement is not None and not is_replied
        if is_announced and not isinstance(asked, Confirming | ConfirmingOrder):
            self._state.heed(Cue.AMBIGUOUS)
            self._state.wait_for(Correcting())
        elif not isinstance(asked, Listening):
            self._state.heed(Cue.UNDERSTOOD)
            self._state.cancel(asked)
        elif is_theirs and self._state.expected(game).failed is not None:
            self._state.heed(Cue.ASIDE)
            self._replies.phrase("Listening", self._state.addressee)
        elif name == "no":
            self.decline_reply()
        else:
            because = game.edition.cite(game.topic_of_slips)
            self._state.refused()
            self._state.heed(Cue.UNDERSTOOD)
            self._replies.refuse(
                TooLateToCorrect(because=because), game.position, self._state.addressee
            )

    def decline_reply(self) -> None:
        """Tell that a yes or no answers nothing; if a question stays open after it, repeat that."""
        if self._state.is_pending:
            self._state.refused()
            self._state.ask()
        else:
            self.decline("NothingAsked")

    def awaits_sealed(self, meaning: Meaning) -> bool:
        """Return whether this begins a sealed move, and the move is still to be named."""
        is_sealing = isinstance(self._floor.ledger.game.phase, Sealing)
        return is_sealing and meaning == CommandMeaning(name="seal")

    def declines(self, meaning: Meaning) -> bool:
        """Tell that a reply answers nothing; return False if the meaning is no reply.

        For example, the question was lost with the server that asked it.
        """
        match meaning:
            case CommandMeaning(name="yes", args=()):
                self.decline_reply()
            case CommandMeaning(name=name) if name == CANCEL_PREMOVE:
                self.decline("NothingThen")
            case _:
                return False
        return True

    def asked_for(self, meaning: Meaning, at_ms: int) -> Command | None:
        """Return the command for what the speaker says now; a bare reply is about an open offer."""
        game = self._floor.ledger.game
        return request(replied(meaning, game), game, at_ms, self._participants.by)

    def is_refused(self, command: Command | None) -> bool:
        """Return whether the command is None or would be refused now.

        A move can't be sealed where there is no envelope.
        """
        game, envelopes = self._floor.ledger.game, self._floor.envelopes
        if command is None or lacks_envelope(command, game, envelopes):
            return True
        return not isinstance(self._floor.ledger.foresee(command).ruling, tuple)

    def is_untimely(self, meaning: Meaning, at_ms: int) -> bool:
        """Return whether no question is open, and the game would refuse this and tell why.

        What a player types about boards and touched pieces counts, too, even where no player is
        blind, and where hands are not reported.
        """
        if self._state.is_pending or self._boards.is_pending:
            return False
        role, meant = whose(meaning)
        with self._participants.named(role):
            by = self._participants.by or self._floor.ledger.game.mover
            if isinstance(meant, CommandMeaning) and meant.name in _OF_BOARDS_AND_TOUCHES:
                return by.acts_for_white is not None
            command = self.asked_for(meant, at_ms)
        return command is not None and self.is_refused(command)

    def possible(self, names: AbstractSet[str], at_ms: int) -> frozenset[str]:
        """Return the commands that the game would not refuse now, as far as their names alone tell.

        Commands that this role can't give are left out; so are corrections and claims after the
        game.
        """
        by = self._participants.by or self._floor.ledger.game.mover
        names = {name for name in names if name not in ASKS or by in RULES[ASKS[name]].roles}
        plain = names - WITH_MOVE
        commands = {name: self.asked_for(CommandMeaning(name=name), at_ms) for name in plain}
        refused = {name for name, each in commands.items() if each and self.is_refused(each)}
        is_over = self._floor.ledger.game.is_over
        return frozenset(names - refused - (_IN_PLAY if is_over else set()))

    def possible_orders(self, at_ms: int) -> tuple[str, ...]:
        """Return the orders that an arbiter can give now; none for anybody else.

        Of several names for the same order, only the first is returned.
        """
        if self._participants.by is not Role.ARBITER:
            return ()
        found: dict[Command, str] = {}
        for meaning in EXAMPLES:
            command = arbiters_command(meaning, self._floor.ledger.game, at_ms)
            if command is not None and not self.is_refused(command):
                found.setdefault(command, meaning.name)
        return tuple(dict.fromkeys(found.values()))

    def ending_soon(self, command: Command) -> ConfirmingMove | None:
        """Return the question that an announcement needs, if it would end the game."""
        foreseen = self._floor.ledger.foresee(command)
        return ending_soon(foreseen.after, command, foreseen.ruling)

    def grave(self, command: Command) -> ConfirmingOrder | None:
        """Return the question that an arbiter's ruling needs, if any."""
        return grave_order(command, self._floor.ledger.foresee(command).ruling)

    def _read_back(self, command: Command, position: Position) -> None:
        """Read a move for the envelope back to its player, who must know what was understood.

        An assistant who seals it for them is told, too. Around one table the opponent would hear
        it.
        """
        by, game = self._participants.by, self._floor.ledger.game
        if self._participants.share or not game.is_secret:
            return
        match command:
            case SealMove(text=uci) | AnnounceMove(uci=uci):
                make = sealed_move(uci, position)
                self._replies.tell(make, self._state.addressee)
                if by is not None and by.is_assistant:
                    self._floor.confide(make, game.mover)
            case _:
                return

    def _acknowledge(self, events: tuple[Event, ...], position: Position) -> None:
        """Tell who reports a written move that it is noted, since nobody else is told."""
        noted = [event for event in events if isinstance(event, MoveRecorded)]
        if noted:
            to = self._state.addressee
            self._replies.describe(lambda scene: announce(noted[-1], scene), position, to)

    def _refuse(self, refusal: Refusal, position: Position) -> None:
        if self.hides_moves and isinstance(refusal, NotALegalMove | PromotionPieceMissing):
            self._refuse_unnamed()
            return
        self._state.refused()
        self._replies.refuse(refusal, position, self._state.addressee)

    def _refuse_unnamed(self) -> None:
        """Refuse a sealed move that is not legal, without any word about which move it is."""
        self._state.refused()
        game = self._floor.ledger.game
        because = game.edition.cite(Topic.SEALED_MOVE_BAD)
        self._replies.refuse_unnamed(because, game.position, self._state.addressee)

    def _note(self, command: Command, refusal: Refusal) -> None:
        refused = CommandRefused(
            at_ms=command.at_ms,
            command=type(command).__name__,
            refusal=type(refusal).__name__,
            citation=refusal.because.article,
        )
        self._floor.note(replace(refused, by=self._participants.known_as))

    def _sealed(self, command: Command) -> Command:
        """Return the command to ask the game instead, so that sealed moves stay secret.

        Raises `EnvelopeShut`, `SealedMoveUnread`.
        """
        is_written = isinstance(command, AnnounceMove) and self._floor.ledger.game.is_secret
        if not is_written and not isinstance(command, _OF_ENVELOPE):
            return command
        sealing = SealingAt(
            game_id=self._floor.ledger.game_id,
            envelopes=self._floor.envelopes,
            resumption=self._participants.settings.resumption,
            takes_moves=not self._participants.share,
        )
        language = self._listeners.preferences_of(self._state.addressee).language
        return sealed(command, self._floor.ledger.game, sealing, language)
