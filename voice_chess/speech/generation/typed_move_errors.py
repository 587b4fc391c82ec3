"""Tells a player what is wrong with a move that they typed."""

from typing import TypeAlias, assert_never

from voice_chess.laws.notation import FileMissing, Untrue
from voice_chess.laws.written_move import Garbled
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.announce import Scene
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import move_words, square_words

WrongWriting: TypeAlias = Garbled | Untrue | FileMissing


def wrong_writing(writing: WrongWriting, scene: Scene) -> Sentence:
    """Say what is wrong: a misplaced sign, an untrue sign, or a pawn's missing file."""
    language = scene.language
    match writing:
        case Garbled(rest=rest):
            spelled = (
                number_words(int(sign), language) if sign.isdecimal() else sign for sign in rest
            )
            return phrase("writing:garbled", language, rest=" ".join(spelled))
        case Untrue(sign=sign, uci=uci):
            move = move_words(uci, scene.position, language, scene.style)
            return phrase(f"writing:{sign.name.lower()}", language, move=move)
        case FileMissing(target=target):
            return phrase("writing:file", language, square=square_words(target, language))
        case _:
            assert_never(writing)
