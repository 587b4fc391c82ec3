"""The codes by which an event's people enter: named, made, and prolonged when its days change."""

from collections.abc import Sequence
from datetime import UTC, datetime

from voice_chess.event.competition import Competitor
from voice_chess.session.lobby.access import DAY_MS, WayIn, name_for, new_name
from voice_chess.session.lobby.competitions import ASSISTANT, OpenCompetition
from voice_chess.web.events.event_rest import PlaceLink
from voice_chess.web.live.hall import Hall

_AFTER_DAYS = 7
"""Days after the event's last day until which codes are valid at least."""


async def names_of_places(
    hall: Hall, key: str | None, about: Sequence[str], count: int = 1
) -> list[str]:
    """Return names for new places; a request repeated with the same key gets the same names."""
    if key is None:
        return [new_name() for _ in range(count)]
    secret = await hall.lobby.do(hall.lobby.means.register.secret)
    return [name_for([key, *about, str(number)], secret) for number in range(count)]


async def new_links(
    hall: Hall, event: OpenCompetition, competitors: Sequence[Competitor]
) -> list[PlaceLink]:
    """Make new ways in for these players and their assistants."""
    known = {each.place: each for each in competitors}
    known |= {each.place + ASSISTANT: each for each in competitors if each.person.has_assistant}
    owners = sorted(known, key=lambda owner: (known[owner].number, owner))
    return [
        PlaceLink(
            name=known[way.owner].person.name,
            number=known[way.owner].number,
            is_assistant=way.owner.endswith(ASSISTANT),
            path=path_of(way),
            code=way.code,
        )
        for way in await new_ways(hall, event, owners)
    ]


async def new_ways(hall: Hall, event: OpenCompetition, owners: Sequence[str]) -> tuple[WayIn, ...]:
    """Make new ways in for the owners of these places; their earlier codes become invalid."""
    until_ms, entrance = _end_of_ways(event), hall.lobby.entrance
    return await hall.lobby.do(lambda: entrance.new_ways_to(owners, until_ms))


async def prolong_codes(hall: Hall, event: OpenCompetition) -> None:
    """Prolong codes that were given before the event was moved to later days."""
    places = [each.place for each in event.now.competitors]
    owners = {event.now.arbiter, *places, *(place + ASSISTANT for place in places)}
    until_ms, entrance = _end_of_ways(event), hall.lobby.entrance
    await hall.lobby.do(lambda: entrance.prolong(owners, until_ms))


def _end_of_ways(event: OpenCompetition) -> int:
    last_day = datetime.fromisoformat(event.now.terms.last_day).replace(tzinfo=UTC)
    return int(last_day.timestamp() * 1_000) + _AFTER_DAYS * DAY_MS


def path_of(way: WayIn) -> str:
    """Return the address that enters by this way; its token stays in the browser."""
    return f"/enter#{way.token}"
