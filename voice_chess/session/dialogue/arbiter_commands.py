"""An arbiter's orders at a table: from words to their meaning, and from that to a command."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby, product
from typing import TypeAlias

from voice_chess.arbiter.draws import banned
from voice_chess.by_color import SIDES, ByColor
from voice_chess.clock.time_control import MINUTE_MS, shown_ms
from voice_chess.game.adjournment import AskToSeal, Resume
from voice_chess.game.clocks import (
    AddTime,
    BeginNextPeriod,
    ClaimFlag,
    ClockReason,
    SetClocks,
    StartClocks,
    StopClocks,
)
from voice_chess.game.commands import Command
from voice_chess.game.game_end import EndGame, RuleOnMatingChance
from voice_chess.game.information import Inform
from voice_chess.game.irregularities import (
    ClaimIllegalMove,
    GoBack,
    ReportFault,
    ReportTwoHands,
)
from voice_chess.game.objections import RuleOnObjection
from voice_chess.game.penalties import Expel, RuleOnAppeal, Warn
from voice_chess.game.phases import (
    Arranged,
    AwaitingRuling,
    InPlay,
    Objecting,
    Over,
    Resuming,
    Sealing,
)
from voice_chess.game.quickplay import QuickplayOutcome, RuleOnIncrement, RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import ReconstructGame, RuleOnResult
from voice_chess.game.setup import StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.irregularities import Fault
from voice_chess.laws.topics import Topic
from voice_chess.speech.orders import FORMS, ORDER_TABLE
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning
from voice_chess.speech.understanding.parse import TIME, Tokens

KINDS: Mapping[str, str] = {
    "white": "s",
    "black": "s",
    "minutes": "m",
    "offer-draw": "r",
    "both-lose": "r",
    "accept": "r",
    "decline": "r",
    "continue": "r",
    "yes": "v",
    "no": "v",
}
"""The letters of these words in the patterns of orders (`speech.orders.Order.form`)."""
_ANY = "snmrv"
_MOST_BEHIND = 4
"""How many parts a begun order can lack at most: both sides and their times."""
_TIME_ALONE = re.compile("(?<!n)t")
"""A time as clocks show it can stand in place of a number and its minutes."""
_SET_CLOCKS = 4
"""The arguments of the order that sets the clocks: both sides and their times."""
_BUTTONS: Mapping[str, str] = {
    "stop-clocks": "stop",
    "set-clocks": "clock",
    "claim:ruling": "ruling",
    "white-wins": "white",
    "black-wins": "black",
    "grant": "accept",
    "reject": "decline",
    "postpone": "continue",
    "ask-to-seal": "adjourn",
}
"""The words of an order for those on an arbiter's buttons that mean less, or nothing, to players.

An arbiter does not appeal: to them "appeal" is what they rule on.
"""
_ANSWERED: Mapping[str, str] = {"grant": "yes", "reject": "no"}
"""The orders for the decisions about boards and scores that differ."""
_IS_YES: Mapping[str, bool] = {"yes": True, "accept": True, "no": False, "decline": False}


def arbiters_meaning(tokens: Tokens) -> CommandMeaning | None:
    """Return the order that these tokens mean, each number in one argument; None if it is none."""
    head, *rest = in_words_of_orders(tokens)
    if head not in FORMS or not FORMS[head].fullmatch(kinds_of(tuple(rest))):
        return None
    return CommandMeaning(name=head, args=_arguments(tuple(rest)))


def in_words_of_orders(tokens: Tokens) -> Tokens:
    """Return the tokens, with the names of an arbiter's buttons in the words of their orders."""
    match tokens:
        case ("ruling", "annul"):
            return ("annul",)
        case ("white-wins" | "black-wins",):
            return ("ruling", _BUTTONS[tokens[0]])
        case ("reconcile", answer):
            return (_ANSWERED.get(answer, answer),)
        case ("wrong-start", "starting-position"):
            return ("wrong-position",)
        case ("wrong-start", fault):
            return (fault,)
        case _:
            return tuple(_BUTTONS.get(token, token) for token in tokens)


def kinds_of(tokens: Tokens) -> str:
    """Return the letters of these tokens, to be matched with the pattern of an order."""
    return _TIME_ALONE.sub("nm", "".join(map(_kind, tokens)))


