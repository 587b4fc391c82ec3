"""The limit of open files: every connection is one, and so is the journal."""

OF_OUR_OWN = 256
"""Files of our own: journal, models, sound, threads."""


def room_for_connections(wanted: int) -> int:
    """Ask the system for this many besides our own; return how many there can be."""
    try:
        import resource  # not there on systems without such a limit
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OF_OUR_OWN
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    granted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, granted), hard))
    return max(1, max(soft, granted) - OF_OUR_OWN)
