"""What is written of the talk at a table: the screen that people read, or a transcript of all."""

from collections.abc import Callable
from typing import TextIO

from voice_chess.cli.console import CELLS, fitted, printable, write_line
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveCompleted
from voice_chess.languages.language import Language
from voice_chess.session.evidence import (
    AnswerSpoken,
    ArbiterInformed,
    ArbiterTold,
    CommandRefused,
    Evidence,
    LineTyped,
    UtteranceHeard,
)
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.generation.wording import side_word


class Screen:
    """Writes lines that fit a display; what nobody at the table needs is left to a transcript."""

    def __init__(self, out: TextIO, language: Language, cells: int = CELLS) -> None:
        self._out = out
        self.language = language
        self._cells = cells
        self._is_over: Callable[[], bool] = lambda: False

    def follow(self, is_over: Callable[[], bool]) -> None:
        """Stop telling whose turn it is once `is_over` returns True."""
        self._is_over = is_over

    def add(self, happened: Event | Evidence) -> None:
        match happened:
            case AnswerSpoken(text=text):
                self.write(text)
            case MoveCompleted(white=white) if not self._is_over():
                side = side_word(self.language, white=not white)
                self.write(phrase("whose-turn", self.language, side=side).text)
            case _:
                pass

    def progress(self, text: str) -> None:
        """Write nothing: players need not know how far a recording has been heard."""

    def label(self, name: str, /, **values: str) -> None:
        """Write one of the language's texts for the screen, with these values."""
        self.write(self.language.screen[name].format(**values))

    def write(self, text: str) -> None:
        """Write and flush the text, broken into lines that fit."""
        lines = fitted(text, self._cells).split("\n")
        write_line(self._out, "\n".join(map(printable, lines)))


_SHOWN_READINGS = 3


class TableTranscript:
    """Writes each thing as it happens; times count from the first one."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._began_ms: int | None = None

    def add(self, happened: Event | Evidence) -> None:
        if self._began_ms is None:
            self._began_ms = happened.at_ms
        self.progress(line(happened, began_ms=self._began_ms))

    def progress(self, text: str) -> None:
        """Write one line and flush it."""
        write_line(self._out, printable(text))


def line(happened: Event | Evidence, *, began_ms: int) -> str:
    """Return one line; its time counts from `began_ms`."""
    time = _time_text(happened.at_ms - began_ms)
    match happened:
        case UtteranceHeard():
            return f"{time}  heard   {_heard(happened)}"
        case LineTyped(text=text):
            return f"{time}  typed   {text}"
        case AnswerSpoken(text=text, to=to):
            return f"{time}  says    {text}" + ("" if to == "both" else f"  [to {to}]")
        case CommandRefused(command=command, refusal=refusal, citation=citation):
            return f"{time}  refuses {command}: {refusal}, article {citation}"
        case ArbiterInformed(text=text, by=by):
            return f"{time}  tells   {text}  [{by} to arbiter]"
        case ArbiterTold(to=to):
            return f"{time}  tells   all that spectators noticed  [to {to}]"
        case _:
            return f"{time}  game    {_event(happened)}"


def _heard(heard: UtteranceHeard) -> str:
    words = " ".join(heard.alternatives[0].words) if heard.alternatives else ""
    readings = ", ".join(
        f"{reading.meaning} {reading.probability:.1%}"
        for reading in heard.readings[:_SHOWN_READINGS]
    )
    return f'"{words}"  ->  {heard.verdict}' + (f": {readings}" if readings else "")


def _event(event: Event) -> str:
    """Return the event's name and the details that distinguish it from others of its kind."""
    details = {
        name: getattr(event, name)
        for name in ("white", "uci", "from_uci", "to_uci", "is_timely", "result", "reason")
        if hasattr(event, name)
    }
    side = {True: "White", False: "Black"}.get(details.pop("white", None), "")
    rest = " ".join(str(value) for name, value in details.items() if name != "is_timely")
    return " ".join(part for part in (type(event).__name__, side, rest) if part)


def _time_text(ms: int) -> str:
    minutes, rest = divmod(max(ms, 0), 60_000)
    return f"{minutes:3}:{rest // 1_000:02}.{rest % 1_000 // 100}"
