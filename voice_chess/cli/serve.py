"""`serve`: runs the play server, with seats in any number of browsers."""

import socket
import sys
import threading
import time
import webbrowser
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_chess.arguments import USUAL_DATA, named_path, whole_number
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.console import fitted, printable, write_line
from voice_chess.cli.game_place import add_storage, storage_of
from voice_chess.cli.language_option import add_language_of_refusals
from voice_chess.cli.server_addresses import (
    host_named,
    listening_at,
    others_address,
    own_address,
)
from voice_chess.cli.talk_options import add_decoder
from voice_chess.languages.language import known_languages, load_language
from voice_chess.plain_error import BadInput
from voice_chess.session.lease import Lease, LeaseLost
from voice_chess.session.lobby.access import WayIn
from voice_chess.session.lobby.event_ports import Broadcaster
from voice_chess.session.lobby.lobby import HEARTBEAT_S
from voice_chess.session.lobby.parts import MOST_PARTS
from voice_chess.session.ports import SpeakerLost
from voice_chess.settings import Settings
from voice_chess.web.protection.hosts import Hosts, hosts_of, origin_of

if TYPE_CHECKING:
    import uvicorn

    from voice_chess.compose.certificate import Certificate
    from voice_chess.compose.server import ServerRules
    from voice_chess.compose.server_check import ServerParts
    from voice_chess.compose.storage import Sharing

PORT = 8_000
ANYBODY = "anybody"
_FEWEST_PARTS = 2
_LAST_PORT = 65_535
_THIS_COMPUTER = "127.0.0.1"
_TOLD_S = 1.5 * HEARTBEAT_S


def configure(parser: ArgumentParser) -> None:
    """Declare where the server is reached, and where its games lie."""
    _add_addresses(parser)
    _add_places(parser)
    _add_sharing(parser)
    add_decoder(parser)
    add_language_of_refusals(parser)
    parser.add_argument(
        "--games-by",
        choices=(ANYBODY, "organiser"),
        default=ANYBODY,
        metavar="WHO",
        help="who can start games: anybody who reaches the server, or only its organiser",
    )
    _add_engines(parser)
    _add_broadcast(parser)
    parser.add_argument(
        "--pairing-program",
        type=named_path,
        metavar="PATH",
        help="bbpPairings or JaVaFo, to pair Swiss events instead of the program's own library",
    )
    parser.add_argument("--cert", type=named_path, metavar="FILE", help="TLS certificate, PEM")
    parser.add_argument("--key", type=named_path, metavar="FILE", help="its private key, PEM")
    parser.add_argument(
        "--speak",
        choices=known_languages(),
        metavar="LANGUAGE",
        help="also say the organiser's words aloud in this language",
    )
    parser.add_argument(
        "--open", action="store_true", help="open the front page in the browser of this computer"
    )
    parser.add_argument(
        "--check", action="store_true", help="test every part, report what works, and exit"
    )


def _add_addresses(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--host", type=_host, default=_THIS_COMPUTER, help="address to listen on (127.0.0.1)"
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, _LAST_PORT),
        default=PORT,
        help="port to listen on (8000); 0: any free one",
    )
    parser.add_argument(
        "--address",
        action="append",
        type=_address,
        default=[],
        metavar="URL",
        help="a further address by which people reach the server, such as "
        "https://chess.example.org behind a proxy",
    )


def _add_engines(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        metavar="PATH",
        help="the UCI engine to play against (default: Stockfish, if it is installed)",
    )
    parser.add_argument(
        "--browser-engine",
        type=named_path,
        metavar="DIR",
        help="Stockfish for browsers (the npm package stockfish), used if there is no other engine",
    )


def _add_broadcast(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--lichess-token",
        type=named_path,
        metavar="FILE",
        help="a file with a Lichess token of the scope study:write, for broadcasts of events",
    )
    parser.add_argument(
        "--lichess-address",
        type=_address,
        metavar="URL",
        help="another server with Lichess broadcasts (https://lichess.org)",
    )


def _add_places(parser: ArgumentParser) -> None:
    add_storage(
        parser,
        data=f"the folder in which games, seats and events are kept (default: {USUAL_DATA})",
        database="PostgreSQL database for games, seats and events, instead of files",
    )


def _add_sharing(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--share",
        action="store_true",
        help="run games alongside the other servers of the database, instead of standing by",
    )
    parser.add_argument(
        "--between",
        metavar="ADDRESS",
        help="with --share: the address at which the other servers reach this computer (127.0.0.1)",
    )
    parser.add_argument(
        "--parts",
        type=whole_number(_FEWEST_PARTS, MOST_PARTS),
        metavar="NUMBER",
        help="with --share: the number of parts over which games are distributed, the same for "
        "all servers (256)",
    )


