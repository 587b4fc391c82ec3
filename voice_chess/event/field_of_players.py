"""Decides on the field of players: entries, numbers, absences, and who may not meet whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import assert_never
from unicodedata import normalize

from voice_chess.event.changes import (
    ByeGranted,
    Entered,
    PairForbidden,
    PlayerCorrected,
    PlayerReadmitted,
    PlayersEntered,
    PlayersRanked,
    PlayerWithdrew,
    Ruling,
)
from voice_chess.event.commands import (
    CorrectPlayer,
    EnterPlayers,
    ForbidPair,
    GrantBye,
    NewEntrant,
    RankPlayers,
    ReadmitPlayer,
    WithdrawPlayer,
)
from voice_chess.event.competition import Competition, Competitor, Person
from voice_chess.event.identity import TITLES, is_same_person, wrong_field
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.terms import System, is_name

OnPlayers = (
    EnterPlayers
    | CorrectPlayer
    | RankPlayers
    | WithdrawPlayer
    | ReadmitPlayer
    | GrantBye
    | ForbidPair
)
MOST_PLAYERS = 999
HIGHEST_RATING = 3_500


def decide_on_players(competition: Competition, command: OnPlayers) -> Ruling:
    """Return the changes, or a refusal; if one player's data are wrong, nobody's are changed."""
    match command:
        case EnterPlayers():
            return _enter(competition, command)
        case CorrectPlayer():
            return _correct(competition, command)
        case RankPlayers(at_ms=at_ms):
            if competition.rounds:
                return Refusal.of(Reason.BEGUN, field="number")
            ranked = sorted(competition.competitors, key=lambda each: -each.person.rating)
            order = tuple(each.number for each in ranked)
            is_new = order != tuple(each.number for each in competition.competitors)
            return (PlayersRanked(at_ms=at_ms, order=order),) if is_new else ()
        case WithdrawPlayer():
            return _withdraw(competition, command)
        case ReadmitPlayer():
            return _readmit(competition, command)
        case GrantBye():
            return _grant_bye(competition, command)
        case ForbidPair():
            return _forbid(competition, command)
        case _:
            assert_never(command)


def _enter(competition: Competition, command: EnterPlayers) -> Ruling:
    """Enter players.

    An entry whose place exists already was made by the same request before, and is skipped.
    """
    entries = [each for each in command.entries if each.place not in competition.by_place]
    if command.entries and not entries:
        return ()
    if competition.rounds and competition.terms.system is not System.SWISS:
        return Refusal.of(Reason.NO_LATE_ENTRY)
    if len(competition.competitors) + len(entries) > MOST_PLAYERS:
        return Refusal.of(Reason.TOO_MANY_PLAYERS, most=MOST_PLAYERS)
    known: dict[int, int | None] = dict.fromkeys(competition.by_number)
    people = _People(each.person for each in competition.competitors)
    for entry in entries:
        refusal = _objection_to(entry, known, command.at_ms) or people.objection_to(
            entry.person, entry.line
        )
        if refusal is not None:
            return refusal
        people.add(entry.person)
        if entry.number is not None:
            known[entry.number] = entry.line
    entered: list[Entered] = []
    free = _free_numbers(known)
    for entry in entries:
        number = next(free) if entry.number is None else entry.number
        entered.append(Entered(number=number, person=entry.person, place=entry.place))
    if not entered:
        return Refusal.of(Reason.NOBODY_NAMED, field="name")
    return (PlayersEntered(at_ms=command.at_ms, entered=tuple(entered)),)


def _free_numbers(known: Collection[int]) -> Iterator[int]:
    """Yield the free numbers after the last one, and then those in between."""
    last = max(known, default=0)
    yield from range(last + 1, MOST_PLAYERS + 1)
    yield from (number for number in range(1, last) if number not in known)


def _correct(competition: Competition, command: CorrectPlayer) -> Ruling:
    who = _found(competition, command.player)
    if isinstance(who, Refusal):
        return who
    if who.person == command.person:
        return ()
    corrected = PlayerCorrected(at_ms=command.at_ms, player=who.number, person=command.person)
    others = _People(each.person for each in competition.competitors if each is not who)
    return (
        _objection_to_person(command.person, None, command.at_ms)
        or others.objection_to(command.person, None)
        or (corrected,)
    )


_WRONG: Mapping[str, Reason] = {
    "sex": Reason.SEX_WRONG,
    "title": Reason.TITLE_WRONG,
    "federation": Reason.FEDERATION_WRONG,
    "fide_number": Reason.FIDE_NUMBER_WRONG,
    "birth": Reason.BIRTH_WRONG,
}


def _objection_to_person(person: Person, line: int | None, at_ms: int) -> Refusal | None:
    if not is_name(person.name):
        return Refusal.of(Reason.NAME_MISSING, field="name", line=line)
    if not 0 <= person.rating <= HIGHEST_RATING:
        return Refusal.of(Reason.RATING_WRONG, field="rating", line=line, value=person.rating)
    year = datetime.fromtimestamp(at_ms / 1_000, UTC).year
    if wrong := wrong_field(person.identity, year):
        gaps = {"value": getattr(person.identity, wrong), "titles": ", ".join(TITLES)}
        return Refusal.of(_WRONG[wrong], field=wrong.replace("_", "-"), line=line, **gaps)
    return None


class _People:
    """People who are there already, found by their names and FIDE numbers."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._by_name: defaultdict[str, list[Person]] = defaultdict(list)
        self._by_number: dict[str, Person] = {}
        for person in people:
            self.add(person)

    def add(self, person: Person) -> None:
        self._by_name[_plain(person.name)].append(person)
        self._by_number.setdefault(person.identity.fide_number, person)

    def objection_to(self, person: Person, line: int | None) -> Refusal | None:
        """Refuse somebody who may be there already: two of one name could not be told apart."""
        number = person.identity.fide_number
        owner = self._by_number.get(number) if number else None
        if owner is not None:
            gaps = {"value": number, "name": owner.name}
            return Refusal.of(Reason.FIDE_NUMBER_TWICE, field="fide-number", line=line, **gaps)
        namesakes = self._by_name.get(_plain(person.name), ())
        if any(is_same_person(person.identity, other.identity) for other in namesakes):
            return Refusal.of(Reason.NAME_TWICE, field="name", line=line, value=person.name)
        return None


