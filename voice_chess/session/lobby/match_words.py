"""Says in a sentence how a match of two has ended."""

from voice_chess.languages.language import Language


def match_end_words(winner: str | None, language: Language) -> str:
    """Return who has won, or that both have the same points if `winner` is None."""
    if winner is None:
        return language.interface["event-match:level"]
    return language.interface["event-match:won"].format(name=winner)
