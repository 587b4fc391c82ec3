"""The library caissify-pairings as a second opinion about pairs, with its faults mended here.

Its colours are not compared: where the rules name the higher ranked player it takes the lower
pairing number.
"""

import logging
from collections.abc import Mapping
from typing import Any

from caissify_pairings.engines.dutch import DutchEngine, DutchPlayer

from voice_chess.event.boards import Board
from voice_chess.event.entrants import Entrant, Round
from voice_chess.event.results import Colour

_COLOURS: Mapping[Colour, str] = {Colour.WHITE: "white", Colour.BLACK: "black"}


# Where it finds no pairing, the check of the boards reports that; its own log adds nothing.
logging.getLogger("caissify_pairings").addHandler(logging.NullHandler())

_Pairs = list[tuple[DutchPlayer, DutchPlayer]]


class _Engine(DutchEngine):  # type: ignore[misc]  # the library has no types
    """Also keeps apart the players whom the organiser does not let meet, and never breaks a rule.

    If the library's search for the best pairing leaves two players over, there is no pairing. It
    would then try all pairings in turn, which takes for ever with many players, and at last
    forbidden ones.
    """

    kept_apart: frozenset[frozenset[int]] = frozenset()

    def _can_pair(self, p1: DutchPlayer, p2: DutchPlayer) -> bool:
        return frozenset({p1.id, p2.id}) not in self.kept_apart and super()._can_pair(p1, p2)

    def _select_bye_player(self, players: list[DutchPlayer]) -> DutchPlayer | None:
        """Leave the choice of the bye open if players are kept apart.

        In a first round the library would take the last player, even if another must be left over.
        """
        return None if self.kept_apart else super()._select_bye_player(players)

    def _pair_iterative_mwm(
        self, all_players: list[DutchPlayer], bye_candidates: set[int] | None = None
    ) -> tuple[_Pairs, list[DutchPlayer]]:
        """Search for the bye together with the pairs in a first round, too, as in later rounds."""
        if bye_candidates is None and len(all_players) % 2:
            bye_candidates = {each.id for each in all_players if each.is_bye_eligible}
        found: tuple[_Pairs, list[DutchPlayer]] = super()._pair_iterative_mwm(
            all_players, bye_candidates=bye_candidates
        )
        return found

    def _backtrack_match(self, players: list[DutchPlayer], relaxed: bool = False) -> _Pairs | None:  # noqa: FBT002 - overrides the library's
        del players, relaxed
        return None

    def _greedy_match(self, players: list[DutchPlayer], relaxed: bool = False) -> _Pairs | None:  # noqa: FBT002 - overrides the library's
        del players, relaxed
        return None


class CaissifyPairer:
    """`Pairer` that takes as long as it takes: seconds from 60 players on."""

    allots_colours = False

    def boards(self, round_: Round) -> tuple[Board, ...]:
        engine = _Engine(
            players=[_told(entrant) for entrant in round_.entrants],
            previous_pairings=_played(round_.entrants),
            round_number=round_.number,
            total_rounds=round_.event.rounds,
            initial_color=_COLOURS[round_.initial],
        )
        engine.kept_apart = _kept_apart(round_)
        # In a first round without acceleration the library ignores scores and who may meet.
        has_virtual = any(entrant.virtual for entrant in round_.entrants)
        engine.accelerated = has_virtual or bool(engine.kept_apart)
        return tuple(
            Board(white=pair["white_id"], black=pair["black_id"])
            for pair in engine.generate_pairings()
        )


def _told(entrant: Entrant) -> dict[str, Any]:
    return {
        "id": entrant.number,
        "name": "",
        "score": entrant.level / 2,
        "rating": 0,
        "starting_number": entrant.number,
        # Without it the library would rank the players anew, by their ratings.
        "pairing_number": entrant.pairing_number,
        "color_hist": [_COLOURS[colour] for colour in entrant.colours],
        "float_history": [each.value for each in entrant.floats],
        "bye_count": int(not entrant.may_have_bye),
    }


def _played(entrants: tuple[Entrant, ...]) -> set[tuple[int, int]]:
    return {
        (min(entrant.number, other), max(entrant.number, other))
        for entrant in entrants
        for other in entrant.met
    }


def _kept_apart(round_: Round) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset({one, other})
        for pairs in round_.event.forbidden
        if pairs.holds(round_.number)
        for one in pairs.numbers
        for other in pairs.numbers
        if one != other
    )
