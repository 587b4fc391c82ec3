"""A reply to an offer and a move in the same breath, such as "no, d5" or "all right, d5".

A move declines what the opponent has offered, so that a no before it says nothing more. A yes
before it contradicts it: some people accept and some only say "all right" to themselves, and
neither the draw nor the move is what nobody decided. So the player is asked which of them is meant.

No grammar of a recogniser holds such sentences. With them, a breath before a move was taken for a
yes, and clear moves were asked about. So a spoken yes right before a move goes unheard: the move
counts, and its player hears that it has declined the offer.
"""

from collections.abc import Set as AbstractSet

from voice_chess.laws.position import Position
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, moves_meant
from voice_chess.speech.understanding.parse import Tokens

_ACCEPT = "accept"
_REFUSES = frozenset({"no", "decline"})
_REPLIES = frozenset({"yes", _ACCEPT, *_REFUSES})


def reply_and_move(
    tokens: Tokens, position: Position, commands: AbstractSet[str]
) -> tuple[Meaning, ...]:
    """Return what a reply and a legal move can mean while an offer waits, the move first.

    Nothing if they are no such sentence, or if `commands` tell that nothing is offered.
    """
    behind = behind_reply(tokens, commands)
    moves: tuple[Meaning, ...] = () if behind == tokens else moves_meant(behind, position)
    if not moves:
        return ()
    return moves if tokens[0] in _REFUSES else (*moves, CommandMeaning(name=_ACCEPT))


def behind_reply(tokens: Tokens, commands: AbstractSet[str]) -> Tokens:
    """Return the tokens without the reply to an offer that stands before others, if one waits."""
    is_reply = _ACCEPT in commands and not _REPLIES.isdisjoint(tokens[:1])
    return tokens[1:] if is_reply and tokens[1:] else tokens
