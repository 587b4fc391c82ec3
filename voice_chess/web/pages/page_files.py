"""The pages' static files, read once at the start, at addresses that change with their contents.

A browser caches a file at such an address for ever, so that a page of forty modules loads again
without a single request. All files share one version, which stands before their names in the
address. So modules can import each other by relative addresses, whatever the version is.

A page that was open before an update still asks with the old version. It gets the present file, as
does a request without a version, and the browser is told to ask again each time.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath

from fastapi import Request, Response
from markupsafe import Markup

from voice_chess.remembered import remembered
from voice_chess.web.errors import Complained

STATIC = Path(__file__).parents[1] / "static"
ROOT = "/static"
FOR_GOOD = "public, max-age=31536000, immutable"
ASKED_EACH_TIME = "no-cache"
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wav": "audio/wav",
}
_PACKED_ALREADY = ("image/png", "audio/wav")
_LEAST_PACKED = 500
"""Bytes from which a file is compressed; a smaller one fits one packet anyway."""
_PACKED_AT = 6
_DIGITS = 16
_VERSIONED = re.compile(rf"([0-9a-f]{{{_DIGITS}}})/(.+)")
_AT_ONCE = re.compile(
    r"^(?:(?:import|export)\b[\w\s{},*$]*\bfrom\s*|import\s*)\"\./([\w-]+)\.js\"", re.MULTILINE
)
_WHEN_WANTED = re.compile(r"\bimport\(\s*\"\./([\w-]+)\.js\"")


def imported(source: str, *, at_once: bool = False) -> list[str]:
    """Return the scripts that this one imports by name; `at_once`: only its static imports."""
    return _AT_ONCE.findall(source) + ([] if at_once else _WHEN_WANTED.findall(source))


@cache
def read_static() -> Mapping[str, bytes]:
    """Return the files of the folder by name."""
    return {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.is_file()}


class PageFiles:
    """The files that a server began with; an update of the installation doesn't change them."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._modules: dict[str, Markup] = {}

    @remembered
    def version(self) -> str:
        """A hash of all files, which changes with any of them."""
        told = hashlib.sha256()
        for name, content in sorted(self._files.items()):
            told.update(f"{name}\0{len(content)}\0".encode())
            told.update(content)
        return told.hexdigest()[:_DIGITS]

    def address(self, name: str) -> str:
        """Return the address at which a file can be cached for ever. Raises `KeyError`."""
        self._files[name]
        return f"{ROOT}/{self.version}/{name}"

    def module(self, script: str) -> Markup:
        """Return HTML that loads a page's script, and preloads all that it imports in parallel."""
        if script not in self._modules:
            links = (
                Markup('<link rel="modulepreload" href="{}">\n').format(self.address(f"{name}.js"))
                for name in self.imports(script)
            )
            tag = Markup('<script type="module" src="{}"></script>')
            found = Markup().join((*links, tag.format(self.address(f"{script}.js"))))
            self._modules[script] = found
        return self._modules[script]

    def imports(self, script: str) -> Iterator[str]:
        """Yield the name of each script that this one imports at once, directly or indirectly."""
        found, waiting = {script}, [script]
        while waiting:
            source = self._files[f"{waiting.pop(0)}.js"].decode()
            for name in imported(source, at_once=True):
                if name not in found:
                    found.add(name)
                    waiting.append(name)
                    yield name

    async def answer(self, request: Request) -> Response:
        """Return the file that an address below `/static` names. Raises `Complained`."""
        path: str = request.path_params["path"]
        versioned = _VERSIONED.fullmatch(path)
        version, name = versioned.groups() if versioned else ("", path)
        if name not in self._files:
            raise Complained(404, "not-found")
        headers = {
            "Cache-Control": FOR_GOOD if version == self.version else ASKED_EACH_TIME,
            "ETag": f'W/"{self.version}"',
            "Vary": "Accept-Encoding",
        }
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content, kind = self._files[name], _KINDS[PurePath(name).suffix]
        is_packed = len(content) >= _LEAST_PACKED and kind not in _PACKED_ALREADY
        if is_packed and "gzip" in request.headers.get("accept-encoding", ""):
            content = _packed(content)
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type=kind, headers=headers)


@cache
def _packed(content: bytes) -> bytes:
    """Compress to a third of the size. The files hold no secret that their size could reveal."""
    return gzip.compress(content, _PACKED_AT, mtime=0)