def run(chosen: Namespace) -> int:
    """Serve until told to end; or only check. Raises `BadInput`."""
    settings = Settings.from_environment()
    data, database = storage_of(chosen)
    # These imports bring the web server along: half a second that the help does not need.
    from voice_chess.cli.broadcast_token import broadcaster_of
    from voice_chess.compose.server_check import ServerParts

    broadcaster = broadcaster_of(chosen, settings.lichess_token)
    wanted = ServerParts(
        data=data,
        models=settings.models,
        cert=chosen.cert,
        key=chosen.key,
        decoder=chosen.decoder,
        engine=chosen.engine,
        browser_engine=chosen.browser_engine,
        pairing_program=chosen.pairing_program,
        database=database,
    )
    if chosen.check:
        return _check(wanted)
    return _serve(chosen, wanted, broadcaster)


def _check(wanted: "ServerParts") -> int:
    from voice_chess.compose.server_check import findings

    found = findings(wanted)
    for finding in found:
        mark = "ok  " if finding.is_ready else "FAIL"
        sys.stdout.write(f"{mark}  {finding.part}: {finding.told}\n")
    return SUCCESS if all(finding.is_ready for finding in found) else OTHERWISE


def _serve(chosen: Namespace, wanted: "ServerParts", broadcaster: Broadcaster | None) -> int:
    # Late, as above.
    from voice_chess.compose.certificate import certificate
    from voice_chess.compose.server import only_hall, run_server, web_server

    rules = _rules(chosen, broadcaster)
    shown = certificate(chosen.cert, chosen.key)
    ending = _Ending()
    _check_before_first_start(chosen, wanted)
    with ExitStack() as opened:
        sockets = [opened.enter_context(each) for each in _heard_by_others(chosen, wanted)]
        sharing = _sharing(chosen, wanted, ending, sockets)
        hall = opened.enter_context(only_hall(wanted.data, wanted.models, rules, sharing))
        # Only once the games are ours: until then a proxy goes to the server that has them.
        listening = opened.enter_context(
            listening_at(chosen.host, chosen.port, is_shared=chosen.share)
        )
        way = hall.lobby.entrance.organisers_way_in()
        port = listening.getsockname()[1]
        lines = (*_told_first(shown, wanted, is_shared=chosen.share), *_ways_in(way, chosen, port))
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        if chosen.speak:
            _speak(way.code, chosen.speak)
        hall.guests.address = others_address(chosen.address, chosen.host, port, chosen.cert)
        if chosen.open:
            _open_browser(own_address(chosen.host, port, is_secure=bool(chosen.cert)))
        server = web_server(hall, _hosts(chosen), shown.context if shown else None)
        ending.begin(server)
        run_server(server, hall, listening, *sockets)
    if ending.why:
        raise LeaseLost(ending.why)
    return SUCCESS if server.started else OTHERWISE


def _check_before_first_start(chosen: Namespace, wanted: "ServerParts") -> None:
    """Find out what would end a server's start before it makes a folder, which would stay behind.

    Raises `WrongArgument`, `BadInput` or `JournalLost`.
    """
    from voice_chess.compose.storage import opened_database  # late, as above

    if wanted.data.exists():
        return
    listening_at(chosen.host, chosen.port, is_shared=chosen.share).close()
    if wanted.database is not None:
        with opened_database(wanted.database, is_left_alone=True):
            pass


def _heard_by_others(chosen: Namespace, wanted: "ServerParts") -> Iterator[socket.socket]:
    """Yield a socket where other servers reach this one, if they share games.

    Raises `BadInput`.
    """
    if not chosen.share:
        if chosen.parts is not None:
            message = "Only servers that share games deal them: --parts goes with --share."
            raise BadInput(message)
        if chosen.between is not None:
            message = "Only servers that share games reach each other: --between goes with --share."
            raise BadInput(message)
        return
    if wanted.database is None:
        message = "Only servers of one database share games: name it with --database."
        raise BadInput(message)
    if chosen.cert is not None:
        message = "Servers that share games leave TLS to a proxy in front of them: no --cert."
        raise BadInput(message)
    yield listening_at(chosen.between or _THIS_COMPUTER, 0, option="--between")


