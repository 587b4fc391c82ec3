"""Starts the command line, for the command `voice-chess` and for `python -m voice_chess`."""

import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line; Ctrl-C ends it without a traceback from its first moment on."""
    try:
        from voice_chess.cli import command_line  # noqa: PLC0415 - takes long enough for a Ctrl-C

        return command_line.main()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
