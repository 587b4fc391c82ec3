"""Whatever may be asked of a game, somebody at a seat can ask it over the wire."""

import json
import secrets
from collections.abc import Mapping
from types import UnionType
from typing import get_args

import pytest

from tests.german import CLOCK, GERMAN, NO, YES, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.usual import BY_COMMAND
from voice_chess.adapters.simulation.memory_storage import MemoryEnvelopes
from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.rules import RULES
from voice_chess.arbiter.ruling import Ruling
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import PassTime
from voice_chess.game.commands import Command
from voice_chess.game.moves import ExecuteMove
from voice_chess.game.setup import ArrangeGame, Arrive
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Table
from voice_chess.game.touch import TouchPieces
from voice_chess.session import ledger
from voice_chess.session.games.envelope_passphrases import Keyring
from voice_chess.session.games.running import attend
from voice_chess.session.outputs import Reply, Sounded
from voice_chess.speech.commands import COMMAND_TABLE, SpokenCommand
from voice_chess.web.messages.request_mapping import Request, entry_of
from voice_chess.web.messages.wire import CLIENT

Way = tuple[Role, list[dict[str, object]]]

WITHOUT_A_MESSAGE: Mapping[str, str] = {
    "ArrangeGame": "the organiser's address for new games",
    "Arrive": "a socket that is opened",
    "PassTime": "time itself",
}


def line(text: str) -> dict[str, object]:
    return {"type": "line", "text": text}


def ask(name: str, *args: str) -> dict[str, object]:
    return {"type": "ask", "name": name, "args": list(args)}


def rule(ruling: str, **fields: object) -> dict[str, object]:
    return {"type": "rule", "ruling": {"ruling": ruling, **fields}}


def declare(declaration: str, **fields: object) -> dict[str, object]:
    return {"type": "declare", "declaration": {"declaration": declaration, **fields}}


def hands(did: str, *squares: str) -> dict[str, object]:
    return {"type": "hands", "did": did, "squares": list(squares)}


WHITES, ARBITERS = Role.WHITE, Role.ARBITER
WAYS: Mapping[str, Way] = {
    "StartGame": (ARBITERS, [rule("start-game")]),
    "AnnounceMove": (WHITES, [line("e4")]),
    "CorrectSlip": (WHITES, [line("e4"), line(f"{NO}, d4")]),
    "RepeatMove": (WHITES, [ask("repetition")]),
    "TouchPieces": (WHITES, [hands("touched", "e2")]),
    "Adjust": (WHITES, [line("j'adoube")]),
    "ExecuteMove": (WHITES, [line("e4"), hands("executed")]),
    "PressClock": (WHITES, [line("e4"), ask("press")]),
    "OfferDraw": (WHITES, [line(says("offer-draw"))]),
    "AcceptDraw": (WHITES, [ask("accept"), line(YES)]),
    "DeclineDraw": (WHITES, [ask("decline")]),
    "ClaimDraw": (WHITES, [ask("claim", "fifty"), ask("yes")]),
    "ClaimQuickplay": (WHITES, [ask("claim", "no-effort")]),
    "ClaimFlag": (WHITES, [ask("claim", "time"), ask("yes")]),
    "ClaimIllegalMove": (WHITES, [ask("claim", "illegal-move")]),
    "Appeal": (WHITES, [ask("claim", "ruling"), ask("yes")]),
    "RuleOnAppeal": (ARBITERS, [rule("appeal", is_upheld=True)]),
    "Resign": (WHITES, [line(says("resign")), line(YES)]),
    "StopClocks": (ARBITERS, [rule("stop-clocks")]),
    "StartClocks": (ARBITERS, [rule("start-clocks")]),
    "AskToSeal": (ARBITERS, [rule("ask-to-seal", resumption="morgen")]),
    "AdjournEarly": (WHITES, [declare("adjourn-early", resumption="morgen", left_ms=60_000)]),
    "SealMove": (WHITES, [ask("seal", "e2e4")]),
    "Resume": (ARBITERS, [rule("resume")]),
    "OpenEnvelope": (ARBITERS, [rule("open-envelope", uci="e2e4")]),
    "AddTime": (ARBITERS, [rule("add-time", colour="white", ms=1_000, why="disturbance")]),
    "SetClocks": (ARBITERS, [rule("set-clocks", white_ms=1, black_ms=1), ask("yes")]),
    "Warn": (ARBITERS, [line(says("warn white"))]),
    "Expel": (ARBITERS, [rule("expel", colour="white")]),
    "GoBack": (ARBITERS, [rule("go-back", moves_kept=0)]),
    "RuleOnMatingChance": (ARBITERS, [rule("mating-chance", can_mate=True)]),
    "RuleOnQuickplay": (ARBITERS, [rule("quickplay", outcome="draw")]),
    "EndGame": (ARBITERS, [rule("end-game", result="1-0", reason="penalty"), ask("yes")]),
    "SetPieceDown": (WHITES, [declare("piece-down", uci="e2e4")]),
    "ObjectToTouch": (WHITES, [declare("object-to-touch", squares=["e7"])]),
    "ObjectToRelease": (WHITES, [declare("object-to-release", uci="e7e5")]),
    "RuleOnObjection": (ARBITERS, [rule("objection", is_upheld=True)]),
    "ReportTwoHands": (ARBITERS, [rule("two-hands")]),
    "TakeBackTogether": (WHITES, [declare("take-back-together", moves_kept=0)]),
    "ReportFault": (ARBITERS, [rule("fault", fault="turned-board")]),
    "CorrectBoard": (WHITES, []),
    "RecordMove": (WHITES, [ask("written")]),
    "CompleteScore": (WHITES, [declare("score-completed", source="arbiter")]),
    "ReconstructGame": (ARBITERS, [rule("reconstruct-game")]),
    "BeginNextPeriod": (ARBITERS, [rule("begin-next-period")]),
    "SignScore": (WHITES, [declare("score-signed", result="1-0")]),
    "RuleOnResult": (ARBITERS, [rule("settle-result", result="1/2-1/2")]),
    "AskInformation": (WHITES, [declare("ask-information", about="score")]),
    "Inform": (ARBITERS, [declare("inform", about="score")]),
    "InformArbiter": (Role.SPECTATOR, [declare("tell-arbiter", text="Uhr")]),
    "RequestIncrement": (WHITES, [ask("increment")]),
    "RuleOnIncrement": (ARBITERS, [rule("increment", is_granted=True)]),
    "ProposeRematch": (WHITES, [ask("rematch")]),
    "AcceptRematch": (WHITES, []),
    "DeclineRematch": (WHITES, []),
    "ProposeTakeback": (WHITES, [ask("propose-takeback")]),
    "AcceptTakeback": (WHITES, []),
    "DeclineTakeback": (WHITES, []),
}
"""Who asks for each command, and the messages that bring it about, the last of them or before."""

