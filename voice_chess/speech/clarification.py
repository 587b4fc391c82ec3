"""Asks the shortest question that tells candidates apart, and interprets the player's answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.laws.notation import is_square, is_uci
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.speech.commands import CHANNEL_NUMBERS
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.board_words import piece_and_side
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import (
    alternatives,
    move_words,
    piece_word,
    square_words,
)
from voice_chess.speech.understanding.features import (
    features_of,
    telling_feature,
    telling_features,
    words_in_order,
)
from voice_chess.speech.understanding.grammar import Phrase, forms, phrases_for
from voice_chess.speech.understanding.interpret import (
    KINDS,
    NO,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
    legal_facts,
    moves_meant,
)
from voice_chess.speech.understanding.parse import Tokens, parse

NO_ANSWER = frozenset({"to", "no"})
"""Tokens that may stand in an answer without carrying information."""

PHRASES = {
    "promotion": "ask:promotion",
    "from file": "ask:which",
    "from rank": "ask:which",
    "from square": "ask:which",
    "to rank": "ask:to",
    "to file": "ask:to",
    "to square": "ask:to",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Several meanings to choose from, or a single one that needs a yes; most probable first.

    `feature` is the name of the one feature that the question asks for, or None if it lists the
    whole meanings.
    """

    candidates: tuple[Meaning, ...]
    feature: str | None = None


def ask(candidates: tuple[Meaning, ...], position: Position) -> Question:
    """Return the question that the player can answer in the fewest words."""
    moves = _facts(candidates, position)
    feature = telling_feature(moves) if len(moves) == len(candidates) > 1 else None
    return Question(candidates=candidates, feature=feature)


def asked_in(language: Language, question: Question, position: Position) -> Sentence:
    """Put the question into words of a language.

    Callers word it again if a player changes their language while the question is open.
    """
    if question.feature is not None:
        return _choice(question.feature, _facts(question.candidates, position), language)
    choices = [_whole(candidate, position, language) for candidate in question.candidates]
    return phrase("ask", language, choices=alternatives(choices, language))


def answered(question: Question, tokens: Tokens, position: Position) -> tuple[Meaning, ...]:
    """Return what an answer means: one meaning, the several that are left, or none.

    The result is empty if the words don't answer the question, as a yes does not where it asks for
    one feature. A whole announcement counts even if it is none of the candidates: the player then
    means another move.
    """
    if tokens == ("yes",):
        is_whole = len(question.candidates) == 1 and question.feature is None
        return question.candidates if is_whole else ()
    if tokens == ("no",):
        return (NO,)
    named = tuple(token for token in tokens if token not in NO_ANSWER)
    moves = _facts(question.candidates, position)
    return (
        _meanings(_asked_for(question.feature, moves, named))
        or moves_meant(named, position)
        or _meanings(_hinted(moves, named))
        or tuple(c for c in question.candidates if (getattr(c, "name", None),) == named)
    )


def answer_phrases(
    question: Question, position: Position, language: Language
) -> tuple[Phrase, ...]:
    """Return what may be said in answer.

    These are yes and no, the words that tell the candidates apart, and every whole move.
    """
    found: dict[Phrase, None] = dict.fromkeys((*forms(language, "yes"), *forms(language, "no")))
    for candidate in question.candidates:
        if isinstance(candidate, CommandMeaning):
            found.update(dict.fromkeys(_ways_to_command(candidate, position, language)))
    moves = _facts(question.candidates, position)
    for move in moves:
        for tokens in telling_features(move, moves).values():
            found.update(dict.fromkeys(_ways_to_say(tokens, language)))
    found.update(dict.fromkeys(phrases_for(position, language)))
    return tuple(found)


def _asked_for(
    feature: str | None, moves: tuple[MoveFacts, ...], tokens: Tokens
) -> tuple[MoveFacts, ...]:
    """Return the moves whose asked feature the tokens name, alone or after the piece."""
    if feature is None:
        return ()
    told = {move: features_of(move) for move in moves}
    return tuple(
        move
        for move, features in told.items()
        if feature in features
        and tokens in (features[feature], features.get("piece", ()) + features[feature])
    )


