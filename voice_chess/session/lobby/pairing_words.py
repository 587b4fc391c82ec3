"""States in sentences where a player sits in the latest paired round, and what is new besides."""

from collections.abc import Iterator, Mapping

from voice_chess.event.competition import Competition, PlayedBoard, away, match_end
from voice_chess.event.results import ReportedResult
from voice_chess.event.terms import System
from voice_chess.languages.language import Language
from voice_chess.session.lobby.result_words import corrections, result_news
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.sentence import Sentence, phrase, sentence
from voice_chess.speech.generation.wording import side_word


def pairing_words(now: Competition, number: int, language: Language) -> Sentence:
    """Return the sentence for the player with this starting number."""
    if now.current is None:
        return phrase("pairing:none", language)
    round_ = number_words(len(now.rounds), language)
    board = now.current.board_of(number)
    unplayed = _unplayed(now, board, number)
    if board is None or unplayed is not None:
        return phrase(_without_game(now, board, unplayed), language, round=round_)
    return _board_words(now, board, number, round_, language)


def begun_words(now: Competition, number: int, language: Language) -> Iterator[Sentence]:
    """Yield the pairing once more as the round starts, and how a player at an old board goes on."""
    yield pairing_words(now, number, language)
    board = now.current and now.current.board_of(number)
    if board and board.game_id:
        yield phrase("pairing:begun", language, link=language.interface["event-back"])


def boards_words(now: Competition, language: Language) -> Sentence:
    """Return the sentence for arbiters who are elsewhere while the latest round has begun."""
    round_, link = number_words(len(now.rounds), language), language.interface["event-back"]
    return phrase("pairing:boards", language, round=round_, link=link)


def standing_words(now: Competition, number: int, language: Language) -> tuple[Sentence, ...]:
    """Return the pairing, what was set or corrected since, and who has won or who decides that."""
    told = (*corrections(now, number, language), *_ruled(now, number, language))
    undecided = undecided_words(now, number, language)
    return pairing_words(now, number, language), *told, *undecided, *match_words(now, language)


def _ruled(now: Competition, number: int, language: Language) -> Iterator[Sentence]:
    """Yield the result that an arbiter has set, be it before the game, which then doesn't begin."""
    round_, board = len(now.rounds), now.current and now.current.board_of(number)
    if board and board.game_id and board.by_arbiter and (round_, board.number) not in now.corrected:
        yield result_news(now, round_, board, number, language)


def undecided_words(now: Competition, number: int, language: Language) -> Iterator[Sentence]:
    """Yield what follows in a knock-out for a player whose game nobody has won."""
    board = now.current and now.current.board_of(number)
    if board and now.is_undecided(board):
        yield phrase("pairing:undecided", language)


def match_words(now: Competition, language: Language) -> Iterator[Sentence]:
    """Yield how the match of two or the knock-out has ended, if it has."""
    ended = match_end(now, now.rounds_over)
    if ended is not None:
        told = match_end_words(ended.winner, now.terms.system, language)
        yield sentence(told, language)


def pairing_undone_words(round_: int, language: Language) -> Sentence:
    """Return the sentence for players who may have heard the pairing of this round."""
    return phrase("pairing:undone", language, round=number_words(round_, language))


def _unplayed(now: Competition, board: PlayedBoard | None, number: int) -> ReportedResult | None:
    """Return what this player gets without a game; None if they have one, here or elsewhere."""
    if board is None:
        return away(now.by_number[number], len(now.rounds)).result
    if board.black is None:
        return now.terms.system.bye
    if board.result is None or board.game_id or board.is_played:
        return None
    return board.result.reported[0 if board.white == number else 1]


_BY_HALVES: Mapping[int, str] = {0: "pairing:away", 1: "pairing:half", 2: "pairing:bye"}
"""The phrase for a round without a game, by what it brings."""


def _without_game(
    now: Competition, board: PlayedBoard | None, unplayed: ReportedResult | None
) -> str:
    """Return the name of the phrase; in a knock-out, who has no opponent is through or out."""
    if now.terms.system is System.KNOCK_OUT:
        if board is None:
            return "pairing:out"
        if board.black is None:
            return "pairing:through"
    return _BY_HALVES[0 if unplayed is None else unplayed.halves]


def _board_words(
    now: Competition, board: PlayedBoard, number: int, round_: str, language: Language
) -> Sentence:
    (opponent,) = (other for other in board.players if other != number)
    return phrase(
        "pairing",
        language,
        round=round_,
        board=number_words(board.number, language),
        side=side_word(language, white=board.white == number),
        name=now.by_number[opponent].person.name,
    )


def match_end_words(winner: str | None, system: System, language: Language) -> str:
    """Return who has won, or that both have the same points if `winner` is None."""
    if winner is None:
        return language.interface["event-match:level"]
    won = "event-knock-out:won" if system is System.KNOCK_OUT else "event-match:won"
    return language.interface[won].format(name=winner)
