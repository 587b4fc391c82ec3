"""The options of `play` for the talk: sounds, voices, what is written, the pauses."""

from argparse import ArgumentParser, Namespace, _ArgumentGroup
from collections.abc import Mapping
from functools import partial
from typing import Any

from voice_chess.arguments import folder_to_write, named_path, whole_number
from voice_chess.by_color import SIDES, ByColor
from voice_chess.cli.console import CELLS, FEWEST_CELLS
from voice_chess.cli.table_options import hands_of
from voice_chess.compose.surroundings import ROOM_ECHO_MS, Means
from voice_chess.compose.voices import voice_of
from voice_chess.languages.language import known_languages, load_language
from voice_chess.plain_error import BadInput
from voice_chess.session.ports import DECODERS, Device
from voice_chess.session.table_settings import (
    GRACE_MS,
    SIGNALS,
    ClockSpeech,
    Grace,
    Room,
    SpokenTo,
    TableSettings,
)
from voice_chess.session.voice_preferences import (
    FASTEST,
    SLOWEST,
    USUAL_RATE,
    VOICE_NAMES,
    VoiceName,
)
from voice_chess.speech.generation.styles import STYLES, USUAL
from voice_chess.speech.understanding.scoring import CAUTION

LONGEST_PAUSE_S = 3_600


def configure(parser: ArgumentParser) -> None:
    """Declare where sound comes from and goes to, and what is written."""
    sound = parser.add_argument_group("sound")
    sound.add_argument(
        "--hear", type=named_path, metavar="FILE|DIR", help="use recordings instead of a microphone"
    )
    told = sound.add_mutually_exclusive_group()
    told.add_argument(
        "--say",
        type=folder_to_write,
        metavar="DIR",
        help="write replies to files instead of speaking them",
    )
    sound.add_argument("--typed", action="store_true", help="type moves, without a microphone")
    told.add_argument("--silent", action="store_true", help="replies as text only")
    sound.add_argument("--model", metavar="NAME|DIR", help="another acoustic model")
    add_decoder(sound)
    sound.add_argument(
        "--headphones",
        action="store_true",
        help="the program speaks through headphones only, so players can interrupt it",
    )
    sound.add_argument(
        "--sounds",
        choices=tuple(SIGNALS),
        default="few",
        help="short sounds between the words: all, few (none for each utterance heard), none",
    )
    for side in SIDES:
        sound.add_argument(
            f"--{side}-output",
            metavar="DEVICE",
            help=f"{side.capitalize()}'s sound device; see: voice-chess devices",
        )
    _configure_voices(parser)
    _configure_screen(parser)


def _configure_screen(parser: ArgumentParser) -> None:
    screen = parser.add_argument_group("what is written")
    screen.add_argument(
        "--verbose",
        action="store_true",
        help="also show what was heard, typed and decided, and when; otherwise only the replies",
    )
    screen.add_argument(
        "--cells",
        type=whole_number(FEWEST_CELLS),
        default=CELLS,
        metavar="NUMBER",
        help=f"the length of a line, for a braille display (default {CELLS} characters)",
    )


def _configure_voices(parser: ArgumentParser) -> None:
    voices = parser.add_argument_group(
        "the voices",
        "if the players' choices differ, announcements to both use the standard voice, the slower "
        "rate and the fuller style",
    )
    for side in SIDES:
        voices.add_argument(
            f"--{side}-language",
            choices=known_languages(),
            help=f"the language that {side.capitalize()} speaks and hears, if it isn't that of the "
            "table",
        )
    for side in SIDES:
        voices.add_argument(
            f"--{side}-voice",
            default="standard",
            metavar="NAME",
            help=f"the voice for {side.capitalize()}: {', '.join(VOICE_NAMES)}, or one of another "
            "program, by the name that voice-chess devices lists",
        )
    for side in SIDES:
        voices.add_argument(
            f"--{side}-style",
            choices=STYLES,
            default=USUAL,
            help=f"how moves are read to {side.capitalize()}: the piece, as much of its square as "
            "is needed, and where it goes, with files by the Laws' names (anna), by letters or by "
            "the radio alphabet (nato); short leaves out the word pawn; long says both squares in "
            "full",
        )
    for side in SIDES:
        voices.add_argument(
            f"--{side}-rate",
            type=whole_number(SLOWEST, FASTEST),
            default=USUAL_RATE,
            metavar="WORDS",
            help=f"{side.capitalize()}'s speaking rate in words per minute, {SLOWEST} to {FASTEST} "
            f"(default {USUAL_RATE})",
        )


