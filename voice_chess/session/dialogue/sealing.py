"""Sealed moves: nobody can read one before its envelope is opened, and nobody can change it.

The envelope states the seven things that the Laws ask for. The encrypted move is bound to them.
"""

import json
import re
from dataclasses import asdict, dataclass, replace

from voice_chess.arbiter.adjournment import made_already
from voice_chess.arbiter.decide import not_permitted
from voice_chess.arbiter.rules import RULES
from voice_chess.clock.chess_clock import used_by
from voice_chess.game.adjournment import AdjournEarly, AskToSeal, OpenEnvelope, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.envelope import Envelope
from voice_chess.game.moves import AnnounceMove
from voice_chess.game.phases import Resuming, Sealing
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.typed_moves import as_move
from voice_chess.session.ports import Envelopes, EnvelopeShut
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.answers import answers
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.generation.wording import seat_name
from voice_chess.speech.understanding.interpret import CommandMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

CLOSED = "sealed/1:"
"""The beginning of an encrypted move, which can be opened with passphrases alone."""

_TOLD_OF_A_MOVE = re.compile(r"[+#x:]")
"""Signs for what a move does: they don't tell which move it is."""


class SealedMoveUnread(Exception):
    """The text in the envelope is no move that the program can read."""

    def __init__(self, text: str) -> None:
        super().__init__(f"No move can be read in {text!r}.")
        self.text = text


def is_closed(text: str) -> bool:
    """Return whether the text of a sealed move is encrypted."""
    return text.startswith(CLOSED)


def hidden(command: SealMove, game_id: str, envelopes: Envelopes | None) -> SealMove:
    """Return the command with its move encrypted; the player can still replace it.

    Raises `EnvelopeShut`.
    """
    if envelopes is None:
        raise EnvelopeShut
    text = envelopes.close(command.text, _draft(game_id))
    return SealMove(by=command.by, at_ms=command.at_ms, text=text)


def closing(
    command: StopClocks, game: Game, game_id: str, envelopes: Envelopes | None
) -> StopClocks:
    """Return the command with the hidden move bound to the face of the envelope that it closes.

    It stays as it is if no hidden move waits; an arbiter who stops the clocks closes nothing.

    Raises `EnvelopeShut`.
    """
    phase = game.phase
    if not isinstance(phase, Sealing) or phase.text is None or not is_closed(phase.text):
        return command
    if command.by is Role.ARBITER:
        return command
    if envelopes is None:
        raise EnvelopeShut
    at_ms = max(command.at_ms, phase.charged_until_ms or 0)
    on_it = face(envelope_of(game, at_ms, phase.resumption), game, game_id)
    text = envelopes.close(envelopes.open(phase.text, _draft(game_id)), on_it)
    return replace(command, sealed=text)


def opened(game: Game, language: Language, game_id: str, envelopes: Envelopes | None) -> str | None:
    """Return the sealed move in UCI; None where no envelope waits.

    Only an arbiter can rule that a move can't be read; then its player has lost.

    Raises `EnvelopeShut`, and `SealedMoveUnread` if the program can't read the move.
    """
    if not isinstance(game.phase, Resuming):
        return None
    envelope = game.phase.envelope
    text = envelope.text
    if is_closed(text):
        if envelopes is None:
            raise EnvelopeShut
        text = envelopes.open(text, face(envelope, game, game_id))
    uci = read_sealed(game, text, language)
    if uci is None:
        raise SealedMoveUnread(text)
    return uci


def read_sealed(game: Game, text: str, language: Language) -> str | None:
    """Return in UCI the move that was written for the envelope; None if it can't be established.

    It is written in notation, or in words that mean one legal move. Signs for a capture, check or
    mate may be wrong: that still establishes the move, and only one that can't be established
    loses.
    """
    for written in dict.fromkeys((text, _TOLD_OF_A_MOVE.sub("", text))):
        move = as_move(written, game.position, language)
        if move is not None:
            return move.uci
    meant = moves_meant(parse(typed_words(text, language), language), game.position)
    return meant[0].uci if len(meant) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealingAt:
    """The circumstances in which somebody seals a move.

    `envelopes` closes and opens them; if it is None, no move can be sealed. `resumption` is when
    and where an adjourned game goes on. `takes_moves`: a move that a sealing player names counts as
    written, since nobody else hears it or sees a board.
    """

    game_id: str
    envelopes: Envelopes | None
    resumption: str
    takes_moves: bool


def lacks_envelope(command: Command, game: Game, envelopes: Envelopes | None) -> bool:
    """Return whether the command asks for an envelope, and none can be had.

    A move made on the board already is the sealed one, and needs none; a role that may not ask is
    for the game to refuse.
    """
    if envelopes is not None or not isinstance(command, AskToSeal | AdjournEarly):
        return False
    may_ask = not_permitted(game, command, RULES[type(command)].roles) is None
    return may_ask and made_already(game) is None


