"""`serve`: the play server, for seats in any number of browsers."""

import socket
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from voice_chess.cli.command import OTHERWISE, SUCCESS, BadInput, Command
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.ports import SpeakerLost
from voice_chess.settings import Settings

PORT = 8_000


def configure(parser: ArgumentParser) -> None:
    """Where it is reached, and where its games lie."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    parser.add_argument("--port", type=int, default=PORT, help="port to listen at (8000)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where journal and records lie")
    parser.add_argument("--cert", type=Path, metavar="FILE", help="TLS certificate, PEM")
    parser.add_argument("--key", type=Path, metavar="FILE", help="its private key, PEM")
    parser.add_argument(
        "--speak",
        choices=known_languages(),
        metavar="LANGUAGE",
        help="say the organiser's words aloud in this language, too",
    )
    parser.add_argument(
        "--check", action="store_true", help="try every part, tell what works, and end"
    )


def run(chosen: Namespace) -> int:
    """Serve until it is told to end; or only check."""
    settings = Settings.from_environment()
    data = chosen.data or settings.data
    # What follows brings the web server along: half a second that no other command needs.
    from voice_chess.cli.serve_check import Wanted  # noqa: PLC0415

    wanted = Wanted(data=data, models=settings.models, cert=chosen.cert, key=chosen.key)
    if chosen.check:
        return _check(wanted)
    if (chosen.cert is None) != (chosen.key is None):
        message = "A certificate needs its key, and a key its certificate: --cert and --key."
        raise BadInput(message)
    return _serve(chosen, data, settings.models)


def _check(wanted: Any) -> int:  # noqa: ANN401 - its type comes with the late import
    from voice_chess.cli.serve_check import findings  # noqa: PLC0415

    found = findings(wanted)
    for finding in found:
        mark = "ok  " if finding.is_ready else "FAIL"
        sys.stdout.write(f"{mark}  {finding.part}: {finding.told}\n")
    return SUCCESS if all(finding.is_ready for finding in found) else OTHERWISE


def _serve(chosen: Namespace, data: Path, models: Path) -> int:
    # Late, as above.
    from voice_chess.adapters.shared_ears import SharedEars  # noqa: PLC0415
    from voice_chess.cli.serve_check import hearing_lines  # noqa: PLC0415
    from voice_chess.cli.serving import opened_hall, web_server  # noqa: PLC0415

    with _listening(chosen.host, chosen.port) as listening, opened_hall(data, models) as hall:
        scheme = "https" if chosen.cert else "http"
        address = f"{scheme}://{_named(chosen.host)}:{listening.getsockname()[1]}"
        way = hall.lobby.entrance.organisers_way_in()
        lines = (
            *hearing_lines(SharedEars(models)),
            f"Games are kept in {data}.",
            f"Organiser: {address}/enter#{way.token}",
            f"or at {address} with the words: {way.code}",
        )
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        if chosen.speak:
            _speak(way.code, chosen.speak)
        server = web_server(hall, chosen.cert, chosen.key)
        server.run(sockets=[listening])
    return SUCCESS if server.started else OTHERWISE


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"Nobody can be served at {host}, port {port} ({reason}); choose another --port."
        raise BadInput(message) from error


def _named(host: str) -> str:
    """As an address is written; every address of this machine is called by its own name."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - recognised, not bound
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _speak(code: str, language_id: str) -> None:
    """Those who can read the words, or hear them from somebody, can play all the same."""
    from voice_chess.compose import live_speaker  # noqa: PLC0415 - brings the sound devices

    try:
        live_speaker(load_language(language_id)).say(code)
    except SpeakerLost:
        sys.stdout.write("The words can't be spoken here; read them to who needs them.\n")
        sys.stdout.flush()


COMMAND = Command(
    name="serve",
    summary="let people play in their browsers: seats, microphones, arbiters, spectators",
    configure=configure,
    run=run,
)
