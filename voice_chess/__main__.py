"""Starts the command line, for the command `voice-chess` and for `python -m voice_chess`."""

import atexit
import os
import signal
import sys
from functools import partial
from types import FrameType

_INTERRUPTED = 130
_ENDING = (signal.SIGINT, signal.SIGTERM)


def main() -> int:
    """Run the command line as the whole of this process, and return its exit code.

    Whatever tells it to end, from the first moment to the last, leaves neither a traceback nor the
    code of a process that was killed.
    """
    # Until the command line handles signals, they wait; Windows cannot keep them.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    # Python stops handling signals some time before the process ends.
    atexit.register(_ignore_signals)
    code = _INTERRUPTED
    try:
        from voice_chess.cli import command_line  # noqa: PLC0415 - takes long enough for a signal

        code = command_line.main()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    for which in _ENDING:
        if signal.getsignal(which) is not signal.SIG_IGN:
            signal.signal(which, partial(_end_at_once, code))
    return code


def _end_at_once(code: int, _number: int, _frame: FrameType | None) -> None:
    """Wait no longer for threads: the work is done, and its output is written."""
    os._exit(code)


def _ignore_signals() -> None:
    for which in _ENDING:
        signal.signal(which, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
