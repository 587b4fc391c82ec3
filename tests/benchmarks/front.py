"""Measures what strangers cost a play server before it knows who they are, by attacking a real one.

Everything stays on this machine, comes from addresses of its own (127.0.0.0/8, as Linux has
them), and is bounded by the options.
"""

import socket
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx2
from tqdm import tqdm

from tests.benchmarks.web import House, Row, table
from tests.web.server.process import PATIENCE_S, Server

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM = (
    b"Origin: http://127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 999999999\r\n\r\n"
)
"""The rest of the head of a form that is sent from the server's own page, and does not end."""
MEGABYTE = 1_000_000
LINE = b"A: " + b"a" * 997 + b"\r\n"
PLACES = 90


@contextmanager
def stranger(server: Server, place: str) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, (place, 0)) as found:
        yield found


def poured(server: Server, start: bytes, piece: bytes, megabytes: int) -> str:
    """Send much on one connection until it is refused; return how much was taken, in words."""
    taken, line = 0, b""
    with stranger(server, "127.0.0.2") as attacker:
        with suppress(OSError):
            attacker.sendall(start)
            while taken < megabytes * MEGABYTE:
                attacker.sendall(piece)
                taken += len(piece)
        with suppress(OSError):
            attacker.settimeout(1)
            line = attacker.recv(4_096).partition(b"\r\n")[0]
    reason = f", told {line.decode()}" if line else ""
    return f"{taken / MEGABYTE:.2f} of {megabytes} MB sent{reason}"


def answer_ms(server: Server, place: str) -> float:
    """Return how long an honest visitor waits for the front page, in ms."""
    transport = httpx2.HTTPTransport(local_address=place)
    with httpx2.Client(transport=transport, timeout=PATIENCE_S) as client:
        began = time.perf_counter()
        client.get(f"{server.address}/").raise_for_status()
        return 1_000 * (time.perf_counter() - began)


def half_open(server: Server, chosen: Namespace, places: Sequence[str]) -> str:
    """Begin requests that are never finished, and return in words how many stay open."""
    with ExitStack() as attackers:
        half = []
        for number in tqdm(range(chosen.half_open), desc="half requests", disable=None):
            place = places[number % len(places)]
            with suppress(OSError):
                half.append(attackers.enter_context(stranger(server, place)))
                half[-1].sendall(HEAD)
        meanwhile_ms = answer_ms(server, "127.0.2.1")
        time.sleep(1)
        at_once = sum(map(is_open, half))
        time.sleep(chosen.seconds)
        later = sum(map(is_open, half))
    return (
        f"{at_once} open after 1 s, {later} after {chosen.seconds} s; "
        f"an honest visitor meanwhile waited {meanwhile_ms:.0f} ms"
    )


def is_open(connection: socket.socket) -> bool:
    """Return whether the server has neither responded nor closed the connection."""
    connection.settimeout(0)
    try:
        connection.recv(4_096, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def wrong_codes(house: House, count: int) -> str:
    """Try wrong codes, each from an address of its own, then the right one from another address."""
    server = house.server
    code = httpx2.post(
        f"{server.address}/organiser/games",
        json={},
        headers={"cookie": server.organiser, "origin": server.address},
        timeout=PATIENCE_S,
    ).raise_for_status()
    right = next(link["code"] for link in code.json()["links"] if link["role"] == "black")
    wrong = [tried(server, f"127.0.1.{1 + n}", "adam " * 6) for n in range(count)]
    began = time.perf_counter()
    status = tried(server, "127.0.2.2", right)
    took_ms = 1_000 * (time.perf_counter() - began)
    answered = ", ".join(f"{wrong.count(one)} times {one}" for one in sorted(set(wrong)))
    return f"{answered}; the right one: {status} in {took_ms:.0f} ms"


def tried(server: Server, place: str, code: str) -> int:
    transport = httpx2.HTTPTransport(local_address=place)
    with httpx2.Client(transport=transport, timeout=PATIENCE_S) as client:
        return client.post(f"{server.address}/entries", json={"code": code}).status_code


def measured(house: House, chosen: Namespace) -> Iterator[Row]:
    server, before_kb = house.server, house.kilobytes
    much = chosen.megabytes
    yield Row(what="headers without end", found=poured(server, HEAD, LINE, much))
    yield Row(what="an address without end", found=poured(server, b"GET /", b"a" * 1_000, much))
    body = HEAD.replace(b"GET /", b"POST /friend") + FORM
    yield Row(what="a body without end", found=poured(server, body, b"a" * 1_000, much))
    many = [f"127.0.3.{1 + n}" for n in range(PLACES)]
    one = half_open(server, chosen, many[:1])
    yield Row(what=f"{chosen.half_open} half requests from one address", found=one)
    all_of_them = half_open(server, chosen, many)
    yield Row(what=f"the same from {PLACES} addresses", found=all_of_them)
    grown_kb = house.kilobytes - before_kb
    yield Row(what="memory of the server after all that", found=f"{grown_kb / 1_000:+.1f} MB")
    codes = wrong_codes(house, chosen.codes)
    yield Row(what=f"wrong codes from {chosen.codes} addresses", found=codes)


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack, and print one table."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.front", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=150, help="on one connection (150)")
    parser.add_argument("--half-open", type=int, default=900, help="half requests (900)")
    parser.add_argument("--seconds", type=int, default=20, help="how long they are held (20)")
    parser.add_argument("--codes", type=int, default=80, help="addresses that guess codes (80)")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        rows = list(measured(House(server), chosen))
    sys.stdout.write(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
