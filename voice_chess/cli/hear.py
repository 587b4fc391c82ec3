"""`hear`: shows what was heard in one recording, what it can mean, and what would be done."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from voice_chess.arguments import named_path
from voice_chess.cli.command import SUCCESS
from voice_chess.cli.language_option import add_language
from voice_chess.cli.long_work import hearing
from voice_chess.cli.talk_options import add_caution, add_decoder
from voice_chess.compose.models import load_recognizer_model
from voice_chess.compose.recordings import BLOCK_MS, Recording, with_silence
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.open_question import BEGINNING, begun_tokens
from voice_chess.session.listening.one_recording import Listened, listen_until_clear
from voice_chess.session.ports import Recognizer
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, MoveMeaning, written
from voice_chess.speech.understanding.scoring import CAUTION, Accepted, Belief, Unclear, weigh_by

LOOKS_EVERY = 3
"""Blocks between two looks at an open utterance."""
MOST_LOOKS = 20
"""A limit on the cost of looking, in decodings of the whole utterance.

An utterance of up to 2 s is decoded at every look.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the recording, and the position in which it is understood."""
    parser.add_argument("file", type=named_path, help="a recording: WAV, FLAC, OGG, MP3 and others")
    parser.add_argument("--fen", default=ORDINARY_START, help="the position of the announcement")
    add_language(parser)
    parser.add_argument("--model", metavar="NAME|DIR", help="another acoustic model")
    add_decoder(parser)
    add_caution(parser)
    parser.add_argument("--partial", action="store_true", help="also print partial results")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(chosen: Namespace) -> int:
    """Print the decision, the move, the alternatives, the words and the times."""
    language = load_language(chosen.language)
    position = Position.from_fen(chosen.fen)
    caution = CAUTION[chosen.caution]
    recording = Recording(chosen.file)
    expectation = Expectation(position=position, commands=UNASKED)
    recognizer = load_recognizer_model(language, chosen.model, chosen.decoder).recognizer()
    sofar = Sofar(recognizer) if chosen.partial else None
    with hearing(recording.duration_ms) as work:
        sound = work.over(recording.blocks(), lambda _: BLOCK_MS)
        heard_to_the_end = with_silence(sound)
        blocks = heard_to_the_end if sofar is None else sofar.watching(heard_to_the_end)
        listened = listen_until_clear(recognizer, blocks, expectation, language, caution)
    heard = listened.heard
    understand = expectation.understanding_of(heard) if heard else expectation.meanings
    beliefs = weigh_by(heard, language, understand, caution) if heard else ()
    report = _report(listened, beliefs, position, language)
    if sofar is not None:
        report["partial"] = sofar.shown
    if chosen.json:
        text = json.dumps(report, ensure_ascii=False, indent=2)
    else:
        text = "\n".join(_lines(report, language.screen))
    sys.stdout.write(text + "\n")
    return work.code(SUCCESS)


class Sofar:
    """Looks at the open utterance while its sound comes in, and keeps every change."""

    def __init__(self, recognizer: Recognizer) -> None:
        self.shown: list[dict[str, Any]] = []
        self._recognizer = recognizer
        self._open = 0
        """Blocks since the open utterance began."""
        self._decoded = 0
        """Blocks decoded for all looks at it, counted as often as they were decoded."""

    def watching(self, blocks: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the same blocks; before each, note what has been heard so far."""
        for number, block in enumerate(blocks):
            heard = self._recognizer.partial() if self._may_look() else None
            words = " ".join(heard.hypotheses[0].words) if heard and heard.hypotheses else ""
            if words and (not self.shown or self.shown[-1]["words"] != words):
                self.shown.append({"ms": number * BLOCK_MS, "words": words})
            yield block

    def _may_look(self) -> bool:
        """Whether to look now; each look decodes the whole utterance, so long ones get fewer."""
        if not self._recognizer.is_hearing:
            self._open = self._decoded = 0
            return False
        self._open += 1
        is_time = self._open % LOOKS_EVERY == 0 and self._decoded < MOST_LOOKS * self._open
        self._decoded += self._open if is_time else 0
        return is_time


def _report(
    listened: Listened, beliefs: tuple[Belief, ...], position: Position, language: Language
) -> dict[str, Any]:
    verdict, heard = listened.verdict, listened.heard
    best = verdict.belief if isinstance(verdict, Accepted) else None
    words = heard.hypotheses[0].words if heard and heard.hypotheses else ()
    return {
        "decision": _decision(listened),
        **_told(best.meaning if best else None, position, language),
        "alternatives": [
            {
                **_told(belief.meaning, position, language),
                "probability": round(belief.probability, 4),
            }
            for belief in beliefs
        ],
        "words": list(words),
        "own_voice": bool(heard and heard.is_own_voice),
        "started_ms": heard.started_ms if heard else None,
        "ended_ms": heard.ended_ms if heard else None,
        "decided_ms": listened.decided_ms,
    }


def _told(meaning: Meaning | None, position: Position, language: Language) -> dict[str, str | None]:
    """Return a move in UCI or a command by its name, and either of them in words."""
    match meaning:
        case None:
            return {"move": None, "command": None, "in_words": None}
        case MoveMeaning(uci=uci):
            words = sentence(move_words(uci, position, language), language).text
            return {"move": uci, "command": None, "in_words": words}
        case CommandMeaning():
            words = _command_words(meaning, language)
            return {"move": None, "command": written(meaning), "in_words": words}


def _command_words(meaning: CommandMeaning, language: Language) -> str:
    """Return a command's name; for the first step of a move, its piece or its square."""
    match meaning:
        case CommandMeaning(name=name, args=args) if name == BEGINNING:
            return " ".join(language.written(token) for token in begun_tokens(args))
        case CommandMeaning(name=name):
            return language.written(name)


def _decision(listened: Listened) -> str:
    match listened.verdict:
        case Accepted():
            return "accept"
        case Unclear():
            return "ask"
        case _:
            return "reject"


def _lines(report: dict[str, Any], words: Mapping[str, str]) -> Iterator[str]:
    """Yield lines of a label and its value, in the words of the language."""

    def line(label: str, told: str) -> str:
        return f"{words[f'hear-{label}']}: {told}"

    for shown in report.get("partial", ()):
        yield line("so-far", f"{shown['words']} ({shown['ms']} ms)")
    yield line("decision", words[f"hear-{report['decision']}"])
    if report["in_words"]:
        yield line("meaning", f"{report['move'] or report['command']} ({report['in_words']})")
    for found in report["alternatives"]:
        named = f"{found['move'] or found['command']} {found['probability']:.1%}"
        yield line("possible", f"{named} ({found['in_words']})")
    yield line("words", " ".join(report["words"]))
    if report["own_voice"]:
        yield line("reason", words["hear-own-voice"])
    if report["started_ms"] is not None:
        started, ended, decided = (report[f"{what}_ms"] for what in ("started", "ended", "decided"))
        yield line(
            "spoken", words["hear-times"].format(started=started, ended=ended, decided=decided)
        )
