"""Whatever comes over a socket gets its answer: no crash, no silence, nobody else's seat."""

import json
import secrets
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.stage.page import Message, Page
from tests.thoroughness import enough
from tests.web.messages.test_wire import GOOD
from tests.web.stage import Stage
from voice_chess.game.game_end import Resigned
from voice_chess.game.moves import MoveAnnounced
from voice_chess.session.evidence import AnswerSpoken, ArbiterTold
from voice_chess.web.live.incoming import LARGEST_TEXT
from voice_chess.web.messages.sound_messages import FramesDropped, MicrophoneSwitch
from voice_chess.web.messages.wire import CLIENT, BoardBytes, BoardJoined, ClientMessage, Hello
from voice_chess.web.protection.rate_limits import Buckets

FEW, MANY = 12, enough(80)
QUIET = (BoardBytes, FramesDropped, MicrophoneSwitch)
"""Taken without a word, unless there is something to tell."""

_SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=30)
_ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "key", "ruling", "uci", "game"]), inner)
    ),
    max_leaves=8,
)
_KEYS = st.sampled_from(["first-key", "second-key", "third-key"])
_REQUESTS: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.builds(
        dict, type=st.just("line"), text=st.sampled_from(["e4", "Uhr", "ja", "\0", "aufgabe"])
    ),
    st.builds(
        dict,
        type=st.just("move"),
        uci=st.sampled_from(["e2e4", "e7e5", "a7a8q", "e1g1"]),
        ply=st.integers(0, 2_000),
    ),
    st.builds(
        dict,
        type=st.just("ask"),
        name=st.sampled_from(["clock", "resign", "yes", "press", "repetition", "seal", "arbiter"]),
        args=st.lists(st.sampled_from(["e4", "N", "fifty", "e2e4"]), max_size=2),
    ),
    st.builds(
        dict,
        type=st.just("rule"),
        ruling=st.sampled_from(
            [
                {"ruling": "stop-clocks"},
                {"ruling": "open-envelope"},
                {"ruling": "go-back", "moves_kept": 7},
                {"ruling": "reconcile", "accepts": True},
            ]
        ),
    ),
    st.builds(
        dict,
        type=st.just("declare"),
        declaration=st.sampled_from(
            [
                {"declaration": "object-to-touch", "squares": ["e7"]},
                {"declaration": "take-back-together", "moves_kept": 0},
                {"declaration": "board-differs", "placement": "8/8/8/8/8/8/8/8"},
                {"declaration": "board-differs", "placement": "8"},
                {"declaration": "adjourn-early", "resumption": "", "left_ms": 5},
            ]
        ),
    ),
    st.builds(dict, type=st.just("passphrase"), text=st.sampled_from(["pfeife", "\0"])),
    st.builds(dict, type=st.just("hands"), did=st.just("touched"), squares=st.just(["e2", "e7"])),
)


@st.composite
def _damaged(draw: st.DrawFn) -> str:
    """A good message with something in it replaced, or text that is none."""
    message: dict[str, object] = {**draw(st.sampled_from(GOOD))}
    if draw(st.booleans()):
        message[draw(st.sampled_from(sorted(message)))] = draw(_ANYTHING)
    text = json.dumps(message)
    return text if draw(st.booleans()) else text[: draw(st.integers(0, len(text)))]


@st.composite
def _request(draw: st.DrawFn) -> str:
    """Something asked of the game under one of few keys: some are said twice, some too early."""
    message = {**draw(_REQUESTS), "key": draw(_KEYS)}
    if draw(st.booleans()):
        message["game"] = draw(st.sampled_from(["other", "x" * 40]))
    return json.dumps(message)


_OVERSIZED = st.integers(1, 60_000).map(lambda more: "x" * (LARGEST_TEXT + more))
_MESSAGES = st.lists(_damaged() | _request() | _OVERSIZED | st.binary(max_size=2_000), max_size=7)


def answers(page: Page, sent: str | bytes) -> list[Message]:
    """What comes before the answer to the next question."""
    before = len(page.came)
    if isinstance(sent, bytes):
        page.socket.send_bytes(sent)
    else:
        page.socket.send_text(sent)
    page.ask(type="ask", name="whose-turn")
    return page.came[before:-1]


def taken(sent: str | bytes) -> ClientMessage | None:
    """As the server should read it."""
    if isinstance(sent, bytes) or len(sent) > LARGEST_TEXT:
        return None
    try:
        message = CLIENT.validate_json(sent)
    except ValidationError:
        return None
    return None if isinstance(message, Hello) else message


def check_answered(sent: str | bytes, came: Iterable[Message], done: dict[str, Message]) -> None:
    """There is a reason for what was not taken, and one result for what was."""
    message = taken(sent)
    key = getattr(message, "key", None)
    kinds = [one["type"] for one in came]
    if message is None:
        assert "problem" in kinds
    elif key is not None:
        (answer,) = (one for one in came if one.get("key") == key)
        assert answer["type"] in ("done", "problem")
        if key in done:
            assert answer == {**done[key], "is_repetition": True}
            assert "happened" not in kinds
        elif answer["type"] == "done":
            done[key] = answer
    elif not isinstance(message, QUIET) and not _leaves_board(message):
        assert {"board-asked", "seat", "own-voice", "problem"} & set(kinds)


def _leaves_board(message: ClientMessage) -> bool:
    """No board of its own: whether there was one or not, there is nothing more to tell."""
    return isinstance(message, BoardJoined) and message.kind is None


def explore(stage: Stage, examples: int) -> None:
    stage.hall.trials.links = stage.hall.trials.entries = Buckets(1_000, 0)

    @settings(
        max_examples=examples,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(messages=_MESSAGES)
    def send(messages: list[str | bytes]) -> None:
        links = stage.arrange()
        done: dict[str, Message] = {}
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            for sent in messages:
                check_answered(sent, answers(white, sent), done)
            black.ask(type="ask", name="whose-turn")
        check_seats(stage, links["game"]["id"], black, done)

    send()


def check_seats(stage: Stage, game: str, black: Page, done: dict[str, Message]) -> None:
    """Only White has sent anything: Black has done nothing, and nothing was said to them alone."""
    journal = stage.journal
    events = journal.read(game)
    acted = [event for event in events if isinstance(event, MoveAnnounced | Resigned)]
    evidence = journal.evidence(game)
    told = AnswerSpoken | ArbiterTold
    noted = {item.to if isinstance(item, told) else item.by for item in evidence}
    said = [one for one in black.came if one["type"] == "said" and one["kind"] != "notice"]

    assert all(event.white for event in acted)
    assert noted <= {"white", "black"}
    assert len(said) == 1
    assert not [one for one in black.came if one.get("key") in done]


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_whatever_one_seat_sends_it_is_answered_and_touches_no_other(
    stage: Stage, examples: int
) -> None:
    explore(stage, examples)


def test_the_key_of_one_seat_means_nothing_at_another(stage: Stage) -> None:
    links, key = stage.arrange(), secrets.token_hex(8)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.ask(type="ask", name="whose-turn", key=key)
        answer = black.ask(type="ask", name="whose-turn", key=key)

    assert not answer["is_repetition"]
