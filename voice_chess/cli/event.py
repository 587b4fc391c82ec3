"""`event`: pairs a round of an event of many games, and computes how the players stand."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from voice_chess.arguments import named_path, whole_number
from voice_chess.bounded_reading import TooLarge, content_of
from voice_chess.cli.archive_faults import refuse_faulty
from voice_chess.cli.command import SUCCESS
from voice_chess.cli.console import printable
from voice_chess.compose.archives import checked_record, contents_told
from voice_chess.compose.pairing import pairer_for, takes_long
from voice_chess.event.berger import berger_rounds
from voice_chess.event.boards import Board
from voice_chess.event.crosscheck import (
    check_before,
    check_system,
    crosscheck,
    doubtful_points,
    earlier_rules,
    last_round_over,
    met_twice,
)
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.letters import ENCODINGS, decoded
from voice_chess.event.pairing import Pairer, paired
from voice_chess.event.report_faults import BadEvent, Fault, FaultInReport, ToldFault
from voice_chess.event.results import Colour
from voice_chess.event.scoring import check_scoring
from voice_chess.event.standings import (
    KNOWN,
    USUAL,
    read_tie_breaks,
    standings,
    written_tie_break,
)
from voice_chess.event.tables import row_of, shown_tie_breaks, standings_heads
from voice_chess.event.tournament import Tournament
from voice_chess.event.trf import AT_POINTS, read_trf
from voice_chess.event.trf_lines import left_out_of_16, uncounted_told, written_16, written_26
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.plain_error import BadInput, InTheirLanguage

FEWEST, MOST = 2, 999
"""The number of players in a round robin."""
_FORMAT_16, _FORMAT_26 = "16", "26"
_TOLD_EACH_S = 10
_LARGEST_REPORT = 20_000_000
"""In bytes; 999 players have 10 MB in 999 rounds."""
_NO_TIE_BREAKS = "none"
_LANGUAGE = "en"
"""The language of this command, as of all others that no player uses, unless another is chosen."""
_COLOURS: Mapping[str, Colour] = {"white": Colour.WHITE, "black": Colour.BLACK}


def configure(parser: ArgumentParser) -> None:
    """Declare what to do with which report."""
    parser.add_argument(
        "action",
        choices=tuple(_ACTIONS),
        help="pair a round, print the standings, print the tables of a round robin, check a signed "
        "record, or convert a report",
    )
    parser.add_argument(
        "what",
        metavar="FILE|N",
        help="a tournament report (TRF); for check, a record; for berger, the number of players",
    )
    _add_choices(parser)
    _add_files(parser)


def _add_choices(parser: ArgumentParser) -> None:
    """Declare the choices that some of the actions have."""
    parser.add_argument(
        "--round",
        type=whole_number(1, MOST),
        metavar="N",
        help="the round to pair; or the standings after it (default the last one that is over)",
    )
    parser.add_argument(
        "--tie-breaks",
        metavar="LIST",
        help=f"the tie-breaks of the standings in their order, with commas: {', '.join(KNOWN)}; or "
        f"{_NO_TIE_BREAKS} "
        f"(default those of the report, or {','.join(USUAL)})",
    )
    parser.add_argument(
        "--without",
        metavar="LIST",
        help="starting numbers, with commas: no game with these players counts in the standings, "
        "because they withdrew from a round robin with less than half of their games played "
        "(default: those of whom a comment in the report tells it)",
    )
    parser.add_argument(
        "--initial-colour",
        choices=tuple(_COLOURS),
        help="the initial colour, drawn by lot, if the file does not show it",
    )
    parser.add_argument(
        "--acceleration",
        choices=("none", "baku"),
        help="virtual points in the first rounds (default: as in the file)",
    )


def _add_files(parser: ArgumentParser) -> None:
    """Declare other files and formats that some of the actions use."""
    parser.add_argument(
        "--pairing-program",
        type=named_path,
        metavar="PATH",
        help="bbpPairings or JaVaFo, to pair instead of the program's own library",
    )
    parser.add_argument(
        "--encoding",
        choices=tuple(ENCODINGS),
        help="the encoding of a report that is not in UTF-8 (default: detected, or refused)",
    )
    parser.add_argument(
        "--language",
        choices=known_languages(),
        metavar="LANGUAGE",
        help="the language of standings and of what is told about a report, and the first one in "
        f"which anything else that is wrong is told, one of {', '.join(known_languages())} "
        f"(default {_LANGUAGE})",
    )
    parser.add_argument(
        "--trf",
        choices=(_FORMAT_16, _FORMAT_26),
        help="the format to convert to, TRF16 or TRF26 (default 26)",
    )
    parser.add_argument(
        "--key",
        type=named_path,
        metavar="FILE",
        help="the public key that a record must be signed by, from /events/key.pem of the server",
    )


def run(chosen: Namespace) -> int:
    """Do it; an impossible report is refused in one sentence. Raises `BadInput`."""
    action = _ACTIONS[chosen.action]
    for option in sorted(_OPTIONS - action.options):
        if vars(chosen)[option] is not None:
            named = f"--{option.replace('_', '-')}"
            message = f"event {chosen.action} has no use for {named}: leave it away."
            raise BadInput(message)
    try:
        return action.run(chosen)
    except ToldFault as error:
        raise InTheirLanguage(error.fault.told(_language(chosen))) from error


def _language(chosen: Namespace) -> Language:
    return load_language(chosen.language or _LANGUAGE)


def _notice(chosen: Namespace, fault: FaultInReport) -> None:
    """Write what is to be noticed to stderr at once, beside the output."""
    sys.stderr.write(f"{fault.told(_language(chosen))}\n")
    sys.stderr.flush()


def _pair(chosen: Namespace) -> int:
    """Print a line for each board, White and Black by starting number; a dash for nobody."""
    if chosen.round is None:
        message = "Which round? Name it with --round N."
        raise BadInput(message)
    event = _to_count(chosen)
    if chosen.acceleration is not None:
        event = replace(event, virtual={}, is_baku=chosen.acceleration == "baku")
    check_system(event)
    check_before(event, chosen.round)
    if other_rules := earlier_rules(event):
        _notice(chosen, other_rules)
    for again in met_twice(event, chosen.round):
        _notice(chosen, again)
    initial = _COLOURS.get(chosen.initial_colour)
    round_ = round_to_pair(event, chosen.round, initial)
    boards = paired(round_, _pairer(chosen, round_))
    _print(_line(board) for board in boards)
    return SUCCESS


def _standings(chosen: Namespace) -> int:
    """Print a line for each player, the best first."""
    event = _to_count(chosen)
    rounds = last_round_over(event) if chosen.round is None else chosen.round
    if chosen.round is None and not rounds:
        raise BadEvent.of(Fault.NOTHING_OVER)
    codes = _tie_breaks(event, chosen)
    found = standings(event, rounds, codes, _uncounted(event, chosen))
    told = [row_of(each, rounds, codes) for each in found]
    rows = [
        standings_heads(shown_tie_breaks(codes), _language(chosen)),
        *(
            (str(row.place or "-"), str(row.number), row.name, row.points, *row.values)
            for row in told
        ),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    _print(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return SUCCESS


def _uncounted(event: Tournament, chosen: Namespace) -> frozenset[int]:
    """Return the players with whom no game counts; of reports only our own tell them."""
    if chosen.without is None:
        return uncounted_told(event) if event.is_set_beforehand else frozenset()
    if not event.is_set_beforehand or not event.has_tie_breaks:
        message = "--without is for a round robin, and this is none by its line 092 or 192."
        raise BadInput(message)
    told = chosen.without.replace(",", " ").split()
    wrong = next((each for each in told if each not in map(str, event.by_number)), None)
    if wrong is not None:
        message = f"There is no player {wrong} in the report whom --without could leave out."
        raise BadInput(message)
    return frozenset(map(int, told))


def _tie_breaks(event: Tournament, chosen: Namespace) -> tuple[str, ...]:
    """Return the tie-breaks asked for, or else the report's if all of them are known.

    A match and a knock-out have none of their own.
    """
    if chosen.tie_breaks == _NO_TIE_BREAKS:
        return ()
    if chosen.tie_breaks is not None:
        return read_tie_breaks(chosen.tie_breaks)
    if not event.has_tie_breaks:
        return ()
    unknown = [code for code in event.tie_breaks_told if code not in KNOWN]
    if unknown:
        code = written_tie_break(unknown[0])
        _notice(chosen, FaultInReport.of(Fault.TIE_BREAK_TOLD, value=code))
        return USUAL
    return event.tie_breaks_told or USUAL


def _berger(chosen: Namespace) -> int:
    """Print a paragraph for each round, with a line for each board."""
    if not re.fullmatch("[0-9]{1,3}", chosen.what) or int(chosen.what) < FEWEST:
        message = f"A round robin is for {FEWEST} to {MOST} players, and {chosen.what!r} is not."
        raise BadInput(message)
    words = _language(chosen).interface
    for number, boards in enumerate(berger_rounds(int(chosen.what)), start=1):
        head = words["event-round-head"].format(round=number)
        _print((head, *(_line(board) for board in boards), ""))
    return SUCCESS


def _line(board: Board) -> str:
    return f"{board.white} {board.black or '-'}"


def _convert(chosen: Namespace) -> int:
    """Print the report itself in the other format."""
    event = _read(chosen)
    if chosen.trf != _FORMAT_16:
        sys.stdout.write(written_26(event))
        return SUCCESS
    left_out = left_out_of_16(event)
    if left_out:
        _notice(chosen, FaultInReport.of(Fault.LEFT_OUT, value=", ".join(left_out)))
    if uncounted := uncounted_told(event):
        numbers = ",".join(map(str, sorted(uncounted)))
        _notice(chosen, FaultInReport.of(Fault.UNCOUNTED_LEFT_OUT, value=numbers))
    sys.stdout.write(written_16(event))
    return SUCCESS


def _read(chosen: Namespace) -> Tournament:
    try:
        content = content_of(Path(chosen.what), _LARGEST_REPORT)
    except TooLarge as error:
        message = f"{chosen.what} is larger than any report of an event: name another file."
        raise BadInput(message) from error
    event = read_trf(decoded(content, chosen.encoding))
    crosscheck(event)
    return event


def _to_count(chosen: Namespace) -> Tournament:
    """Read a report and make sure that its scores can be computed from its rounds."""
    event = _read(chosen)
    check_scoring(event)
    for player in doubtful_points(event):
        _notice(chosen, FaultInReport.of(Fault.POINTS_DOUBTFUL, player.line, AT_POINTS))
    return event


def _pairer(chosen: Namespace, round_: Round) -> Pairer:
    program, size = chosen.pairing_program, len(round_.entrants)

    def waited(seconds: int) -> None:
        if seconds % _TOLD_EACH_S == 0:
            _notice(chosen, FaultInReport.of(Fault.TAKES_TIME, players=size, seconds=seconds))

    if program is None and takes_long(round_):
        _notice(chosen, FaultInReport.of(Fault.TAKES_LONG, players=size))
    return pairer_for(round_, waited, program)


def _print(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Action:
    """The function that does an action, and the options that the action has."""

    run: Callable[[Namespace], int]
    options: frozenset[str] = frozenset()


def _check(chosen: Namespace) -> int:
    """Say that a record is as it was signed, or what has changed. Raises `BadInput`."""
    path, known = Path(chosen.what), chosen.key
    found = checked_record(path, known)
    refuse_faulty(path, found.faults)
    contents = contents_told(found)
    if contents is None:
        message = f"{path} is signed, but neither the record of an event nor an export of a server."
        raise BadInput(message)
    told = [
        f"{path.name} is as it was signed: {printable(contents)}.",
        f"The key: {found.fingerprint}",
    ]
    if known is None:
        told.append("Is it the server's own? --key FILE tells, with /events/key.pem of the server.")
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return SUCCESS


_OF_REPORT = frozenset({"encoding"})
_ACTIONS: Mapping[str, _Action] = {
    "pair": _Action(
        run=_pair,
        options=_OF_REPORT | {"round", "initial_colour", "acceleration", "pairing_program"},
    ),
    "standings": _Action(run=_standings, options=_OF_REPORT | {"round", "tie_breaks", "without"}),
    "berger": _Action(run=_berger),
    "check": _Action(run=_check, options=frozenset({"key"})),
    "convert": _Action(run=_convert, options=_OF_REPORT | {"trf"}),
}
_OPTIONS = frozenset[str]().union(*(action.options for action in _ACTIONS.values()))
