"""Runs one of pyttsx3's drivers in a process: `python -m … DRIVER`, with one line of JSON.

`{}` asks for its voices. `{"text": …, "voice": …, "rate": …, "file": …}` makes it write a sentence
to a sound file; an empty line means that this is done, any other says what went wrong. The drivers
of Windows and macOS need the main thread of a process, and one that hangs must be endable.
pyttsx3's own driver for eSpeak is of no use here: it returns before its file is written, and mixes
up the rates of two sentences. Ours does neither.
"""

import contextlib
import json
import sys
from typing import Any, TextIO

import pyttsx3

from voice_chess.adapters.synthesis import espeak_driver


def voices_of(engine: Any) -> list[dict[str, object]]:
    """Return each voice's id, name and languages (BCP 47, as far as the system knows them)."""
    return [
        {
            "id": str(voice.id),
            "name": str(voice.name),
            "languages": [_text(language) for language in voice.languages or ()],
        }
        for voice in engine.getProperty("voices")
    ]


def write(engine: Any, asked: dict[str, Any]) -> None:
    """Write the sentence to its file, which is complete on return."""
    engine.setProperty("voice", asked["voice"])
    engine.setProperty("rate", asked["rate"])
    engine.save_to_file(asked["text"], asked["file"])
    engine.runAndWait()


def main(driver: str, asked: TextIO, out: TextIO) -> None:
    """Do one order; the driver is ready before the order comes."""
    told = ""
    try:
        # Keep a driver's own prints out of the response.
        with contextlib.redirect_stdout(sys.stderr):
            engine = pyttsx3.init(_known(driver))
            order = json.loads(asked.readline() or "null")
            if order:
                write(engine, order)
            elif order is not None:
                told = json.dumps(voices_of(engine))
    except Exception as error:  # noqa: BLE001 - reported to the caller
        told = f"{type(error).__name__}: {error}".replace("\n", " ")
    out.write(told + "\n")
    out.flush()


def _known(driver: str) -> str:
    return espeak_driver.register() if driver == espeak_driver.NAME else driver


def _text(language: object) -> str:
    """Return a language as text: some drivers give bytes, eSpeak's with a priority in front."""
    found = language.decode("ascii", "ignore") if isinstance(language, bytes) else str(language)
    return "".join(sign for sign in found if sign.isprintable()).replace("_", "-")


if __name__ == "__main__":
    main(sys.argv[1], sys.stdin, sys.stdout)