def is_half_an_order(tokens: Tokens) -> bool:
    """Return whether an order's words and a part of what must follow them were said.

    To an arbiter "clock white" is no question: a time follows, and Black's. Nor is "appeal" one of
    their own.
    """
    head, *rest = in_words_of_orders(tokens)
    is_begun = bool(rest) or tokens[0] in _BUTTONS
    return is_begun and head in FORMS and is_open(head, kinds_of(tuple(rest)))


@cache
def is_open(order: str, kinds: str) -> bool:
    """Return whether more words, after words of these kinds, make this order whole."""
    if "?" in kinds:
        return False
    return any(
        FORMS[order].fullmatch(kinds + "".join(behind))
        for count in range(1, _MOST_BEHIND + 1)
        for behind in product(_ANY, repeat=count)
    )


def arbiters_command(meaning: Meaning, game: Game, at_ms: int) -> Command | None:
    """Return the command of an arbiter's meaning; None if it has none, or words are not enough."""
    if not isinstance(meaning, CommandMeaning) or meaning.name not in _COMMANDS:
        return None
    return _COMMANDS[meaning.name](meaning.args, game, at_ms)


def sets_one_clock_twice(meaning: CommandMeaning) -> bool:
    """Return whether this order would set the clocks, but names one side for both."""
    sides = meaning.args[::2]
    return meaning.name == "clock" and len(meaning.args) == _SET_CLOCKS and set(sides) != {*SIDES}


def with_those_here(order: Command, meaning: CommandMeaning, here: ByColor[bool] | None) -> Command:
    """Let an order to resume that names nobody mean those who are seen; None: nobody can be seen.

    Who has come decides whose clock runs, when the envelope is opened, and who is too late.
    """
    if here is None or not isinstance(order, Resume) or meaning.args:
        return order
    return replace(order, white_here=here.white, black_here=here.black)


def is_ruling(meaning: CommandMeaning, game: Game) -> bool:
    """Return whether only an arbiter at the table may order this.

    Where there is no arbiter, others can still stop and start the clocks in the arbiter's name,
    and decide what waits for a ruling: else the game could not go on.
    """
    is_awaited = meaning.name == "ruling" and isinstance(game.phase, AwaitingRuling | Objecting)
    is_question = meaning.name == "clock" and len(meaning.args) < _SET_CLOCKS
    return meaning.name in _COMMANDS.keys() - _WITHOUT_ONE and not is_awaited and not is_question


def _kind(token: str) -> str:
    if token.startswith(TIME):
        return "t"
    return "n" if token.startswith(("rank:", "number:")) else KINDS.get(token, "?")


def _arguments(said: Tokens) -> tuple[str, ...]:
    """Return the arguments: digits in a row as one number, and the word for minutes left out."""
    found: list[str] = []
    for is_number, together in groupby(said, lambda token: _kind(token) == "n"):
        if is_number:
            found.append("".join(token.partition(":")[2] for token in together))
        else:
            found += [token.removeprefix(TIME) for token in together if _kind(token) != "m"]
    return tuple(found)


def moves_before(args: tuple[str, ...], game: Game) -> int:
    """Return the number of moves before White's move of this number, or Black's if named."""
    number, *side = args
    start = game.position.rewound(0)
    plies = 2 * (int(number) - start.fullmove_number)
    return plies + (1 if side == ["black"] else 0) - (0 if start.white_to_move else 1)


_Args = tuple[str, ...]
_Make: TypeAlias = Callable[[_Args, Game, int], Command | None]
_Plain: TypeAlias = (
    StopClocks | ClaimFlag | BeginNextPeriod | ClaimIllegalMove | ReportTwoHands | ReconstructGame
)
_BY = Role.ARBITER


def _warn(args: _Args, _game: Game, at_ms: int) -> Command:
    return Warn(by=_BY, at_ms=at_ms, white=args[0] == "white")


def _expel(args: _Args, _game: Game, at_ms: int) -> Command:
    return Expel(by=_BY, at_ms=at_ms, white=args[0] == "white")


def _ms(time: str) -> int:
    """Return the ms of a number of minutes, or of a time as a clock shows it: 2:30, 1:05:00."""
    return shown_ms(time) if ":" in time else int(time) * MINUTE_MS


