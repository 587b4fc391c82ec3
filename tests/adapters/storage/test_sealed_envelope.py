"""A sealed move: shut to everybody alone, open to both players or the arbiter, proof of changes."""

import asyncio
import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest

from voice_chess.adapters.storage import sealed_envelope
from voice_chess.adapters.storage.sealed_envelope import PassphraseEnvelopes, Sealed
from voice_chess.game.envelope import Passphrases
from voice_chess.session.dialogue.sealing import CLOSED, is_closed
from voice_chess.session.in_loop import in_loop
from voice_chess.session.ports import EnvelopeShut

SECRETS = Passphrases(white="Königin", black="turm 8", arbiter="pfeife")
FACE = b"Position, Zeiten, Wiederaufnahme"
MOVE = Sealed(text="Sf3-g5", sound=b"\x01\x02" * 10)
EARLIER = Path(__file__).with_name("earlier_envelopes")
Form = Literal["NFC", "NFD"]
SLOW = sealed_envelope.SCRYPT_COST


@pytest.fixture(scope="module", autouse=True)
def _slow_locks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sealed_envelope, "SCRYPT_COST", SLOW)
        yield


@pytest.fixture(scope="module")
def envelope() -> str:
    return sealed_envelope.seal(MOVE, FACE, SECRETS)


def changed(envelope: str, *path: str) -> str:
    """The same with one bit of one part turned over."""
    table = json.loads(base64.urlsafe_b64decode(envelope.removeprefix(CLOSED)))
    part = table
    for name in path[:-1]:
        part = part[name]
    data = bytearray(base64.urlsafe_b64decode(part[path[-1]]))
    data[3] ^= 1
    part[path[-1]] = base64.urlsafe_b64encode(bytes(data)).decode()
    return CLOSED + base64.urlsafe_b64encode(json.dumps(table).encode()).decode()


def test_both_players_together_open_it(envelope: str) -> None:
    assert sealed_envelope.open_by_players(envelope, FACE, "Königin", "turm 8") == MOVE


def test_the_arbiter_opens_it_alone(envelope: str) -> None:
    assert sealed_envelope.open_by_arbiter(envelope, FACE, "pfeife") == MOVE


