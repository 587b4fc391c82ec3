"""The server under TLS with a certificate made here: links, cookies, sockets, the check."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import NameOID

from tests.web.server.process import PATIENCE_S, Server
from voice_chess.cli.command_line import main
from voice_chess.compose.server_check import ServerParts, findings

DAY = timedelta(days=1)
NOW = datetime.fromtimestamp(0, tz=UTC)


def certificate(
    folder: Path, *, ended: bool = False, begins: datetime = NOW, passphrase: bytes = b""
) -> tuple[Path, Path]:
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
        .not_valid_before(begins)
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
            serialization.BestAvailableEncryption(passphrase)
            if passphrase
            else serialization.NoEncryption(),
        )
    )
    return cert_file, key_file


def told_of_certificate(folder: Path, cert: Path, key: Path | None) -> tuple[bool, str]:
    wanted = ServerParts(data=folder, models=folder, cert=cert, key=key)
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


def refused(capsys: pytest.CaptureFixture[str], folder: Path, *options: str | Path) -> str:
    """What `serve` says of these options, before it has done anything at all."""
    data = folder / "data"
    code = main(["serve", "--data", str(data), *map(str, options)])
    told = capsys.readouterr()

    assert code == 2
    assert not data.exists()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    return told.err


def test_a_certificate_without_its_key_is_one_clear_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, key = certificate(tmp_path)

    assert "--cert and --key" in refused(capsys, tmp_path, "--cert", cert)
    assert "--cert and --key" in refused(capsys, tmp_path, "--key", key)


def test_a_certificate_that_is_not_there_is_one_clear_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, key = certificate(tmp_path)

    told = refused(capsys, tmp_path, "--cert", "nosuch", "--key", key)
    assert "certificate nosuch can't be read: No such file" in told
    told = refused(capsys, tmp_path, "--cert", cert, "--key", "nosuch")
    assert "key nosuch can't be read: No such file" in told
    told = refused(capsys, tmp_path, "--cert", tmp_path, "--key", key)
    assert "can't be read: Is a directory" in told


def test_a_certificate_that_is_none_is_one_clear_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, key = certificate(tmp_path)
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("nonsense")

    told = refused(capsys, tmp_path, "--cert", nonsense, "--key", key)
    assert "no certificate in PEM" in told
    told = refused(capsys, tmp_path, "--cert", cert, "--key", nonsense)
    assert "no private key in PEM" in told


def test_a_certificate_and_a_key_that_are_mistaken_for_each_other_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, key = certificate(tmp_path)

    assert f"{key} is a private key, and {cert} a certificate: swap --cert and --key." in refused(
        capsys, tmp_path, "--cert", key, "--key", cert
    )
    assert f"{key} is a private key: name its certificate with --cert." in refused(
        capsys, tmp_path, "--cert", key, "--key", key
    )
    assert f"{cert} is a certificate: name its private key with --key." in refused(
        capsys, tmp_path, "--cert", cert, "--key", cert
    )


def test_a_certificate_and_its_key_may_lie_in_one_file(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    both = tmp_path / "both.pem"
    both.write_bytes(key.read_bytes() + cert.read_bytes())

    is_ready, told = told_of_certificate(tmp_path, both, both)

    assert (is_ready, told[:10]) == (True, "good until")


def test_a_key_of_another_certificate_is_one_clear_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    cert, _ = certificate(tmp_path)
    _, key = certificate(other)

    assert "belongs to another" in refused(capsys, tmp_path, "--cert", cert, "--key", key)


def test_so_is_a_key_of_another_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cert, key = certificate(tmp_path)
    key.write_bytes(
        ed25519.Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )

    assert "belongs to another" in refused(capsys, tmp_path, "--cert", cert, "--key", key)


def test_nobody_is_asked_for_the_passphrase_of_a_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, key = certificate(tmp_path, passphrase=b"pawn")

    assert "asks for a passphrase" in refused(capsys, tmp_path, "--cert", cert, "--key", key)


@pytest.mark.slow
def test_a_certificate_that_has_ended_is_shown_all_the_same_with_a_warning(
    tmp_path: Path,
) -> None:
    cert, key = certificate(tmp_path, ended=True)
    trusted = ssl.create_default_context(cafile=str(cert))
    trusted.check_hostname = False
    trusted.verify_mode = ssl.CERT_NONE
    server = Server(tmp_path, options=("--cert", str(cert), "--key", str(key)), trusted=trusted)
    with server:
        told = server.told

    assert f"The certificate {cert} ended on 1970-01-02. Browsers will warn of it." in told


def test_check_tells_until_when_a_certificate_is_good(tmp_path: Path) -> None:
    is_ready, told = told_of_certificate(tmp_path, *certificate(tmp_path))

    assert is_ready
    assert told == f"good until {NOW + 365 * 100 * DAY:%Y-%m-%d}"


def test_check_tells_of_a_certificate_that_has_ended(tmp_path: Path) -> None:
    is_ready, told = told_of_certificate(tmp_path, *certificate(tmp_path, ended=True))

    assert not is_ready
    assert "ended on 1970-01-02" in told


def test_check_tells_of_a_certificate_that_is_to_come(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path, begins=NOW + 365 * 99 * DAY)
    is_ready, told = told_of_certificate(tmp_path, cert, key)

    assert not is_ready
    assert "begins on 2068" in told


def test_check_tells_of_a_key_that_belongs_to_another_certificate(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    cert, _ = certificate(tmp_path)
    _, key = certificate(other)

    is_ready, told = told_of_certificate(tmp_path, cert, key)

    assert not is_ready
    assert "can't be used" in told
