"""Rules on a game begun wrongly: annulled, put right, or left, as long as the edition allows."""

from voice_chess.arbiter.game_end import ended
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.irregularities import FaultFound, ReportFault
from voice_chess.game.refusals import NotYourRole, TooLateToCorrect
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.laws.irregularities import Consequence, Fault, consequence_of
from voice_chess.laws.topics import Topic

TOPICS: dict[Fault, Topic] = {
    "wrong-position": Topic.WRONG_START,
    "turned-board": Topic.TURNED_BOARD,
    "reversed-colours": Topic.REVERSED_COLOURS,
    "wrong-clock": Topic.CLOCK_SETTING,
}


def report(game: Game, command: ReportFault) -> Ruling:
    """Rule on a reported fault; if the game goes on, the arbiter may still decide otherwise.

    Clocks that were set wrongly are stopped, until the arbiter has set them. Where there is no
    arbiter, a player may report a fault, too, but not annul the game: the opponent has a say in it.
    """
    topic = topic_of(game, command.fault)
    match consequence(game, command.fault):
        case "too-late":
            return TooLateToCorrect(because=game.edition.cite(Topic.SETUP_COMPLAINTS))
        case "annulled" if command.by.is_player:
            return NotYourRole(role=command.by, hint="arbiter", because=game.edition.cite(topic))
        case "annulled":
            return (ended(game, (Result.VOID, EndReason.WRONG_START, topic), command.at_ms),)
        case "carried-over" | "goes-on" | "put-right" as outcome:
            because = game.edition.cite(topic)
            found = FaultFound(fault=command.fault, because=because, at_ms=command.at_ms)
            if outcome != "put-right" or not game.clock.is_running:
                return (found,)
            stopped = ClocksStopped(
                by=command.by, why="irregularity", because=because, at_ms=command.at_ms
            )
            return (found, stopped)


def consequence(game: Game, fault: Fault) -> Consequence:
    """Return the consequence of a fault at this game's speed and number of moves."""
    moves_by_both = game.moves_here // 2
    return consequence_of(fault, game.edition, kind=game.kind, moves_by_both=moves_by_both)


def topic_of(game: Game, fault: Fault) -> Topic:
    """Return the topic of a fault; an edition silent on it has the topic of faulty clocks."""
    topic = TOPICS[fault]
    return topic if game.edition.rules_on(topic) else Topic.CLOCK_FAULT