def _sharing(
    chosen: Namespace,
    wanted: "ServerParts",
    ending: "_Ending",
    sockets: Sequence[socket.socket],
) -> "Sharing | None":
    from voice_chess.compose.storage import Sharing  # late, as above

    if wanted.database is None:
        return None
    places = [f"{host}:{port}" for host, port, *_ in (each.getsockname() for each in sockets)]
    return Sharing(
        url=wanted.database,
        waits=_told_waiting,
        lost=ending.end,
        reached_at=next(iter(places), None),
        parts=chosen.parts,
    )


def _rules(chosen: Namespace, broadcaster: Broadcaster | None) -> "ServerRules":
    """Return the rules of the server as chosen. Raises `BadInput`."""
    # Late, as above.
    from voice_chess.compose.pairing import pairing_program_of_the_server
    from voice_chess.compose.server import ServerRules, browser_engine_in, engine_of_the_server

    folder, program = chosen.browser_engine, chosen.pairing_program
    return ServerRules(
        decoder=chosen.decoder,
        engine=engine_of_the_server(chosen.engine) if chosen.engine else None,
        browser_engine=browser_engine_in(folder) if folder else None,
        admits_guests=chosen.games_by == ANYBODY,
        broadcaster=broadcaster,
        pairing_program=pairing_program_of_the_server(program) if program else None,
    )


@dataclass(slots=True)
class _Ending:
    """Ends the server, from another thread, when other servers have taken over its games."""

    why: str = ""
    _server: "uvicorn.Server | None" = None

    def begin(self, server: "uvicorn.Server") -> None:
        self._server = server
        server.should_exit = bool(self.why)

    def end(self, why: str) -> None:
        """End the server after a heartbeat, in which each game finds and reports the loss."""
        self.why = why
        time.sleep(_TOLD_S)
        if self._server is not None:
            self._server.should_exit = True


def _told_waiting(other: Lease) -> None:
    sys.stdout.write(f"The games are at the server {other.node}; waiting until it ends.\n")
    sys.stdout.flush()


def _told_first(
    shown: "Certificate | None", wanted: "ServerParts", *, is_shared: bool
) -> Iterator[str]:
    from voice_chess.compose.server_check import objection_now, told_languages
    from voice_chess.compose.storage import told_place

    objection = objection_now(shown) if shown else None
    if objection is not None:
        yield f"{objection} Browsers will warn of it."
    yield from told_languages(wanted.models)
    yield told_place(wanted.data, wanted.database)
    if is_shared:
        yield "Each server of this database has some of the games, and passes on the others'."


def _ways_in(way: WayIn, chosen: Namespace, port: int) -> Iterator[str]:
    scheme = "https" if chosen.cert else "http"
    address = next(iter(chosen.address), f"{scheme}://{host_named(chosen.host)}:{port}")
    yield f"Organiser: {address}/enter#{way.token}"
    yield f"or at {address} with the words: {way.code}"


def _hosts(chosen: Namespace) -> Hosts:
    """Return the host names that pages can use: this machine's and those of --address."""
    own = socket.gethostname()
    told = (origin_of(address) for address in chosen.address)
    machine = (own, f"{own}.local", socket.getfqdn())
    return hosts_of(chosen.host, machine, [origin.host for origin in told if origin])


def _host(written: str) -> str:
    """Return the host unchanged. Raises `ArgumentTypeError` if it is empty.

    An empty one comes from a variable that is not set, and would mean every address.
    """
    if not written.strip():
        message = f"the address is empty; leave the option away for {_THIS_COMPUTER}"
        raise ArgumentTypeError(message)
    return written


def _address(written: str) -> str:
    address = written.removesuffix("/")
    if origin_of(address) is None:
        message = f"{written} is no address of a server; one is https://chess.example.org"
        raise ArgumentTypeError(message)
    return address


def _open_browser(address: str) -> None:
    """Open the page in a thread: browsers in a terminal return only when people leave them."""

    def opened() -> None:
        if not webbrowser.open(address):
            sys.stdout.write(f"No browser could be started; open {address} in one.\n")
            sys.stdout.flush()

    threading.Thread(target=opened, name="browser", daemon=True).start()


def _speak(code: str, language_id: str) -> None:
    """Speak the organiser's words; if that fails, people can still read them or pass them on."""
    from voice_chess.compose.voices import speak_once  # brings the sound devices

    language = load_language(language_id)
    try:
        speak_once(code, language)
    except SpeakerLost:
        write_line(sys.stdout, fitted(printable(language.screen["unspoken-words"])))
