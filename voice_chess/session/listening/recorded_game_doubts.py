"""States the doubts about a transcribed game in plain sentences, with times on the recording."""

from collections.abc import Iterator

from voice_chess.languages.language import Language
from voice_chess.laws.notation import written
from voice_chess.session.listening.recorded_game import Tape
from voice_chess.speech.transcription.search import sounds_like_a_move
from voice_chess.speech.transcription.transcript import Other, Passed, Transcribed
from voice_chess.speech.understanding.readings import readings
from voice_chess.speech.understanding.scoring import UNKNOWN_WORD


def doubts(tape: Tape, language: Language) -> list[str]:
    """Return what somebody should listen to again, in the order of the recording."""
    found = [
        (move.utterance, _doubt(index, move, tape, language))
        for index, move in enumerate(tape.transcript.moves)
        if move.is_doubtful
    ]
    broke_in = tape.transcript.broke_in
    found += [
        (passed.utterance, _skipped(passed, tape, language))
        for passed in tape.transcript.passed
        if broke_in is None or passed.utterance < broke_in
    ]
    sentences = [sentence for _, sentence in sorted(found)]
    nothing = "doubts_none" if tape.transcript.moves else "doubts_no_move"
    return [*sentences, *_broken(tape, language)] or [language.sheet[nothing]]


def time_text(at_ms: int) -> str:
    """Return minutes and seconds, with hours where there are any: 1:02:03, 2:03."""
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


def _broken(tape: Tape, language: Language) -> Iterator[str]:
    """Yield where the game can't be followed any more, and what sounded like a move after that."""
    broke_in = tape.transcript.broke_in
    if broke_in is None:
        return
    yield language.sheet["doubt_broke"].format(time=_time(broke_in, tape))
    for utterance in range(broke_in, len(tape.utterances)):
        if sounds_like_a_move(readings(tape.utterances[utterance], language)):
            yield _unplaced(utterance, tape, language)


def _unplaced(utterance: int, tape: Tape, language: Language) -> str:
    """Return a sentence with words that were understood but had no place in the game."""
    words = tape.utterances[utterance].hypotheses[0].words
    display = language.orthography.display
    said = " ".join(display.get(word, word) for word in words if word != UNKNOWN_WORD)
    return language.sheet["doubt_unplaced"].format(time=_time(utterance, tape), words=said)


def _skipped(passed: Passed, tape: Tape, language: Language) -> str:
    if not passed.others:
        return _unplaced(passed.utterance, tape, language)
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
