"""Words the minutes of a game: what an appeals committee needs to know besides the moves.

They are read on paper, so they give the clocks and the articles in figures.
"""

from collections.abc import Iterable, Mapping

from voice_chess.clock.clock_display import shown
from voice_chess.game import adjournment, clocks, draws, irregularities, objections, penalties
from voice_chess.game.agreements import TakebackAccepted
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import GameEnded, RulingAsked
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.quickplay import Events as QuickplayEvents
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import GameReconstructed, ResultSettled
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.languages.language import Language
from voice_chess.laws.notation import in_script
from voice_chess.laws.position import Position
from voice_chess.speech.generation.announce import Scene, announce

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
"""The ends that a sheet shows by its result and needs no minutes for."""


def minutes(events: Iterable[Event], language: Language) -> Mapping[int, str]:
    """Return what is minuted, by the number of half-moves of the game after which it stands.

    Both clocks are given unless they stand as before. What was minuted after moves that were taken
    back stands where play went on, and those moves are listed there.
    """
    game, clocks_before = nothing_arranged(), ""
    told: dict[int, list[str]] = {}
    for event in events:
        before, game = game, evolve(game, event)
        if not _is_minuted(event):
            continue
        made = len(game.position.moves)
        for ply in sorted(each for each in told if each > made):
            told.setdefault(made, []).extend(told.pop(ply))
        clocks_now = _clocks(event, game, language)
        entry = told.setdefault(made, [])
        entry += [f"({clocks_now})"] if clocks_now != clocks_before or not entry else []
        entry.append(_entry(event, before, language))
        clocks_before = clocks_now
    return {ply: " ".join(entries) for ply, entries in told.items()}


def _is_minuted(event: Event) -> bool:
    if isinstance(event, GameEnded):
        return event.reason not in _PLAYED_OUT
    return isinstance(event, _MINUTED)


def _entry(event: Event, before: Game, language: Language) -> str:
    scene = Scene(position=before.position, language=language, style="san")
    words = announce(event, scene).text
    because = getattr(event, "because", None)
    cited = f" ({because.article})" if because is not None and because.article else ""
    taken_back = ""
    if isinstance(event, PositionRestored):
        taken_back = _taken_back(before.position, event.moves_kept, language)
    return f"{words}{cited}{taken_back}"


def _clocks(event: Event, game: Game, language: Language) -> str:
    left = game.clock.both_left_ms(event.at_ms)
    told = (("white", left.white), ("black", left.black))
    return ", ".join(f"{language.sheet[side]} {shown(left_ms)}" for side, left_ms in told)


def _taken_back(position: Position, moves_kept: int, language: Language) -> str:
    """Return the moves after the first `moves_kept` as on a scoresheet; empty if there are none."""
    written: list[str] = []
    at = position.rewound(moves_kept)
    for uci in position.moves[moves_kept:]:
        san = in_script(at.san(uci), language.orthography) if at.is_legal(uci) else uci
        dots = "." if at.white_to_move else "..." if not written else ""
        written.append(f"{at.fullmove_number}{dots} {san}" if dots else san)
        at = at.made(uci)
    return f" {language.sheet['taken_back']}: {' '.join(written)}." if written else ""
