"""A seat at which an engine sits that thinks in the browser of its opponent.

The server tells that page how strongly to think, the page sends back what its engine has chosen.
Nothing of it is believed but the move, and that is judged like anybody's: whoever makes their own
page send worse moves wins an unrated game against themselves, and nothing else. While no page of
theirs is open, the clock of the engine runs, as for a person whose line is dead.
"""

import random
from dataclasses import dataclass

from voice_chess.session.engine_levels import slipped, would_draw
from voice_chess.session.games.engine_seat import ResidentSeat
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.ports import Chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What an engine has found behind so many half-moves, in UCI.

    `score` is how it judges its position, in hundredths of a pawn; None if it has told nothing.
    """

    ply: int
    uci: str
    score: int | None = None


class BrowserEngineSeat(ResidentSeat):
    """Agrees by itself, and moves when it is told what its opponent's page has found."""

    def __init__(self, task: GameTask, chance: random.Random) -> None:
        super().__init__(task)
        self._chance = chance

    async def thought(self, thought: Thought) -> bool:
        """Make this move; False where the game refuses it.

        What was found for another position comes too late, and is no fault. Raises `JournalLost`
        and `Conflict`.
        """
        actions = self._actions
        position = actions.game.position
        if not actions.is_on_move or thought.ply != len(position.moves):
            return True
        if not position.is_legal(thought.uci):
            return False
        chosen = Chosen(
            uci=slipped(thought.uci, position, actions.level, self._chance),
            wants_draw=would_draw(thought.score, position.fullmove_number),
        )
        return await actions.move(chosen)

    async def _act(self) -> None:
        await self._actions.settle()
