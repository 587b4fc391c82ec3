"""`python -m voice_chess` is the command line."""

import sys

from voice_chess.cli.command_line import main

sys.exit(main())
