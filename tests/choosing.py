"""Decides which test files need not be imported, because none of their tests can be selected."""

import re

_PLAIN = re.compile(r"(not )?\w+( and (not )?\w+)*")


def can_hold(text: str, marks: str) -> bool:
    """Return False if a mark that selected tests must have does not occur in a file's text.

    `marks` is the argument of `-m`. If it is more than marks joined by "and", return True.
    """
    if not _PLAIN.fullmatch(marks):
        return True
    wanted = [mark for mark in marks.split(" and ") if not mark.startswith("not ")]
    return all(re.search(rf"\bpytest\.mark\.{mark}\b", text) for mark in wanted)
