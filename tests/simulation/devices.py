"""Simulates microphones and boards, which are unplugged and plugged in again at any time.

The simulated sound contains the words themselves, each as long as a spoken word. The simulated
recogniser treats it as a real one treats sound: it misses frames that never came, and hears words
that are cut off as far as they go.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from voice_chess.adapters.boards.chessnut_board import PIECES, REPORT, SQUARES
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.ports import Recognizer
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.generation.wording import move_words, piece_word, square_words
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis, Kind
from voice_chess.speech.understanding.interpret import legal_facts

FRAME_MS = 80
FRAME_BYTES = FRAME_MS * BYTES_PER_MS
FRAMES_OF_A_WORD = 4
_LEAST_OF_A_WORD = 2
"""The least number of frames by which a word is recognised."""
_SILENCE_MS = 440
"""The silence that ends an utterance."""
_SPEAKS = 0x7F
SILENT = bytes(FRAME_BYTES)


def words_of(uci: str, fen: str, language_id: str, *, is_short: bool = False) -> tuple[str, ...]:
    """Return the words that announce a move; if `is_short` and clear, only piece and square."""
    position, language = Position.from_fen(fen), load_language(language_id)
    whole = plain_words(move_words(uci, position, language))
    return (_short(uci, position, language) or whole) if is_short else whole


def _short(uci: str, position: Position, language: Language) -> tuple[str, ...]:
    """Return piece and square; nothing if they are ambiguous or mean something else."""
    moves = {move.uci: move for move in legal_facts(position)}
    move = moves[uci]
    rivals = [
        other
        for other in moves.values()
        if (other.piece, other.to_square) == (move.piece, move.to_square)
    ]
    if move.castling or len(rivals) > 1:
        return ()
    piece = piece_word(move.piece, language)
    return plain_words(f"{piece} {square_words(move.to_square, language)}")


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without punctuation."""
    return tuple(re.sub(r"[^\w\s]", " ", text.lower()).split())


def sound_of(words: Sequence[str]) -> Iterator[bytes]:
    """Yield the words as frames of sound."""
    for number, word in enumerate(words):
        said = word.encode()
        head = bytes((_SPEAKS, number, len(said))) + said
        yield from (head.ljust(FRAME_BYTES, b"\x11") for _ in range(FRAMES_OF_A_WORD))


@dataclass
class SimulatedEar:
    """`Recognizer` of simulated sound."""

    _phrases: frozenset[str] = frozenset()
    _beginnings: frozenset[str] = frozenset()
    _taken_ms: int = 0
    _began_ms: int | None = None
    _ended_ms: int = 0
    _words: list[tuple[int, str, int]] = field(default_factory=list)
    """By word: its number, the word, and how many of its frames were heard."""

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        self._phrases = frozenset(grammar.phrases)
        self._beginnings = frozenset(
            " ".join(words[:end])
            for words in map(str.split, grammar.phrases)
            for end in range(1, len(words))
        )

    def hear(self, samples: bytes) -> Heard | None:
        found = None
        for start in range(0, len(samples), FRAME_BYTES):
            found = self._frame(samples[start : start + FRAME_BYTES]) or found
        return found

    def _frame(self, frame: bytes) -> Heard | None:
        self._taken_ms += len(frame) // BYTES_PER_MS
        if frame[0] != _SPEAKS:
            is_over = self._taken_ms - self._ended_ms >= _SILENCE_MS
            return self.flush() if self.is_hearing and is_over else None
        if self._began_ms is None:
            self._began_ms = self._taken_ms - FRAME_MS
        self._ended_ms = self._taken_ms
        number, length = frame[1], frame[2]
        word = frame[3 : 3 + length].decode()
        last = self._words[-1] if self._words else None
        if last is not None and last[:2] == (number, word):
            self._words[-1] = (number, word, last[2] + 1)
        else:
            self._words.append((number, word, 1))
        return None

    def partial(self) -> Heard | None:
        return None

    def flush(self) -> Heard | None:
        if self._began_ms is None:
            return None
        words = tuple(word for _, word, count in self._words if count >= _LEAST_OF_A_WORD)
        began_ms, self._began_ms, self._words = self._began_ms, None, []
        hypothesis = Hypothesis(words=words, log_likelihood=0.0, kind=self._kind(words))
        found = (hypothesis,) if words else ()
        return Heard(hypotheses=found, started_ms=began_ms, ended_ms=self._ended_ms)

    def _kind(self, words: tuple[str, ...]) -> Kind:
        said = " ".join(words)
        if said in self._phrases:
            return "whole"
        return "beginning" if said in self._beginnings else "stranger"

    def reset(self, *, is_cut_off: bool = True) -> None:
        self._began_ms, self._words = None, []

    @property
    def is_hearing(self) -> bool:
        return self._began_ms is not None

    @property
    def may_be_hearing(self) -> bool:
        return self.is_hearing


class SimulatedEars:
    """The recognisers of a server that has one for every language."""

    def hears(self, language_id: str) -> bool:
        return True

    def recognizer(self, language_id: str) -> Recognizer:
        return SimulatedEar()

    def beside_games(self, language_id: str) -> Recognizer:
        return SimulatedEar()

    def of_orders(self, language_id: str) -> Recognizer:
        return SimulatedEar()


@dataclass
class PulledBoard:
    """An electronic board with its pieces, joined to a page or not."""

    chance: Random
    pieces: dict[str, str] = field(default_factory=dict)
    is_joined: bool = False

    def report(self) -> str:
        """Return the board's report in base64, sent twice, so that it is trusted."""
        codes = [PIECES.index(self.pieces.get(square)) for square in SQUARES]
        holes = bytes(codes[n] | codes[n + 1] << 4 for n in range(0, len(codes), 2))
        report = bytes((REPORT, len(holes) + 4)) + holes + bytes(4)
        return b64encode(report * 2).decode()

    def steps_to(self, fen: str) -> Iterator[str]:
        """Set up a position; yield a report when wrong pieces are removed, and one at the end."""
        wanted = pieces_of(fen)
        wrong = [square for square, piece in self.pieces.items() if wanted.get(square) != piece]
        missing = [square for square in wanted if self.pieces.get(square) != wanted[square]]
        if not wrong and not missing:
            return
        for square in wrong:
            del self.pieces[square]
        if wrong:
            yield self.report()
        self.pieces = wanted
        yield self.report()

    def steps_of(self, uci: str) -> Iterator[str]:
        """Make a move by hand; yield a report when the piece is lifted, and one when it is down."""
        start, target = uci[:2], uci[2:4]
        piece = self.pieces.pop(start)
        yield self.report()
        if target in self.pieces:
            del self.pieces[target]
        self.pieces[target] = piece
        yield self.report()


def pieces_of(fen: str) -> dict[str, str]:
    """Return the pieces of a FEN by square, as its letters."""
    found: dict[str, str] = {}
    for rank, row in zip("87654321", fen.partition(" ")[0].split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                found["abcdefgh"[file] + rank] = sign
                file += 1
    return found


def is_plain(uci: str, fen: str) -> bool:
    """Whether one piece moves and takes at most one where it goes: no castling or promotion."""
    pieces = pieces_of(fen)
    piece, goes_aside = pieces[uci[:2]], uci[0] != uci[2]
    if piece in "kK" and abs(ord(uci[0]) - ord(uci[2])) > 1:
        return False
    return len(uci) == 4 and not (piece in "pP" and goes_aside and uci[2:4] not in pieces)
