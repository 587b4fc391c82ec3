"""Transcribes the recording of a whole game: hears each utterance in all games still possible.

An utterance may have several meanings, and each of them leads to another game. After every
utterance the likeliest games are kept, and the recogniser listens for what may be said next in a
few of them that together cover the most. So a later move can settle an earlier doubt.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from voice_chess.decoding.grammar import Grammar, together
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.scoresheet import UNFINISHED, Header, Noted, Scoresheet, Terms
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.ports import Recognizer
from voice_chess.speech.transcription.possible_game import HeardLine
from voice_chess.speech.transcription.search import COMMANDS, explained, extended
from voice_chess.speech.transcription.transcript import Transcript, transcript
from voice_chess.speech.understanding.announcement import announcement
from voice_chess.speech.understanding.grammar import Phrase, forms, phrases_for
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.parse import FILLER, parse
from voice_chess.speech.understanding.readings import Readings, readings
from voice_chess.speech.understanding.scoring import NORMAL

_LISTENED_FOR = 12
"""The most games in one grammar; the words of all others are mostly the same."""

_WORTH_LISTENING = 0.01
"""A game goes into the grammar if the moves that it adds are at least this probable in all."""

_ASKED = 6
"""An utterance counts as complete if it is so in one of this many likeliest games."""

_SURE = NORMAL.accept_exact_at

_COMPLETE = 0.9
"""An utterance that makes sense at least this surely may end after a short silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """The utterances of a recording, by number, and the game that they made."""

    utterances: tuple[Heard, ...]
    transcript: Transcript

    def sheet(self, header: Header, terms: Terms) -> Scoresheet:
        """Return the likeliest game as a scoresheet."""
        game = self.transcript.game
        moves = [
            Noted(uci=uci, draw_offered=index in game.offers)
            for index, uci in enumerate(game.moves)
        ]
        result = game.result or _result_on_the_board(game.position)
        return Scoresheet.of_moves(moves, header=header, terms=terms, result=result)


class TapeListener:
    """Takes a recording block by block, and keeps all games that are still possible."""

    def __init__(self, recognizer: Recognizer, language: Language, start: Position) -> None:
        """Begin with the one game at `start`. Raises `RecognizerLost`."""
        self.utterances: list[Heard] = []
        self.lines: tuple[HeardLine, ...] = (HeardLine(position=start),)
        self._recognizer = recognizer
        self._language = language
        self._before_last: tuple[HeardLine, ...] = self.lines
        """The games before the last utterance."""
        self._is_rest_awaited = False
        self._expect()

    def hear(self, block: bytes) -> None:
        """Take a block of 16 kHz sound. Raises `RecognizerLost`."""
        self._understand(self._recognizer.hear(block))

    def finish(self) -> Tape:
        """Take what is still in the recogniser, and return the whole recording with its game."""
        while (heard := self._recognizer.flush()) is not None:
            self._understand(heard)
        return Tape(utterances=tuple(self.utterances), transcript=transcript(self.lines))

    def _understand(self, heard: Heard | None) -> None:
        """Extend the possible games by an utterance.

        If it continues the last one, that was no utterance of its own, and its games are dropped.
        While the rest of a move is awaited, the grammar stays as it is.
        """
        if heard is None:
            return
        if heard.is_continued and self.utterances:
            self.utterances.pop()
            self.lines = self._before_last
        self._before_last = self.lines
        found = readings(heard, self._language)
        self.lines = extended(self.lines, found, len(self.utterances))
        self.utterances.append(heard)
        self._is_rest_awaited = _is_surely_begun(heard, found) or (
            self._is_rest_awaited and heard.is_rest_awaited
        )
        if not self._is_rest_awaited:
            self._expect()

    def _expect(self) -> None:
        grammars = [_grammar(line, self._language) for line in listened_for(self.lines)]
        self._recognizer.expect(together(grammars), self._is_complete)

    def _is_complete(self, heard: Heard) -> bool:
        """Return whether the utterance surely makes sense in one of the likeliest games."""
        found = readings(heard, self._language)
        return any(
            sum(explained(line, found, 0)[0].values()) >= _COMPLETE for line in self.lines[:_ASKED]
        )


def transcribed(
    recognizer: Recognizer, blocks: Iterable[bytes], language: Language, start: Position
) -> Tape:
    """Hear blocks of 16 kHz sound to their end. Raises `RecognizerLost`, and what the blocks do."""
    listener = TapeListener(recognizer, language, start)
    for block in blocks:
        listener.hear(block)
    return listener.finish()


def listened_for(lines: Sequence[HeardLine]) -> tuple[HeardLine, ...]:
    """Return the few games that together hold most of what may be said next, by probability.

    Chosen greedily: each adds the most probable moves that those before it lack. The likeliest
    games alone would not do: while an old doubt is open, they may differ only in newer doubts.
    """
    shares = [math.exp(line.log_weight - lines[0].log_weight) for line in lines]
    sayable = [_sayable(line) for line in lines]
    left: defaultdict[str, float] = defaultdict(float)
    for share, moves in zip(shares, sayable, strict=True):
        for move in moves:
            left[move] += share / sum(shares)
    chosen = [lines[0]]
    for _ in range(_LISTENED_FOR - 1):
        for move in _sayable(chosen[-1]):
            left[move] = 0.0
        gains = [sum(left[move] for move in moves) for moves in sayable]
        best = max(range(len(lines)), key=gains.__getitem__)
        if gains[best] < _WORTH_LISTENING:
            break
        chosen.append(lines[best])
    return tuple(chosen)


def _is_surely_begun(heard: Heard, found: Readings) -> bool:
    """Return whether this is the first step of a move, so surely that its rest is awaited.

    In babble, half of an announcement may be heard by mistake. If its rest were awaited, the next
    announcement would be lost.
    """
    return heard.is_begun and bool(found.ways) and found.ways[0].weight >= _SURE


def _sayable(line: HeardLine) -> frozenset[str]:
    """Return the moves that may come next, and those that may replace the last one."""
    before = line.before.legal_moves if line.before is not None else ()
    return frozenset((*line.position.legal_moves, *(f"instead {uci}" for uci in before)))


def _grammar(line: HeardLine, language: Language) -> Grammar:
    """Return what may be said in this game; corrections are whole phrases."""
    expected = Expectation(position=line.position, commands=COMMANDS, before=line.before)
    phrases = tuple(dict.fromkeys(map(" ".join, _phrases(line, language))))
    return replace(expected.grammar(language), phrases=phrases)


def _phrases(line: HeardLine, language: Language) -> tuple[Phrase, ...]:
    moves = phrases_for(line.position, language, COMMANDS)
    repeated = () if line.before is None else _repetitions(line.before, line.moves[-1], language)
    return (*moves, *repeated, *forms(language, FILLER))


@lru_cache(maxsize=2 * _LISTENED_FOR)
def _repetitions(before: Position, uci: str, language: Language) -> tuple[Phrase, ...]:
    """Return the ways to say the last move once more; cached, as finding them takes long."""
    target = uci[2:4]
    return tuple(
        phrase
        for phrase in phrases_for(before, language)
        for tokens in [parse(phrase, language)]
        for said in [announcement(tokens)]
        if said is not None and (said.target is None or said.target == target)
        if any(move.uci == uci for move in moves_meant(tokens, before))
    )


def _result_on_the_board(position: Position) -> str:
    if position.is_checkmate:
        return "0-1" if position.white_to_move else "1-0"
    return "1/2-1/2" if position.is_stalemate else UNFINISHED
