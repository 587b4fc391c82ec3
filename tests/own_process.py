"""Fresh processes, which are quick to start: copies of one that has only loaded modules."""

import multiprocessing
from multiprocessing.context import ForkServerContext, SpawnContext

_LOADED = ["voice_chess.library.speaking", "voice_chess.adapters.sound_record.sound_joining"]


def afresh() -> ForkServerContext | SpawnContext:
    """Return a context whose processes share only loaded modules, which take long to load."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    return context
