"""Reads a server's certificate and its key, and tries them before anybody is served."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from voice_chess.bounded_reading import content_of
from voice_chess.plain_error import BadInput, why_and_what_now

_LARGEST = 1_000_000
"""In bytes; a long chain of certificates has 50,000."""
_OF_ANOTHER = "KEY_VALUES_MISMATCH"
_CERTIFICATE, _KEY = b"CERTIFICATE-----", b"PRIVATE KEY-----"
"""The ends of the lines with which both begin in PEM, of whatever kind they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate that can be shown; each browser decides whether it trusts it."""

    file: Path
    context: ssl.SSLContext
    begins: datetime
    ends: datetime

    def objection(self, wall_ms: int) -> str | None:
        """Return why every browser warns of it at `wall_ms` (since 1970); None if it is valid."""
        now = datetime.fromtimestamp(wall_ms / 1_000, tz=UTC)
        if self.ends <= now:
            return f"The certificate {self.file} ended on {self.ends:%Y-%m-%d}."
        if now < self.begins:
            return f"The certificate {self.file} begins on {self.begins:%Y-%m-%d}."
        return None


def certificate(cert: Path | None, key: Path | None) -> Certificate | None:
    """Return the certificate in these files; None where neither file was named.

    Raises `BadInput` where only one was named, or they can't be used.
    """
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        message = "A certificate needs its key, and a key its certificate: --cert and --key."
        raise BadInput(message)
    written = _read("certificate", cert)
    _check_which_is_which(cert, written, key, _read("key", key))
    shown = _shown(cert, written)
    return Certificate(
        file=cert,
        context=_context(cert, key),
        begins=shown.not_valid_before_utc,
        ends=shown.not_valid_after_utc,
    )


def _check_which_is_which(cert: Path, in_cert: bytes, key: Path, in_key: bytes) -> None:
    """Raise `BadInput` where one file holds nothing but what the other option is for."""
    is_key = _KEY in in_cert and _CERTIFICATE not in in_cert
    is_certificate = _CERTIFICATE in in_key and _KEY not in in_key
    if is_key and is_certificate:
        message = f"{cert} is a private key, and {key} a certificate: swap --cert and --key."
    elif is_key:
        message = f"{cert} is a private key: name its certificate with --cert."
    elif is_certificate:
        message = f"{key} is a certificate: name its private key with --key."
    else:
        return
    raise BadInput(message)


def _shown(cert: Path, written: bytes) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(written)
    except ValueError as error:
        message = f"The certificate {cert} can't be used: it is no certificate in PEM."
        raise BadInput(message) from error


def _context(cert: Path, key: Path) -> ssl.SSLContext:
    def nobody_types() -> str:
        message = f"The key {key} can't be used: it asks for a passphrase; store it without one."
        raise BadInput(message)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key, nobody_types)
    except ssl.SSLError as error:
        if error.reason == _OF_ANOTHER or _is_key(key):
            message = f"The certificate {cert} can't be used: the key {key} belongs to another."
        else:
            message = f"The key {key} can't be used: it is no private key in PEM."
        raise BadInput(message) from error
    return context


def _is_key(key: Path) -> bool:
    """Return whether the key can be read, and so belongs to a certificate of another kind."""
    try:
        load_pem_private_key(_read("key", key), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
    return True


def _read(what: str, file: Path) -> bytes:
    try:
        return content_of(file, _LARGEST)
    except OSError as error:
        message = f"The {what} {file} can't be read: {why_and_what_now(error)}"
        raise BadInput(message) from error
