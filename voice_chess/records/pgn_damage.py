"""What can't be read in a PGN text, as an error and as a sentence in the reader's language."""

from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.laws.notation import Unread
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import Script
from voice_chess.records.illegible import told_unread, why_unread
from voice_chess.records.pgn_text import BadPgn
from voice_chess.records.scoresheet import BadRecord, on_one_line


class BadTag(BadRecord):
    """The value of this tag can't be used."""

    def __init__(self, number: int, tag: str, problem: str) -> None:
        super().__init__(f"Game {number}, tag {tag}: {problem}.")
        self.tag = tag


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveText:
    """The text of a move that can't be read, with the position and the line in which it stands.

    `problem` is None if the text says that no move is made; `line` is None if it stands in the
    comment about an illegal move that stood.
    """

    text: str
    problem: Unread | None
    position: Position
    script: Script
    line: int | None


class UnreadMove(BadRecord):
    """A move that can't be read ends what can be read of its game."""

    def __init__(self, where: str, move: MoveText) -> None:
        why = "no move is made there"
        if move.problem is not None:
            why = why_unread(move.problem, move.position, move.script)
        super().__init__(f"{where} {move.text}: {why}.")
        self._move = move

    @property
    def is_mistake(self) -> bool:
        """Whether PGN allows no such move; False for what other programs write on purpose."""
        return self._move.problem is not None and self._move.line is not None

    def told(self, language: Language) -> str:
        """Return the sentence about it in the reader's language."""
        words, move = language.interface, self._move
        why = words["unread-null"]
        if move.problem is not None:
            why = told_unread(move.problem, move.text, move.position, move.script, language)
        name = "unread-stood" if move.line is None else "unread-line"
        return words[name].format(line=move.line, move=on_one_line(move.text), why=why)


def told_damage(damage: BadPgn, language: Language) -> str:
    """Return the sentence about a text that breaks PGN's rules, in the reader's language."""
    words = language.interface
    why = words[f"unread-{damage.kind}"].format(sign=on_one_line(damage.sign))
    return words["unread-text"].format(line=damage.line, why=why)