def _plain(name: str) -> str:
    """Return the name as it sounds: some systems write Å as A and a ring."""
    return " ".join(normalize("NFC", name).casefold().split())


def _objection_to(entry: NewEntrant, known: dict[int, int | None], at_ms: int) -> Refusal | None:
    line = entry.line
    refusal = _objection_to_person(entry.person, line, at_ms)
    if refusal is not None:
        return refusal
    if entry.number is not None and not 1 <= entry.number <= MOST_PLAYERS:
        return Refusal.of(Reason.NUMBER_WRONG, field="number", line=line, value=entry.number)
    if entry.number in known:
        return Refusal.of(Reason.NUMBER_TWICE, field="number", line=line, value=entry.number)
    return None


def _found(competition: Competition, number: int, field: str = "player") -> Competitor | Refusal:
    who = competition.by_number.get(number)
    return who or Refusal.of(Reason.NO_SUCH_PLAYER, field=field, player=number)


def _withdraw(competition: Competition, command: WithdrawPlayer) -> Ruling:
    """Withdraw a player between rounds, so that no game is left without a result."""
    who, first = _found(competition, command.player), competition.next_round
    if isinstance(who, Refusal):
        return who
    board = competition.current and competition.current.board_of(who.number)
    if board and board.is_open:
        return Refusal.of(
            Reason.IN_PLAY, field="player", player=who.number, round=first - 1, board=board.number
        )
    if who.has_withdrawn:
        return Refusal.of(Reason.AWAY_ALREADY, field="player", player=who.number)
    withdrew = PlayerWithdrew(at_ms=command.at_ms, player=who.number, first_round=first)
    return (withdrew,)


def _readmit(competition: Competition, command: ReadmitPlayer) -> Ruling:
    who, first = _found(competition, command.player), competition.next_round
    if isinstance(who, Refusal):
        return who
    if not any(round_ >= first for round_ in who.absent):
        return Refusal.of(Reason.NOT_AWAY, field="player", player=who.number)
    return (PlayerReadmitted(at_ms=command.at_ms, player=who.number, first_round=first),)


def _grant_bye(competition: Competition, command: GrantBye) -> Ruling:
    who = _found(competition, command.player)
    if isinstance(who, Refusal):
        return who
    if competition.terms.system is not System.SWISS:
        return Refusal.of(Reason.SWISS_ONLY)
    if not 1 <= command.round <= competition.terms.rounds:
        return Refusal.of(Reason.NO_SUCH_ROUND, field="round", round=command.round)
    if command.round < competition.next_round:
        return Refusal.of(Reason.PAIRED_ALREADY, field="round", round=command.round)
    if command.round in who.away:
        return Refusal.of(Reason.BYE_ALREADY, field="round", player=who.number, round=command.round)
    return (ByeGranted(at_ms=command.at_ms, player=who.number, round=command.round),)


def _forbid(competition: Competition, command: ForbidPair) -> Ruling:
    for field, number in (("player", command.one), ("other", command.other)):
        who = _found(competition, number, field)
        if isinstance(who, Refusal):
            return who
    if competition.terms.system is not System.SWISS:
        return Refusal.of(Reason.SWISS_ONLY)
    if command.one == command.other:
        return Refusal.of(Reason.SAME_PLAYER, field="player", player=command.one)
    if {command.one, command.other} in map(set, competition.forbidden):
        return Refusal.of(
            Reason.FORBIDDEN_ALREADY, field="player", player=command.one, other=command.other
        )
    return (PairForbidden(at_ms=command.at_ms, one=command.one, other=command.other),)
