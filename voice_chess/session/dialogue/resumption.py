"""A game that was broken off: where it stands is told, and its clock waits for a word."""

from voice_chess.game.state import Game, Sealing
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.answers import answers
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import move_words, side_word, speaking
from voice_chess.speech.understanding.meaning import CommandMeaning

_WHERE_IT_STANDS = ("move-number", "whose-turn", "last-move")


def tell_where_it_stands(game: Game, replies: Replies, at_ms: int) -> None:
    """To both: the move, whose it is, what was played and announced last, and both clocks."""
    for name in _WHERE_IT_STANDS:
        _answer(name, game, replies, at_ms)
    announced = game.turn.announcement
    if announced is not None:
        replies.tell(lambda preferences: _announced(announced.uci, game, preferences))
    if isinstance(game.phase, Sealing):
        name = "SealingAsked" if game.phase.text is None else "MoveSealed"
        replies.tell(lambda preferences: _of_envelope(name, game, preferences))
    _answer("clock", game, replies, at_ms)


def tell_how_to_go_on(replies: Replies) -> None:
    """The clock runs when somebody says so, in the word of each one's language."""
    replies.tell(
        lambda preferences: phrase(
            "resumed:wait", preferences.language, command=preferences.language.written("continue")
        )
    )


def _answer(name: str, game: Game, replies: Replies, at_ms: int) -> None:
    asked = CommandMeaning(name=name)
    replies.tell(
        lambda preferences: answers(
            asked, game, at_ms, speaking(preferences.language, preferences.style)
        )[0]
    )


def _of_envelope(name: str, game: Game, preferences: VoicePreferences) -> Sentence:
    """What the mover still has to write, or has written."""
    side = side_word(preferences.language, white=game.white_to_move)
    return phrase(name, preferences.language, side=side)


def _announced(uci: str, game: Game, preferences: VoicePreferences) -> Sentence:
    move = move_words(uci, game.position, preferences.language, preferences.style)
    return phrase("resumed:announced", preferences.language, move=move)
