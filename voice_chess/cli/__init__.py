"""The command line: one module for each command. The program imports this package first."""

import os

# numpy reads this when it is loaded. Matrices here are small: a second thread would wait for the
# first, and use up the core that another player's recogniser needs. Programs that use the
# package as a library choose for themselves.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
