"""`say`: speaks a text or a move as the program speaks, aloud or into a file."""

import sys
from argparse import ArgumentParser, Namespace

from voice_chess.cli.command import SUCCESS
from voice_chess.cli.language_option import add_language
from voice_chess.compose.voices import ENDINGS, sound_to_write, speak_once
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.plain_error import BadInput
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.generation.styles import STYLES, USUAL
from voice_chess.speech.generation.wording import move_words


def configure(parser: ArgumentParser) -> None:
    """Declare what to say, and where to."""
    parser.add_argument("text", nargs="?", help="words in the language of the game")
    parser.add_argument("--move", metavar="UCI", help="a move of the position, such as g1f3")
    parser.add_argument("--fen", help="the position before the move")
    parser.add_argument(
        "--style", choices=STYLES, help=f"the style in which a move is said (default {USUAL})"
    )
    add_language(parser)
    parser.add_argument(
        "--out",
        type=sound_to_write,
        metavar="FILE",
        help=f"write to a file ({ENDINGS}) instead of speaking",
    )


def run(chosen: Namespace) -> int:
    """Speak, and print what was spoken and for how long."""
    language = load_language(chosen.language)
    words = _sentence(chosen, language)
    out = chosen.out
    lasted_ms = speak_once(words.spoken, language, out)
    where = f", in {out}" if out else ""
    sys.stdout.write(f"{words.text}  ({lasted_ms} ms{where})\n")
    return SUCCESS


def _sentence(chosen: Namespace, language: Language) -> Sentence:
    if (chosen.text is None) == (chosen.move is None):
        message = "Give either a text or --move UCI to say."
        raise BadInput(message)
    if chosen.text is not None:
        for name in ("fen", "style"):
            if getattr(chosen, name) is not None:
                message = f"--{name} belongs to a move: name that with --move, not a text."
                raise BadInput(message)
        return sentence(chosen.text, language)
    fen = ORDINARY_START if chosen.fen is None else chosen.fen
    position = Position.from_fen(fen)
    if not position.is_legal(chosen.move):
        message = f"{chosen.move!r} is not a legal move in the position {fen}."
        raise BadInput(message)
    return sentence(move_words(chosen.move, position, language, chosen.style or USUAL), language)
