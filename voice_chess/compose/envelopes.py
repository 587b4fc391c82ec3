"""Closes and opens the envelopes of adjourned games, and reads moves that are spoken into them."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from voice_chess.adapters.storage import sealed_envelope
from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.adapters.storage.sealed_envelope import Sealed
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.compose.game_folders import Place, emptied
from voice_chess.compose.recordings import Recording
from voice_chess.compose.storage import games_looked_at, journal_between_servers
from voice_chess.game.envelope import Passphrases
from voice_chess.plain_error import BadInput
from voice_chess.session.ledger import Ledger
from voice_chess.session.ports import JournalDamaged


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The sealed move: as it was written, or its sound, 16 kHz mono 16-bit, as it was spoken."""

    text: str = ""
    sound: bytes = b""


@contextmanager
def ledger_at(place: Place, doing: str, *, is_for_reading: bool) -> Iterator[Ledger]:
    """Open this game's journal. For writing, keep its folder locked until the block ends.

    `doing` names the work in the message that a second program gets. Raises `BadInput` where there
    is no such game, `FolderTaken`, `JournalLost`.
    """
    if not place.journal.exists():
        raise _missing(place)
    with ExitStack() as stack:
        if not is_for_reading:
            stack.enter_context(FolderLock(place.data, doing))
        opened = SqliteJournal(place.journal, is_for_reading=is_for_reading)
        ledger = Ledger(stack.enter_context(closing(opened)), place.game_id)
        if not ledger.history:
            raise _missing(place)
        yield ledger


def _missing(place: Place) -> Exception:
    """Return the error about a game that the journal lacks; it may have lost it."""
    if place.is_there:
        return JournalDamaged(emptied(place))
    return BadInput(_told_missing(place.game_id, str(place.data)))


@contextmanager
def ledger_in(database: str, game_id: str, *, is_for_reading: bool) -> Iterator[Ledger]:
    """Open the journal of a game in a database. For writing, no server may run on it.

    Raises `BadInput` where there is no such game, `JournalLost`.
    """
    with ExitStack() as stack:
        looked_at = stack.enter_context(games_looked_at(database))
        if not looked_at.journal.read(game_id):
            raise BadInput(_told_missing(game_id, f"the database {looked_at.name}"))
        journal = looked_at.journal
        if not is_for_reading:
            journal = stack.enter_context(journal_between_servers(database))
        yield Ledger(journal, game_id)


def _told_missing(game_id: str, where: str) -> str:
    return f"There is no game {game_id!r} in {where}."


def closed(content: Content, face: bytes, secrets: Passphrases) -> str:
    """Return the closed envelope as one line of text; `face` is what is written on it.

    Raises `EnvelopeShut`.
    """
    return sealed_envelope.seal(Sealed(text=content.text, sound=content.sound), face, secrets)


def opened_by_players(text: str, face: bytes, white: str, black: str) -> Content:
    """Open an envelope by the passphrases of both players. Raises `EnvelopeShut`."""
    return _content(sealed_envelope.open_by_players(text, face, white, black))


def opened_by_arbiter(text: str, face: bytes, passphrase: str) -> Content:
    """Open an envelope by the arbiter's passphrase. Raises `EnvelopeShut`."""
    return _content(sealed_envelope.open_by_arbiter(text, face, passphrase))


def spoken_in(path: Path) -> Content:
    """Return the content of an envelope that is a recording of the move. Raises `BadSound`."""
    return Content(sound=Recording(path).whole())


def _content(sealed: Sealed) -> Content:
    return Content(text=sealed.text, sound=sealed.sound)
