"""Every address does what its description says, whatever is asked of it and whoever asks."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from schemathesis import APIOperation, Case, GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.thoroughness import enough
from tests.web.events.event_stage import made
from tests.web.stage import ADDRESS, Stage
from voice_chess.laws.position import ORDINARY_START

Operation: TypeAlias = APIOperation[Any, Any, Any, Any]
Asked: TypeAlias = Case[Any]
CHECKS = [
    allow_header_conformance,
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
]
LEAVES = "/seats/{seat}/entry"
"""Who goes there has no cookie afterwards."""

FEW, MANY = 3, enough(5)


def operations(stage: Stage) -> Iterator[Operation]:
    described = openapi.from_dict(stage.client.get("/schema/openapi.json").json())
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        yield found.ok()


def explore(stage: Stage, operation: Operation, who: "Visitor", examples: int) -> None:
    """Ask it for what it describes, and for what it does not, if there is anything."""
    modes = [GenerationMode.POSITIVE]
    modes += [GenerationMode.NEGATIVE] if can_be_asked_wrongly(operation, who) else []
    for mode in modes:
        cases = operation.as_strategy(generation_mode=mode, path_parameters=who.path(operation))

        @settings(
            max_examples=examples,
            database=None,
            derandomize=examples == FEW,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases)
        def ask(case: Asked) -> None:
            case.validate_response(answered(stage, case, who.headers), checks=CHECKS)

        ask()


def can_be_asked_wrongly(operation: Operation, who: "Visitor") -> bool:
    """Whatever stands for a name or an id in an address is one, if only of nothing that is there.

    Told beforehand: to look for a wrong one among 459 takes longer than all that is asked.
    """
    known = who.path(operation)
    free = [each for each in operation.path_parameters if each.name not in known]
    has_a_form = not all(_is_any_name(each.definition["schema"]) for each in free)
    return bool(operation.query or operation.body or has_a_form)


def _is_any_name(schema: Mapping[str, object]) -> bool:
    return schema["type"] == "string" and not schema.keys() & {"enum", "format", "pattern"}


def answered(stage: Stage, case: Asked, headers: Mapping[str, str]) -> Any:
    asked = case.as_transport_kwargs(base_url=ADDRESS, headers=dict(headers))
    if isinstance(asked.get("data"), bytes | str):
        asked["content"] = asked.pop("data")
    asked.pop("cookies", None)
    return stage.client.request(**asked)


class Visitor:
    """Who asks: by what headers, and at which seat and game."""

    def __init__(self, headers: Mapping[str, str], **ids: str) -> None:
        self.headers = headers
        self._ids = ids

    def path(self, operation: Operation) -> dict[str, str]:
        names = {parameter.name for parameter in operation.path_parameters}
        return {name: value for name, value in self._ids.items() if name in names}


def visitors(stage: Stage) -> dict[str, Visitor]:
    links = stage.arrange(customs={"keeps_sound": True}, arbiter="new")
    _, white = stage.seat(links["white"])
    game, seat = links["game"]["id"], links["white"]["seat"]
    organiser = {"cookie": stage.organiser, "origin": ADDRESS}
    event = made(stage, "Anna", "Bert", "Cleo").event
    return {
        "stranger": Visitor({}, event=event),
        "white": Visitor(white, seat=seat, game=game, event=event),
        "organiser": Visitor(organiser, seat=links["black"]["seat"], game=game, event=event),
    }


@pytest.mark.parametrize(
    ("who", "examples"),
    [
        ("white", FEW),
        *(
            pytest.param(who, MANY, marks=pytest.mark.slow)
            for who in ("stranger", "white", "organiser")
        ),
    ],
)
def test_every_address_does_what_its_description_says(
    stage: Stage, who: str, examples: int
) -> None:
    visitor = visitors(stage)[who]

    for operation in operations(stage):
        if operation.path != LEAVES:
            explore(stage, operation, visitor, examples)


def test_every_address_that_changes_something_is_described(stage: Stage) -> None:
    described = {(found.method.upper(), found.path) for found in operations(stage)}

    assert {
        ("POST", "/entries"),
        ("POST", "/organiser/games"),
        ("POST", "/organiser/games/{game}/seats/{seat}/link"),
        ("DELETE", "/organiser/games/{game}/seats/{seat}/link"),
        ("DELETE", LEAVES),
    } <= described


def test_a_method_that_an_address_does_not_have_is_refused_with_those_it_has(stage: Stage) -> None:
    answer = stage.client.put("/entries", json={})

    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]
    assert answer.json()["code"] == "malformed"


@pytest.mark.parametrize(
    "origin", ["http://[", "null", "//", "testserver", "http://testserver.evil"]
)
def test_an_origin_that_is_not_ours_changes_nothing(stage: Stage, origin: str) -> None:
    headers = {"cookie": stage.organiser, "origin": origin}

    answer = stage.client.post("/organiser/games", json={}, headers=headers)

    assert answer.status_code == 403
    assert answer.json()["code"] == "foreign-origin"


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        ({"white": {"name": 'A\n[Result "1-0"]'}}, "malformed", "name"),
        ({"time": "²+1"}, "bad-time", "time"),
        ({"time": "9" * 40}, "bad-time", "time"),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "bad-position", "setup"),
        ({"fen": "\x00"}, "bad-position", "setup"),
        ({"edition": "1066"}, "bad-game", "edition"),
        ({"beginning": {"starts": "at"}}, "not-ahead", "at"),
        ({"beginning": {"starts": "at", "at_ms": 1}}, "not-ahead", "at"),
        ({"beginning": {"starts": "at", "at_ms": 10**18}}, "malformed", "at-ms"),
        ({"arbiter": "nobody00"}, "bad-game", ""),
        ({"chess960": True, "fen": f"{ORDINARY_START[:-1]}x"}, "bad-position", "setup"),
    ],
    ids=str,
)
def test_a_game_that_cannot_be_is_refused_with_a_reason_at_its_field(
    stage: Stage, wanted: dict[str, object], code: str, field: str
) -> None:
    answer = stage.organise("POST", "/games", wanted)
    told = answer.json()

    assert (answer.status_code, told["code"], told["field"]) == (422, code, field)
    assert stage.organise("GET", "/games").json() == []
