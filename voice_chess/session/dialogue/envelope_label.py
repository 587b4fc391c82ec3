"""What stands on the envelope of an adjourned game: the seven things that the Laws ask for."""

import json
from dataclasses import asdict, dataclass

from voice_chess.game.envelope import Envelope
from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.speech.counting import number_words, time_words
from voice_chess.speech.generation.answers import answers
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.understanding.meaning import CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeField:
    """One thing on the envelope, as it is printed and as it is spoken."""

    label: str
    printed: str
    spoken: str


def envelope_of(game: Game, at_ms: int, resumption: str) -> Envelope:
    """The envelope that will be closed at this moment, still without its move."""
    clock = game.clock
    return Envelope(
        sealed_by_white=game.white_to_move,
        text="",
        fen=game.position.fen,
        move_number=game.position.fullmove_number,
        left_ms=(clock.left_ms(white=True, at_ms=at_ms), clock.left_ms(white=False, at_ms=at_ms)),
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
    lines += [f"{field.label + ':':26}{field.printed}".rstrip() for field in fields]
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
    side = game.clock.side(white=white)
    begun = game.clock.control.periods[: side.period + 1]
    before = sum(period.moves or 0 for period in begun[:-1])
    gained = sum((period.moves or 0) * period.increment_ms for period in begun[:-1])
    gained += (side.moves - before) * begun[-1].increment_ms
    given = sum(period.base_ms for period in begun) + gained
    used_ms = max(0, given - envelope.left_ms[0 if white else 1])
    minutes, seconds = divmod(used_ms // 1_000, 60)
    return EnvelopeField(
        label=language.sheet["used_white" if white else "used_black"],
        printed=f"{minutes // 60}:{minutes % 60:02}:{seconds:02}",
        spoken=time_words(used_ms, language),
    )
