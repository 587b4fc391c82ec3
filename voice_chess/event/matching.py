"""Finds the perfect matching of the largest weight in a complete graph, with integers of any size.

The primal-dual method of Edmonds, growing one alternating tree at a time. Every vertex has a dual
value such that the two values of an edge are never less than twice its weight; an edge is tight if
they are equal, and only tight edges are matched. Odd cycles of tight edges are contracted into
blossoms, which have dual values of their own.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import partial


class _Side(IntEnum):
    """Where a vertex is in the alternating tree."""

    OUTSIDE = 0
    OUTER = 1
    """At an even distance from the root."""
    INNER = 2


class _Blossom:
    """A single vertex, or an odd cycle of blossoms contracted into one."""

    __slots__ = ("base", "cycle", "dual", "entry", "links", "side", "vertices")

    def __init__(self, base: int, cycle: list["_Blossom"], links: list[tuple[int, int]]) -> None:
        self.base = base
        """The vertex that is not matched inside."""
        self.cycle = cycle
        """From the member with the base on; empty for a single vertex."""
        self.links = links
        """The edge from each member to the next, from a vertex here to a vertex there."""
        self.vertices: list[int] = [v for member in cycle for v in member.vertices] or [base]
        self.dual = 0
        self.side = _Side.OUTSIDE
        self.entry = (base, base)
        """For an inner blossom, the edge by which the tree has reached it."""


def heaviest_matching(weights: Sequence[Sequence[int]]) -> list[int]:
    """Return the partner of each vertex.

    `weights` is symmetric, for an even number of vertices. What must not be matched has a weight
    so small that it cannot be worth it.
    """
    return _Matching(weights).partners()


class _Matching:
    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        # Doubled, so that all dual values stay integers.
        self._doubled = [[2 * weight for weight in row] for row in weights]
        self._size = len(weights)
        self._mate = [-1] * self._size
        self._top = [_Blossom(vertex, [], []) for vertex in range(self._size)]
        self._match_tight_edges(weights)

    def partners(self) -> list[int]:
        for vertex in range(self._size):
            if self._mate[vertex] < 0:
                self._grow_tree(vertex)
        return self._mate

    def _match_tight_edges(self, weights: Sequence[Sequence[int]]) -> None:
        """Begin with small dual values, and match what is tight at once."""
        everyone = range(self._size)
        self._dual = [
            max((row[v] for v in everyone if v != u), default=0) for u, row in enumerate(weights)
        ]
        dual, mate = self._dual, self._mate
        for u, row in enumerate(self._doubled):
            if mate[u] >= 0:
                continue
            slacks = [dual[u] + dual[v] - row[v] if v != u else -1 for v in everyone]
            least = min((slack for slack in slacks if slack >= 0), default=0)
            dual[u] -= least
            v = next((v for v in everyone if slacks[v] == least and mate[v] < 0), None)
            if v is not None:
                mate[u], mate[v] = v, u

    def _grow_tree(self, root: int) -> None:
        """Match one more vertex, and with it another."""
        self._root = self._top[root]
        self._tree: list[_Blossom] = []
        self._side = [_Side.OUTSIDE] * self._size
        self._spent = 0
        # The nearest outer vertex to each outside one, with the slack before anything was spent.
        self._near: list[tuple[int, int] | None] = [None] * self._size
        # The nearest edge between each outer vertex and the outer vertices before it, likewise.
        self._across: dict[int, tuple[int, int]] = {}
        self._reach_outer(self._root)
        while not self._step():
            pass
        for blossom in self._tree:
            blossom.side = _Side.OUTSIDE

    def _reach_outer(self, blossom: _Blossom) -> None:
        if blossom.side is _Side.OUTSIDE:
            self._tree.append(blossom)
        blossom.side = _Side.OUTER
        for u in blossom.vertices:
            self._side[u] = _Side.OUTER
        for u in blossom.vertices:
            self._look_from(u)

    def _look_from(self, u: int) -> None:
        """Remember the edges from a new outer vertex where they are nearer than those known."""
        dual, near, side = self._dual, self._near, self._side
        level = dual[u] + self._spent
        row = self._doubled[u]
        for v, kept in enumerate(near):
            if side[v] == _Side.OUTSIDE:
                slack = level + dual[v] - row[v]
                if kept is None or slack < kept[0]:
                    near[v] = slack, u
        self._look_across(u)

    def _look_across(self, u: int) -> None:
        """Remember the nearest edge from an outer vertex to those of other outer blossoms."""
        dual, side, top = self._dual, self._side, self._top
        level, row, own = dual[u] + 2 * self._spent, self._doubled[u], top[u]
        nearest = min(
            (
                (level + dual[v] - row[v], v)
                for v in range(self._size)
                if side[v] == _Side.OUTER and top[v] is not own
            ),
            default=None,
        )
        if nearest is None:
            self._across.pop(u, None)
        else:
            self._across[u] = nearest

    def _step(self) -> bool:
        """Change the dual values until an edge or a blossom is tight; True if a pair was added."""
        amount, act = min(self._next_acts(), key=lambda each: each[0])
        self._spend(amount)
        return act()

    def _next_acts(self) -> Iterator[tuple[int, Callable[[], bool]]]:
        """Yield the nearest of each kind, with the change of the dual values that allows it."""
        outside = min(self._outside(), default=None)
        if outside is not None:
            slack, u, v = outside
            yield slack - self._spent, partial(self._reach, u, v)
        across = self._nearest_across()
        if across is not None:
            slack, u, v = across
            yield (slack - 2 * self._spent) // 2, partial(self._contract, u, v)
        inner = [each for each in self._tree if each.side is _Side.INNER and each.cycle]
        if inner:
            least = min(inner, key=lambda each: each.dual)
            yield least.dual // 2, partial(self._expand, least)

    def _outside(self) -> Iterator[tuple[int, int, int]]:
        """Yield the slack of the nearest edge to each outside vertex, and its ends."""
        side = self._side
        for v, kept in enumerate(self._near):
            if kept is not None and side[v] == _Side.OUTSIDE:
                yield *kept, v

    def _nearest_across(self) -> tuple[int, int, int] | None:
        """Return the slack of the nearest edge between outer blossoms, and its ends."""
        while self._across:
            (slack, v), u = min((each, u) for u, each in self._across.items())
            if self._top[u] is not self._top[v]:
                return slack, u, v
            self._look_across(u)
        return None

    def _spend(self, amount: int) -> None:
        if not amount:
            return
        self._spent += amount
        dual = self._dual
        for blossom in self._tree:
            sign = -amount if blossom.side is _Side.OUTER else amount
            for v in blossom.vertices:
                dual[v] += sign
            if blossom.cycle:
                blossom.dual -= 2 * sign

    def _reach(self, u: int, v: int) -> bool:
        """Add the blossom of an outside vertex to the tree; True if it was not matched yet."""
        blossom = self._top[v]
        mate = self._mate[blossom.base]
        if mate < 0:
            self._augment(u, v)
            return True
        self._reach_inner(blossom, (u, v))
        self._reach_outer(self._top[mate])
        return False

    def _reach_inner(self, blossom: _Blossom, entry: tuple[int, int]) -> None:
        self._tree.append(blossom)
        blossom.side = _Side.INNER
        blossom.entry = entry
        for u in blossom.vertices:
            self._side[u] = _Side.INNER

    def _augment(self, u: int, v: int) -> None:
        """Match along the edge and on to the root, where every second edge was matched."""
        mate, top = self._mate, self._top
        while True:
            _lead_out(top[v], v, mate)
            mate[v] = u
            outer = top[u]
            before = mate[outer.base]
            _lead_out(outer, u, mate)
            mate[u] = v
            if before < 0:
                return
            u, v = top[before].entry

    def _contract(self, u: int, v: int) -> bool:
        """Make one outer blossom of the cycle that a tight edge closes in the tree."""
        here, there = self._way_to_root(self._top[u]), self._way_to_root(self._top[v])
        while here and there and here[-1] is there[-1]:
            shared = here.pop()
            there.pop()
        up = [(b, a) for a, b in reversed(self._links_down(there))]
        links = [*self._links_down(here), (u, v), *up]
        blossom = _Blossom(shared.base, [shared, *reversed(here), *there], links)
        if shared is self._root:
            self._root = blossom
        for member in blossom.cycle:
            self._tree.remove(member)
        self._tree.append(blossom)
        blossom.side = _Side.OUTER
        new = [each for each in blossom.vertices if self._side[each] is _Side.INNER]
        for vertex in blossom.vertices:
            self._top[vertex] = blossom
            self._side[vertex] = _Side.OUTER
        for vertex in new:
            self._look_from(vertex)
        return False

    def _way_to_root(self, outer: _Blossom) -> list[_Blossom]:
        way = [outer]
        while way[-1] is not self._root:
            inner = self._top[self._mate[way[-1].base]]
            way += [inner, self._top[inner.entry[0]]]
        return way

    def _links_down(self, way: list[_Blossom]) -> list[tuple[int, int]]:
        """Return the edges down a way in the tree, which is given from its lower end."""
        return [
            each.entry if each.side is _Side.INNER else (self._mate[each.base], each.base)
            for each in reversed(way)
        ]

    def _expand(self, blossom: _Blossom) -> bool:
        """Replace an inner blossom by its members: those on the way through it stay in the tree."""
        self._tree.remove(blossom)
        for member in blossom.cycle:
            member.side = _Side.OUTSIDE
            for vertex in member.vertices:
                self._top[vertex] = member
                self._side[vertex] = _Side.OUTSIDE
        entry = blossom.entry
        way = list(_way_through(blossom, entry[1]))
        for (member, _), (_, link) in zip(way[::2], [*way[1::2], way[-1]], strict=True):
            self._reach_inner(member, entry)
            entry = link
        outer = [member for member, _ in way[1::2]]
        for member in blossom.cycle:
            if member.side is _Side.OUTSIDE and member not in outer:
                self._look_towards(member)
        for member in outer:
            self._reach_outer(member)
        return False

    def _look_towards(self, blossom: _Blossom) -> None:
        """Find the nearest outer vertex to each vertex that has left the tree."""
        dual, side, doubled = self._dual, self._side, self._doubled
        outer = [u for u in range(self._size) if side[u] == _Side.OUTER]
        for v in blossom.vertices:
            row = doubled[v]
            slack, u = min((dual[u] + dual[v] - row[u], u) for u in outer)
            self._near[v] = slack + self._spent, u


def _way_through(blossom: _Blossom, vertex: int) -> Iterator[tuple[_Blossom, tuple[int, int]]]:
    """Yield the members from that of the vertex to the base's, over an even number of edges.

    Each comes with the edge to the next.
    """
    cycle, links = blossom.cycle, blossom.links
    place = next(i for i, member in enumerate(cycle) if vertex in member.vertices)
    if place % 2:
        for i in range(place, len(cycle)):
            yield cycle[i], links[i]
        yield cycle[0], links[0]
    else:
        for i in range(place, -1, -1):
            b, a = links[i - 1]
            yield cycle[i], (a, b)


def _lead_out(blossom: _Blossom, vertex: int, mate: list[int]) -> None:
    """Match the vertices of a blossom among themselves so that this one is its base."""
    cycle = blossom.cycle
    if blossom.base == vertex:
        return
    way = list(_way_through(blossom, vertex))
    _lead_out(way[0][0], vertex, mate)
    for (member, (a, b)), (other, _) in zip(way[1::2], way[2::2], strict=True):
        _lead_out(member, a, mate)
        _lead_out(other, b, mate)
        mate[a], mate[b] = b, a
    place = cycle.index(way[0][0])
    blossom.cycle = cycle[place:] + cycle[:place]
    blossom.links = blossom.links[place:] + blossom.links[:place]
    blossom.base = vertex