def _hinted(moves: tuple[MoveFacts, ...], tokens: Tokens) -> tuple[MoveFacts, ...]:
    """Return the moves whose announcement contains these words in this order.

    The result is empty if that holds for no move or for all, since the words then decide nothing.
    """
    hinted = []
    for move in moves:
        telling, common = telling_features(move, moves), features_of(move)
        spoken = words_in_order(telling)
        if "piece" not in telling and tokens[:1] == common.get("piece"):
            spoken = (*tokens[:1], *spoken)
        if _is_subsequence(tokens, spoken):
            hinted.append(move)
    return tuple(hinted) if 0 < len(hinted) < len(moves) else ()


def _is_subsequence(tokens: Tokens, spoken: Tokens) -> bool:
    remaining = iter(spoken)
    return all(token in remaining for token in tokens)


def _ways_to_say(tokens: Tokens, language: Language) -> list[Phrase]:
    """Return every way to say these tokens one after the other, files by name and by letter."""
    ways: list[Phrase] = [()]
    for token in tokens:
        ways = [way + form for way in ways for form in forms(language, token)]
    return ways


def _ways_to_command(
    meaning: CommandMeaning, position: Position, language: Language
) -> Iterator[Phrase]:
    """Yield the whole phrases that mean this command and nothing else."""
    named = {meaning.name}
    for words in phrases_for(None, language, named):
        if interpret(parse(words, language), position, named) == (meaning,):
            yield words


def _facts(candidates: tuple[Meaning, ...], position: Position) -> tuple[MoveFacts, ...]:
    by_uci = {move.uci: move for move in legal_facts(position)}
    return tuple(by_uci[c.uci] for c in candidates if isinstance(c, MoveMeaning))


def _meanings(moves: Iterable[MoveFacts]) -> tuple[Meaning, ...]:
    return tuple(MoveMeaning(uci=move.uci) for move in moves)


def _choice(feature: str, moves: tuple[MoveFacts, ...], language: Language) -> Sentence:
    choices = [_written(features_of(move)[feature], language) for move in moves]
    pieces = {move.piece for move in moves}
    return phrase(
        PHRASES.get(feature, "ask"),
        language,
        choices=alternatives(choices, language),
        start=piece_word(pieces.pop(), language) if len(pieces) == 1 else "",
    )


def _written(tokens: Tokens, language: Language) -> str:
    return " ".join(language.written(token) for token in tokens)


def _whole(meaning: Meaning, position: Position, language: Language) -> str:
    match meaning:
        case MoveMeaning(uci=uci):
            return move_words(uci, position, language, "short")
        case CommandMeaning(name="where-is-own", args=("white" | "black" as side, piece)):
            named = piece_and_side(piece if side == "white" else piece.lower(), language)
            return f"{language.written('where-is')}: {named}"
        case CommandMeaning(name=name, args=args):
            said = [_argument(arg, position, language) for arg in args]
            first = args[0] if args else ""
            is_whole = name == "style" and f"style:{first}" in language.words
            # In most languages, words for "my" agree with the piece; a colon avoids the agreement.
            colon = ":" if f"piece:{first}" in language.words else ""
            head = "" if is_whole else f"{language.written(name)}{colon}"
            return " ".join(filter(None, (head, *said)))


def _argument(said: str, position: Position, language: Language) -> str:
    """Return the words for an argument, or an empty string if it has no word of its own."""
    if said.isdecimal():
        return number_words(int(said), language)
    if is_uci(said):
        return move_words(said, position, language, "short")
    if is_square(said):
        return square_words(said, language)
    if said in CHANNEL_NUMBERS:
        return language.written(f"rank:{CHANNEL_NUMBERS[said]}")
    tokens = (*(f"{kind}:{said}" for kind in KINDS), said)
    known = (language.words, language.orders)
    named = (token for token in tokens if any(token in words for words in known))
    return next((language.written(token) for token in named), "")
