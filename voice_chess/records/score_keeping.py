"""Writes the scoresheet as a fold over the events of a game."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from voice_chess.game.draws import DrawOffered
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.game.setup import GameArranged
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.records.endings import ended
from voice_chess.records.scoresheet import (
    UNFINISHED,
    Header,
    Noted,
    Scoresheet,
    Terms,
    points_text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scribe:
    """Keeps the score of a game, event by event."""

    game: Game = field(default_factory=nothing_arranged)
    noted: tuple[Noted, ...] = ()
    offers: frozenset[bool] = frozenset()
    """Colours (True is White) whose draw offer waits for the move that it belongs to."""
    result: str = UNFINISHED
    points: str = ""
    ended_by: EndReason | None = None

    def heard(self, event: Event) -> "Scribe":
        before, after = self.game, evolve(self.game, event)
        scribe = replace(self, game=after)
        match event:
            case GameArranged(table=table):
                came_with = tuple(Noted(uci=uci) for uci in table.setup.moves)
                return replace(scribe, noted=came_with)
            case MoveCompleted(white=white, uci=uci):
                noted = Noted(
                    uci=uci,
                    clock_ms=after.clock.sides.of(white=white).left_ms,
                    draw_offered=white in self.offers,
                    stood=not before.position.is_legal(uci),
                )
                return replace(scribe, noted=(*self.noted, noted), offers=self.offers - {white})
            case DrawOffered(white=white):
                return _with_offer(scribe, before, white=white)
            case PositionRestored(moves_kept=moves_kept):
                offers = _not_yet_noted(scribe, moves_kept)
                return replace(scribe, noted=self.noted[:moves_kept], offers=offers)
            case GameEnded(result=result) | ResultSettled(result=result):
                points = event.half_points or result.half_points
                told = "" if points == result.half_points else points_text(*points)
                reason = event.reason or EndReason.SIGNED
                return replace(scribe, result=str(result), points=told, ended_by=reason)
            case _:
                return scribe

    def sheet(self, header: Header) -> Scoresheet:
        table = self.game.table
        named = replace(
            header,
            white=header.white or table.white.name,
            black=header.black or table.black.name,
        )
        terms = Terms(
            edition=table.edition,
            time_control=table.control.to_pgn(),
            start_fen=table.setup.fen,
            chess960=table.setup.chess960,
        )
        sheet = Scoresheet.of_moves(
            self.noted, header=named, terms=terms, result=self.result, points=self.points
        )
        return sheet if self.ended_by is None else ended(sheet, self.ended_by)


def _with_offer(scribe: Scribe, game: Game, *, white: bool) -> Scribe:
    """Note an offer beside the move that the player is making, or beside their last one.

    The last one counts if they are not on the move.
    """
    if white == game.white_to_move or not scribe.noted:
        return replace(scribe, offers=scribe.offers | {white})
    last = replace(scribe.noted[-1], draw_offered=True)
    return replace(scribe, noted=(*scribe.noted[:-1], last))


def _not_yet_noted(scribe: Scribe, moves_kept: int) -> frozenset[bool]:
    """Return the side of an offer that still stands after moves were taken back; else nothing.

    An offer that is noted beside a move that stays is left out.
    """
    white = scribe.game.turn.offer_by_white
    if white is None:
        return frozenset()
    first = moves_kept + (white != scribe.game.white_to_move)
    is_cut_off = any(noted.draw_offered for noted in scribe.noted[first::2])
    return frozenset({white}) if is_cut_off or white in scribe.offers else frozenset()


def scoresheet_of(events: Iterable[Event], header: Header | None = None) -> Scoresheet:
    """Return the sheet of a game; empty players' names are filled in from the table."""
    scribe = Scribe()
    for event in events:
        scribe = scribe.heard(event)
    return scribe.sheet(header or Header())
