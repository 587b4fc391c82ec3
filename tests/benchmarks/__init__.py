"""Measurements, run like the command line: numpy uses one thread, which is set before it loads."""

import voice_chess.cli  # noqa: F401 - imported because it limits the threads of numpy
