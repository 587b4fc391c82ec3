"""A zip archive that its maker has signed, which shows what was changed, added or removed.

A manifest holds the SHA-256 checksum of every file, and is signed with an Ed25519 key (RFC 8032).
The public key is in the archive, too, but can't prove whose it is: a reader who checks the archive
compares this key with one that they have from the maker.
"""

import base64
import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from voice_chess.adapters.storage.kept_secret import kept_secret, secret_read
from voice_chess.damages import DAMAGED_ZIP

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT = "voice-chess archive 1"
MANIFEST, SIGNATURE, KEY = "manifest.json", "manifest.sig", "key.pem"
_BESIDE = frozenset({MANIFEST, SIGNATURE, KEY})
_LARGEST_BESIDE = 50_000_000
"""The most bytes read of each: a manifest of a quarter of a million files."""
_AT_ONCE = 1_000_000


class BadKey(Exception):
    """The file is no public key of the kind that signs archives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveCheck:
    """What an archive says about itself, and a sentence for each fault that was found."""

    faults: tuple[str, ...]
    fingerprint: str = ""
    about: Mapping[str, str]
    files: tuple[str, ...] = ()


_WHY = "put its copy back, or nobody can tell who signs"


class ArchiveSeal:
    """Signs archives with a secret of 32 bytes."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (
            Ed25519PrivateKey,  # a native library
        )

        self._key = Ed25519PrivateKey.from_private_bytes(secret)

    @classmethod
    def kept_at(cls, path: Path) -> "ArchiveSeal":
        """Use the secret in this file; make one if there is none. Raises `OSError`."""
        return cls(kept_secret(path, _WHY))

    @classmethod
    def read_at(cls, path: Path) -> "ArchiveSeal":
        """Use the secret in this file; if there is none, a new one for now. Raises `OSError`."""
        return cls(secret_read(path, _WHY))

    @property
    def public_key(self) -> bytes:
        """The public key in PEM."""
        from cryptography.hazmat.primitives import serialization  # a native library

        return self._key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    def signature(self, signed: bytes) -> bytes:
        """Return the signature as a line of base64."""
        return base64.b64encode(self._key.sign(signed)) + b"\n"

    def write(
        self, file: IO[bytes], about: Mapping[str, str], files: Iterable[tuple[str, bytes]]
    ) -> None:
        """Write a signed archive of these names and contents, each packed as it comes.

        Raises what writing raises.
        """
        write_signed(file, about, files, lambda: self)


def write_signed(
    file: IO[bytes],
    about: Mapping[str, str],
    files: Iterable[tuple[str, bytes]],
    seal: Callable[[], ArchiveSeal],
) -> None:
    """Write a signed archive; get the seal only when everything is packed.

    So a failure before that makes no new secret.
    """
    noted: dict[str, dict[str, object]] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files:
            archive.writestr(name, content)
            noted[name] = {"sha256": _checksum(content), "bytes": len(content)}
        written = {"format": FORMAT, "about": dict(about), "files": noted}
        manifest = json.dumps(written, ensure_ascii=False, indent=1).encode()
        signs = seal()
        archive.writestr(MANIFEST, manifest)
        archive.writestr(SIGNATURE, signs.signature(manifest))
        archive.writestr(KEY, signs.public_key)


def checked(path: Path, known_key: bytes | None = None) -> ArchiveCheck:
    """Check that the archive is as signed: with `known_key`, in PEM, or with the archive's own key.

    Raises `OSError` if the file can't be opened, `BadKey` if `known_key` is no key.
    """
    known = None if known_key is None else _public(known_key)
    with path.open("rb") as file:
        try:
            with zipfile.ZipFile(file) as archive:
                return _checked(archive, known)
        except DAMAGED_ZIP as error:
            return _unreadable(f"It can't be read: it is no zip archive, or damaged ({error}).")


def _checked(archive: zipfile.ZipFile, known: "Ed25519PublicKey | None") -> ArchiveCheck:
    from cryptography.exceptions import InvalidSignature  # a native library

    missing = sorted(_BESIDE - set(archive.namelist()))
    if missing:
        return _unreadable(f"{missing[0]} is missing, so nothing can be checked.")
    manifest, signature, pem = (_beside(archive, name) for name in (MANIFEST, SIGNATURE, KEY))
    try:
        signed_by = _public(pem)
        signed_by.verify(base64.b64decode(signature.strip(), validate=True), manifest)
        told = json.loads(manifest)
        about, noted = _contents(told)
    except InvalidSignature:
        return _unreadable(f"The signature does not fit: {MANIFEST} or the key was changed.")
    except (BadKey, ValueError, TypeError, KeyError, AttributeError) as error:
        return _unreadable(f"Manifest, signature or key can't be read ({error}).")
    faults = list(_faults(archive, noted))
    if known is not None and known.public_bytes_raw() != signed_by.public_bytes_raw():
        other = f"{_fingerprint(signed_by)}, not by the one that was named, {_fingerprint(known)}"
        faults.insert(0, f"It was signed by the key {other}.")
    return ArchiveCheck(
        faults=tuple(faults),
        fingerprint=_fingerprint(signed_by),
        about=about,
        files=tuple(noted),
    )


def _contents(told: Any) -> tuple[Mapping[str, str], Mapping[str, tuple[str, int]]]:
    """Return the manifest's parts. Raises `ValueError` and the like if it is no manifest."""
    if told["format"] != FORMAT:
        message = f"the format is {told['format']!r}, not {FORMAT!r}"
        raise ValueError(message)
    about = {str(name): str(value) for name, value in told["about"].items()}
    noted = {
        str(name): (str(each["sha256"]), int(each["bytes"])) for name, each in told["files"].items()
    }
    return about, noted


def _faults(archive: zipfile.ZipFile, noted: Mapping[str, tuple[str, int]]) -> Iterator[str]:
    there = Counter(archive.namelist())
    for name in sorted(set(there) - noted.keys() - _BESIDE):
        yield f"{name} was added: it is not in the manifest."
    for name in (name for name, times in there.items() if times > 1):
        yield f"{name} is in the archive twice."
    for name, (checksum, size) in noted.items():
        if name not in there:
            yield f"{name} is missing."
        elif not _is_as_noted(archive, name, checksum, size):
            yield f"{name} is not as it was signed."


def _is_as_noted(archive: zipfile.ZipFile, name: str, checksum: str, size: int) -> bool:
    """Whether the file is as noted; no more of it is unpacked than the noted size."""
    found, left = hashlib.sha256(), size
    try:
        with archive.open(name) as file:
            while block := file.read(min(_AT_ONCE, left + 1)):
                found.update(block)
                left -= len(block)
                if left < 0:
                    return False
    except DAMAGED_ZIP:
        return False
    return left == 0 and found.hexdigest() == checksum


def _beside(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        return file.read(_LARGEST_BESIDE)


def _unreadable(fault: str) -> ArchiveCheck:
    return ArchiveCheck(faults=(fault,), about={})


def _public(pem: bytes) -> "Ed25519PublicKey":
    """Read a public key. Raises `BadKey`."""
    from cryptography.exceptions import UnsupportedAlgorithm  # a native library
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        # The library's own words name its website, which is no help to whoever checks a record.
        message = "it is no public key in PEM"
        raise BadKey(message) from error
    if not isinstance(key, Ed25519PublicKey):
        message = "it is of another kind than Ed25519"
        raise BadKey(message)
    return key


def _fingerprint(key: "Ed25519PublicKey") -> str:
    digits = hashlib.sha256(key.public_bytes_raw()).hexdigest()[:24]
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
