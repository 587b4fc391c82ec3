"""Draws situations: random moments of a game, what a player says then, and what is expected.

Complete announcements are only a part of it. The others are commands, beginnings of moves, answers,
corrections, and words that mean nothing at the moment.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from voice_chess.acoustics.manifest import MOST_BYTES, BadManifest
from voice_chess.bounded_reading import content_of
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation, LastAnnounced
from voice_chess.session.dialogue.open_question import OpenQuestion, question_about, question_after
from voice_chess.sound.chance import Rng, happens, one_of
from voice_chess.speech.clarification import answer_phrases
from voice_chess.speech.commands import commands_when
from voice_chess.speech.understanding.grammar import Phrase, forms, phrases_for
from voice_chess.speech.understanding.interpret import MoveMeaning, written
from voice_chess.speech.understanding.parse import parse

ALWAYS = commands_when("always")
YES_OR_NO = ("yes", "no")
LONGEST_GAME = 50
"""The most half-moves before the situation."""
_A_CHOICE = 2
_SHORT = 2
"""The most words of a short announcement or answer: a pawn's square, for example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Words said in a position; none if the sound contains none of ours.

    `announced` is the move that may still be corrected. `asked` is the subject of a question: the
    moves, the token of the piece that was named, or yes and no.
    """

    fen: str
    words: Phrase
    announced: str = ""
    asked: tuple[str, ...] = ()

    def expectation(self) -> Expectation:
        """Return what may be said in the situation, and what it means."""
        position = Position.from_fen(self.fen)
        if self.announced:
            return Expectation(
                position=position.played(self.announced),
                commands=commands_when("always", "announced"),
                before=position,
                said=LastAnnounced(uci=self.announced, position=position),
            )
        calm = Expectation(position=position, commands=ALWAYS)
        if not self.asked:
            return calm
        asked = None if self.asked == YES_OR_NO else self._question(calm)
        return Expectation(position=position, commands=ALWAYS | {"yes", "no"}, asked=asked)

    def _question(self, calm: Expectation) -> OpenQuestion | None:
        if ":" not in self.asked[0]:
            moves = tuple(MoveMeaning(uci=uci) for uci in self.asked)
            return question_about(moves, calm.position, calm.before)
        (piece,) = self.asked
        return question_after((piece.partition(":")[2],), calm.position, calm.before)

    def meant(self, language: Language) -> tuple[str, ...]:
        """Return everything that the words mean in the situation."""
        if not self.words:
            return ()
        tokens = parse(self.words, language)
        return tuple(map(written, self.expectation().meanings(tokens)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationRow:
    """One recording of a situation."""

    file: Path
    voice: str
    situation: Situation


def read_situations(path: Path) -> list[SituationRow]:
    """Read a list that `recorded_situations` made. Raises `BadManifest`."""
    try:
        lines = content_of(path, MOST_BYTES).decode().splitlines()
        return [_row(path, *line.split("\t")) for line in lines]
    except (OSError, ValueError) as reason:
        message = f"{path} is no list of situations ({reason}); make one with voice_chess.acoustics"
        raise BadManifest(message) from reason


def _row(path: Path, *columns: str) -> SituationRow:
    file, voice, fen, announced, asked, words = columns
    return SituationRow(
        file=path.parent / file,
        voice=voice,
        situation=Situation(
            fen=fen,
            words=tuple(words.split()),
            announced=announced,
            asked=tuple(asked.split()),
        ),
    )


def drawn(rng: Rng, language: Language) -> Situation:
    """Draw a moment of a game, and what a player says then."""
    position = _position(rng)
    number = int(rng.choice(len(_KINDS), p=[share for share, _ in _KINDS]))
    return _KINDS[number][1](rng, position, language)


def nothing_said(rng: Rng) -> Situation:
    """Draw a moment at which a sound comes that has nothing to do with the game."""
    position = _position(rng)
    asked = YES_OR_NO if happens(rng, 0.25) else ()
    return Situation(fen=position.fen, words=(), asked=asked)


def _position(rng: Rng) -> Position:
    position = Position.start()
    for _ in range(int(rng.integers(0, LONGEST_GAME))):
        after = position.played(one_of(rng, position.legal_moves))
        if len(after.legal_moves) < _A_CHOICE:
            break
        position = after
    return Position.from_fen(position.fen)


def _command(rng: Rng, position: Position, language: Language) -> Situation:
    name = one_of(rng, sorted(ALWAYS))
    ways = phrases_for(None, language, frozenset((name,)))
    return Situation(fen=position.fen, words=one_of(rng, ways))


def _move(rng: Rng, position: Position, language: Language) -> Situation:
    return Situation(fen=position.fen, words=one_of(rng, phrases_for(position, language)))


def _short_move(rng: Rng, position: Position, language: Language) -> Situation:
    """Draw a short move: a pawn's square, or castling."""
    ways = [way for way in phrases_for(position, language) if len(way) <= _SHORT]
    return (
        Situation(fen=position.fen, words=one_of(rng, ways))
        if ways
        else _move(rng, position, language)
    )


