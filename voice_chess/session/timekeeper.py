"""What happens because time passes: the press after the time for corrections, the flag fall."""

from voice_chess.game.commands import PassTime, PressClock
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.conversation import Conversation
from voice_chess.session.house import House
from voice_chess.session.requests import mover
from voice_chess.session.voice import Voice


class Timekeeper:
    """Acts only while nobody is speaking: what is being said may still count."""

    def __init__(self, talk: Conversation, voice: Voice, house: House) -> None:
        self._talk = talk
        self._voice = voice
        self._house = house

    def look(self, game: Game, now_ms: int) -> None:
        """Press for the mover when he has let the time for corrections go by; see the flag."""
        if self._presses_for(game) and now_ms >= self._press_due_ms():
            self.press(game, now_ms)
        falls_at_ms = game.flag_falls_at_ms
        if falls_at_ms is not None and now_ms >= falls_at_ms:
            self._talk.do(PassTime(by=Role.ARBITER, at_ms=now_ms))

    def finish(self, game: Game, now_ms: int) -> None:
        """Nothing can be corrected any more."""
        if self._presses_for(game):
            self.press(game, now_ms)

    def press(self, game: Game, now_ms: int) -> None:
        self._talk.do(PressClock(by=mover(game), at_ms=now_ms))

    def _presses_for(self, game: Game) -> bool:
        is_announced = game.turn.announcement is not None and not game.is_over
        return is_announced and self._house.press == "auto"

    def _press_due_ms(self) -> int:
        """After a silence; after more of it when he was asked, or wants to correct."""
        due_ms = self._voice.silent_since_ms + self._house.grace_ms
        asked_at_ms = self._talk.asked_at_ms
        return (
            due_ms if asked_at_ms is None else max(due_ms, asked_at_ms + self._house.correction_ms)
        )