def _spoken_to(options: Mapping[str, Any], side: str) -> SpokenTo:
    """Return how this side is spoken to. Raises `BadInput`."""
    own: str | None = options.get(f"{side}_language")
    name: VoiceName = options.get(f"{side}_voice", VOICE_NAMES[0])
    return SpokenTo(
        language=load_language(own) if own else None,
        voice=voice_of(name, own or options["language"], f"--{side}-voice"),
        style=options.get(f"{side}_style", USUAL),
        words_per_minute=options.get(f"{side}_rate", USUAL_RATE),
        behind_ms=options.get(f"{side}_behind", 0),
    )


def settings_of(chosen: Namespace, means: Means, *, is_live: bool) -> TableSettings:
    """Return the settings of the table as they were chosen. Raises `BadInput`."""
    options = vars(chosen)
    return TableSettings(
        language=load_language(chosen.language),
        press=chosen.press,
        grace=_grace(chosen, means),
        caution=CAUTION[chosen.caution],
        spoken_to=ByColor(white="white", black="black").map(partial(_spoken_to, options)),
        room=_room(chosen, means, is_live=is_live),
        hands=hands_of(chosen),
        resumption=options.get("resumption") or "",
        clock_speech=ClockSpeech(
            warned_at_ms=chosen.announce_clock,
            counts=bool(chosen.announce_clock),
            clicks=chosen.clock_clicks,
        ),
    )


def check_typed(chosen: Namespace) -> None:
    """Refuse a model or decoder if everything is typed. Raises `BadInput`."""
    if not chosen.typed or chosen.hear is not None:
        return
    for option in ("model", "decoder"):
        if vars(chosen)[option] is not None:
            message = f"With --typed nothing is heard: leave --{option} or --typed away."
            raise BadInput(message)


def outputs_of(chosen: Namespace) -> tuple[Device, Device] | None:
    """Return devices by number or name, or None; a player without one gets the system's choice.

    Raises `BadInput`.
    """
    named = {f"--{side}-output": vars(chosen)[f"{side}_output"] for side in SIDES}
    given = [option for option, name in named.items() if name is not None]
    if not given:
        return None
    for mute in ("silent", "say", "hear"):
        if vars(chosen)[mute]:
            message = f"With --{mute} no device is heard: leave {given[0]} or --{mute} away."
            raise BadInput(message)
    white, black = (
        int(name) if name is not None and name.isdecimal() else name for name in named.values()
    )
    return white, black


def _grace(chosen: Namespace, means: Means) -> Grace:
    """Return the pauses before the clock is pressed. Raises `BadInput`."""
    if chosen.pause is not None:
        if not 0 <= chosen.pause <= LONGEST_PAUSE_S:
            message = f"A pause lasts 0 to {LONGEST_PAUSE_S} seconds, not --pause {chosen.pause}."
            raise BadInput(message)
        grace_ms = round(1_000 * chosen.pause)
        return Grace(heard_ms=grace_ms, written_ms=grace_ms, is_read_back=True)
    # Behind a file or a pipe there is nobody to press Enter.
    return Grace(written_ms=GRACE_MS if means.is_scripted else None, is_read_back=True)


def _room(chosen: Namespace, means: Means, *, is_live: bool) -> Room:
    """Return the room's acoustics; recordings sound in no room, unless they are to interrupt."""
    options = vars(chosen)
    has_headphones = options.get("headphones", False)
    is_heard = means.hear is None and not means.is_scripted and not means.is_silent
    return Room(
        echo_ms=ROOM_ECHO_MS if is_live and not has_headphones else 0,
        hears_itself=not has_headphones,
        takes_itself_away=is_live and not has_headphones and means.outputs is None,
        tells_duplex=is_live or has_headphones,
        signals=SIGNALS[options["sounds"] if is_heard else "none"],
        have_own_channels=means.outputs is not None,
    )


def add_caution(parser: ArgumentParser | _ArgumentGroup) -> None:
    """Add the choice of how sure the program must be."""
    parser.add_argument(
        "--caution",
        choices=tuple(CAUTION),
        default="normal",
        help="how sure the program must be to accept what it heard (default normal)",
    )


def add_decoder(parser: ArgumentParser | _ArgumentGroup) -> None:
    """Add the choice between our own exact search and Vosk.

    Vosk is for models of others, and for comparison with ours.
    """
    parser.add_argument(
        "--decoder",
        choices=DECODERS,
        help="the decoder: exact, our own search (default with our models), or vosk"
        " (default with other models)",
    )
