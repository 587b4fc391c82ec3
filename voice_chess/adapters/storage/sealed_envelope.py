"""A sealed move that nobody can read before its time, and nobody can change unnoticed.

The move is encrypted under a random key. That key is locked twice: once under both players'
passphrases together, once under the arbiter's. The text on the envelope is bound to the move:
if a word of it is changed, the envelope can't be opened any more.
"""

import base64
import binascii
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from voice_chess.game.envelope import Passphrases
from voice_chess.game.table import Role
from voice_chess.session.dialogue.sealing import CLOSED
from voice_chess.session.in_loop import may_block
from voice_chess.session.ports import Envelopes, EnvelopeShut

_KEY_BYTES, _SALT_BYTES, _NONCE_BYTES = 32, 16, 12
SCRYPT_COST, _SCRYPT_BLOCK = 2**15, 8
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""The spaces of Unicode beyond ASCII (category Zs)."""
_PLAYERS, _ARBITER = "players", "arbiter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """The move as it was written; or its sound, 16 kHz mono 16-bit, as it was spoken."""

    text: str = ""
    sound: bytes = b""


def seal(sealed: Sealed, face: bytes, secrets: Passphrases) -> str:
    """Return the closed envelope as one line of text; `face` is what is written on it.

    Raises `EnvelopeShut` if the passphrases make no lock.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # a native library

    needed = _needed(secrets)
    if not needed:
        message = "An envelope needs the arbiter's passphrase, or one of White and one of Black."
        raise EnvelopeShut(message)
    key = os.urandom(_KEY_BYTES)
    nonce = os.urandom(_NONCE_BYTES)
    content = {"text": sealed.text, "sound": _written(sealed.sound)}
    body = AESGCM(key).encrypt(nonce, json.dumps(content).encode(), face)
    locks = {lock: _locked(key, *passphrases) for lock, passphrases in needed.items()}
    envelope = {"nonce": _written(nonce), "body": _written(body), "locks": locks}
    return CLOSED + _written(json.dumps(envelope).encode())


def open_by_players(envelope: str, face: bytes, white: str, black: str) -> Sealed:
    """Open it with both players' passphrases. Raises `EnvelopeShut`."""
    return _opened(envelope, face, _PLAYERS, (white, black))


def open_by_arbiter(envelope: str, face: bytes, passphrase: str) -> Sealed:
    """Open it with the arbiter's passphrase. Raises `EnvelopeShut`."""
    return _opened(envelope, face, _ARBITER, (passphrase,))


class PassphraseEnvelopes:
    """`Envelopes` of a table whose passphrases were asked for before play.

    A lock is slow to make and to open, so that nobody can try many passphrases.
    """

    def __init__(self, secrets: Passphrases) -> None:
        self._secrets = secrets

    @may_block
    def close(self, text: str, face: bytes) -> str:
        return seal(Sealed(text=text), face, self._secrets)

    @may_block
    def open(self, envelope: str, face: bytes) -> str:
        """Open it with both players' passphrases or with the arbiter's. Raises `EnvelopeShut`."""
        secrets = self._secrets
        failed = EnvelopeShut("The envelope stays shut: nobody has given a passphrase.")
        for lock, needed in _needed(secrets).items():
            try:
                return _opened(envelope, face, lock, needed).text
            except EnvelopeShut as error:
                failed = error
        raise failed


def envelopes_of(given: Mapping[Role, str]) -> Envelopes:
    """Return `Envelopes` with the passphrases that the people of a game gave at their seats."""
    return PassphraseEnvelopes(
        Passphrases(
            white=given.get(Role.WHITE, ""),
            black=given.get(Role.BLACK, ""),
            arbiter=given.get(Role.ARBITER, ""),
        )
    )


def _needed(secrets: Passphrases) -> dict[str, tuple[str, ...]]:
    """Return the locks that these passphrases open, and those that each lock needs."""
    found = {_PLAYERS: (secrets.white, secrets.black), _ARBITER: (secrets.arbiter,)}
    return {lock: passphrases for lock, passphrases in found.items() if all(passphrases)}


def _opened(envelope: str, face: bytes, lock: str, passphrases: tuple[str, ...]) -> Sealed:
    from cryptography.exceptions import InvalidTag  # a native library
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # a native library

    try:
        table = json.loads(_read(envelope.removeprefix(CLOSED)))
        if lock not in table["locks"]:
            message = "The envelope stays shut: it has no lock for these passphrases."
            raise EnvelopeShut(message)
        key = _unlocked(table["locks"][lock], passphrases)
        nonce, body = _read(table["nonce"]), _read(table["body"])
    except InvalidTag as error:
        message = "The envelope stays shut: a passphrase is wrong, or its lock was tampered with."
        raise EnvelopeShut(message) from error
    except (ValueError, KeyError, TypeError, AttributeError, binascii.Error) as error:
        message = "The envelope stays shut: it is damaged or was tampered with."
        raise EnvelopeShut(message) from error
    try:
        content = json.loads(AESGCM(key).decrypt(nonce, body, face))
    except (InvalidTag, ValueError) as error:
        message = (
            "The envelope was tampered with: the passphrases are right, but what stands on it "
            "or in it is not what was sealed."
        )
        raise EnvelopeShut(message) from error
    return Sealed(text=content["text"], sound=_read(content["sound"]))


def _locked(key: bytes, *passphrases: str) -> dict[str, str]:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # a native library

    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    locked = AESGCM(_derived(salt, _prepared(passphrases))).encrypt(nonce, key, None)
    return {"salt": _written(salt), "nonce": _written(nonce), "key": _written(locked)}


def _unlocked(lock: Mapping[str, str], passphrases: tuple[str, ...]) -> bytes:
    """Return the key. Locks of earlier versions need the passphrases just as they were typed."""
    from cryptography.exceptions import InvalidTag  # a native library
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, nonce, locked = (_read(lock[name]) for name in ("salt", "nonce", "key"))
    *earlier, last = dict.fromkeys(
        (_prepared(passphrases), _composed(passphrases, "NFD"), passphrases)
    )
    for form in earlier:
        with suppress(InvalidTag):
            return AESGCM(_derived(salt, form)).decrypt(nonce, locked, None)
    return AESGCM(_derived(salt, last)).decrypt(nonce, locked, None)


def _prepared(passphrases: tuple[str, ...]) -> tuple[str, ...]:
    """Return them in the form that is the same from every keyboard (RFC 8265, OpaqueString)."""
    return _composed(tuple(_SPACES.sub(" ", each) for each in passphrases), "NFC")


def _composed(passphrases: tuple[str, ...], form: Literal["NFC", "NFD"]) -> tuple[str, ...]:
    """Return them with letters and their marks as one character each (NFC) or apart (NFD)."""
    return tuple(unicodedata.normalize(form, each) for each in passphrases)


def _derived(salt: bytes, passphrases: tuple[str, ...]) -> bytes:
    """Derive one key from all passphrases; JSON keeps "ab", "c" apart from "a", "bc"."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # a native library

    slow = Scrypt(salt=salt, length=_KEY_BYTES, n=SCRYPT_COST, r=_SCRYPT_BLOCK, p=1)
    return slow.derive(json.dumps(passphrases).encode())


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii")


def _read(text: str) -> bytes:
    return base64.b64decode(text, altchars=b"-_", validate=True)