@pytest.mark.parametrize(("sealed", "opened"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_passphrase_is_the_same_from_every_keyboard(sealed: Form, opened: Form) -> None:
    """A Mac can write a letter and its mark as two characters, and types other spaces."""
    white = normalize(sealed, "Königin é")
    envelope = sealed_envelope.seal(MOVE, FACE, replace(SECRETS, white=white))
    typed = normalize(opened, "Königin é").replace(" ", "\N{NO-BREAK SPACE}")

    assert sealed_envelope.open_by_players(envelope, FACE, typed, "turm 8") == MOVE


@pytest.mark.parametrize("opened", ["NFC", "NFD"])
@pytest.mark.parametrize("name", ["typed-nfc", "typed-nfd"])
def test_an_envelope_of_an_earlier_version_is_opened_from_every_keyboard(
    name: str, opened: Form
) -> None:
    """Such an envelope was locked with the passphrase's characters just as they were typed."""
    envelope = (EARLIER / f"{name}.txt").read_text("ascii").strip()

    assert sealed_envelope.open_by_arbiter(envelope, FACE, normalize(opened, "Königin")) == MOVE


@pytest.mark.parametrize(
    ("white", "black"),
    [("Königin", ""), ("", "turm 8"), ("turm 8", "Königin"), ("Königint", "urm 8")],
)
def test_one_player_alone_does_not(envelope: str, white: str, black: str) -> None:
    with pytest.raises(EnvelopeShut, match="passphrase is wrong"):
        sealed_envelope.open_by_players(envelope, FACE, white, black)


def test_no_other_passphrase_opens_it(envelope: str) -> None:
    with pytest.raises(EnvelopeShut, match="passphrase is wrong"):
        sealed_envelope.open_by_arbiter(envelope, FACE, "Königin")


def test_the_move_stands_nowhere_in_it(envelope: str) -> None:
    plain = base64.urlsafe_b64decode(envelope.removeprefix(CLOSED))
    body = base64.urlsafe_b64decode(json.loads(plain)["body"])

    # All of the move: three letters of it may stand in a cipher by chance.
    assert MOVE.text.encode() not in plain + body
    assert MOVE.sound[:20] not in body
    assert sealed_envelope.seal(MOVE, FACE, SECRETS) != envelope
    assert is_closed(envelope)
    assert not is_closed("Sf3-g5")


def test_a_changed_word_on_the_envelope_is_noticed(envelope: str) -> None:
    with pytest.raises(EnvelopeShut, match="tampered with"):
        sealed_envelope.open_by_arbiter(envelope, FACE.replace(b"Zeiten", b"zeiten"), "pfeife")


@pytest.mark.parametrize("path", [("body",), ("nonce",)])
def test_a_changed_content_is_noticed(envelope: str, path: tuple[str, ...]) -> None:
    with pytest.raises(EnvelopeShut, match="passphrases are right"):
        sealed_envelope.open_by_arbiter(changed(envelope, *path), FACE, "pfeife")


@pytest.mark.parametrize("part", ["salt", "nonce", "key"])
def test_a_changed_lock_is_noticed(envelope: str, part: str) -> None:
    with pytest.raises(EnvelopeShut, match="lock was tampered with"):
        sealed_envelope.open_by_arbiter(changed(envelope, "locks", "arbiter", part), FACE, "pfeife")


@pytest.mark.parametrize("text", ["", CLOSED, f"{CLOSED}AAAA", f"{CLOSED}e30=", "Sf3"])
def test_what_is_no_envelope_is_one_sentence(text: str) -> None:
    with pytest.raises(EnvelopeShut, match=r"damaged or was tampered with\.$"):
        sealed_envelope.open_by_arbiter(text, FACE, "pfeife")


@pytest.mark.parametrize("missing", [("white", "arbiter"), ("black", "arbiter")])
def test_nothing_is_sealed_without_the_passphrases_of_one_lock(missing: tuple[str, ...]) -> None:
    with pytest.raises(EnvelopeShut, match="one of Black"):
        sealed_envelope.seal(MOVE, FACE, replace(SECRETS, **dict.fromkeys(missing, "")))


def test_what_only_the_arbiter_has_locked_the_players_do_not_open() -> None:
    closed = sealed_envelope.seal(MOVE, FACE, replace(SECRETS, white="", black=""))

    assert PassphraseEnvelopes(SECRETS).open(closed, FACE) == MOVE.text
    with pytest.raises(EnvelopeShut, match="no lock"):
        sealed_envelope.open_by_players(closed, FACE, SECRETS.white, SECRETS.black)


@pytest.mark.parametrize("unknown", [("white", "black"), ("arbiter",)])
def test_the_envelopes_of_a_table_open_by_players_or_arbiter(unknown: tuple[str, ...]) -> None:
    closed = PassphraseEnvelopes(SECRETS).close("g1f3", FACE)
    another_day = replace(SECRETS, **dict.fromkeys(unknown, ""))

    assert PassphraseEnvelopes(another_day).open(closed, FACE) == "g1f3"


def test_a_loop_goes_on_while_an_envelope_is_closed_and_opened() -> None:
    envelopes = PassphraseEnvelopes(SECRETS)

    async def closed_and_opened() -> tuple[str, list[bool]]:
        went_on: list[bool] = []
        text = "e2e4"
        for work in (envelopes.close, envelopes.open):
            step = asyncio.create_task(in_loop(partial(work, text, FACE)))
            await asyncio.sleep(0)
            went_on.append(not step.done())
            text = await step
        return text, went_on

    assert asyncio.run(closed_and_opened()) == ("e2e4", [True, True])
