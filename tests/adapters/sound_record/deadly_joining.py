"""Joining sounds in a process that is killed at one of its steps."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from voice_chess.adapters.sound_record import sound_joining


def join(folder: Path, steps: int) -> None:
    """After this many steps that can be seen from outside it is killed, at the latest."""
    left = iter(range(steps))

    def deadly(step: Callable[..., Any]) -> Callable[..., Any]:
        def act(*arguments: Any, **options: Any) -> Any:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return step(*arguments, **options)

        return act

    # This process ends here: nobody else meets what is changed.
    for owner, name in ((Path, "replace"), (Path, "unlink"), (sound_joining, "_written")):
        setattr(owner, name, deadly(getattr(owner, name)))
    sound_joining.join(folder)
