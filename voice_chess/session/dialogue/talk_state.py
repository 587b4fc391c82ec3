"""Where one talk stands: what is waited for, from whom and how long, and what may be said then.

Where `speech.dialogue` knows that a question is open, a `Dialogue` knows which: each kind carries
what an answer would be taken for, so that nothing has to be remembered elsewhere. From that and the
game `expectation` makes what may be said now. What hands do at a board goes on beside any question;
an answer to what is to be confirmed goes before anything else of the boards (`goes_before`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from voice_chess.game.clocks import ClocksSet
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove, CorrectSlip
from voice_chess.game.penalties import PlayerExpelled
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.game.state import Game, Sealing
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Asked, Expectation, LastAnnounced
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.talk_ports import Floor, Participants
from voice_chess.speech.commands import When, claimed, commands_when
from voice_chess.speech.dialogue import NEXT, PENDING, Cue, DialogueState
from voice_chess.speech.generation.announce import Scene, worded
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.meaning import (
    CONTINUE,
    NO,
    YES,
    CommandMeaning,
    Meaning,
    MoveMeaning,
)

UNCLEAR_AT = 3
"""So many utterances in a row without one that was understood, and somebody should look."""
HANDS = commands_when("hands") | {"steps"}
_CONFIRMED = {
    "resign": "confirm:resign",
    "accept": "confirm:accept",
    "claim": "confirm:claim",
    "increment": "confirm:increment",
    "arbiter": "confirm:arbiter",
    "adjourn": "confirm:adjourn",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """For a move, a command, or a repair of the last announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """For one of several moves, or for the rest of one."""

    asked: Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirming:
    """What can't be undone waits for a yes."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmingMove:
    """A move that ends the game waits for a yes; it counts from when it was announced."""

    command: AnnounceMove | CorrectSlip
    reason: EndReason

    def instead(self, meaning: Meaning) -> Meaning:
        """Another move in its place is no correction yet: nothing has been announced."""
        match meaning:
            case CommandMeaning(name="correction", args=(uci,)):
                return MoveMeaning(uci=uci)
            case _:
                return meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmingOrder:
    """What an arbiter orders can't be undone or sets the clocks, and waits for a yes."""

    command: Command
    outcome: GameEnded | ClocksSet | PlayerExpelled | ResultSettled


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting:
    """The mover has said that they correct, and not yet what."""


Dialogue: TypeAlias = (
    Listening | Asking | Confirming | ConfirmingMove | ConfirmingOrder | Correcting
)


def confirmation_of(command: CommandMeaning) -> str | None:
    """The name of the question that must be answered before this is done."""
    return _CONFIRMED.get(command.name)


def question_of(dialogue: Dialogue) -> Callable[[Scene], Sentence] | None:
    """How it is asked what this waits for; None where nothing is."""
    match dialogue:
        case Asking(asked=asked):
            return lambda scene: asked.sentence(scene.language)
        case Confirming(command=CommandMeaning(name="claim", args=args)):
            return lambda scene: _to_confirm_claim(args, scene)
        case Confirming(command=command):
            name = confirmation_of(command) or "NotUnderstood"
            return lambda scene: phrase(name, scene.language)
        case ConfirmingMove():
            return lambda scene: _to_confirm(dialogue, scene)
        case ConfirmingOrder():
            return lambda scene: _to_confirm_order(dialogue, scene)
        case Correcting():
            return lambda scene: phrase("Listening", scene.language)
        case Listening():
            return None


def _to_confirm(waits: ConfirmingMove, scene: Scene) -> Sentence:
    """The move, and what it brings about unless its own words tell."""
    name = "confirm:checkmate" if waits.reason is EndReason.CHECKMATE else "confirm:ends"
    words = move_words(waits.command.uci, scene.position, scene.language, scene.style)
    reason = scene.language.phrase(f"end:{waits.reason}")
    return phrase(name, scene.language, move=words, reason=reason)


def _to_confirm_claim(args: tuple[str, ...], scene: Scene) -> Sentence:
    """What is claimed, since it can't be withdrawn, and the move that it is claimed with."""
    kind, uci = claimed(args)
    words = [scene.language.phrase(f"claim:{kind}")]
    if uci is not None:
        words.append(move_words(uci, scene.position, scene.language, scene.style))
    return phrase("confirm:claim", scene.language, claim=", ".join(words))


def _to_confirm_order(waits: ConfirmingOrder, scene: Scene) -> Sentence:
    """In the words that will tell it once it has happened."""
    return phrase("confirm:order", scene.language, what=worded(waits.outcome, scene))