def _add_time(args: _Args, _game: Game, at_ms: int) -> Command:
    side, time = args
    return AddTime(by=_BY, at_ms=at_ms, white=side == "white", ms=_ms(time))


def _deduct_time(args: _Args, _game: Game, at_ms: int) -> Command:
    side, time = args
    return AddTime(by=_BY, at_ms=at_ms, white=side == "white", ms=-_ms(time))


def _set_clocks(args: _Args, game: Game, at_ms: int) -> Command | None:
    """Set both clocks; None unless each side is named once.

    Without times the word asks for the clocks, as a player's does, and sets nothing.
    """
    if len(args) < _SET_CLOCKS:
        return None
    times = {side: _ms(time) for side, time in zip(args[::2], args[1::2], strict=True)}
    if set(times) != {"white", "black"}:
        return None
    return SetClocks(
        by=_BY,
        at_ms=at_ms,
        white_ms=times["white"],
        black_ms=times["black"],
        why=_why_clocks_are_set(game),
    )


def _why_clocks_are_set(game: Game) -> ClockReason:
    """Return the reason for new times, which no word tells, as the game shows it.

    They follow the clocks found set wrongly, also for a resumption, or an irregularity such as a
    position that was restored. Otherwise a clock is faulty.
    """
    phase, decision = game.phase, game.decision
    is_wrong = decision is not None and decision.because.topic is Topic.CLOCK_SETTING
    if isinstance(phase, Resuming) or is_wrong:
        return "wrong-setting"
    is_irregular = isinstance(phase, InPlay) and phase.halted == (_BY, "irregularity")
    return "restored" if is_irregular else "faulty"


def _go_back(args: _Args, game: Game, at_ms: int) -> Command:
    """Go back to before White's move of this number, or Black's if Black is named."""
    return GoBack(by=_BY, at_ms=at_ms, moves_kept=moves_before(args, game))


def _ruling(args: _Args, game: Game, at_ms: int) -> Command | None:
    """Rule on what waits for a ruling, an appeal last; else state the result of the game.

    A claim in a quickplay finish can also get a result: without an arbiter the claim ended play.
    What only such a claim could be answered with is refused by the game where none waits.
    """
    (said,) = args
    match game.phase:
        case AwaitingRuling(question="quickplay"):
            return _on_quickplay(said, at_ms) or _result(said, game, at_ms)
        case AwaitingRuling(question="increment"):
            return _on_increment(said, at_ms)
        case AwaitingRuling():
            return _on_mating_chance(said, at_ms)
        case Objecting():
            return _on_objection(said, at_ms)
        case InPlay() | Sealing() if game.postponed and said not in SIDES:
            return _on_quickplay(said, at_ms) or _result(said, game, at_ms)
        case _:
            decided = _on_appeal(said, at_ms) or _result(said, game, at_ms)
            return decided or _on_quickplay(said, at_ms)


def _result(said: str, game: Game, at_ms: int) -> Command | None:
    """State a result; None for any other word.

    A draw is the arbiter's consent where the players may not agree on one alone. In a game that
    is over, the arbiter decides between the results that the players signed, or against them.
    """
    results = {
        "white": Result.WHITE_WINS,
        "black": Result.BLACK_WINS,
        "offer-draw": Result.DRAW,
        "both-lose": Result.BOTH_LOSE,
    }
    result = results.get(said)
    if result is None:
        return None
    if isinstance(game.phase, Over):
        return RuleOnResult(by=_BY, at_ms=at_ms, result=result)
    is_offered = game.turn.offer_by_white is not None and banned(game) is not None
    is_consent = result is Result.DRAW and is_offered
    reason = EndReason.AGREEMENT if is_consent else EndReason.ARBITER
    return EndGame(by=_BY, at_ms=at_ms, result=result, reason=reason)


def _on_quickplay(said: str, at_ms: int) -> Command | None:
    outcomes: dict[str, QuickplayOutcome] = {
        "offer-draw": "draw",
        "accept": "draw",
        "yes": "draw",
        "decline": "reject",
        "no": "reject",
        "continue": "postpone",
    }
    outcome = outcomes.get(said)
    return None if outcome is None else RuleOnQuickplay(by=_BY, at_ms=at_ms, outcome=outcome)