def sealed(command: Command, game: Game, at: SealingAt, language: Language) -> Command:
    """Return the command to ask the game instead, so that nobody reads a sealed move too early.

    Raises `EnvelopeShut`, `SealedMoveUnread`.
    """
    envelopes, game_id = at.envelopes, at.game_id
    if lacks_envelope(command, game, envelopes):
        raise EnvelopeShut
    match command:
        case AskToSeal(resumption=""):
            return replace(command, resumption=at.resumption)
        case AnnounceMove(by=by, at_ms=at_ms, uci=uci) if at.takes_moves and game.is_secret:
            return hidden(SealMove(by=by, at_ms=at_ms, text=uci), game_id, envelopes)
        case SealMove():
            return hidden(command, game_id, envelopes)
        case StopClocks():
            return closing(command, game, game_id, envelopes)
        case OpenEnvelope(uci=None, was_lost=False):
            return replace(command, uci=opened(game, language, game_id, envelopes))
        case _:
            return command


def _draft(game_id: str) -> bytes:
    """Return the face of an envelope that is not closed yet."""
    return f"draft {game_id}".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeField:
    """One entry on the envelope, as it is printed and as it is spoken."""

    label: str
    printed: str
    spoken: str


def envelope_of(game: Game, at_ms: int, resumption: str) -> Envelope:
    """Return the envelope that is closed at this time, still without its move."""
    return Envelope(
        sealed_by_white=game.white_to_move,
        text="",
        fen=game.position.fen,
        move_number=game.position.fullmove_number,
        left_ms=game.clock.both_left_ms(at_ms).pair,
        offer_by_white=game.turn.offer_by_white,
        resumption=resumption,
    )


def face(envelope: Envelope, game: Game, game_id: str) -> bytes:
    """Return all that the envelope states, to the letter, for binding the move to it."""
    table = game.table
    fields = {**asdict(envelope), "text": "", "game": game_id}
    fields |= {"white": table.white.name, "black": table.black.name}
    return json.dumps(fields, sort_keys=True, ensure_ascii=False).encode()


def fields_of(envelope: Envelope, game: Game, language: Language) -> tuple[EnvelopeField, ...]:
    """Return the entries: names, position, times used, sealer, move number, offer, resumption."""
    words = language.sheet
    by = _side(language, white=envelope.sealed_by_white)
    offer = _side(language, white=envelope.offer_by_white)
    number = envelope.move_number
    (position,) = answers(CommandMeaning(name="position"), game, 0, language)
    return (
        *(_name(game, language, white=white) for white in (True, False)),
        EnvelopeField(label=words["position"], printed=envelope.fen, spoken=position.spoken),
        *(_used(envelope, game, language, white=white) for white in (True, False)),
        EnvelopeField(label=words["sealed_by"], printed=by, spoken=by),
        EnvelopeField(
            label=words["sealed_number"],
            printed=str(number),
            spoken=sentence(number_words(number, language), language).text,
        ),
        EnvelopeField(label=words["offer"], printed=offer, spoken=offer),
        EnvelopeField(
            label=words["resumption"], printed=envelope.resumption, spoken=envelope.resumption
        ),
    )


def printed(fields: tuple[EnvelopeField, ...], language: Language) -> str:
    """Return the face of the envelope as text, one field a line."""
    lines = [language.sheet["envelope"], ""]
    width = max(len(field.label) for field in fields) + 2
    lines += [f"{field.label + ':':{width}}{field.printed}".rstrip() for field in fields]
    return "\n".join(lines) + "\n"


def spoken(fields: tuple[EnvelopeField, ...], language: Language) -> tuple[Sentence, ...]:
    """Return the face of the envelope as sentences; fields without content are left out."""
    told = [f"{field.label}: {field.spoken}." for field in fields if field.spoken]
    return tuple(sentence(text.replace("..", "."), language) for text in told)


def _side(language: Language, *, white: bool | None) -> str:
    names = {True: "white", False: "black", None: "nobody"}
    return language.sheet[names[white]]


def _name(game: Game, language: Language, *, white: bool) -> EnvelopeField:
    seat = game.table.seat(white=white)
    label = language.sheet["white" if white else "black"]
    name = seat_name(seat, language)
    return EnvelopeField(label=label, printed=name, spoken=name)


def _used(envelope: Envelope, game: Game, language: Language, *, white: bool) -> EnvelopeField:
    side = game.clock.sides.of(white=white)
    used_ms = used_by(side, envelope.left_ms[0 if white else 1])
    minutes, seconds = divmod(used_ms // 1_000, 60)
    return EnvelopeField(
        label=language.sheet["used_white" if white else "used_black"],
        printed=f"{minutes // 60}:{minutes % 60:02}:{seconds:02}",
        spoken=time_words(used_ms, language),
    )
