"""The errors that a damaged archive causes on reading: they have no common base."""

import struct
import zipfile
import zlib
from contextlib import suppress
from tokenize import TokenError

_of_zip: list[type[Exception]] = [
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    KeyError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
]
with suppress(ImportError):  # Python can be built without it, and then reads no such archive
    from lzma import LZMAError

    _of_zip.append(LZMAError)

DAMAGED_ZIP: tuple[type[Exception], ...] = tuple(_of_zip)
"""What `zipfile` raises for a file that is damaged or locked, is no archive, or lacks a part.

`OSError` is among them: bzip2's decoder reports damage so. Where a file that can't be opened is
to be told from a damaged one, open it before.
"""

DAMAGED_ARRAYS: tuple[type[Exception], ...] = (
    *DAMAGED_ZIP,
    IndexError,
    MemoryError,
    SyntaxError,
    TokenError,
    TypeError,
)
"""What NumPy raises, besides, for an archive of arrays that is not as it was written."""