def is_of_hands(meaning: Meaning) -> bool:
    """True for what hands have done, or should do: it answers no question."""
    return isinstance(meaning, CommandMeaning) and meaning.name in HANDS


def goes_before(dialogue: Dialogue, meaning: Meaning) -> bool:
    """An answer to the talk goes before the boards; one asked what they meant has said it.

    That a step is done answers nothing that the talk asks.
    """
    if is_of_hands(meaning) or meaning == CONTINUE:
        return False
    match dialogue:
        case Listening():
            return False
        case Asking():
            return meaning == NO
        case _:
            return True


def expectation(game: Game, dialogue: Dialogue) -> Expectation:
    """What may be said in this game at this point of the conversation."""
    commands = _commands(game, dialogue)
    asked = dialogue.asked if isinstance(dialogue, Asking) else None
    position = game.position
    announced = game.turn.announcement
    if isinstance(dialogue, ConfirmingMove):
        waits = LastAnnounced(uci=dialogue.command.uci, position=position)
        return Expectation(position=position, commands=commands, before=position, said=waits)
    if announced is None or not position.is_legal(announced.uci):
        said = _last_move(position, must_be_repeated=_must_be_repeated(game))
        return Expectation(position=position, commands=commands, asked=asked, said=said)
    said = LastAnnounced(uci=announced.uci, position=position)
    is_begun = asked is not None and asked.is_correction and bool(asked.begun)
    if isinstance(dialogue, Correcting) or is_begun:
        return Expectation(
            position=position, commands=commands, before=position, asked=asked, said=said
        )
    return Expectation(
        position=position.played(announced.uci),
        commands=commands,
        before=None if asked is not None and not asked.is_correction else position,
        asked=asked,
        said=said,
    )


def _must_be_repeated(game: Game) -> bool:
    return game.table.customs.must_repeat and not game.turn.is_repeated


@lru_cache(maxsize=4)
def _last_move(position: Position, *, must_be_repeated: bool) -> LastAnnounced | None:
    if not position.moves:
        return None
    before = position.rewound(len(position.moves) - 1)
    return LastAnnounced(uci=position.moves[-1], position=before, must_be_repeated=must_be_repeated)


def _commands(game: Game, dialogue: Dialogue) -> frozenset[str]:
    """Those of the command table that make sense now."""
    is_asked = not isinstance(dialogue, Listening)
    times: dict[When, bool] = {
        "always": True,
        "announced": game.turn.announcement is not None,
        "offered": game.proposed is not None or _is_draw_offered(game, dialogue),
        "stopped": not game.clock.is_running,
        "sealing": isinstance(game.phase, Sealing),
        "asked": is_asked,
        "over": game.is_over,
        "takebacks": game.table.has_takebacks,
    }
    found = commands_when(*[when for when, is_now in times.items() if is_now])
    if times["sealing"]:
        found |= {"press"}
    return found | ({"no"} if is_asked else set())


def _is_draw_offered(game: Game, dialogue: Dialogue) -> bool:
    """Also where a move that is being taken back has passed the offer over."""
    is_passed_over = game.turn.passed_over_by is game.white_to_move
    is_open_again = isinstance(dialogue, Correcting) and is_passed_over
    return game.turn.offer_by_white is not None or is_open_again


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
        question = question_of(self.dialogue)
        if question is not None:
            self._replies.ask(question, self._floor.ledger.game.position, self.addressee)

    def silent(self) -> None:
        """The player asked doesn't answer: they are asked once more, and nothing grave is done.

        Half a command is let go of.
        """
        was_pending = self.is_pending
        self.let_go_of_half()
        self.heed(Cue.SILENCE)
        if self.is_pending:
            self.ask()
            self._is_asked_twice = True
        elif was_pending:
            self._replies.phrase("Cancelled", self.addressee)

    @property
    def is_half_said(self) -> bool:
        """The rest of a command is awaited, whose first words were said."""
        return isinstance(self.dialogue, Asking) and bool(self.dialogue.asked.half)

    def let_go_of_half(self) -> None:
        """It is gone on with at once or not at all: later the same words mean something else."""
        if self.is_half_said:
            self.heed(Cue.UNDERSTOOD)

    def is_for_another(self, role: Role | None, meaning: Meaning) -> bool:
        """What was asked of one player binds nobody else, who can't confirm or deny it either."""
        answers: tuple[Meaning, ...] = (YES, NO)
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
        """Whose affair it is: they are answered, and nobody else.

        The side of the speaker, or of whom they speak for; else the mover's.
        """
        by = self._participants.by
        if by is None or by.acts_for_white is None:
            return self._floor.ledger.game.mover
        return by if by.is_player else Role.player(white=by.acts_for_white)
