"""The messages of the socket: strict, described, and what they become in the game."""

import json

import pytest
from pydantic import ValidationError

from voice_chess.game.clocks import AddTime, SetClocks
from voice_chess.game.game_end import EndGame
from voice_chess.game.irregularities import GoBack
from voice_chess.game.penalties import Expel
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Role
from voice_chess.session.voice_preferences import FASTEST
from voice_chess.speech.commands import SHAPES
from voice_chess.web.messages.request_mapping import is_command
from voice_chess.web.messages.rulings import command_of
from voice_chess.web.messages.wire import CLIENT, ArbitersRuling, schema

KEY = "abcdefgh-1"
GOOD: list[dict[str, object]] = [
    {"type": "hello", "protocol": 1, "since": {"abc": 3}, "heard": {"1795640051710": 2}},
    {"type": "line", "key": KEY, "text": "Springer f3"},
    {"type": "line", "key": KEY, "text": "Springer f3", "seen_ply": 12},
    {"type": "move", "key": KEY, "uci": "e7e8q", "ply": 12},
    {"type": "ask", "key": KEY, "name": "what-is-on", "args": ["e4"]},
    {"type": "hands", "key": KEY, "did": "touched", "squares": ["e2"]},
    {"type": "rule", "key": KEY, "ruling": {"ruling": "stop-clocks"}},
    {
        "type": "declare",
        "key": KEY,
        "declaration": {"declaration": "ask-information", "about": "time"},
    },
    {"type": "passphrase", "key": KEY, "text": "drei Raben"},
    {"type": "microphone", "is_open": True, "rate": 48_000},
    {"type": "microphone", "is_open": True, "voice": "v" * 32, "reads": "letters"},
    {"type": "reading", "do": "leave-out"},
    {"type": "own-voice", "voice": "v" * 32, "do": "agree"},
    {"type": "own-board", "kind": "dgt", "is_turned": True},
    {"type": "own-board", "kind": None, "is_lost": True},
    {"type": "board-bytes", "data": "hgBDCA=="},
    {"type": "engine-move", "uci": "e7e8q", "ply": 31, "score": -40},
    {"type": "frames-dropped", "count": 2},
    {"type": "prefer", "language": "sr-cyrl", "speech": "reader"},
    {"type": "prefer", "words_per_minute": FASTEST, "style": "nato"},
]
BAD = [
    {},
    [],
    {"type": "shout"},
    {"type": "line", "key": KEY, "text": ""},
    {"type": "line", "key": KEY, "text": "x" * 201},
    {"type": "line", "key": KEY, "text": "e4", "more": 1},
    {"type": "line", "key": "short", "text": "e4"},
    {"type": "move", "key": KEY, "uci": "e2e9", "ply": 0},
    {"type": "move", "key": KEY, "uci": "e2e4", "ply": "0"},
    {"type": "move", "key": KEY, "uci": "e2e4", "ply": False},
    {"type": "move", "key": KEY, "uci": "e2e4", "ply": -1},
    {"type": "microphone", "is_open": 1},
    {"type": "microphone", "is_open": True, "voice": "too short"},
    {"type": "microphone", "is_open": True, "reads": "aloud"},
    {"type": "reading", "do": "begin"},
    {"type": "own-voice", "do": "tell"},
    {"type": "own-voice", "voice": "../" * 11, "do": "delete"},
    {"type": "rule", "key": KEY, "ruling": {"ruling": "add-time", "colour": "white"}},
    {"type": "prefer", "words_per_minute": 100_000},
    {"type": "prefer", "words_per_minute": FASTEST + 1},
    {"type": "prefer", "style": "brief"},
    {"type": "prefer", "voice": 5},
    {"type": "prefer", "voice": "deep+f2 "},
    {"type": "own-board", "kind": "wood"},
    {"type": "board-bytes", "data": ""},
    {"type": "engine-move", "uci": "e7e8q", "ply": 31, "score": 100_001},
    {"type": "board-bytes", "data": "hg"},
    {"type": "passphrase", "key": KEY, "text": ""},
    {"type": "declare", "key": KEY, "declaration": {"declaration": "piece-down", "uci": "e2"}},
    {"type": "declare", "key": KEY, "declaration": {"declaration": "score-signed", "result": "2"}},
]


@pytest.mark.parametrize("message", GOOD, ids=lambda message: message["type"])
def test_a_message_is_taken(message: object) -> None:
    assert CLIENT.validate_json(json.dumps(message))


@pytest.mark.parametrize("message", BAD, ids=json.dumps)
def test_a_message_that_is_not_exactly_right_is_refused(message: object) -> None:
    with pytest.raises(ValidationError):
        CLIENT.validate_json(json.dumps(message))


def test_every_message_of_both_sides_is_described() -> None:
    described = schema()

    assert set(described["client"]["discriminator"]["mapping"]) == {m["type"] for m in GOOD}
    assert "happened" in described["server"]["discriminator"]["mapping"]


@pytest.mark.parametrize(
    ("ruling", "command"),
    [
        (
            {"ruling": "add-time", "colour": "black", "ms": -5},
            AddTime(by=Role.ARBITER, at_ms=7, white=False, ms=-5),
        ),
        (
            {"ruling": "set-clocks", "white_ms": 1, "black_ms": 2},
            SetClocks(by=Role.ARBITER, at_ms=7, white_ms=1, black_ms=2),
        ),
        (
            {
                "ruling": "set-clocks",
                "white_ms": 1,
                "black_ms": 2,
                "why": "wrong-setting",
                "moves": [3, 4],
            },
            SetClocks(
                by=Role.ARBITER, at_ms=7, white_ms=1, black_ms=2, why="wrong-setting", moves=(3, 4)
            ),
        ),
        ({"ruling": "expel", "colour": "black"}, Expel(by=Role.ARBITER, at_ms=7, white=False)),
        ({"ruling": "go-back", "moves_kept": 3}, GoBack(by=Role.ARBITER, at_ms=7, moves_kept=3)),
        (
            {"ruling": "end-game", "result": "0-0", "reason": "penalty", "half_points": [1, 0]},
            EndGame(
                by=Role.ARBITER,
                at_ms=7,
                result=Result.BOTH_LOSE,
                reason=EndReason.PENALTY,
                half_points=(1, 0),
            ),
        ),
    ],
)
def test_a_ruling_is_a_command_of_the_game(ruling: object, command: object) -> None:
    message = CLIENT.validate_json(json.dumps({"type": "rule", "key": KEY, "ruling": ruling}))

    assert isinstance(message, ArbitersRuling)
    assert command_of(message.ruling, Role.ARBITER, 7) == command


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_every_command_of_the_table_can_be_asked_for(name: str) -> None:
    examples = {"f": "e", "r": "4", "p": "N", "k": "fifty", "l": "pl", "y": "nato", "M": "e2e4"}
    examples |= {"n": "12", "w": "black", "c": "reader", "s": "e7d8", "d": "e7e5"}

    for shape in SHAPES[name]:
        args = ["e4"] if shape == "fr" else [examples[letter] for letter in shape]
        assert is_command(name, args)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("what-is-on", []),
        ("what-is-on", ["e9"]),
        ("what-is-on", ["e4", "e5"]),
        ("where-is-own", ["n"]),
        ("clock", ["e4"]),
        ("__class__", []),
        ("repetition", ["e2e4"]),
    ],
)
def test_a_command_with_what_cannot_follow_it_is_none(name: str, args: list[str]) -> None:
    assert not is_command(name, args)
