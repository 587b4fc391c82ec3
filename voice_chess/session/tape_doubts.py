"""The doubts about a transcribed game in plain sentences, each with its time on the recording."""

from voice_chess.languages.language import Language
from voice_chess.laws.notation import written
from voice_chess.session.tape import Tape
from voice_chess.speech.transcript import Other, Passed, Transcribed


def doubts(tape: Tape, language: Language) -> list[str]:
    """What somebody should listen to again, in the order of the recording."""
    found = [
        (move.utterance, _doubt(index, move, tape, language))
        for index, move in enumerate(tape.transcript.moves)
        if move.is_doubtful
    ]
    found += [
        (passed.utterance, _skipped(passed, tape, language)) for passed in tape.transcript.passed
    ]
    sentences = [sentence for _, sentence in sorted(found)]
    return sentences or [language.sheet["doubts_none"]]


def time_text(at_ms: int) -> str:
    """Minutes and seconds, with hours where there are any: 1:02:03, 2:03."""
    minutes, seconds = divmod(at_ms // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _doubt(index: int, move: Transcribed, tape: Tape, language: Language) -> str:
    before = tape.transcript.game.position.rewound(index)
    template = language.sheet["doubt_or" if move.others else "doubt"]
    return template.format(
        time=_time(move.utterance, tape),
        number=before.fullmove_number,
        side=language.sheet["white" if before.white_to_move else "black"],
        move=written(before, move.uci, language.orthography),
        percent=round(100 * move.probability),
        others=_others(move.others, language),
    )


def _skipped(passed: Passed, tape: Tape, language: Language) -> str:
    return language.sheet["doubt_skipped"].format(
        time=_time(passed.utterance, tape), others=_others(passed.others, language)
    )


def _time(utterance: int, tape: Tape) -> str:
    return time_text(tape.utterances[utterance].started_ms)


def _others(others: tuple[Other, ...], language: Language) -> str:
    return ", ".join(
        f"{written(other.before, other.uci, language.orthography)} "
        f"({round(100 * other.probability)} %)"
        for other in others
    )