BESIDE: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "": ("", ()),
    "r": (in_words("4"), ("4",)),
    "f": ("e", ("e",)),
    "fr": ("e2", ("e2",)),
    "p": (in_words("N"), ("N",)),
    "k": (says("claim:fifty"), ("fifty",)),
    "kM": (says("claim:fifty e4"), ("fifty", "e2e4")),
    "n": ("1", ("1",)),
    "nw": (says("1 black"), ("1", "black")),
    "M": ("e4", ("e2e4",)),
    "s": ("e7 d8", ("e7d8",)),
    "d": ("e7 e5", ("e7e5",)),
    "l": (says("language:en"), ("en",)),
    "y": ("telefon", ("nato",)),
    "c": (says("channel:reader"), ("reader",)),
    "yc": ("geschrieben braille", ("san", "braille")),
}
"""What is typed behind a command of this shape, and the same as a button's arguments."""

NOT_UNDERSTOOD = GERMAN.phrase("NotUnderstood")
RESIGNED = [(Role.WHITE, line(says("resign"))), (Role.WHITE, line(YES))]
MOVED = [(Role.WHITE, line("e4")), (Role.WHITE, ask("press"))]
TOGETHER: Mapping[str, list[tuple[Role, dict[str, object]]]] = {
    "CorrectBoard": [
        (Role.WHITE, declare("board-differs", placement="8/8/8/8/8/8/8/8")),
        (Role.ARBITER, rule("reconcile", accepts=True)),
    ],
    "ProposeRematch": [*RESIGNED, (Role.WHITE, ask("rematch"))],
    "AcceptRematch": [*RESIGNED, (Role.BLACK, ask("rematch")), (Role.WHITE, ask("accept"))],
    "DeclineRematch": [*RESIGNED, (Role.BLACK, ask("rematch")), (Role.WHITE, ask("decline"))],
    "ProposeTakeback": [*MOVED, (Role.WHITE, ask("propose-takeback"))],
    "AcceptTakeback": [
        *MOVED,
        (Role.WHITE, ask("propose-takeback")),
        (Role.BLACK, ask("accept")),
    ],
    "DeclineTakeback": [
        *MOVED,
        (Role.WHITE, ask("propose-takeback")),
        (Role.BLACK, ask("decline")),
    ],
}
"""What takes more than one seat, or more than one step."""

AMONG_FRIENDS = tuple(name for name in TOGETHER if name != "CorrectBoard")
"""What there is only where no arbiter is."""


def kinds(union: UnionType) -> list[type[Command]]:
    return [kind for part in get_args(union) for kind in (get_args(part) or (part,))]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """Every command that reaches the game, whatever becomes of it."""
    found: list[Command] = []

    def watched(game: Game, command: Command) -> Ruling:
        found.append(command)
        return decide(game, command)

    monkeypatch.setattr(ledger, "decide", watched)
    return found


