"""`play`: a game at one machine, live or from recordings, spoken or typed."""

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import get_args

from voice_chess.adapters.portaudio import Device
from voice_chess.adapters.record_files import read_pgn
from voice_chess.cli import table_options
from voice_chess.cli.command import OTHERWISE, SUCCESS, BadInput, Command
from voice_chess.cli.passphrases import all_passphrases
from voice_chess.cli.table_options import SIDES, boards_of, engine_of, hands_of, seated
from voice_chess.cli.transcript import Transcript
from voice_chess.clock.time_control import TimeControl
from voice_chess.compose import ROOM_ECHO_MS, Means, Place, new_game_id, play
from voice_chess.game.table import ORDINARY_START, Customs, Seat, Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.position import Position
from voice_chess.records.scoresheet import UNFINISHED, Scoresheet
from voice_chess.session.house import SIGNALS, ClockSpeech, House, Room
from voice_chess.session.manner import VoiceName
from voice_chess.session.ports import PortError
from voice_chess.settings import Settings
from voice_chess.speech.weigh import CAUTION


def configure(parser: ArgumentParser) -> None:
    """Where sound comes from and goes to, and what the table has agreed."""
    sound = parser.add_argument_group("sound")
    sound.add_argument("--hear", type=Path, metavar="FILE|DIR", help="recordings, no microphone")
    sound.add_argument("--say", type=Path, metavar="DIR", help="answers as files, no loudspeaker")
    sound.add_argument("--typed", action="store_true", help="moves typed, no microphone")
    sound.add_argument("--silent", action="store_true", help="answers as text only")
    sound.add_argument("--model", metavar="NAME|DIR", help="another acoustic model")
    sound.add_argument(
        "--headphones",
        action="store_true",
        help="the program is heard by headphones only: players may interrupt it",
    )
    sound.add_argument(
        "--sounds",
        choices=tuple(SIGNALS),
        default="few",
        help="short sounds between the words: all, few (not one for each thing heard), none",
    )
    for side in SIDES:
        sound.add_argument(
            f"--{side}-output",
            metavar="DEVICE",
            help=f"what {side.capitalize()} hears; see: voice-chess devices",
        )
    _configure_voices(parser)
    configure_table(parser)
    table_options.configure(parser)
    parser.add_argument("--resume", metavar="GAME", help="go on with a game of the journal")
    parser.add_argument(
        "--envelope",
        action="store_true",
        help="moves may be sealed: asks for three passphrases, White's, Black's and the arbiter's",
    )
    parser.add_argument(
        "--resumption", default="", metavar="TEXT", help="when and where an adjourned game goes on"
    )


def _configure_voices(parser: ArgumentParser) -> None:
    voices = parser.add_argument_group(
        "the voices", "what both players hear at once is in the standard one where theirs differ"
    )
    for side in SIDES:
        voices.add_argument(
            f"--{side}-voice",
            choices=get_args(VoiceName),
            default="standard",
            help=f"in which {side.capitalize()} is spoken to",
        )


def configure_table(parser: ArgumentParser) -> None:
    """What is settled before a game, and where it is kept."""
    _configure_clock(parser)
    table = parser.add_argument_group("the game")
    table.add_argument("--time", default="15+10", help="minutes and added seconds (default 15+10)")
    table.add_argument(
        "--edition", default="2009", help=f"of the Laws: {', '.join(known_editions())}"
    )
    table.add_argument("--language", default="de", help=f"one of {', '.join(known_languages())}")
    table.add_argument("--fen", default=ORDINARY_START, help="another starting position")
    table.add_argument("--white", default="", metavar="NAME")
    table.add_argument("--black", default="", metavar="NAME")
    table.add_argument(
        "--press",
        choices=("auto", "command"),
        default="auto",
        help="who presses the clock: the program after a pause, or a player by saying so",
    )
    table.add_argument(
        "--charge",
        choices=("announcement", "press"),
        default="announcement",
        help="until when the mover pays: the end of his announcement, or the press",
    )
    table.add_argument(
        "--repeat", action="store_true", help="each move must be repeated by the opponent"
    )
    table.add_argument(
        "--caution", choices=tuple(CAUTION), default="normal", help="how sure it wants to be"
    )
    table.add_argument("--data", type=Path, metavar="DIR", help="where journal and records lie")
    table.add_argument(
        "--expect", type=Path, metavar="PGN", help="exit with 1 unless the game is this one"
    )


def _configure_clock(parser: ArgumentParser) -> None:
    """What is told of the time without being asked for."""
    clock = parser.add_argument_group("the talking clock")
    clock.add_argument(
        "--announce-clock",
        action="store_true",
        help="say when few minutes are left, and count the last ten seconds",
    )
    clock.add_argument(
        "--clock-clicks",
        action="store_true",
        help="a click each five minutes, two each fifteen, as on a tactile dial",
    )


def run(chosen: Namespace) -> int:
    """Play; the answer is no only when another game was expected."""
    is_live = chosen.hear is None and not chosen.typed
    is_scripted = chosen.typed and not sys.stdin.isatty()
    reads = chosen.typed or (is_live and sys.stdin.isatty())
    means = Means(
        hear=chosen.hear,
        say=chosen.say,
        lines=sys.stdin if reads else None,
        is_scripted=is_scripted,
        listens=not chosen.typed,
        is_silent=chosen.silent,
        outputs=_outputs(chosen),
        model=chosen.model,
    )
    return run_with(chosen, means, is_live=is_live)


