"""Parts of a database that several servers share, as a test deals them."""

from voice_chess.session.lobby.parts import AllParts


class SharedParts(AllParts):
    """`Parts` that note which game belongs to which part; tests say which parts there are."""

    is_everything = False

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def belongs(self, game_id: str, part: str) -> None:
        self._of[game_id] = part

    def part_of_game(self, game_id: str) -> str:
        return self._of[game_id]

    def leaves(self, game_id: str) -> None:
        self._of.pop(game_id, None)
