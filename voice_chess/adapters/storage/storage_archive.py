"""Exports all that a storage keeps as files of an archive, and fills a new storage from them.

The archive is the same for files and for a database: written names and bodies of events, as in the
journals, and FLAC files of their sound. Learnt voices are not in it.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from voice_chess.adapters.sound_record.sound_files import PortableSounds
from voice_chess.adapters.storage.chair_codec import (
    chair_of,
    settled_of,
    settled_text,
    wishes_text,
)
from voice_chess.adapters.storage.event_codec import CHANGES, EVENTS, EVIDENCE
from voice_chess.session.games.chairs import Settled
from voice_chess.session.lobby.event_ports import EventJournal
from voice_chess.session.lobby.register import Key, Register
from voice_chess.session.ports import Journal, JournalDamaged, RequestKey, told_emptied

REGISTER, SECRET = "register.json", "seats.key"
DAMAGED = "damaged/"
"""The folder for damaged games, sound and events: for each, a text that says what is wrong."""
_GAMES, _EVENTS = "games/", "events/"
_SOUND = re.compile(
    r"sound/\d+-(?P<game>[\w-]+)/(?P<file>sound(-[a-z]+)?/(\d+(-\d+)?\.flac|index\.jsonl))"
)
"""The only names allowed for sound, because files are written under these names."""
_AS_MANY = 1_000
"""Pieces of evidence that are written at once."""


class Kept(Protocol):
    """A storage to export or to fill."""

    @property
    def journal(self) -> Journal: ...

    @property
    def register(self) -> Register: ...

    @property
    def events(self) -> EventJournal: ...

    @property
    def sounds(self) -> PortableSounds: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The number of games and of events in an archive."""

    games: int
    events: int


def files_of(kept: Kept, *, goes_around: bool = False) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents; `goes_around` skips damage and names it.

    Raises `JournalLost`, and `JournalDamaged` for damage that isn't skipped. Others may play on:
    the order (events, then seats, then games) makes sure that all that an event names is included.
    Those who sat at a damaged game stay known, so that they can be told.
    """
    for number, event_id in enumerate(kept.events.event_ids()):
        yield _file(
            f"{_EVENTS}{number:06}-{event_id}", _event, event_id, kept, goes_around=goes_around
        )
    settled = kept.register.games()
    yield SECRET, kept.register.secret()
    yield REGISTER, _packed(_register(kept.register, settled))
    known = dict.fromkeys((*kept.journal.game_ids(), *settled))
    for number, game_id in enumerate(known):
        own = f"{number:06}-{game_id}"
        name, content = _file(f"{_GAMES}{own}", _game, game_id, kept, goes_around=goes_around)
        yield name, content
        if not name.startswith(DAMAGED):
            yield from _sound(own, game_id, kept, goes_around=goes_around)


def _register(register: Register, settled: Mapping[str, Settled]) -> object:
    finished = register.finished()
    return {
        "games": [
            {
                "id": game_id,
                "settled": settled_text(its),
                "is_finished": game_id in finished,
                "chairs": [
                    (chair.id, chair.role.value, wishes_text(chair))
                    for chair in register.chairs_of(game_id)
                ],
            }
            for game_id, its in settled.items()
        ],
        "keys": [
            (key.kind, key.digest.hex(), key.owner, key.until_ms) for key in register.all_keys()
        ],
    }


def _file(
    name: str,
    read: Callable[[str, Kept], object],
    own_id: str,
    kept: Kept,
    *,
    goes_around: bool,
) -> tuple[str, bytes]:
    try:
        return f"{name}.json", _packed(read(own_id, kept))
    except JournalDamaged as error:
        if not goes_around:
            raise
        return f"{DAMAGED}{name}.txt", f"{error}\n".encode()


def _sound(own: str, game_id: str, kept: Kept, *, goes_around: bool) -> Iterator[tuple[str, bytes]]:
    try:
        for file, sound in kept.sounds.files(game_id):
            yield f"sound/{own}/{file}", sound
    except JournalDamaged as error:
        if not goes_around:
            raise
        yield f"{DAMAGED}sound/{own}.txt", f"{error}\n".encode()


def _event(event_id: str, kept: Kept) -> object:
    return [CHANGES.encode(change) for change in kept.events.read(event_id)]


def _game(game_id: str, kept: Kept) -> object:
    journal = kept.journal
    events = journal.read(game_id)
    # A game that was deleted meanwhile is not registered any more.
    if not events and game_id in kept.register.games():
        raise JournalDamaged(told_emptied(game_id))
    return {
        "events": [EVENTS.encode(event) for event in events],
        "evidence": [EVIDENCE.encode(item) for item in journal.evidence(game_id)],
        "last_beat_ms": journal.last_beat_ms(game_id),
        # Play may go on meanwhile. A key without its events would have the new storage say of a
        # repeated request that it was done.
        "requests": [
            (request.seat, request.key) for request in journal.requests(game_id, up_to=len(events))
        ],
    }


def fill(kept: Kept, names: Iterator[str], content: Callable[[str], bytes]) -> Counted:
    """Fill an empty storage. Raises `JournalLost` for anything this program can't read."""
    there = sorted(names)
    for name in there:
        folder, _, rest = name.partition("/")
        own_id = rest.removesuffix(".json").partition("-")[2]
        if folder == _GAMES.rstrip("/"):
            _fill_game(own_id, json.loads(content(name)), kept.journal)
        elif folder == _EVENTS.rstrip("/"):
            changes = [CHANGES.decode(*each) for each in json.loads(content(name))]
            kept.events.append(own_id, changes, after=0)
        elif folder == "sound":
            _fill_sound(name, content(name), kept.sounds)
        elif name == REGISTER:
            _fill_register(json.loads(content(name)), kept.register)
    return count_of(there)


def count_of(names: Iterable[str]) -> Counted:
    """Count the games and events in an archive with these files."""
    count = Counter(name.partition("/")[0] for name in names)
    return Counted(games=count[_GAMES.rstrip("/")], events=count[_EVENTS.rstrip("/")])


def _fill_game(game_id: str, written: Mapping[str, Any], journal: Journal) -> None:
    events = [EVENTS.decode(*each) for each in written["events"]]
    # Older archives have none.
    requests = [RequestKey(seat=seat, key=key) for seat, key in written.get("requests", ())]
    journal.append(game_id, events, after=0, requests=requests)
    evidence = [EVIDENCE.decode(*each) for each in written["evidence"]]
    for start in range(0, len(evidence), _AS_MANY):
        journal.note(game_id, evidence[start : start + _AS_MANY])
    if written["last_beat_ms"] is not None:
        journal.beat([game_id], written["last_beat_ms"])


def _fill_sound(name: str, content: bytes, sounds: PortableSounds) -> None:
    found = _SOUND.fullmatch(name)
    if found is None:
        message = f"there is no place for {name}"
        raise ValueError(message)
    sounds.fill(found["game"], found["file"], content)


def _fill_register(written: Mapping[str, Any], register: Register) -> None:
    for game in written["games"]:
        chairs = [chair_of(*each) for each in game["chairs"]]
        register.add_game(
            game["id"], settled_of(game["settled"]), {chair.id: chair for chair in chairs}
        )
        if game["is_finished"]:
            register.finish(game["id"], is_over=True)
    register.add_keys(
        [
            Key(kind=kind, digest=bytes.fromhex(digest), owner=owner, until_ms=until_ms)
            for kind, digest, owner, until_ms in written["keys"]
        ]
    )


def _packed(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
