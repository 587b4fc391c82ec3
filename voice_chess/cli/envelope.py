"""`envelope`: adjourns a broken-off game with a sealed move, reads its envelope, opens it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from voice_chess.arguments import folder_to_write, named_path
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.game_place import add_game_place, place_of
from voice_chess.cli.language_option import add_language
from voice_chess.cli.passphrases import all_passphrases, passphrase, secret
from voice_chess.compose import envelopes
from voice_chess.compose.envelopes import Content
from voice_chess.compose.game_folders import Place
from voice_chess.compose.models import load_recognizer_model
from voice_chess.compose.recordings import BLOCK_BYTES, with_silence
from voice_chess.compose.voices import give, speak_once
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command as GameCommand
from voice_chess.game.phases import Adjourned, InPlay, Resuming
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.notation import written
from voice_chess.laws.position import Position
from voice_chess.plain_error import BadInput, InTheirLanguage
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.sealing import (
    envelope_of,
    face,
    fields_of,
    is_closed,
    printed,
    read_sealed,
    spoken,
)
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.one_recording import listen
from voice_chess.sound.sampling import in_blocks
from voice_chess.speech.generation.announce import Scene, announce, cite
from voice_chess.speech.understanding.interpret import MoveMeaning
from voice_chess.speech.understanding.scoring import NORMAL, Accepted, Belief

_SOUND = "sealed-move.wav"


def configure(parser: ArgumentParser) -> None:
    """Declare what to do with which game's envelope; passphrases and move are asked for later."""
    parser.add_argument(
        "action",
        choices=tuple(_ACTIONS),
        help="seal a move, show what is written on the envelope, or open it",
    )
    parser.add_argument("game", help="a game of the journal")
    add_game_place(parser)
    add_language(parser)
    parser.add_argument("--resumption", metavar="TEXT", help="when and where the game will resume")
    parser.add_argument(
        "--spoken", type=named_path, metavar="FILE", help="a recording of the sealed move"
    )
    parser.add_argument("--say", action="store_true", help="speak what is written on the envelope")
    parser.add_argument(
        "--out",
        type=folder_to_write,
        metavar="DIR",
        help="with --say, write sound files to this folder",
    )
    parser.add_argument(
        "--by",
        choices=("players", "arbiter"),
        default="players",
        help="whose passphrases open it (default: those of both players)",
    )
    parser.add_argument("--move", metavar="UCI", help="the move as the arbiter reads it")
    parser.add_argument(
        "--unreadable",
        action="store_true",
        help="nobody can read it: the player who sealed it loses",
    )


def run(chosen: Namespace) -> int:
    """Do it; if the Laws do not allow it, say so in one sentence. Raises `BadInput`."""
    data, database = place_of(chosen.game, chosen)
    place = Place(data=data, game_id=chosen.game)
    reads = chosen.action == "show"
    with (
        envelopes.ledger_at(place, f"envelope {chosen.action}", is_for_reading=reads)
        if database is None
        else envelopes.ledger_in(database, chosen.game, is_for_reading=reads)
    ) as ledger:
        return _ACTIONS[chosen.action](chosen, ledger, place)


def _seal(chosen: Namespace, ledger: Ledger, _place: Place) -> int:
    """Adjourn the game where it was last written; nobody pays for the time since.

    Raises `BadInput`.
    """
    language, game = load_language(chosen.language), ledger.game
    if not isinstance(game.phase, InPlay) or game.turn.announcement is not None:
        message = "A move can be sealed only in a game that is on, and before a move is announced."
        raise BadInput(message)
    at_ms = ledger.last_seen_ms
    mover = game.mover
    sealed = _sealed(chosen, language)
    secrets = all_passphrases(language)
    resumption = chosen.resumption or ""
    envelope = envelope_of(game, at_ms, resumption)
    text = envelopes.closed(sealed, face(envelope, game, ledger.game_id), secrets)
    # At once: the move is bound to this envelope, and fits none that is closed at another time.
    _ask(
        ledger,
        language,
        AskToSeal(by=mover, at_ms=at_ms, resumption=resumption),
        SealMove(by=mover, at_ms=at_ms, text=text),
        StopClocks(by=mover, at_ms=at_ms),
    )
    return _show(chosen, ledger, _place)


