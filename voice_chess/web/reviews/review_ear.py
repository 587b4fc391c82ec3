"""The ear of a review's page: it sends the page what was said there, as a line to type.

It uses the player's enrolled voice if the page names one, and it keeps nothing. The page then
submits the line like one that was typed; so a review that was locked meanwhile gives no answer.
"""

from collections.abc import Callable
from concurrent.futures import Executor

from fastapi import APIRouter, WebSocket, WebSocketException

from voice_chess.decoding.grammar import Grammar
from voice_chess.laws.position import Position
from voice_chess.review.walk import phrases
from voice_chess.session.ports import Recognizer
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.web.errors import POLICY_VIOLATED
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.microphone import Source
from voice_chess.web.live.open_ear import EarSocket, HeardApart, has_room
from voice_chess.web.messages.sound_messages import LineHeard, MicrophoneSwitch, Whereabouts
from voice_chess.web.reviews.reviewed import Reviewed, ReviewedHere
from voice_chess.web.reviews.reviewing import position_tried
from voice_chess.web.routes.entering import HallHere

LISTENS_S = 1_800.0
"""Seconds, half an hour; after that the microphone must be opened again."""


router = APIRouter()


@router.websocket("/ear")
async def ear(socket: WebSocket, reviewed: ReviewedHere, hall: HallHere) -> None:
    """Serve the ear to a page that may review this game, if there is an ear and room for it."""
    if not has_room(socket, reviewed.language.id, hall):
        raise WebSocketException(POLICY_VIOLATED)
    await socket.accept()
    await ReviewSocket(socket, hall, reviewed).run()


class ReviewMicrophone(HeardApart):
    """Reports each utterance as a line; the place in the game decides what can be said."""

    def __init__(
        self,
        ear: Recognizer,
        reviewed: Reviewed,
        source: Source,
        decoders: Executor,
        told: Callable[[str], None],
    ) -> None:
        super().__init__(ear, source, decoders)
        self._reviewed = reviewed
        self._told = told
        self._stands_at: Position | None = reviewed.game.positions[0]

    def stands(self, position: Position) -> None:
        """Expect what can be said at this position, from the next sound on."""
        self._stands_at = position

    def _prepare(self) -> None:
        position, self._stands_at = self._stands_at, None
        if position is None:
            return
        entries = self._reviewed.game.sheet.entries
        moves = entries[-1].number if entries else 0
        self._ear.expect(Grammar(phrases=phrases(self._reviewed.language, moves, position)))

    def _weigh(self, heard: Heard) -> None:
        if heard.hypotheses:
            best = heard.hypotheses[0]
            self._told(" ".join(best.words) if heard.is_familiar(best) else "")


class ReviewSocket(EarSocket):
    """One accepted socket of a review's page."""

    listens_s = LISTENS_S

    def __init__(self, socket: WebSocket, hall: Hall, reviewed: Reviewed) -> None:
        super().__init__(socket, hall)
        self._reviewed = reviewed

    def _recognizer(self, wanted: MicrophoneSwitch) -> Recognizer:
        outfit, language = self._hall.outfit, self._reviewed.language.id
        if wanted.voice is None:
            return outfit.ears.beside_games(language)
        return outfit.own_ears.beside_games(language, wanted.voice)

    def _made(self, ear: Recognizer, source: Source) -> ReviewMicrophone:
        send, decoders = self._connection.send, self._hall.decoders
        return ReviewMicrophone(
            ear, self._reviewed, source, decoders, lambda line: send(LineHeard(line=line))
        )

    def _stands(self, standing: Whereabouts) -> bool:
        game, microphone = self._reviewed.game, self._microphone
        if not isinstance(microphone, ReviewMicrophone) or standing.ply > game.last_ply:
            return False
        position = position_tried(game.positions[standing.ply], standing.tried)
        if position is None:
            return False
        microphone.stands(position)
        return True
