"""Half a correction: "ich meinte Läufer" changes one thing of the last announcement, no more."""

from voice_chess.laws.position import Position
from voice_chess.speech.understanding.features import Features, features_of
from voice_chess.speech.understanding.interpret import legal_facts
from voice_chess.speech.understanding.meaning import CommandMeaning
from voice_chess.speech.understanding.parse import Tokens

CORRECTION = "correction"
WORDS_OF_REPAIR = frozenset({CORRECTION, "no"})

# What a named thing may replace; what comes first is preferred: people correct targets most.
REPLACED = (
    ("to square", ("to square", "to file", "to rank")),
    ("to file", ("to file", "to square")),
    ("to rank", ("to rank", "to square")),
    ("piece", ("piece", "from square", "from file", "from rank")),
    ("promotion", ("promotion",)),
    ("from square", ("from square", "from file", "from rank")),
    ("from file", ("from file", "from square", "from rank")),
    ("from rank", ("from rank", "from square", "from file")),
)
IMPLIED = frozenset({"from square", "from file", "from rank"})
"""Where a piece comes from need not stay: another target may be another piece's of the kind."""


def repaired(tokens: Tokens, announced: str, before: Position) -> tuple[CommandMeaning, ...]:
    """The corrections a word of repair and one named thing can mean, fewest changes first.

    `announced` is the move to be corrected and `before` the position it was announced in.
    """
    if not tokens[1:] or tokens[0] not in WORDS_OF_REPAIR:
        return ()
    named = tokens[2:] if tokens[1] == "to" else tokens[1:]
    moves = {move.uci: features_of(move) for move in legal_facts(before)}
    wrong = moves.pop(announced, {})
    for feature, may_change in REPLACED:
        found = [
            uci
            for uci, features in moves.items()
            if features.get(feature) == named and _is_else_equal(features, wrong, may_change)
        ]
        if found:
            return tuple(CommandMeaning(name=CORRECTION, args=(uci,)) for uci in found)
    return ()


def _is_else_equal(features: Features, wrong: Features, may_change: tuple[str, ...]) -> bool:
    kept = wrong.keys() - set(may_change) - IMPLIED
    return bool(wrong) and all(features.get(name) == wrong[name] for name in kept)
