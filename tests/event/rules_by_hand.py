"""The rules of a Swiss round, asked once more of the report itself and of nothing of the program.

FIDE Handbook C.04.1 and C.04.3 (2026): what no pairing may do, and who gets which colour. It reads
the columns of the report by itself, so that a mistake in reading would show, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

PLAYED = set("1=0WDL")
POINTS = {"1": 1, "W": 1, "+": 1, "U": 1, "F": 1, "=": 0.5, "D": 0.5, "H": 0.5}
FIRST, WIDTH = 91, 10
LIMIT = 2
"""The colour difference that nobody exceeds."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the columns say of one player in one round; a bye has no opponent."""

    opponent: int
    colour: str
    result: str

    @property
    def is_played(self) -> bool:
        return bool(self.opponent) and self.result in PLAYED


@dataclass(frozen=True, kw_only=True)
class Somebody:
    """A player before the round."""

    number: int
    rounds: tuple[Told, ...]
    extra: float
    """Virtual points."""
    is_here: bool
    place: int = 0
    """In the order of starting numbers, among those who have come by now."""

    @property
    def score(self) -> float:
        return sum(POINTS.get(told.result, 0) for told in self.rounds) + self.extra

    @property
    def colours(self) -> str:
        return "".join(told.colour for told in self.rounds if told.is_played)

    @property
    def has_had_a_free_point(self) -> bool:
        return any(told.result in "U+F" for told in self.rounds if not told.is_played)

    @property
    def due(self) -> tuple[str, int, int]:
        """The colour that is due, how strongly, and how wide the difference is (1.7)."""
        whites, blacks = self.colours.count("w"), self.colours.count("b")
        rarer = "b" if whites > blacks else "w"
        wide = abs(whites - blacks)
        if wide >= LIMIT:
            return rarer, 3, wide
        if self.colours[-2:] in {"ww", "bb"}:
            return "b" if self.colours.endswith("w") else "w", 3, wide
        if wide:
            return rarer, 2, wide
        if self.colours:
            return "b" if self.colours.endswith("w") else "w", 1, 0
        return "", 0, 0


@dataclass(frozen=True, kw_only=True)
class Before:
    """A round as its report tells it before it is paired."""

    players: dict[int, Somebody]
    number: int
    rounds: int
    initial: str
    apart: tuple[frozenset[int], ...]

    @property
    def here(self) -> list[Somebody]:
        return [each for each in self.players.values() if each.is_here]

    def is_topscorer(self, who: Somebody) -> bool:
        """More than half of what could be had, before the last round (1.8)."""
        return self.number == self.rounds and who.score > (self.number - 1) / 2


def read_before(text: str, number: int) -> Before:
    """A report of the rounds before this one, with the byes of this one in its column."""
    lines = text.splitlines()
    tags = {line[:3]: line[4:] for line in lines}
    extra = {int(line[4:8]): line[9:].split() for line in lines if line.startswith("XXA")}
    raw = [line for line in lines if line.startswith("001")]
    found = [_somebody(line, number, extra.get(int(line[4:8]), [])) for line in raw]
    arrived = 0
    players = {}
    for who in sorted(found, key=lambda each: each.number):
        has_come = who.is_here or any(t.opponent or t.result in "U+" for t in who.rounds)
        arrived += has_come
        players[who.number] = replace(who, place=arrived)
    return Before(
        players=players,
        number=number,
        rounds=int(tags["XXR"]),
        initial="w" if "white1" in tags["XXC"] else "b",
        apart=tuple(
            frozenset(map(int, line[3:].split())) for line in lines if line.startswith("XXP")
        ),
    )


def _somebody(line: str, number: int, extra: Sequence[str]) -> Somebody:
    cells = [
        line[start : start + WIDTH].ljust(WIDTH)
        for start in range(FIRST, FIRST + WIDTH * number, WIDTH)
    ]
    told = [
        Told(opponent=int(cell[:4].strip() or 0), colour=cell[5], result=cell[7]) for cell in cells
    ]
    return Somebody(
        number=int(line[4:8]),
        rounds=tuple(told[: number - 1]),
        extra=float(extra[number - 1]) if number <= len(extra) else 0,
        is_here=cells[number - 1][7] not in "HFZ",
    )


Pairs = Sequence[tuple[int, int | None]]
"""White and Black by starting number; None: a bye."""


def broken_rules(before: Before, pairs: Pairs) -> Iterator[str]:
    """Each in a few words."""
    seated = [number for pair in pairs for number in pair if number is not None]
    if sorted(seated) != sorted(each.number for each in before.here):
        yield f"not everybody once: {sorted(seated)}"
        return
    byes = [white for white, black in pairs if black is None]
    if len(byes) != len(seated) % 2:
        yield f"byes: {byes}"
    for number in byes:
        if before.players[number].has_had_a_free_point:
            yield f"{number} gets another point without a game"
    for white, black in pairs:
        if black is not None:
            yield from _broken_at(before, before.players[white], before.players[black])


def _broken_at(before: Before, white: Somebody, black: Somebody) -> Iterator[str]:
    both = f"{white.number} and {black.number}"
    if any(told.is_played and told.opponent == black.number for told in white.rounds):
        yield f"{both} met before"
    if any({white.number, black.number} <= apart for apart in before.apart):
        yield f"{both} are to be kept apart"
    if not (before.is_topscorer(white) or before.is_topscorer(black)):
        yield from _wrong_colours(white, "w")
        yield from _wrong_colours(black, "b")
    if _is_white(before, black, white):
        yield f"{both} have each other's colours"


def _wrong_colours(who: Somebody, colour: str) -> Iterator[str]:
    after = who.colours + colour
    if after[-3:] in {"www", "bbb"}:
        yield f"{who.number} has {colour} a third time"
    if abs(after.count("w") - after.count("b")) > LIMIT:
        yield f"{who.number} has a difference of more than {LIMIT}"


def _is_white(before: Before, one: Somebody, other: Somebody) -> bool:
    """By the five rules of 5.2, in their order."""
    (mine, how, wide), (theirs, how_theirs, wide_theirs) = one.due, other.due
    if mine != theirs:
        return mine == "w" or theirs == "b"
    if mine and how != how_theirs:
        return (mine == "w") is (how > how_theirs)
    absolute = 3
    if how == absolute and wide != wide_theirs:
        return (mine == "w") is (wide > wide_theirs)
    for now, then in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if now != then:
            return now == "b"
    is_higher = (-one.score, one.place) < (-other.score, other.place)
    if mine:
        return (mine == "w") is is_higher
    higher = one if is_higher else other
    has_initial = higher.place % 2 == 1
    return (before.initial == "w") is (has_initial is is_higher)
