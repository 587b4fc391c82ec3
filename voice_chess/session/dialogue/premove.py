"""Premoves: a move given while the opponent is on move waits, and is played once they have pressed.

Until then only the player's own seat knows it, and the game does not; a restart forgets it.
"""

from dataclasses import replace
from typing import Protocol

from voice_chess.game.phases import InPlay
from voice_chess.game.refusals import NotALegalMove
from voice_chess.game.table import Role
from voice_chess.laws.premoves import as_if_on_move, premoves
from voice_chess.laws.reasons import why_not
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.dialogue.talk_ports import Floor
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.commands import CANCEL_PREMOVE
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import premove_words
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, MoveMeaning

_CANCELS = frozenset({"no", "take-back", "correction", CANCEL_PREMOVE})


class PremoveSeat(Protocol):
    """The seat whose move waits."""

    @property
    def by(self) -> Role: ...

    @property
    def talk(self) -> Conversation: ...

    def show(self) -> None:
        """Let the page show whether a move waits."""


class Premove:
    """The premove of a player who has switched premoves on.

    `uci` is the move that waits, None if there is none.
    """

    def __init__(self, seat: PremoveSeat, floor: Floor) -> None:
        self.uci: str | None = None
        self._seat = seat
        self._floor = floor

    @property
    def is_allowed(self) -> bool:
        """Whether the table allows premoves.

        It does not if the event has an arbiter, or if a move takes more than an announcement.
        """
        table = self._floor.ledger.game.table
        customs, has_arbiter = table.customs, table.occasion.has_arbiter
        is_plain = customs.execution == "assumed" and not customs.must_repeat
        return is_plain and not has_arbiter

    @property
    def is_time(self) -> bool:
        """Whether the opponent is thinking, and has announced no move to reply to."""
        if not self.is_allowed:
            return False
        game = self._floor.ledger.game
        is_running = isinstance(game.phase, InPlay) and game.clock.is_running
        is_others = self._seat.by.acts_for_white is (not game.white_to_move)
        return is_running and is_others and game.turn.announcement is None

    def takes(self, meaning: Meaning) -> bool:
        """Keep a move that comes too early, or give up the one that waits.

        Return False for any other meaning.
        """
        match meaning:
            case MoveMeaning(uci=uci) if self.is_time:
                self._keep(uci)
            case CommandMeaning(name=name, args=()) if self.uci is not None and name in _CANCELS:
                self._seat.talk.state.heed(Cue.UNDERSTOOD)
                self.give_up()
            case _:
                return False
        return True

    def widened(self, expected: Expectation) -> Expectation:
        """Add the moves that can be given ahead, and the word that gives up the waiting move."""
        if self.uci is not None:
            expected = replace(expected, commands=expected.commands | {"no"})
        if not self.is_time:
            return expected
        return replace(
            expected, position=as_if_on_move(self._floor.ledger.game.position), said=None
        )

    def forget(self) -> None:
        if self.uci is not None:
            self.uci = None
            self._seat.show()

    def give_up(self) -> None:
        """Forget the waiting move, and tell its player so."""
        self.forget()
        self._seat.talk.tell(lambda preferences: phrase("NothingThen", preferences.language))

    def play(self, at_ms: int) -> None:
        """Announce the waiting move once the opponent has pressed, or tell why it is not legal."""
        uci, game = self.uci, self._floor.ledger.game
        if uci is None:
            return
        self.forget()
        self._seat.talk.begin()
        if game.position.is_legal(uci):
            self._seat.talk.take(MoveMeaning(uci=uci), began_ms=at_ms, at_ms=at_ms)
        else:
            self._refuse(uci)

    def _keep(self, uci: str) -> None:
        if uci not in premoves(self._floor.ledger.game.position):
            self._refuse(uci)
            return
        self.uci = uci
        self._seat.show()
        self._seat.talk.state.heed(Cue.UNDERSTOOD)
        self._seat.talk.tell(self._read_back(uci))

    def _refuse(self, uci: str) -> None:
        game = self._floor.ledger.game
        position = as_if_on_move(game.position) if self.is_time else game.position
        refusal = NotALegalMove.under(game.edition, uci, why_not(position, uci))
        self._seat.talk.refuse(refusal)

    def _read_back(self, uci: str) -> Make:
        ahead = as_if_on_move(self._floor.ledger.game.position)

        def made(preferences: VoicePreferences) -> Sentence:
            words = premove_words(uci, ahead, preferences.language, preferences.style)
            return phrase("premove", preferences.language, move=words)

        return made