def _sealed(chosen: Namespace, language: Language) -> Content:
    if chosen.spoken is not None:
        return envelopes.spoken_in(chosen.spoken)
    text = secret(language.screen["envelope-move"])
    if not text.strip():
        message = "Nothing was written into the envelope."
        raise BadInput(message)
    return Content(text=text)


def _show(chosen: Namespace, ledger: Ledger, _place: Place) -> int:
    language, game = load_language(chosen.language), ledger.game
    fields = fields_of(_phase(game).envelope, game, language)
    sys.stdout.write(printed(fields, language))
    if chosen.say:
        out = chosen.out
        for number, told in enumerate(spoken(fields, language), start=1):
            file = out / f"{number}.wav" if out else None
            speak_once(told.spoken, language, file)
    return SUCCESS


def _open(chosen: Namespace, ledger: Ledger, place: Place) -> int:
    """Make the sealed move if it can be read; else ask the arbiter for it, or for a verdict.

    Raises `BadInput`.
    """
    language, game = load_language(chosen.language), ledger.game
    envelope = _phase(game).envelope
    if not is_closed(envelope.text):
        message = "This envelope was closed without passphrases: open it at the table."
        raise BadInput(message)
    found = _opened(chosen, envelope.text, face(envelope, game, ledger.game_id), language)
    if found.text:
        sys.stdout.write(f"{found.text}\n")
    if found.sound:
        place.folder.mkdir(parents=True, exist_ok=True)
        kept = place.folder / _SOUND
        give([found.sound], kept)
        sys.stdout.write(f"{kept}\n")
    uci = chosen.move or read_sealed(game, found.text, language)
    if uci is None and not chosen.unreadable:
        heard = _heard(found.sound, game.position, language)
        told = [language.screen["envelope-undecided"]]
        told += [language.screen["envelope-sounds"].format(move=heard)] if heard else []
        sys.stdout.write(f"{' '.join(told)}\n")
        return OTHERWISE
    at_ms = ledger.last_at_ms
    resumed = Resume(by=Role.ARBITER, at_ms=at_ms)
    ahead = (resumed,) if isinstance(game.phase, Adjourned) else ()
    before = game.position
    _ask(ledger, language, *ahead, OpenEnvelope(by=Role.ARBITER, at_ms=at_ms, uci=uci))
    if uci is not None and before.is_legal(uci):
        sys.stdout.write(f"{written(before, uci, language.orthography)}\n")
    return SUCCESS


def _opened(chosen: Namespace, text: str, on_it: bytes, language: Language) -> Content:
    if chosen.by == "arbiter":
        return envelopes.opened_by_arbiter(text, on_it, passphrase("arbiter", language))
    white, black = passphrase("white", language), passphrase("black", language)
    return envelopes.opened_by_players(text, on_it, white, black)


def _heard(sound: bytes, position: Position, language: Language) -> str | None:
    """Return what the recogniser takes a spoken move for, or None; only the arbiter decides."""
    if not sound:
        return None
    recognizer = load_recognizer_model(language).recognizer()
    expectation = Expectation(position=position, commands=frozenset())
    blocks = in_blocks(sound, BLOCK_BYTES)
    listened = listen(recognizer, with_silence(blocks), expectation, language, NORMAL)
    match listened.verdict:
        case Accepted(belief=Belief(meaning=MoveMeaning(uci=uci))):
            return uci
        case _:
            return None


def _phase(game: Game) -> Adjourned | Resuming:
    if not isinstance(game.phase, Adjourned | Resuming):
        message = "This game is not adjourned."
        raise BadInput(message)
    return game.phase


def _ask(ledger: Ledger, language: Language, *commands: GameCommand) -> None:
    """Do all of these or, if one is refused, nothing. Raises `InTheirLanguage`."""
    scene = Scene(position=ledger.game.position, language=language)
    ruling = ledger.ask_together(*commands)
    if not isinstance(ruling, tuple):
        why = announce(ruling, scene).text
        message = f"{why} {cite(ruling.because, language).text}"
        raise InTheirLanguage(message)


_ACTIONS: Mapping[str, Callable[[Namespace, Ledger, Place], int]] = {
    "seal": _seal,
    "show": _show,
    "open": _open,
}
