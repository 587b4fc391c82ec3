"""Words the minutes of a game: what an appeals committee needs to know besides the moves.

On paper they give the clocks and the articles in figures; told, in words.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from voice_chess.by_color import ByColor
from voice_chess.clock.time_control import shown
from voice_chess.game import adjournment, clocks, draws, irregularities, objections, penalties
from voice_chess.game.agreements import TakebackAccepted, TakebackProposed
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import GameEnded, RulingAsked
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.quickplay import Events as QuickplayEvents
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import GameReconstructed, ResultSettled
from voice_chess.game.state import nothing_arranged
from voice_chess.languages.language import Language
from voice_chess.laws.edition import Citation
from voice_chess.laws.notation import in_script
from voice_chess.laws.position import Position
from voice_chess.speech.counting import time_words
from voice_chess.speech.generation.announce import (
    Scene,
    announce,
    cited,
    worded,
    written_article,
)
from voice_chess.speech.generation.styles import Style
from voice_chess.speech.generation.wording import listed, move_words

_MINUTED = (
    adjournment.EnvelopeOpened
    | adjournment.GameAdjourned
    | adjournment.GameResumed
    | adjournment.SealerTooLate
    | clocks.ClocksSet
    | clocks.ClocksStarted
    | clocks.ClocksStopped
    | clocks.FlagFell
    | clocks.TimeAdded
    | clocks.TimeDeducted
    | draws.ClaimRejected
    | draws.ClaimUpheld
    | irregularities.Events
    | objections.Events
    | penalties.Events
    | GameReconstructed
    | QuickplayEvents
    | ResultSettled
    | RulingAsked
    | TakebackAccepted
)
"""What is minuted whenever it happens."""

_PLAYED_OUT = frozenset(
    {
        EndReason.AGREEMENT,
        EndReason.CHECKMATE,
        EndReason.DEAD_POSITION,
        EndReason.FIFTY_MOVES,
        EndReason.FIVEFOLD,
        EndReason.REPETITION,
        EndReason.RESIGNATION,
        EndReason.SEVENTY_FIVE_MOVES,
        EndReason.STALEMATE,
    }
)
"""The ends that a sheet shows by its result and usually needs no minutes for."""

_ON_ASKING = (clocks.ClocksStarted, clocks.ClocksStopped)
"""What is told of the minutes on asking only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Minuted:
    """An event of the minutes, the position before it, and both clocks after it in ms."""

    event: Event
    before: Position
    left_ms: ByColor[int]

    @property
    def because(self) -> Citation | None:
        """The article that the event cites, if it cites one."""
        found: Citation | None = getattr(self.event, "because", None)
        return found if found is not None and found.article else None


def minuted(events: Iterable[Event]) -> Mapping[int, tuple[Minuted, ...]]:
    """Return what is minuted, by the number of half-moves of the game after which it stands.

    What was minuted after moves that were taken back stands where play went on.
    """
    game = nothing_arranged()
    found: dict[int, tuple[Minuted, ...]] = {}
    proposed: tuple[Minuted, ...] = ()
    for event in events:
        before, game = game, evolve(game, event)
        left_ms = game.clock.both_left_ms(event.at_ms)
        entry = Minuted(event=event, before=before.position, left_ms=left_ms)
        if isinstance(event, TakebackProposed):
            proposed = (entry,)
        if not _is_minuted(event):
            continue
        made = len(game.position.moves)
        for ply in sorted(each for each in found if each > made):
            found[made] = (*found.get(made, ()), *found.pop(ply))
        led_here = proposed if isinstance(event, TakebackAccepted) else ()
        found[made] = (*found.get(made, ()), *led_here, entry)
    return found


def minutes(found: Mapping[int, tuple[Minuted, ...]], language: Language) -> Mapping[int, str]:
    """Return what `minuted` found as it is written, by the half-moves after which it stands.

    Both clocks are given unless they stand as before; moves taken back are listed.
    """
    clocks_before = ""
    written: dict[int, str] = {}
    for ply, entries in sorted(found.items()):
        words: list[str] = []
        for entry in entries:
            clocks_now = _clocks(entry.left_ms, language)
            words += [f"({clocks_now})"] if clocks_now != clocks_before or not words else []
            words.append(_written(entry, language))
            clocks_before = clocks_now
        written[ply] = " ".join(words)
    return written


def minutes_told(
    entries: Sequence[Minuted], language: Language, style: Style, *, in_full: bool
) -> tuple[str, ...]:
    """Return the words of minutes as they are told, for each event those of the game itself.

    `in_full` adds the articles, the moves taken back, that the clocks were stopped and started,
    what they show at last, and the end of the game.
    """
    told: list[str] = []
    for entry in entries:
        if not in_full and _is_told_on_asking(entry.event):
            continue
        scene = Scene(position=entry.before, language=language, style=style)
        told.append(worded(entry.event, scene))
        if in_full and entry.because is not None:
            told.append(cited(entry.because, language))
        if in_full and isinstance(entry.event, PositionRestored):
            told.append(_taken_back_told(entry.before, entry.event.moves_kept, scene))
    if in_full and entries:
        times = entries[-1].left_ms.map(lambda left_ms: time_words(left_ms, language))
        told.append(language.phrase("TimesTold", white=times.white, black=times.black))
    return tuple(filter(None, told))


def _is_minuted(event: Event) -> bool:
    if isinstance(event, GameEnded):
        return event.reason not in _PLAYED_OUT or bool(event.told_with)
    return isinstance(event, _MINUTED)


def _is_told_on_asking(event: Event) -> bool:
    """Return whether brief minutes leave this out; the end is told anyway, but for its points."""
    if isinstance(event, GameEnded):
        return event.half_points is None
    return isinstance(event, _ON_ASKING)


def _written(entry: Minuted, language: Language) -> str:
    scene = Scene(position=entry.before, language=language, style="san")
    words = announce(entry.event, scene).text
    article = f" ({written_article(entry.because, language)})" if entry.because is not None else ""
    taken_back = ""
    if isinstance(entry.event, PositionRestored):
        taken_back = _taken_back(entry.before, entry.event.moves_kept, language)
    return f"{words}{article}{taken_back}"


def _clocks(left_ms: ByColor[int], language: Language) -> str:
    told = (("white", left_ms.white), ("black", left_ms.black))
    return ", ".join(f"{language.sheet[side]} {shown(left)}" for side, left in told)


def _taken_back_told(position: Position, moves_kept: int, scene: Scene) -> str:
    """Return the moves after the first `moves_kept` as they are announced; empty without any."""
    moves = _moves_behind(position, moves_kept)
    told = [move_words(uci, at, scene.language, scene.style) for uci, at in moves]
    return f"{scene.language.sheet['taken_back']}: {listed(told)}." if told else ""


def _taken_back(position: Position, moves_kept: int, language: Language) -> str:
    """Return the moves after the first `moves_kept` as on a scoresheet; empty if there are none."""
    written: list[str] = []
    for uci, at in _moves_behind(position, moves_kept):
        san = in_script(at.san(uci), language.orthography) if at.is_legal(uci) else uci
        dots = "." if at.white_to_move else "..." if not written else ""
        written.append(f"{at.fullmove_number}{dots} {san}" if dots else san)
    return f" {language.sheet['taken_back']}: {' '.join(written)}." if written else ""


def _moves_behind(position: Position, moves_kept: int) -> Iterator[tuple[str, Position]]:
    """Yield the moves after the first `moves_kept`, each with the position before it."""
    at = position.rewound(moves_kept)
    for uci in position.moves[moves_kept:]:
        yield uci, at
        at = at.made(uci)
