"""The talk at one machine: players, assistants and an arbiter share it, and say who they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from voice_chess.game.commands import (
    AskToSeal,
    Command,
    OpenEnvelope,
    PressClock,
    SealMove,
    StopClocks,
)
from voice_chess.game.events import Event
from voice_chess.game.refusals import NotYetExecuted
from voice_chess.game.state import Resuming
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.session.arbiters_words import arbiters_command, is_ruling
from voice_chess.session.board_talk import BoardTalk
from voice_chess.session.conversation import Conversation, Watch
from voice_chess.session.dialogue import (
    Asking,
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Dialogue,
    Listening,
    goes_before,
)
from voice_chess.session.evidence import CommandRefused
from voice_chess.session.expectation import Expectation
from voice_chess.session.hand_customs import BothHands
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import Listeners
from voice_chess.session.ports import Envelopes, EnvelopeShut
from voice_chess.session.replies import Replies
from voice_chess.session.requests import mover
from voice_chess.session.roles import whose
from voice_chess.session.sealing import closing, hidden, opened
from voice_chess.speech.commands import commands_when
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning

_SIDES = {True: Role.WHITE, False: Role.BLACK}


class TableTalk(Conversation):
    """What is said without a role is the mover's, or who sits there alone (`sitter`)."""

    def __init__(
        self,
        ledger: Ledger,
        replies: Replies,
        listeners: Listeners,
        watch: Watch,
        hands: BothHands,
    ) -> None:
        super().__init__(ledger, replies, listeners, self._seen)
        self.sitter: Role | None = None
        self.envelopes: Envelopes | None = None
        """What closes and opens envelopes; without it no move is sealed at this table."""
        self.resumption = ""
        """When and where an adjourned game goes on."""
        self.board_talk = BoardTalk(ledger, replies, self.do, hands)
        self._watch_outside = watch
        self._role: Role | None = None
        self._asked_role: Role | None = None
        """Whose answer is awaited, where that is known."""
        self._happened: list[Event] = []
        self._reminded_of: str | None = None
        """The announced move that was said to be missing on the board."""

    @property
    def expected(self) -> Expectation:
        found = self.board_talk.widened(super().expected)
        if isinstance(self._game.phase, Resuming):
            found = replace(found, commands=found.commands | commands_when("resuming"))
        table = self._game.table
        has_help = table.white.has_assistant or table.black.has_assistant
        hears_roles = has_help or table.occasion.has_arbiter
        return replace(found, has_roles=True, hears_roles=hears_roles)

    @property
    def may_press(self) -> bool:
        return super().may_press and self.board_talk.boards.may_press(self._game)

    def take(self, meaning: Meaning, *, began_ms: int, at_ms: int) -> None:
        role, meaning = whose(meaning)
        if self._is_anothers_answer(role, meaning):
            self._ask()
            return
        if role is None and not isinstance(self.dialogue, Listening):
            role = self._asked_role
        with self._spoken_by(role):
            self._take_from(meaning, began_ms, at_ms)
            self._asked_role = None if isinstance(self.dialogue, Listening) else self._by

    def confirms(self, meaning: Meaning, at_ms: int) -> bool:
        """What an arbiter orders is asked about where it was heard unclearly, or is grave."""
        role, meaning = whose(meaning)
        if role is Role.ARBITER:
            return self._is_grave_order(meaning, at_ms)
        with self._spoken_by(role):
            return super().confirms(meaning, at_ms)

    def remind(self, since_ms: int) -> None:
        """Tell once that the announced move is not yet on the board, if it was so long ago."""
        announced, boards = self._game.turn.announcement, self.board_talk.boards
        if announced is None or announced.uci == self._reminded_of or boards.may_press(self._game):
            return
        if max(announced.at_ms, self._replies.silent_since_ms) <= since_ms:
            self._reminded_of = announced.uci
            because = self._game.edition.cite(Topic.EXECUTION)
            missing = NotYetExecuted(uci=announced.uci, because=because)
            self._replies.refuse(missing, self._game.position, mover(self._game))

    def ask_about(self, meanings: tuple[Meaning, ...]) -> None:
        """Whoever is asked is known, whatever he means."""
        role, _ = whose(meanings[0])
        with self._spoken_by(role):
            super().ask_about(tuple(whose(meaning)[1] for meaning in meanings))
            self._asked_role = self._by

    def do(self, command: Command) -> None:
        """Ask the game; the boards follow what happened."""
        if isinstance(command, PressClock):
            self.board_talk.boards.before_press(command.by, command.at_ms)
        try:
            command = self._kept_secret(command)
        except EnvelopeShut:
            self._decline("envelope:none")
            return
        super().do(command)
        if self._game.turn.announcement is None:
            self._reminded_of = None
        happened, self._happened = self._happened, []
        for event in happened:
            self.board_talk.boards.happened(event)
        if happened:
            self.board_talk.boards.settle(command.at_ms)

    @property
    def _by(self) -> Role | None:
        return self._role or self.sitter

    @property
    def _to(self) -> str:
        """Whoever speaks, or he for whom he speaks; the mover while that is nobody."""
        side = None if self._by is None else self._by.acts_for_white
        return mover(self._game) if side is None else _SIDES[side]

    @contextmanager
    def _spoken_by(self, role: Role | None) -> Iterator[None]:
        self._role = role
        try:
            yield
        finally:
            self._role = None

    def _is_anothers_answer(self, role: Role | None, meaning: Meaning) -> bool:
        """What was asked of one player binds nobody else, who can't confirm or deny it either."""
        answers: tuple[Meaning, ...] = (CommandMeaning(name="yes"), CommandMeaning(name="no"))
        match self.dialogue:
            case ConfirmingMove(command=command):
                answers = (*answers, MoveMeaning(uci=command.uci))
            case Confirming() | ConfirmingOrder():
                pass
            case _:
                return False
        asked = self._asked_role or mover(self._game)
        return role not in (None, asked) and meaning in answers

    def _take_from(self, meaning: Meaning, began_ms: int, at_ms: int) -> None:
        by = self._by or mover(self._game)
        if self._wants_the_rest(meaning):
            super().take(meaning, began_ms=began_ms, at_ms=at_ms)
            return
        if not goes_before(self.dialogue, meaning) and self.board_talk.takes(meaning, by, at_ms):
            self.heed(Cue.UNDERSTOOD if isinstance(self.dialogue, Asking) else Cue.ASIDE)
            return
        if isinstance(meaning, CommandMeaning) and meaning.name == "open-envelope":
            self._open_envelope(by, at_ms)
            return
        command: Command | None = None
        if isinstance(meaning, CommandMeaning) and by is Role.ARBITER:
            if not self._game.table.occasion.has_arbiter and is_ruling(meaning, self._game):
                self._decline("arbiter:none")
                return
            command = arbiters_command(meaning, self._game, at_ms)
        if command is not None:
            self.order(command)
        else:
            super().take(meaning, began_ms=began_ms, at_ms=at_ms)

    def _kept_secret(self, command: Command) -> Command:
        """What is sealed can't be read; when it is closed, what stands on it can't be changed.

        Raises `EnvelopeShut`.
        """
        game, game_id = self._game, self._ledger.game_id
        match command:
            case AskToSeal() if self.envelopes is None and game.turn.announcement is None:
                raise EnvelopeShut
            case AskToSeal(resumption=""):
                return replace(command, resumption=self.resumption)
            case SealMove():
                return hidden(command, game_id, self.envelopes)
            case StopClocks():
                bound = closing(command, game, game_id, self.envelopes)
                sealed = self._ledger.ask(bound) if bound else ()
                for event in sealed if isinstance(sealed, tuple) else ():
                    self._seen(event)
                return command
            case _:
                return command

    def _open_envelope(self, by: Role, at_ms: int) -> None:
        """Whoever may open it is for the game to say; nobody can without the passphrases."""
        language = self._listeners.manner_of(self._to).language
        try:
            uci = opened(self._game, language, self._ledger.game_id, self.envelopes)
        except EnvelopeShut:
            self._decline("envelope:shut")
            return
        self.do(OpenEnvelope(by=by, at_ms=at_ms, uci=uci))

    def _decline(self, why: str) -> None:
        self.heed(Cue.UNDERSTOOD)
        self._replies.signal("refused", self._to)
        self._replies.phrase(why, self._to)

    def _end_the_opponents_turn(self, dialogue: Dialogue, began_ms: int) -> None:
        """Who says another move of his own corrects himself, and answers nobody.

        An assistant tells the answer to his player's move, too.
        """
        by = self._by
        is_own = by is not None and by.acts_for_white == self._game.white_to_move
        if by is None or by.is_assistant or not is_own:
            super()._end_the_opponents_turn(dialogue, began_ms)

    def _seen(self, happened: Event | CommandRefused) -> None:
        if not isinstance(happened, CommandRefused):
            self._happened.append(happened)
        self._watch_outside(happened)