def _begun(rng: Rng, position: Position, language: Language) -> Situation:
    """Draw only the beginning of a move: its piece, its square, or some words of it."""
    words = one_of(rng, phrases_for(position, language))
    return Situation(fen=position.fen, words=words[: int(rng.integers(1, max(2, len(words))))])


def _after_announcement(rng: Rng, position: Position, language: Language) -> Situation:
    """Draw words after an announcement: a correction, its word alone, a press, or another move."""
    announced = one_of(rng, position.legal_moves)
    other = one_of(rng, phrases_for(position, language))
    repair = one_of(rng, (*forms(language, "correction"), *forms(language, "no")))
    press = one_of(rng, forms(language, "press"))
    words = one_of(rng, ((*repair, *other), (*repair, *other), repair, press, other))
    return Situation(fen=position.fen, words=words, announced=announced)


def _answer(rng: Rng, position: Position, language: Language) -> Situation:
    """Draw an answer to a question: which move, where a piece goes, or yes or no."""
    yes_or_no = (*forms(language, "yes"), *forms(language, "no"))
    if happens(rng, 0.35):
        words = one_of(rng, yes_or_no)
        return Situation(fen=position.fen, words=words, asked=YES_OR_NO)
    if happens(rng, 0.4):
        facts = position.facts(one_of(rng, position.legal_moves))
        asked = Situation(fen=position.fen, words=(), asked=(f"piece:{facts.piece}",))
        file, rank = facts.to_square[0], facts.to_square[1]
        words = (
            *one_of(rng, forms(language, f"file:{file}")),
            *one_of(rng, forms(language, f"rank:{rank}")),
        )
        return Situation(fen=position.fen, words=words, asked=asked.asked)
    some = rng.permutation(len(position.legal_moves))[: int(rng.integers(1, 4))]
    moves = tuple(position.legal_moves[at] for at in some)
    situation = Situation(fen=position.fen, words=(), asked=moves)
    asked_about = situation.expectation().asked
    short = [
        way
        for way in (answer_phrases(asked_about.question, position, language) if asked_about else ())
        if len(way) <= _SHORT
    ]
    return Situation(fen=position.fen, words=one_of(rng, short or yes_or_no), asked=moves)


def _unlawful(rng: Rng, position: Position, language: Language) -> Situation:
    """Draw an announcement of another position."""
    words = one_of(rng, phrases_for(_position(rng), language))
    return Situation(fen=position.fen, words=words)


def _untimely(rng: Rng, position: Position, language: Language) -> Situation:
    """Draw any word of the game, whether or not it fits now, and sometimes another after it."""
    tokens = sorted(set(language.words) - {"clip"})
    words = one_of(rng, forms(language, one_of(rng, tokens)))
    if happens(rng, 0.4):
        words = (*words, *one_of(rng, forms(language, one_of(rng, tokens))))
    return Situation(fen=position.fen, words=words)


_KINDS: tuple[tuple[float, Callable[[Rng, Position, Language], Situation]], ...] = (
    (0.26, _command),
    (0.16, _short_move),
    (0.16, _move),
    (0.10, _begun),
    (0.12, _after_announcement),
    (0.10, _answer),
    (0.05, _unlawful),
    (0.05, _untimely),
)
