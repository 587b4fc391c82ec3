"""Measurements, made as the command line runs: numpy is told of one thread before it is loaded."""

import voice_chess.cli  # noqa: F401 - imported because it limits the threads of numpy
