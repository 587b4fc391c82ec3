"""Which files of tests need not be read, as none of their tests is asked for."""

import re

_PLAIN = re.compile(r"(not )?\w+( and (not )?\w+)*")


def can_hold(text: str, marks: str) -> bool:
    """False for a file in whose text one of the marks isn't given that all of its tests must have.

    `marks` is what stands behind `-m`; where it is more than marks joined by "and", all can be.
    """
    if not _PLAIN.fullmatch(marks):
        return True
    wanted = [mark for mark in marks.split(" and ") if not mark.startswith("not ")]
    return all(re.search(rf"\bpytest\.mark\.{mark}\b", text) for mark in wanted)
