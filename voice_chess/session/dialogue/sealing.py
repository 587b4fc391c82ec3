"""A sealed move: nobody reads it before its envelope is opened, nobody changes it.

On the envelope stand the seven things that the Laws ask for; the move is bound to them.
"""

import json
import re
from dataclasses import asdict, dataclass, replace

from voice_chess.arbiter.adjournment import made_already
from voice_chess.arbiter.rules import RULES
from voice_chess.clock.chess_clock import used_by
from voice_chess.game.adjournment import AdjournEarly, AskToSeal, OpenEnvelope, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.envelope import Envelope
from voice_chess.game.moves import AnnounceMove
from voice_chess.game.state import Game, Resuming, Sealing
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.typed import as_move
from voice_chess.session.ports import Envelopes, EnvelopeShut
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.answers import answers
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.meaning import CommandMeaning
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

CLOSED = "sealed/1:"
"""So begins what is in an envelope that needs passphrases."""

_TOLD_OF_A_MOVE = re.compile(r"[+#x:]")
"""Signs for what a move does; which move it is they don't tell."""


class SealedMoveUnread(Exception):
    """What was written for the envelope is no move that the program can read."""

    def __init__(self, text: str) -> None:
        super().__init__(f"No move can be read in {text!r}.")
        self.text = text


def is_closed(text: str) -> bool:
    return text.startswith(CLOSED)


def hidden(command: SealMove, game_id: str, envelopes: Envelopes | None) -> SealMove:
    """The same move, unreadable; it can still be changed. Raises `EnvelopeShut`."""
    if envelopes is None:
        raise EnvelopeShut
    text = envelopes.close(command.text, _draft(game_id))
    return SealMove(by=command.by, at_ms=command.at_ms, text=text)


def closing(
    command: StopClocks, game: Game, game_id: str, envelopes: Envelopes | None
) -> SealMove | None:
    """The hidden move bound to what stands on the envelope when it is closed; None for no such.

    An arbiter who stops the clocks closes nothing.

    Raises `EnvelopeShut`.
    """
    phase = game.phase
    if not isinstance(phase, Sealing) or phase.text is None or not is_closed(phase.text):
        return None
    if command.by is Role.ARBITER:
        return None
    if envelopes is None:
        raise EnvelopeShut
    at_ms = max(command.at_ms, phase.charged_until_ms or 0)
    on_it = face(envelope_of(game, at_ms, phase.resumption), game, game_id)
    text = envelopes.close(envelopes.open(phase.text, _draft(game_id)), on_it)
    return SealMove(by=command.by, at_ms=command.at_ms, text=text)