def _voices(chosen: Namespace) -> tuple[VoiceName, VoiceName]:
    return getattr(chosen, "white_voice", "standard"), getattr(chosen, "black_voice", "standard")


def _outputs(chosen: Namespace) -> tuple[Device, Device] | None:
    """Numbers or names of devices; who has none of his own listens to the system's choice."""
    named = (chosen.white_output, chosen.black_output)
    if named == (None, None):
        return None
    white, black = (int(name) if name is not None and name.isdecimal() else name for name in named)
    return white, black


def run_with(chosen: Namespace, means: Means, *, is_live: bool = False) -> int:
    """Play by these means, print what goes on, and where the records lie."""
    data = chosen.data or Settings.from_environment().data
    place = _place(chosen, data)
    house = House(
        language=load_language(chosen.language),
        press=chosen.press,
        caution=CAUTION[chosen.caution],
        voices=_voices(chosen),
        room=_room(chosen, means, is_live=is_live),
        hands=hands_of(chosen),
        resumption=getattr(chosen, "resumption", ""),
        clock_speech=ClockSpeech(warns=chosen.announce_clock, clicks=chosen.clock_clicks),
    )
    expected = read_pgn(chosen.expect) if chosen.expect else None
    transcript = Transcript(sys.stdout)
    means = replace(
        means,
        progress=transcript.progress,
        engine=engine_of(chosen),
        boards=boards_of(chosen),
        secrets=all_passphrases() if getattr(chosen, "envelope", False) else None,
    )
    if means.boards and (means.hear is not None or means.is_scripted):
        message = "A board tells what it feels in a live game only: leave the recordings away."
        raise BadInput(message)
    try:
        sheet = play(place, _table(chosen), house, means, transcript.add)
    except (KeyboardInterrupt, PortError):
        if place.folder.is_dir():
            _tell_how_to_go_on(place, chosen)
        raise
    sys.stdout.write(f"\nGame {place.game_id}: {len(sheet.moves)} half-moves, {sheet.result}\n")
    for path in sorted(place.folder.iterdir()):
        sys.stdout.write(f"  {path}\n")
    if sheet.result == UNFINISHED:
        _tell_how_to_go_on(place, chosen)
    return _compared(sheet, expected)


def _tell_how_to_go_on(place: Place, chosen: Namespace) -> None:
    """The same game, with whoever has played it."""
    where = f" --data {place.data}" if chosen.data else ""
    against = f" --opponent {chosen.opponent}" if getattr(chosen, "opponent", None) else ""
    sealed = " --envelope" if getattr(chosen, "envelope", False) else ""
    again = f"voice-chess play --resume {place.game_id}{where}{against}{sealed}"
    sys.stdout.write(f"Go on with: {again}\n")


def _room(chosen: Namespace, means: Means, *, is_live: bool) -> Room:
    """Recordings sound in no room, unless they are to interrupt."""
    has_headphones = getattr(chosen, "headphones", False)
    is_heard = means.hear is None and not means.is_scripted and not means.is_silent
    return Room(
        echo_ms=ROOM_ECHO_MS if is_live and not has_headphones else 0,
        hears_itself=not has_headphones,
        tells_duplex=is_live or has_headphones,
        signals=SIGNALS[chosen.sounds if is_heard else "none"],
        have_own_channels=means.outputs is not None,
    )


def _place(chosen: Namespace, data: Path) -> Place:
    """A new game's, or that of the game to go on with."""
    resumed = getattr(chosen, "resume", None)
    if resumed is None:
        return Place(data=data, game_id=new_game_id(data))
    place = Place(data=data, game_id=resumed)
    if not place.folder.is_dir():
        message = f"There is no game {resumed!r} in {data / 'games'}."
        raise BadInput(message)
    return place


def _table(chosen: Namespace) -> Table:
    """Raises what names the first thing that can't be."""
    Position.from_fen(chosen.fen)
    table = Table(
        control=TimeControl.parsed(chosen.time),
        edition=edition(chosen.edition).id,
        setup=Setup(fen=chosen.fen),
        white=Seat(name=chosen.white, is_blind=True),
        black=Seat(name=chosen.black, is_blind=True),
        customs=Customs(must_repeat=chosen.repeat, charge_until=chosen.charge),
    )
    return seated(table, chosen)


def _compared(sheet: Scoresheet, expected: Scoresheet | None) -> int:
    if expected is None:
        return SUCCESS
    played, wanted = (
        [(entry.san, entry.draw_offered) for entry in each.entries] + [(each.result, False)]
        for each in (sheet, expected)
    )
    for number, (found, hoped) in enumerate(zip(played, wanted, strict=False)):
        if found != hoped:
            sys.stdout.write(f"Half-move {number + 1}: {found[0]}; expected was {hoped[0]}.\n")
            return OTHERWISE
    sys.stdout.write("The game is the one that was expected.\n")
    return SUCCESS


COMMAND = Command(
    name="play",
    summary="play at one machine: both announce, the program judges, repeats, clocks and records",
    configure=configure,
    run=run,
)
