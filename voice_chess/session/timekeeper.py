"""What happens because time passes: the press after the time for corrections, the flag fall."""

from voice_chess.arbiter.ending import would_end
from voice_chess.game.commands import PassTime, PressClock
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.clock_watch import ClockWatch
from voice_chess.session.conversation import Conversation
from voice_chess.session.house import House
from voice_chess.session.voice import Voice


class Timekeeper:
    """Acts only while nobody is speaking: what is being said may still count."""

    def __init__(self, talk: Conversation, voice: Voice, house: House, watch: ClockWatch) -> None:
        self._talk = talk
        self._voice = voice
        self._house = house
        self._watch = watch
        self.is_typed = False
        """The announced move was typed: whoever reads the answer needs longer than who hears it."""

    def look(self, game: Game, now_ms: int) -> None:
        """Press for the mover when he has let the time for corrections go by; see the flag."""
        due_ms = self._press_due_ms() if self._presses_for(game, now_ms) else None
        if due_ms is not None and now_ms >= due_ms:
            self.press(game, now_ms)
        elif (answer_ms := self._talk.state.answer_due_ms) is not None and now_ms >= answer_ms:
            self._talk.state.silent()
        falls_at_ms = game.flag_falls_at_ms
        is_by_itself = game.table.customs.flag_mode == "automatic"
        is_due = is_by_itself and falls_at_ms is not None and now_ms >= falls_at_ms
        # What was announced before the flag fell counts, once it is confirmed.
        if is_due and not self._talk.state.is_move_pending:
            self._talk.do(PassTime(by=Role.ARBITER, at_ms=now_ms))
        elif not is_due and self._is_thinking(game):
            self._watch.look(game, now_ms, self._house.clock_speech)

    def _is_thinking(self, game: Game) -> bool:
        """Nothing is announced or asked: the running time is the mover's alone."""
        return game.turn.announcement is None and not self._talk.state.is_pending

    def finish(self, game: Game, now_ms: int) -> None:
        """Nothing can be corrected any more."""
        if self._presses_for(game, now_ms):
            self.press(game, now_ms)

    def press(self, game: Game, now_ms: int) -> None:
        self._talk.do(PressClock(by=game.mover, at_ms=now_ms))

    def _presses_for(self, game: Game, now_ms: int) -> bool:
        """A move that ends the game needs no press, only the time for corrections."""
        is_announced = game.turn.announcement is not None and not game.is_over
        if not is_announced or not game.clock.is_running or not self._talk.may_press:
            return False
        return self._house.press == "auto" or would_end(game, at_ms=now_ms)

    def _press_due_ms(self) -> int | None:
        """After a silence; after more of it when he was asked, or wants to correct."""
        grace_ms = self._house.typed_grace_ms if self.is_typed else self._house.grace_ms
        if grace_ms is None:
            return None
        due_ms = self._voice.silent_since_ms + grace_ms
        asked_at_ms = self._talk.state.asked_at_ms
        return (
            due_ms if asked_at_ms is None else max(due_ms, asked_at_ms + self._house.correction_ms)
        )
