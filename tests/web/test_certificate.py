"""The server under TLS with a certificate made here: links, cookies, sockets, the check."""

import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.web.process import PATIENCE_S, Server
from voice_chess.cli.serve_check import Wanted, findings

DAY = timedelta(days=1)
NOW = datetime.fromtimestamp(0, tz=UTC)


def certificate(folder: Path, *, ended: bool = False) -> tuple[Path, Path]:
    """A certificate for this machine and its key, both as files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "chess club")])
    until = NOW + DAY if ended else NOW + 365 * 100 * DAY
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW)
        .not_valid_after(until)
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert_file, key_file = folder / "cert.pem", folder / "key.pem"
    cert_file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return cert_file, key_file


def told_of_certificate(folder: Path, cert: Path, key: Path | None) -> tuple[bool, str]:
    wanted = Wanted(data=folder, models=folder, cert=cert, key=key)
    (found,) = (one for one in findings(wanted) if one.part == "certificate")
    return found.is_ready, found.told


@pytest.mark.slow
def test_a_game_is_played_under_tls(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=str(cert))

    options = ("--cert", str(cert), "--key", str(key))
    with Server(tmp_path, options=options, trusted=trusted) as server:
        seats = server.arrange()
        with server.page(seats["white"]) as white, server.page(seats["black"]):
            white.until(lambda m: m["type"] == "game")
            done = white.ask(type="move", uci="e2e4", ply=0)
        page = httpx2.get(f"{server.address}/", verify=trusted, timeout=PATIENCE_S)

    assert server.address.startswith("https://")
    assert all("; secure" in header.lower() for header in server.cookies)
    assert done["is_accepted"]
    assert "max-age" in page.headers["strict-transport-security"]


@pytest.mark.slow
def test_a_certificate_without_its_key_is_one_clear_sentence(tmp_path: Path) -> None:
    cert, _ = certificate(tmp_path)
    told = subprocess.run(  # noqa: S603 - our own program
        [
            *(sys.executable, "-m", "voice_chess", "serve"),
            *("--data", str(tmp_path), "--cert", str(cert)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 2
    assert "--cert and --key" in told.stderr


def test_check_tells_until_when_a_certificate_is_good(tmp_path: Path) -> None:
    is_ready, told = told_of_certificate(tmp_path, *certificate(tmp_path))

    assert is_ready
    assert told == f"good until {NOW + 365 * 100 * DAY:%Y-%m-%d}"


def test_check_tells_of_a_certificate_that_has_ended(tmp_path: Path) -> None:
    is_ready, told = told_of_certificate(tmp_path, *certificate(tmp_path, ended=True))

    assert not is_ready
    assert "ended on 1970-01-02" in told


def test_check_tells_of_a_key_that_belongs_to_another_certificate(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    cert, _ = certificate(tmp_path)
    _, key = certificate(other)

    is_ready, told = told_of_certificate(tmp_path, cert, key)

    assert not is_ready
    assert "can't be used" in told
