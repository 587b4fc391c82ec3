"""How many files this process may have open: every connection is one, and so is the journal."""

try:
    import resource
except ImportError:  # where the system has no such limit
    resource = None  # type: ignore[assignment]

OF_OUR_OWN = 256
"""Journal, models, sound, threads."""


def room_for_connections(wanted: int) -> int:
    """Ask for so many beside our own; returns how many there may be."""
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OF_OUR_OWN
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    granted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, granted), hard))
    return max(1, max(soft, granted) - OF_OUR_OWN)
