"""States in a sentence the result that an arbiter has set, or corrected in an earlier round."""

from collections.abc import Iterator, Mapping

from voice_chess.event.competition import BoardResult, Competition, PlayedBoard
from voice_chess.game.results import Result
from voice_chess.languages.language import Language
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.generation.wording import RESULTS

_RESULTS: Mapping[bool | None, Result] = {
    True: Result.WHITE_WINS,
    False: Result.BLACK_WINS,
    None: Result.BOTH_LOSE,
}
"""The result by whether White has won, for all but a draw."""


def result_news(
    now: Competition, round_: int, board: PlayedBoard, number: int, language: Language
) -> Sentence:
    """Return the result of a board and the arbiter's reason, for the player with this number."""
    (opponent,) = (other for other in board.players if other != number)
    told = language.phrase(
        "result-news",
        round=number_words(round_, language),
        board=number_words(board.number, language),
        name=now.by_number[opponent].person.name,
        result=_result_words(board.result, language),
    )
    return _with_reason(told, board, language)


def result_news_to_arbiter(round_: int, board: PlayedBoard, language: Language) -> Sentence:
    """Return the same for arbiters, who may have had no part in it."""
    told = language.phrase(
        "result-news:at-board",
        round=number_words(round_, language),
        board=number_words(board.number, language),
        result=_result_words(board.result, language),
    )
    return _with_reason(told, board, language)


def _with_reason(told: str, board: PlayedBoard, language: Language) -> Sentence:
    reason = board.reason.rstrip(".") if board.by_arbiter else ""
    because = language.phrase("result-news:because", words=reason) if reason else ""
    return sentence(f"{told} {because}", language)


def corrections(now: Competition, number: int, language: Language) -> Iterator[Sentence]:
    """Yield each correction of the player's results since a round was paired last."""
    for round_, place in sorted(now.corrected):
        board = now.board(round_, place)
        if board is not None and number in board.players:
            yield result_news(now, round_, board, number, language)


def kept_words(round_: int, board: PlayedBoard, language: Language) -> Sentence:
    """Return the result of a board that the event keeps whatever was stated there."""
    return sentence(_kept(round_, board, language), language)


def kept_words_to_arbiter(
    now: Competition,
    round_: int,
    board: PlayedBoard,
    stated: BoardResult | None,
    language: Language,
) -> Sentence:
    """Return the same with the reason, and with what can be done, after this was `stated`."""
    if board.by_arbiter is not None:
        why = "result-kept:set"
    elif stated is None:
        why = "result-kept:open"
    else:
        has_begun = now.has_begun_after(round_)
        why = "result-kept:begun" if has_begun else "result-kept:paired"
    reason = language.phrase(why)
    return sentence(f"{_kept(round_, board, language)} {reason}", language)


def _kept(round_: int, board: PlayedBoard, language: Language) -> str:
    return language.phrase(
        "result-kept",
        round=number_words(round_, language),
        board=number_words(board.number, language),
        result=_result_words(board.result, language),
    )


def _result_words(result: BoardResult | None, language: Language) -> str:
    if result is None:
        return language.phrase("result-news:open")
    its = Result.DRAW if result is BoardResult.DRAW else _RESULTS[result.white_won]
    told = language.phrase(f"result:{RESULTS[its]}")
    if result.reported[0].is_played:
        return told
    return language.phrase("result-news:forfeit", result=told)
