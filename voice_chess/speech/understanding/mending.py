"""Mends what people say on their way to a move: hesitations, words said twice, corrections.

"Springer, Springer Felix drei" is a move with its first step said twice, "Felix drei, nein, Felix
vier" one that was corrected in the same breath, and "Springer Felix, wiederholen" a command that
broke off a move. No grammar holds such sentences: a recogniser finds them among words in any order.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from voice_chess.languages.language import Language
from voice_chess.speech.understanding.announcement import KINDS_BY_PREFIX, announcement
from voice_chess.speech.understanding.interpret import WORDS_OF_REPAIR, CommandMeaning, Meaning
from voice_chess.speech.understanding.parse import FILLER, Tokens, parse
from voice_chess.speech.understanding.scoring import Understand

_NEVER_ON_ITS_FILE = frozenset({"piece:N", "piece:B"})
"""Pieces whose move always leads to another file: the same file twice is one file said twice."""

_STEPS = (("piece:", "file:", "rank:", "file:", "rank:"), ("piece:", "rank:", "file:", "rank:"))
_BEGINNINGS = frozenset(
    way[:length]
    for steps in _STEPS
    for way in (steps, steps[1:])
    for length in range(1, len(way))
    if way[0] != "rank:"
)
"""The first steps of an announcement, by their kinds: other rows of such words are not one."""


def mended(
    words: Sequence[str], language: Language, understand: Understand, asides: AbstractSet[str]
) -> tuple[Meaning, ...] | None:
    """Return what the words mean after all; None if they are not such a sentence.

    It is empty if they are one without a meaning, such as "Felix drei, nein". Of commands, only the
    `asides` break off a move.
    """
    tokens = parse(words, language)
    repaired = _corrected(tokens, understand)
    if repaired is not None:
        return repaired
    once = _said_once(tokens)
    if (once != tokens or _is_hesitant(words, language)) and _is_of_a_move(once):
        return understand(once) or None
    return _broken_off(once, understand, asides)


def _corrected(tokens: Tokens, understand: Understand) -> tuple[Meaning, ...] | None:
    """Return what follows the last word of repair, with what is kept of the words before it."""
    places = [at for at, token in enumerate(tokens) if token in WORDS_OF_REPAIR]
    if not places or not places[0]:
        return None
    wrong, right = _said_once(tokens[: places[0]]), _said_once(tokens[places[-1] + 1 :])
    if not (_is_of_a_move(wrong) and _is_of_a_move(right or wrong)):
        return None
    ways = dict.fromkeys((right, *_with_what_is_kept(wrong, right))) if right else ()
    found = (meaning for way in ways for meaning in understand(way))
    return tuple(dict.fromkeys(found))


def _with_what_is_kept(wrong: Tokens, right: Tokens) -> tuple[Tokens, ...]:
    """Return the wrong words with the right ones in place of their counterparts.

    These are the first piece, the last rank, the last file or the last square.
    """
    kinds = tuple(map(_kind, right))
    if kinds == ("piece:",) and _kind(wrong[0]) == "piece:":
        return ((*right, *wrong[1:]),)
    if kinds not in {("rank:",), ("file:",), ("file:", "rank:")}:
        return ()
    said = tuple(map(_kind, wrong))
    if kinds == said[-len(kinds) :]:
        return ((*wrong[: -len(kinds)], *right),)
    if kinds == ("file:",) and said[-2:] == ("file:", "rank:"):
        return ((*wrong[:-2], *right, wrong[-1]),)
    return ((*wrong[:1], *right),) if said == ("piece:", "file:") else ()


def _said_once(tokens: Tokens) -> Tokens:
    """Return the tokens without words that were said twice in a row."""
    for length in range(len(tokens) // 2, 0, -1):
        if tokens[:length] == tokens[length : 2 * length]:
            return _said_once(tokens[length:])
    if not tokens or _kind(tokens[0]) != "piece:":
        return tokens
    piece, steps = tokens[:1], tokens[1:]
    shortest = 1 if piece[0] in _NEVER_ON_ITS_FILE else 2
    for length in range(2, shortest - 1, -1):
        if steps[:length] == steps[length : 2 * length] != ():
            return _said_once((*piece, *steps[length:]))
    return tokens


def _broken_off(
    tokens: Tokens, understand: Understand, asides: AbstractSet[str]
) -> tuple[Meaning, ...] | None:
    """Return the command that follows the beginning of a move; None if nothing or a move does."""
    begun = next((at for at, each in enumerate(tokens) if not _kind(each)), len(tokens))
    steps = tokens[:begun]
    if tuple(map(_kind, steps)) not in _BEGINNINGS or announcement(steps) is not None:
        return None
    meanings = understand(tokens[begun:])
    is_aside = meanings and all(
        isinstance(each, CommandMeaning) and each.name in asides for each in meanings
    )
    return meanings if is_aside else None


def _is_hesitant(words: Sequence[str], language: Language) -> bool:
    text = f" {' '.join(words)} "
    return any(f" {form} " in text for form in language.spoken_forms(FILLER))


def _is_of_a_move(tokens: Tokens) -> bool:
    """Return whether these are an announcement or the first steps of one."""
    is_begun = bool(tokens) and all(map(_kind, tokens))
    return is_begun or announcement(tokens) is not None


def _kind(token: str) -> str:
    """Return the prefix of a piece, a file or a rank; nothing for any other token."""
    return next((prefix for prefix in KINDS_BY_PREFIX if token.startswith(prefix)), "")
