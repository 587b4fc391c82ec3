"""What can't be read in a game of a PGN text, once its signs are told apart."""

from dataclasses import dataclass
from functools import partial

from voice_chess.languages.language import Language
from voice_chess.laws.notation import Unread
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import Script
from voice_chess.records.damage import Damage
from voice_chess.records.illegible import told_unread, why_unread
from voice_chess.records.pgn_text import PgnGame


class BadTag(Damage):
    """The value of this tag can't be used."""

    def __init__(self, game: PgnGame, tag: str, problem: str) -> None:
        told = f"Tag {tag}: {problem}."
        super().__init__(told, "unread-tag", tag=tag, value=game.tags[tag])


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

    @property
    def why(self) -> str:
        """The reason as part of an English sentence."""
        if self.problem is None:
            return "no move is made there"
        return why_unread(self.problem, self.position, self.script)

    def told(self, language: Language) -> str:
        """Return the reason as the end of a sentence in the reader's language."""
        if self.problem is None:
            return language.interface["unread-null"]
        return told_unread(self.problem, self.text, self.position, self.script, language)


class UnreadMove(Damage):
    """A move that can't be read ends what can be read of its game."""

    def __init__(self, where: str, move: MoveText) -> None:
        tell = partial(super().__init__, f"{where} {move.text}: {move.why}.")
        if move.line is None:
            tell("unread-stood", move=move.text, why=move.told)
        else:
            tell("unread-line", line=move.line, move=move.text, why=move.told)
        self.is_mistake = move.problem is not None and move.line is not None
        """Whether PGN allows no such move; False for what other programs write on purpose."""