def begun(*, has_arbiter: bool = True) -> Apart:
    """A game on White's first move, with somebody at each seat."""
    table = Table(
        control=TimeControl.parsed("90"),
        customs=Customs(
            execution="reported" if has_arbiter else "assumed", takebacks=not has_arbiter
        ),
        occasion=Occasion(has_arbiter=has_arbiter, has_rematches=not has_arbiter),
    )
    keyring = Keyring(lambda _: MemoryEnvelopes())
    keyring.give(Role.ARBITER, "pfeife")
    return Apart(table, settings=BY_COMMAND, keyring=keyring)


def send(apart: Apart, role: Role, message: dict[str, object]) -> None:
    request = CLIENT.validate_json(json.dumps({"key": secrets.token_hex(8), **message}))
    assert isinstance(request, get_args(Request))
    entry = entry_of(request, role, role, 1_000)
    assert entry is not None
    attend(apart.live, entry)


@pytest.mark.parametrize("kind", kinds(Command), ids=lambda kind: kind.__name__)
def test_there_is_a_way_in(kind: type[Command], asked: list[Command]) -> None:
    if kind.__name__ in WITHOUT_A_MESSAGE:
        assert kind in (ArrangeGame, Arrive, PassTime)
        return
    role, messages = WAYS[kind.__name__]
    apart = begun(has_arbiter=kind.__name__ not in AMONG_FRIENDS)
    asked.clear()

    steps = TOGETHER.get(kind.__name__) or [(role, message) for message in messages]
    for sender, message in steps:
        send(apart, sender, message)

    assert kind in {type(command) for command in asked}


def test_what_is_asked_here_is_asked_by_who_may(asked: list[Command]) -> None:
    for name, (role, messages) in WAYS.items():
        if messages:
            kind = next(kind for kind in RULES if kind.__name__ == name)

            assert role in RULES[kind].roles, name
    assert asked == []


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (says("warn black"), "Warn"),
        (says("stop"), "StopClocks"),
        (says("go-back rank:1"), "GoBack"),
        (says("adjourn"), "AskToSeal"),
    ],
)
def test_an_arbiter_types_their_orders_without_saying_who_they_are(
    words: str, kind: str, asked: list[Command]
) -> None:
    apart = begun()
    asked.clear()
    send(apart, Role.ARBITER, line(words))

    assert [type(command).__name__ for command in asked] == [kind]
    assert asked[0].by is Role.ARBITER


@pytest.mark.parametrize(
    ("words", "kind"), [(says("executed"), ExecuteMove), (says("touched e2"), TouchPieces)]
)
def test_hands_are_told_of_in_words_too(
    words: str, kind: type[Command], asked: list[Command]
) -> None:
    apart = begun()
    send(apart, Role.WHITE, line("e4"))
    asked.clear()
    send(apart, Role.WHITE, line(words))

    assert [(type(command), command.by) for command in asked] == [(kind, Role.WHITE)]


@pytest.mark.parametrize("message", [line(says("steps")), ask("steps")])
def test_the_steps_of_the_hands_are_told_at_a_seat(message: dict[str, object]) -> None:
    apart = begun()
    send(apart, Role.WHITE, line("e4"))
    apart.fetch()
    send(apart, Role.WHITE, message)

    assert apart.told() == [
        german("step:Lift", piece=in_words("P"), square=in_words("e2")),
        german("step:Insert", piece=in_words("P"), square=in_words("e4")),
    ]


def test_there_are_no_steps_without_a_move() -> None:
    assert told(ask("steps")) == [GERMAN.phrase("last-move:none")]


def test_nobody_else_gives_an_arbiters_orders(asked: list[Command]) -> None:
    apart = begun()
    asked.clear()
    send(apart, Role.WHITE, line(says("warn black")))

    assert asked == []


def test_the_clock_without_times_is_a_question_also_of_an_arbiter(asked: list[Command]) -> None:
    apart = begun()
    asked.clear()
    send(apart, Role.ARBITER, line(CLOCK))

    assert asked == []
    assert apart.fetch()


@pytest.mark.parametrize("command", COMMAND_TABLE, ids=lambda command: command.name)
def test_a_command_that_is_asked_for_is_answered_as_when_it_is_typed(
    command: SpokenCommand,
) -> None:
    """Save that a button may be refused for a reason where the words are not expected now.

    White's own piece with its side begins a move then, like the piece alone.
    """
    for shape in command.shapes:
        words, args = BESIDE[shape]
        asked = told(ask(command.name, *args))
        typed = told(line(f"{GERMAN.say(command.name)} {words}".rstrip()))

        is_begun = (command.name, shape) == ("white", "p")
        unexpected = told(line(words)) if is_begun else [NOT_UNDERSTOOD]
        assert typed in (asked, unexpected), shape


def told(message: dict[str, object]) -> list[str]:
    """What White hears, or that the game has taken it up."""
    apart = begun()
    send(apart, Role.WHITE, message)
    return [
        output.text if isinstance(output, Reply) else type(output).__name__
        for output in apart.fetch()
        if not isinstance(output, Sounded)
    ]
