"""The players' enrolled voices: storing them, deleting them, and learning from games.

An announcement becomes an example if its move was completed by pressing the clock and the player
has agreed. The server learns from it when the game is over or the player leaves.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from voice_chess.decoding.voice_fit import FEWEST, MOST, SpokenExample
from voice_chess.languages.language import load_language
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.listening.enrolled_voice import AnnouncedSound, EnrolledVoice, VoiceKey
from voice_chess.session.ports import JournalLost, RecognizerLost
from voice_chess.speech.generation.sentence import phrase
from voice_chess.web.live.desks import Desk
from voice_chess.web.messages.sound_messages import (
    Message,
    OwnVoice,
    OwnVoiceNow,
    ReadingNow,
    ReadingState,
)
from voice_chess.web.ports import OwnEars

Result = TypeVar("Result")
Tell: TypeAlias = Callable[[Message], None]
_log = logging.getLogger(__name__)


class InDecoder(Protocol):
    """Runs long work in one of the threads that decode sound."""

    def __call__(self, work: Callable[[], Result]) -> Awaitable[Result]: ...


@dataclass(slots=True, kw_only=True)
class Announced:
    """The latest announcements of one player in one game since they sat down."""

    key: VoiceKey
    language: str
    sounds: list[AnnouncedSound] = field(default_factory=list)

    def add(self, sound: AnnouncedSound) -> None:
        """Add an announcement, whose move can still be taken back; keep the latest `MOST`."""
        self.sounds.append(sound)
        del self.sounds[:-MOST]


class OwnVoices:
    """Runs in the games' event loop; reading files and adapting run in the decoder threads."""

    def __init__(
        self,
        ears: OwnEars,
        in_decoder: InDecoder,
        run_errand: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self.ears = ears
        self._in_decoder = in_decoder
        self._run_errand = run_errand
        self._announced: dict[tuple[str, str, VoiceKey], Announced] = {}
        """Announcements by game, listener and voice; only of players who have agreed."""

    async def asked(self, wanted: OwnVoice, desk: Desk) -> OwnVoiceNow:
        """Carry out a player's request about their voice, made at this desk. Raises `JournalLost`.

        Return what the server stores about the voice afterwards.
        """
        key, ears = wanted.voice, self.ears
        match wanted.do:
            case "tell":
                found = await self._in_decoder(lambda: ears.voice(key))
            case "agree" | "disagree":
                learns = wanted.do == "agree"
                found = await self._in_decoder(lambda: ears.agree(key, learns=learns))
            case "delete":
                await self._in_decoder(lambda: ears.delete(key))
                found = None
        if wanted.do in ("disagree", "delete"):
            self._forget(key)
        is_begun = desk.aside is not None and desk.aside.is_of(key)
        if wanted.do == "delete" and is_begun:
            desk.aside, is_begun = None, False
        return _now(found).model_copy(update={"is_begun": is_begun})

    async def learning(
        self, key: VoiceKey, language: str, game_id: str, listener: str
    ) -> Callable[[AnnouncedSound], None] | None:
        """Return the function to call with this player's announcements; None without consent."""
        kept = await self._in_decoder(lambda: self.ears.voice(key))
        if kept is None or not kept.learns:
            return None
        fresh = Announced(key=key, language=language)
        return self._announced.setdefault((game_id, listener, key), fresh).add

    def played(self, task: GameTask) -> None:
        """After each step of a game: if it is over, learn from its announcements."""
        if task.seated.game.is_over:
            self._learn_from(task, [where for where in self._announced if where[0] == task.game_id])

    def forget(self, game_id: str) -> None:
        """Drop the announcements of a deleted game; nothing is learnt from them."""
        for where in [where for where in self._announced if where[0] == game_id]:
            del self._announced[where]

    def left(self, task: GameTask, listener: str) -> None:
        """Learn from the completed moves of a player who has left the game for now."""
        mine = (task.game_id, listener)
        self._learn_from(task, [where for where in self._announced if where[:2] == mine])

    def _learn_from(self, task: GameTask, places: list[tuple[str, str, VoiceKey]]) -> None:
        moves = task.seated.game.position.moves
        for where in places:
            announced = self._announced.pop(where)
            pressed = [each for each in announced.sounds if each.stands_in(moves)]
            if pressed:
                self._run_errand(self._learn(announced, pressed))

    def fit(self, desk: Desk, key: VoiceKey, readings: list[SpokenExample], tell: Tell) -> None:
        """Adapt recognition to the person who read these words, store it, and report the outcome.

        The work goes on in the background; `tell` is called with the messages for the page.
        """
        self._run_errand(self._fitted(desk, key, readings, tell))

    async def _fitted(
        self, desk: Desk, key: VoiceKey, readings: list[SpokenExample], tell: Tell
    ) -> None:
        language_id = desk.chair.preferences.language

        def told(state: ReadingState, name: str) -> None:
            said = phrase(name, load_language(language_id))
            clip = desk.sound(said.spoken)
            tell(ReadingNow(state=state, text=said.text, clip=clip))

        if len(readings) < FEWEST:
            told("few", "enrol:few")
            return
        try:
            found = await self._in_decoder(lambda: self.ears.enrol(key, language_id, readings))
        except (JournalLost, RecognizerLost) as error:
            _log.error("voice=%s", type(error).__name__)
            tell(ReadingNow(state="failed"))
            return
        if found is None:
            tell(ReadingNow(state="impossible"))
            return
        told(*(("own", "enrol:own") if found.is_adapted else ("same", "enrol:same")))
        tell(_now(found))

    async def _learn(self, announced: Announced, pressed: list[AnnouncedSound]) -> None:
        key, language = announced.key, announced.language
        try:
            count = await self._in_decoder(lambda: self.ears.learn(key, language, pressed))
        except (JournalLost, RecognizerLost) as error:
            _log.error("voice=%s", type(error).__name__)
        else:
            _log.info("voice=learnt examples=%d", count)

    def _forget(self, key: VoiceKey) -> None:
        for where, announced in tuple(self._announced.items()):
            if announced.key == key:
                del self._announced[where]


def _now(found: EnrolledVoice | None) -> OwnVoiceNow:
    if found is None:
        return OwnVoiceNow(is_kept=False)
    return OwnVoiceNow(
        is_kept=True,
        is_adapted=found.is_adapted,
        learns=found.learns,
        examples=found.examples,
    )
