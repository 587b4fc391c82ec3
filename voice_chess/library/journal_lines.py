"""Events as lines of JSON for other programs to keep, with the written names of journals."""

import json

from voice_chess.compose.kept_games import event_read, event_written
from voice_chess.game.events import Event
from voice_chess.library.errors import JournalError
from voice_chess.session.ports import JournalLost

_NAME = "event"
"""The JSON field with the written name of the event."""
_SHOWN = 60


def written(event: Event) -> str:
    """Return the event as one line, without a line end."""
    name, body = event_written(event)
    return json.dumps({_NAME: name, **json.loads(body)}, ensure_ascii=False)


def read(line: str) -> Event:
    """Read an event from its line. Raises `JournalError`."""
    try:
        fields = json.loads(line)
        name = str(fields.pop(_NAME))
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        message = f"This line of a journal is no event: {str(line)[:_SHOWN]!r}."
        raise JournalError(message) from error
    try:
        event = event_read(name, json.dumps(fields))
    except JournalLost as error:
        raise JournalError(*error.args) from error
    return event
