"""Where one talk stands: what is waited for, from whom and how long. Nothing else holds it."""

from voice_chess.game.table import Role
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.requests import addressee
from voice_chess.session.dialogue.talk_ports import Floor, Participants
from voice_chess.session.dialogue.waiting import (
    Asking,
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Correcting,
    Dialogue,
    Listening,
)
from voice_chess.speech.dialogue import NEXT, PENDING, Cue, DialogueState
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning, MoveMeaning

UNCLEAR_AT = 3
"""So many utterances in a row without one that was understood, and somebody should look."""
_YES, _NO = CommandMeaning(name="yes"), CommandMeaning(name="no")


class TalkState:
    """Follows the table of `speech.dialogue`; asks what waits for an answer, once more if need be.

    A question lives only as long as the table stays in a state that waits.
    """

    def __init__(self, participants: Participants, floor: Floor, replies: Replies) -> None:
        self.turn = DialogueState.LISTENING
        self.dialogue: Dialogue = Listening()
        self.asked_role: Role | None = None
        """Whose answer is awaited, where that is known."""
        self.was_refused = False
        """The last thing that was wanted came to nothing."""
        self._is_asked_twice = False
        """The question that waits has been asked again."""
        self._unclear = 0
        """Utterances in a row that were not understood, or only asked about."""
        self._participants = participants
        self._floor = floor
        self._replies = replies

    def begin(self) -> None:
        """What comes now is something new."""
        self.was_refused = False

    def refused(self) -> None:
        """What is wanted comes to nothing."""
        self.was_refused = True

    def unclear(self) -> None:
        """What was said was not understood, or not yet."""
        self._unclear += 1

    def got_through(self) -> None:
        """What they want has come, whichever way."""
        self._unclear = 0

    @property
    def is_hard_to_hear(self) -> bool:
        """Time and again they speak and are not understood."""
        return self._unclear >= UNCLEAR_AT

    def asked_of(self, role: Role | None) -> None:
        """What waits now, if anything does, was asked of this one."""
        self.asked_role = None if isinstance(self.dialogue, Listening) else role

    @property
    def is_pending(self) -> bool:
        """A question waits for its answer."""
        return self.turn in PENDING

    @property
    def is_move_pending(self) -> bool:
        """A move was announced in time, and waits for a yes."""
        return isinstance(self.dialogue, ConfirmingMove)

    @property
    def is_repairing(self) -> bool:
        """What is said next is said in place of something, and replies to nothing."""
        match self.dialogue:
            case Correcting() | ConfirmingMove():
                return True
            case Asking(asked=asked):
                return asked.is_correction
            case _:
                return False

    @property
    def answer_due_ms(self) -> int | None:
        """How long an answer is waited for; nobody is asked a third time which move they mean."""
        is_last_time = self.turn is DialogueState.ASKING and self._is_asked_twice
        if self.turn not in PENDING or is_last_time:
            return None
        return self._replies.silent_since_ms + self._participants.settings.correction_ms

    def heed(self, cue: Cue) -> None:
        """Follow the table; a question is forgotten where the table leaves it."""
        self.turn = NEXT[self.turn][cue]
        if self.turn not in PENDING:
            self.dialogue = Listening()

    def wait_for(self, dialogue: Dialogue) -> None:
        """Ask, and wait for the answer."""
        self.dialogue = dialogue
        self._is_asked_twice = False
        self.ask()

    def ask(self) -> None:
        """The question that waits."""
        game = self._floor.ledger.game
        self._replies.ask(self.dialogue, game.position, self.addressee)

    def silent(self) -> None:
        """The player asked doesn't answer: they are asked once more, and nothing grave is done."""
        was_pending = self.is_pending
        self.heed(Cue.SILENCE)
        if self.is_pending:
            self.ask()
            self._is_asked_twice = True
        elif was_pending:
            self._replies.phrase("Cancelled", self.addressee)

    def is_for_another(self, role: Role | None, meaning: Meaning) -> bool:
        """What was asked of one player binds nobody else, who can't confirm or deny it either."""
        answers: tuple[Meaning, ...] = (_YES, _NO)
        match self.dialogue:
            case ConfirmingMove(command=command):
                answers = (*answers, MoveMeaning(uci=command.uci))
            case Confirming() | ConfirmingOrder():
                pass
            case _:
                return False
        asked = self.asked_role or self._floor.ledger.game.mover
        return role not in (None, asked) and meaning in answers

    @property
    def addressee(self) -> str:
        """Whose affair it is: they are answered, and nobody else."""
        return addressee(self._participants.by, self._floor.ledger.game)
