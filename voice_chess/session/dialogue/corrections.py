"""What corrects an announcement: a word of repair, and a move, a part or a first step behind it.

An announced move can be corrected until the clock is pressed. An announcement that was refused, or
not understood, can be corrected as long as nothing else has been announced: people go on as if it
had been one, and the move that they name then is announced like any other.
"""

from dataclasses import dataclass, replace

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.open_question import BEGINNING, CORRECTION_BEGUN, first_step
from voice_chess.speech.understanding.announcement import Announcement, announcement
from voice_chess.speech.understanding.any_announcement import named_things
from voice_chess.speech.understanding.features import Features, features_in, features_said
from voice_chess.speech.understanding.grammar import Phrase, forms, phrases_for
from voice_chess.speech.understanding.interpret import (
    CORRECTION,
    WORDS_OF_REPAIR,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    commands_in,
    interpret,
    repaired,
)
from voice_chess.speech.understanding.parse import Tokens

_CORRECTING = frozenset((CORRECTION,))
_REPAIRS = (CORRECTION, "no")
_CORRECTED, _NAMED = "<corrected>", "<named>"
"""The names of grammar rules: moves that replace another, and things that correct a part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correctable:
    """An announcement that can be corrected, in its position.

    It is the move `announced`; None if it is an announcement that failed, of which `failed` is what
    was understood.
    """

    position: Position
    announced: str | None = None
    failed: Announcement | None = None

    def meanings(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return the corrections that name another move, or change one part of it."""
        corrected = commands_in(interpret(tokens, self.position, _CORRECTING))
        changed = repaired(tokens, self._wrong, self.position)
        found = tuple(dict.fromkeys((*corrected, *changed)))
        if self.failed is None:
            return found
        return tuple(MoveMeaning(uci=uci) for each in found for uci in each.args)

    @property
    def _wrong(self) -> Features:
        if self.failed is not None:
            return features_said(self.failed, self.position)
        return features_in(self.position, self.announced or "")

    def begun(self, tokens: Tokens, *, is_one_step: bool) -> tuple[Meaning, ...]:
        """Return the beginning of another move behind a word of repair, as `first_step` does."""
        if WORDS_OF_REPAIR.isdisjoint(tokens[:1]):
            return ()
        name = CORRECTION_BEGUN if self.failed is None else BEGINNING
        found = first_step(tokens[1:], self.position, is_one_step=is_one_step)
        return tuple(replace(each, name=name) for each in found)

    def bare(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return a correction that tells nothing of the right move, so that it is asked for.

        Where it names a move, that is not legal, and the reason is told instead.
        """
        is_no = self.failed is not None and tokens == ("no",)
        is_one = is_no or tokens[:1] == (CORRECTION,)
        if not is_one or announcement(tokens[1:]) is not None:
            return ()
        return (CommandMeaning(name=CORRECTION),)

    def phrases(self, language: Language) -> tuple[Phrase, ...]:
        """Return moves in place of the announced one, and their first words behind a repair."""
        moves = phrases_for(self.position, language)
        heads = tuple(dict.fromkeys(move[0] for move in moves))
        return (*moves, *((*word, head) for word in _words(language) for head in heads))

    def longer(self, language: Language) -> tuple[Phrase, ...]:
        """Return the words of repair with the rule for what follows them."""
        return tuple((*word, _CORRECTED) for word in _words(language))

    def rules(self, language: Language) -> dict[str, tuple[str, ...]]:
        """Return the grammar's rules for what follows a word of repair."""
        moves = tuple(map(" ".join, phrases_for(self.position, language)))
        return {_CORRECTED: (*moves, _NAMED), _NAMED: named_things(language)}


def too_late(tokens: Tokens) -> tuple[Meaning, ...]:
    """Return a correction where nothing can be corrected, whatever follows: this is told."""
    return (CommandMeaning(name=CORRECTION),) if tokens[:1] == (CORRECTION,) else ()


def _words(language: Language) -> tuple[Phrase, ...]:
    return tuple(form for repair in _REPAIRS for form in forms(language, repair))