def opened(game: Game, language: Language, game_id: str, envelopes: Envelopes | None) -> str | None:
    """The move that was sealed; None where no envelope waits.

    That a move can't be read is for an arbiter to say, and then it has lost.

    Raises `EnvelopeShut`, `SealedMoveUnread`.
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
    """What was written for the envelope: notation, or words that mean one legal move.

    What is only told of a move (that it takes, checks or mates) may be told wrongly: which move is
    meant is established all the same, and only one of which that is impossible loses.
    """
    for written in dict.fromkeys((text, _TOLD_OF_A_MOVE.sub("", text))):
        move = as_move(written, game.position, language)
        if move is not None:
            return move.uci
    meant = moves_meant(parse(typed_words(text, language), language), game.position)
    return meant[0].uci if len(meant) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealingAt:
    """What is known of envelopes where somebody seals.

    `envelopes` closes and opens them; without it no move is sealed there. `resumption` is when and
    where an adjourned game goes on. `takes_moves`: a sealing player who names a move has
    written it, since nobody else hears it or sees a board.
    """

    game_id: str
    envelopes: Envelopes | None
    resumption: str
    takes_moves: bool


def lacks_envelope(command: Command, game: Game, envelopes: Envelopes | None) -> bool:
    """Whether it asks for an envelope where there is none to be had; others may not ask at all."""
    may_ask = command.by in RULES[type(command)].roles
    wants_one = may_ask and isinstance(command, AskToSeal | AdjournEarly)
    return wants_one and envelopes is None and made_already(game) is None


def sealed(command: Command, game: Game, at: SealingAt, language: Language) -> tuple[Command, ...]:
    """What to ask in place of it, so that nobody reads what is sealed before it is opened.

    Raises `EnvelopeShut`, `SealedMoveUnread`.
    """
    envelopes, game_id = at.envelopes, at.game_id
    if lacks_envelope(command, game, envelopes):
        raise EnvelopeShut
    match command:
        case AskToSeal(resumption=""):
            return (replace(command, resumption=at.resumption),)
        case AnnounceMove(by=by, at_ms=at_ms, uci=uci) if at.takes_moves and game.is_secret:
            return (hidden(SealMove(by=by, at_ms=at_ms, text=uci), game_id, envelopes),)
        case SealMove():
            return (hidden(command, game_id, envelopes),)
        case StopClocks():
            bound = closing(command, game, game_id, envelopes)
            return (command,) if bound is None else (bound, command)
        case OpenEnvelope(uci=None, was_lost=False):
            return (replace(command, uci=opened(game, language, game_id, envelopes)),)
        case _:
            return (command,)


def _draft(game_id: str) -> bytes:
    """What stands on an envelope that is not closed yet."""
    return f"draft {game_id}".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeField:
    """One thing on the envelope, as it is printed and as it is spoken."""

    label: str
    printed: str
    spoken: str


def envelope_of(game: Game, at_ms: int, resumption: str) -> Envelope:
    """The envelope that will be closed at this moment, still without its move."""
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
    """All that stands on it, to the letter, for binding the move to it."""
    table = game.table
    fields = {**asdict(envelope), "text": "", "game": game_id}
    fields |= {"white": table.white.name, "black": table.black.name}
    return json.dumps(fields, sort_keys=True, ensure_ascii=False).encode()


def fields_of(envelope: Envelope, game: Game, language: Language) -> tuple[EnvelopeField, ...]:
    """Names; position; time used by each; who sealed; which move; an open offer; when and where."""
    words = language.sheet
    by, offer = _side(envelope.sealed_by_white, language), _side(envelope.offer_by_white, language)
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
    """The face of the envelope as text, one field a line."""
    lines = [language.sheet["envelope"], ""]
    width = max(len(field.label) for field in fields) + 2
    lines += [f"{field.label + ':':{width}}{field.printed}".rstrip() for field in fields]
    return "\n".join(lines) + "\n"


def spoken(fields: tuple[EnvelopeField, ...], language: Language) -> tuple[Sentence, ...]:
    """The same in sentences."""
    told = [f"{field.label}: {field.spoken}." for field in fields if field.spoken]
    return tuple(sentence(text.replace("..", "."), language) for text in told)


def _side(white: bool | None, language: Language) -> str:  # noqa: FBT001 - names a side, switches nothing
    names = {True: "white", False: "black", None: "nobody"}
    return language.sheet[names[white]]


def _name(game: Game, language: Language, *, white: bool) -> EnvelopeField:
    seat = game.table.seat(white=white)
    label = language.sheet["white" if white else "black"]
    return EnvelopeField(label=label, printed=seat.name, spoken=seat.name)


def _used(envelope: Envelope, game: Game, language: Language, *, white: bool) -> EnvelopeField:
    side = game.clock.sides.of(white=white)
    used_ms = used_by(side, envelope.left_ms[0 if white else 1])
    minutes, seconds = divmod(used_ms // 1_000, 60)
    return EnvelopeField(
        label=language.sheet["used_white" if white else "used_black"],
        printed=f"{minutes // 60}:{minutes % 60:02}:{seconds:02}",
        spoken=time_words(used_ms, language),
    )
