"""Converts changes of a competition to JSON and back; their written names never change."""

from voice_chess.adapters.storage.event_codec import Codec
from voice_chess.event import changes

CHANGES = Codec(
    written_as={
        changes.CompetitionMade: "competition-made/1",
        changes.TermsChanged: "terms-changed/1",
        changes.PlayersEntered: "players-entered/1",
        changes.PlayerCorrected: "player-corrected/1",
        changes.PlayersRanked: "players-ranked/1",
        changes.PlayerWithdrew: "player-withdrew/1",
        changes.PlayerReadmitted: "player-readmitted/1",
        changes.ByeGranted: "bye-granted/1",
        changes.PairForbidden: "pair-forbidden/1",
        changes.RoundPaired: "round-paired/1",
        changes.RoundStarted: "round-started/1",
        changes.ResultTaken: "result-taken/1",
        changes.AppealsTaken: "appeals-taken/1",
        changes.ResultRuled: "result-ruled/1",
        changes.ChangeUndone: "change-undone/1",
        changes.CompetitionDeleted: "competition-deleted/1",
    },
    upcasters={},
)
