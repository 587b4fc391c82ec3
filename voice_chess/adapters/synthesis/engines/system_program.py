"""A process of its own around one of pyttsx3's drivers: `python -m … DRIVER`, one line of JSON.

`{}` asks for its voices. `{"text": …, "voice": …, "rate": …, "file": …}` has a sentence written as
a sound file; an empty line says that it is done, anything else what went wrong. The drivers of
Windows and macOS want the main thread of a process, and one that hangs must be endable. pyttsx3's
own driver for eSpeak is of no use here: it comes back before its file is written, and mixes up the
rates of two sentences. Ours does neither.
"""

import contextlib
import json
import sys
from typing import Any, TextIO

import pyttsx3

from voice_chess.adapters.synthesis import espeak_driver


def voices_of(engine: Any) -> list[dict[str, object]]:
    """Each voice's id, name and languages (BCP 47, as far as the system knows them)."""
    return [
        {
            "id": str(voice.id),
            "name": str(voice.name),
            "languages": [_text(language) for language in voice.languages or ()],
        }
        for voice in engine.getProperty("voices")
    ]


def write(engine: Any, asked: dict[str, Any]) -> None:
    """The sentence's file is complete when this returns."""
    engine.setProperty("voice", asked["voice"])
    engine.setProperty("rate", asked["rate"])
    engine.save_to_file(asked["text"], asked["file"])
    engine.runAndWait()


def main(driver: str, asked: TextIO, out: TextIO) -> None:
    """Do one thing; the engine is ready before it is asked for."""
    told = ""
    try:
        # What a driver prints is no word of ours.
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
    """Some drivers give bytes, eSpeak's with a priority before the letters."""
    found = language.decode("ascii", "ignore") if isinstance(language, bytes) else str(language)
    return "".join(sign for sign in found if sign.isprintable()).replace("_", "-")


if __name__ == "__main__":
    main(sys.argv[1], sys.stdin, sys.stdout)
