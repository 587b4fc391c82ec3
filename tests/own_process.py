"""Processes that have done nothing yet: copies of one that has only loaded what they need."""

import multiprocessing
from multiprocessing.context import ForkServerContext, SpawnContext

_LOADED = ["voice_chess.library.speaking", "voice_chess.adapters.sound_record.sound_joining"]


def afresh() -> ForkServerContext | SpawnContext:
    """Of each of its processes nothing is left to the next; to load everything takes long."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    return context