def _on_increment(said: str, at_ms: int) -> Command | None:
    is_granted = _IS_YES.get(said)
    if is_granted is None:
        return None
    return RuleOnIncrement(by=_BY, at_ms=at_ms, is_granted=is_granted)


def _on_mating_chance(said: str, at_ms: int) -> Command | None:
    can_mate = _IS_YES.get(said)
    return None if can_mate is None else RuleOnMatingChance(by=_BY, at_ms=at_ms, can_mate=can_mate)


def _on_objection(said: str, at_ms: int) -> Command | None:
    is_upheld = _IS_YES.get(said)
    return None if is_upheld is None else RuleOnObjection(by=_BY, at_ms=at_ms, is_upheld=is_upheld)


def _on_appeal(said: str, at_ms: int) -> Command | None:
    """Decide on an appeal; where none is open, the game refuses it."""
    is_upheld = _IS_YES.get(said)
    return None if is_upheld is None else RuleOnAppeal(by=_BY, at_ms=at_ms, is_upheld=is_upheld)


def _start(_args: _Args, game: Game, at_ms: int) -> Command:
    if isinstance(game.phase, Arranged):
        return StartGame(by=_BY, at_ms=at_ms)
    return StartClocks(by=_BY, at_ms=at_ms)


def _resume(args: _Args, _game: Game, at_ms: int) -> Command:
    """Resume with the players who are named, or with both; see `with_those_here`."""
    is_anybody = not args
    return Resume(
        by=_BY,
        at_ms=at_ms,
        white_here=is_anybody or "white" in args,
        black_here=is_anybody or "black" in args,
    )


def _annul(_args: _Args, _game: Game, at_ms: int) -> Command:
    return EndGame(by=_BY, at_ms=at_ms, result=Result.VOID, reason=EndReason.WRONG_START)


def _plainly(kind: type[_Plain]) -> _Make:
    """Return the function for a command that has no arguments."""
    return lambda _args, _game, at_ms: kind(by=_BY, at_ms=at_ms)


def _fault(fault: Fault) -> _Make:
    return lambda _args, _game, at_ms: ReportFault(by=_BY, at_ms=at_ms, fault=fault)


_COMMANDS: Mapping[str, _Make] = {
    "warn": _warn,
    "expel": _expel,
    "add-time": _add_time,
    "deduct-time": _deduct_time,
    "clock": _set_clocks,
    "go-back": _go_back,
    "ruling": _ruling,
    "see-score": lambda _args, _game, at_ms: Inform(by=_BY, at_ms=at_ms, about="score"),
    "start": _start,
    "continue": _start,
    "stop": _plainly(StopClocks),
    "claim:time": _plainly(ClaimFlag),
    "next-period": _plainly(BeginNextPeriod),
    "illegal-move": _plainly(ClaimIllegalMove),
    "two-hands": _plainly(ReportTwoHands),
    "reconstruct": _plainly(ReconstructGame),
    "adjourn": lambda _args, _game, at_ms: AskToSeal(by=_BY, at_ms=at_ms, resumption=""),
    "resume": _resume,
    "swap-colours": _fault("reversed-colours"),
    "wrong-position": _fault("wrong-position"),
    "turned-board": _fault("turned-board"),
    "wrong-clock": _fault("wrong-clock"),
    "annul": _annul,
}
_WITHOUT_ONE = frozenset({"start", "continue", "stop", "resume"})
"""Orders that others can give where there is no arbiter."""
_EXAMPLES_OF: Mapping[str, tuple[_Args, ...]] = {
    "": ((),),
    "s": (("white",),),
    "s?s?": ((),),
    "sn+m?": (("white", "1"),),
    "n+s?": (("1",),),
    "[srv]": (("yes",), ("white",), ("offer-draw",)),
}
"""Example arguments, by the pattern of what follows the word of an order."""
EXAMPLES = tuple(
    CommandMeaning(name=order.name, args=args)
    for order in ORDER_TABLE
    if order.name in _COMMANDS
    for args in _EXAMPLES_OF.get(order.form, ())
)
"""One or more examples of each order, but none that sets both clocks: its word also asks."""
