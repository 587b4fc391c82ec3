"""Every command and every declaration has its control on the page of whoever may give it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any, Literal, get_args, get_origin

import pytest
from fastapi import Request
from starlette.applications import Starlette

from voice_chess.arbiter.rules import RULES
from voice_chess.game.state import nothing_arranged
from voice_chess.game.table import Role
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.requests import request
from voice_chess.session.voice_preferences import VOICE_NAMES
from voice_chess.speech.commands import (
    COMMAND_TABLE,
    COMMANDS,
    KEY_SIGN,
    MOVE_NUMBER,
    OF_A_CLOCK,
    SHAPES,
)
from voice_chess.speech.orders import ORDER_KEYS, ORDER_SIGN
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.web.messages.declarations import Declaration, declarable, name_of
from voice_chess.web.messages.request_mapping import arguments_of, is_command
from voice_chess.web.messages.rulings import Plain, Ruling, command_of
from voice_chess.web.messages.views import RoleName, SeatView
from voice_chess.web.pages.page_files import PageFiles, read_static
from voice_chess.web.pages.rendering import seat_page, tag_of
from voice_chess.web.pages.rulings_offered import ruling_keys

DECLARATIONS = {name_of(kind): kind for kind in get_args(get_args(Declaration)[0])}
PLAYERS_ALONE = {
    "resign",
    "offer-draw",
    "accept",
    "decline",
    "increment",
    "adjust",
    "continue",
    "adjourn",
    "open-envelope",
    "see-score",
    "rematch",
    "sign",
    "take-back-together",
    "propose-takeback",
}
"""What the Laws give to no assistant."""


PLAIN_ORDERS = {
    "claim:time": "flag-fall",
    "illegal-move": "illegal-move",
    "two-hands": "two-hands",
    "next-period": "begin-next-period",
    "reconstruct": "reconstruct-game",
    "expel": "expel",
}
"""The rulings whose control is called as the order is."""


KEYS_OF_RULINGS = {
    "start-game": ",,s",
    "stop-clocks": ",.",
    "flag-fall": ",,f",
    "add-time": ",,a ,,d",
    "warn": ",,w",
    "fault": ",,o ,,t ,,c ,,k",
    "end-game": ",,r ,,n",
    "open-envelope": ",O",
}
"""Some of each kind."""


@dataclass
class Control:
    """A button and the fields of its form: their names with their options, none where typed."""

    attributes: Mapping[str, str | None]
    words: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)
    needed: set[str] = field(default_factory=set)


class Controls(HTMLParser):
    """Collects the buttons with a name of their own, each with its fields, and texts by id."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, Control] = {}
        self.texts: dict[str, str] = {}
        self._button: Control | None = None
        self._form = Control({})
        self._within: list[str] = []
        self._options: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self._form = Control(found)
        elif tag in ("input", "select"):
            self._options = []
            if name := found.get("name"):
                self._form.fields[name] = self._options
                self._form.needed |= {name} if "required" in found else set()
        elif tag == "option":
            self._options.append(str(found["value"]))
        elif tag == "button":
            self._button = Control({**self._form.attributes, **found}, fields=self._form.fields)
            self._button.needed = self._form.needed
            self.buttons[str(found.get("id"))] = self._button
        elif tag == "span":
            self._within.append(str(found.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._button = None
        elif tag == "form":
            self._form = Control({})
        elif tag == "span":
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button.words += data.strip()
        for name in filter(None, self._within):
            self.texts[name] = self.texts.get(name, "") + data


def page_of(role: RoleName, *, language: str, interface: str) -> str:
    """The page of a seat that is spoken to, and sees its page, in these languages."""
    seat = SeatView(
        seat="seat",
        role=role,
        language=language,
        interface=interface,
        speech="reader",
        words_per_minute=175,
        volume_percent=100,
        voice="standard",
        style="long",
        reader_style="same",
        braille_style="same",
        correction_ms=0,
        premoves=False,
        warned_at_ms=[],
        behind_ms=0,
        counts_seconds=False,
        clicks=False,
        dictation="off",
        hears=False,
        games=[],
    )
    app = Starlette()
    app.state.files = PageFiles(read_static())
    request = Request({"type": "http", "query_string": b"", "headers": [], "app": app})
    return bytes(seat_page(request, seat, VOICE_NAMES).body).decode()


def controls(role: RoleName, *, language: str = "en", interface: str = "en") -> Controls:
    page = Controls()
    page.feed(page_of(role, language=language, interface=interface))
    return page


def commands(page: Controls) -> dict[str, Control]:
    """By the name of what a button asks for."""
    prefix = "command-"
    return {
        name.removeprefix(prefix): button
        for name, button in page.buttons.items()
        if name.startswith(prefix)
    }


def declarations(page: Controls) -> dict[str, Control]:
    found = (button for button in page.buttons.values())
    return {
        name: button
        for button in found
        if (name := button.attributes.get("data-declaration")) is not None
    }


@pytest.mark.parametrize("language_id", known_languages())
def test_every_command_has_a_button_that_is_called_what_is_said(language_id: str) -> None:
    page = controls("white", language=language_id)
    found, language = commands(page), load_language(language_id)

    assert list(found) == [command.name for command in COMMAND_TABLE]
    for command in COMMAND_TABLE:
        button = found[command.name]
        told = page.texts[str(button.attributes["aria-describedby"])]

        assert button.words == language.written(command.name)
        assert button.words.lower() == language.words[command.name][0]
        assert button.attributes["lang"] == tag_of(language_id)
        assert told.startswith(f"Key: {KEY_SIGN}{command.key}")
        assert ("capital letter" in told) == command.key.isupper()


@pytest.mark.parametrize("language_id", known_languages())
def test_what_stands_beside_a_command_is_in_the_language_of_the_page(language_id: str) -> None:
    page = controls("white", interface=language_id)
    text = load_language(language_id).interface["command-key"]

    assert page.texts["key-,m"] == text.format(key=",m")


@pytest.mark.parametrize("language_id", known_languages())
def test_the_example_of_a_move_is_one_that_its_field_takes(language_id: str) -> None:
    """Also where the page is written in another alphabet."""
    answer = page_of("white", language="en", interface=language_id)
    label = load_language(language_id).interface["arg:M"].format(move="e2e4")

    assert answer.count(label) == 5


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("role", "name", "example"),
    [
        ("white", "hands-how", {"squares": "g1 f3"}),
        ("arbiter", "sealed-how", {"move": "e2e4"}),
    ],
)
def test_the_examples_of_hints_are_such_too(
    language_id: str, role: RoleName, name: str, example: dict[str, str]
) -> None:
    hint = load_language(language_id).interface[name]
    shown = unescape(page_of(role, language="en", interface=language_id))

    assert hint.format(**example) in shown
    assert hint.format(**example) != hint


def test_a_button_asks_for_its_command_with_the_fields_that_it_needs() -> None:
    for name, button in commands(controls("white")).items():
        shapes = [set(arguments_of(shape)) for shape in SHAPES[name]]
        arguments, needed = set.union(*shapes), set.intersection(*shapes)
        typed = {argument for argument in arguments if not button.fields[argument]}
        asks = "data-command" if arguments else "data-ask"

        assert button.attributes[asks] == name
        assert button.attributes["type"] == ("submit" if arguments else "button")
        assert set(button.fields) == arguments
        assert button.needed == needed & typed
        assert button.attributes.get("data-shapes", "") == ",".join(SHAPES[name])


def test_every_choice_of_a_field_is_one_that_the_server_takes() -> None:
    chosen = list(choices_of(commands(controls("white"))))

    assert len(chosen) > 40
    assert [choice for choice in chosen if not is_command(*choice)] == []


_NUMBER = "12"
"""What is typed where no options are."""


def choices_of(found: Mapping[str, Control]) -> Iterator[tuple[str, list[str]]]:
    """Each option with its command and what must be typed besides; an empty one is left out."""
    for name, button in found.items():
        typed = [_NUMBER for field in button.fields if field == MOVE_NUMBER]
        for options in button.fields.values():
            for option in options:
                yield name, [*typed, option] if option else typed


def test_an_assistant_is_offered_what_the_laws_let_them_do() -> None:
    found = commands(controls("assistant-white"))

    assert set(found) == COMMANDS - PLAYERS_ALONE - OF_A_CLOCK


@pytest.mark.parametrize("role", [role for role in get_args(RoleName) if role != "spectator"])
def test_no_button_asks_for_what_its_role_may_never_do(role: RoleName) -> None:
    page, by = page_of(role, language="en", interface="en"), Role(role)
    asked = re.findall(r'data-ask="([a-z-]+)"(?: data-args="([a-z-]+)")?', page)
    meant = [CommandMeaning(name=name, args=(args,) if args else ()) for name, args in asked]
    requests = [request(meaning, nothing_arranged(), 0, by) for meaning in meant]
    ruled = [command_of(Plain(ruling=name), by, 0) for name in _plain_rulings(page)]

    commands: list[Any] = [command for command in (*requests, *ruled) if command is not None]
    assert [command for command in commands if by not in RULES[type(command)].roles] == []
    assert asked


def _plain_rulings(page: str) -> list[Any]:
    return re.findall(r'data-rule="([a-z-]+)"', page)


@pytest.mark.parametrize(
    "role", ["white", "black", "assistant-white", "assistant-black", "spectator"]
)
def test_a_page_has_the_declarations_of_its_role(role: RoleName) -> None:
    assert set(declarations(controls(role))) == declarable(Role(role))


def test_the_arbiters_page_has_his() -> None:
    found = set(declarations(controls("arbiter")))

    assert found == declarable(Role.ARBITER) == {"inform", "piece-down"}


def test_the_arbiters_page_has_a_control_for_every_ruling() -> None:
    page = page_of("arbiter", language="en", interface="en")

    assert set(re.findall(r'data-(?:rule|ruling)="([a-z-]+)"', page)) == rulings()


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("order", PLAIN_ORDERS)
def test_what_is_ordered_in_a_word_is_ruled_by_a_button_of_that_name(
    order: str, language_id: str
) -> None:
    language = load_language(language_id)
    shown = unescape(page_of("arbiter", language=language_id, interface=language_id))
    label = language.interface[f"rule:{PLAIN_ORDERS[order]}"]

    assert label.lower() == language.say(order)
    assert f">{label}<" in shown


@pytest.mark.parametrize("language_id", known_languages())
def test_beside_each_ruling_stands_the_key_of_its_order(language_id: str) -> None:
    language = load_language(language_id)
    parser = Controls()
    parser.feed(page_of("arbiter", language=language_id, interface=language_id))
    told = {name.removeprefix("keys-"): words for name, words in parser.texts.items()}
    label = language.interface["command-key"]

    assert {name: told.get(name) for name in KEYS_OF_RULINGS} == {
        name: label.format(key=keys) for name, keys in KEYS_OF_RULINGS.items()
    }


def test_every_key_of_an_order_stands_beside_a_ruling() -> None:
    shown = {key for keys in ruling_keys().values() for key in keys}

    assert {f"{ORDER_SIGN}{key}" for key in ORDER_KEYS} <= shown
    assert set(ruling_keys()) <= rulings()


def test_no_player_is_told_an_arbiters_key() -> None:
    assert f"{ORDER_SIGN}s" not in page_of("white", language="en", interface="en")


def rulings() -> set[str]:
    """The names of all rulings of the wire."""
    kinds = get_args(get_args(Ruling)[0])
    return {name for kind in kinds for name in get_args(kind.model_fields["ruling"].annotation)}


def test_every_declaration_is_somebodys() -> None:
    assert set(DECLARATIONS) == set().union(*map(declarable, Role))
    assert declarable(Role.SPECTATOR) == {"tell-arbiter"}


@pytest.mark.parametrize("language_id", known_languages())
def test_a_declaration_has_its_name_in_every_language(language_id: str) -> None:
    text = load_language(language_id).interface
    roles: tuple[RoleName, ...] = ("white", "assistant-white")
    for role in roles:
        for name, button in declarations(controls(role, interface=language_id)).items():
            if name != "board-differs":
                assert button.words == text[f"declare:{name}"]


@pytest.mark.parametrize("role", ["white", "assistant-white"])
def test_a_declaration_has_a_field_for_whatever_it_may_say(role: RoleName) -> None:
    for name, button in declarations(controls(role)).items():
        if name == "board-differs":
            continue
        fields = dict(DECLARATIONS[name].model_fields)
        del fields["declaration"]

        assert set(button.fields) == set(fields), name
        for each, about in fields.items():
            is_chosen = get_origin(about.annotation) is Literal
            choices = list(get_args(about.annotation)) if is_chosen else []

            assert sorted(button.fields[each]) == sorted(choices), (name, each)
