"""Checks an evening, whatever went wrong: compares what people were told with the stored events.

The clocks are recomputed from the times of the events alone, and compared with the times that
people were shown, and with the time for which the server in charge was seen to run a clock.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from tests.simulation.people import Message, Person
from tests.simulation.rulings import Order, rulings_in
from tests.simulation.world import BASE_MS, Simulation
from voice_chess.game.clocks import (
    ClocksSet,
    ClocksStarted,
    ClocksStopped,
    TimeAdded,
    TimeDeducted,
)
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveAnnounced, MoveCompleted, SlipCorrected
from voice_chess.game.setup import GameStarted
from voice_chess.game.table import Customs
from voice_chess.languages.language import load_language
from voice_chess.session.listening.seat_ear import FASTEST_OF_MS
from voice_chess.speech.generation.sentence import phrase

Evening = TypeVar("Evening")

A_HEARTBEAT_MS = 1_000
"""The interval of heartbeats: at most this much time is lost or charged when a server dies."""
_TO_ONE = {"answer", "question", "refusal", "unheeded"}
A_SECOND_MS = 1_000
_SOON_MS = 3_000
"""The most time until an event is told, while the server neither sleeps nor changes."""
_SPOKEN_WITHIN_MS = 20_000
"""The most time until a sentence is heard, after other sentences, even if its sound is missing."""
_LATEST_MS = 300
"""The most time that a message is on its way."""


def violations(evening: Simulation) -> list[str]:
    """Return all violations in words; nothing if all went well."""
    return found_by(CHECKS, evening)


def found_by(
    checks: Mapping[str, Callable[[Evening], Iterator[str]]], evening: Evening
) -> list[str]:
    """Return what these checks find, each with the check's name."""
    return [f"{name}: {found}" for name, check in checks.items() for found in check(evening)]


def _no_error(evening: Simulation) -> Iterator[str]:
    yield from evening.failures


def _told_as_kept(evening: Simulation) -> Iterator[str]:
    """Every event is told in order, once per connection, and is stored as it was told."""
    for person in evening.people:
        yield from (f"{person.name} {fault}" for fault in person.faults)
        last: dict[str, int] = {}
        for message in _messages(person):
            if message["type"] == "welcome":
                last = {}
            elif message["type"] == "happened":
                game, seq = message["game"], message["seq"]
                if seq <= last.get(game, 0):
                    yield f"{person.name} was told event {seq} of {game} twice"
                last[game] = seq
                yield from _as_kept(person, message, evening.kept[game])


def _as_kept(person: Person, told: Message, kept: Sequence[Event]) -> Iterator[str]:
    seq = told["seq"]
    if seq > len(kept):
        yield f"{person.name} was told event {seq} of {told['game']}, which is not kept"
        return
    event = kept[seq - 1]
    if (told["name"], told["at_ms"]) != (_name_of(event), event.at_ms):
        yield f"{person.name} was told event {seq} as {told['name']}, kept is {_name_of(event)}"


def _acknowledged_once(evening: Simulation) -> Iterator[str]:
    """Every acknowledged move is in the game, and every half-move is there once."""
    for game, kept in evening.kept.items():
        colours = [event.white for event in kept if isinstance(event, MoveCompleted)]
        if colours != [ply % 2 == 0 for ply in range(len(colours))]:
            yield f"the moves of {game} do not alternate"
    for person in evening.people:
        for key, answer in person.answered.items():
            asked = person.asked[key]
            is_made = answer["type"] == "done" and answer["is_accepted"]
            if asked["type"] == "move" and is_made and key not in person.ahead | person.doubted:
                moves = _moves(evening.kept[asked["game"]])
                if asked["ply"] >= len(moves) or moves[asked["ply"]] != asked["uci"]:
                    yield f"{person.name} was told that {asked} was made, which is not kept"


def _in_order_of_time(evening: Simulation) -> Iterator[str]:
    """No event is dated before an earlier one: time would be charged to the wrong player."""
    for game, kept in evening.kept.items():
        for seq, (before, after) in enumerate(pairwise(kept), start=2):
            if after.at_ms < before.at_ms:
                names = _name_of(after), _name_of(before)
                yield f"event {seq} of {game}, {names[0]}, is dated before {names[1]}"


def _clocks_right(evening: Simulation) -> Iterator[str]:
    """The clocks shown follow from the events, and the time charged is the time that they ran."""
    for game, kept in evening.kept.items():
        for person in evening.people:
            shown = person.games.get(game)
            if shown is not None:
                yield from _shown_right(person, shown, kept, evening.increment_ms)
        ran = evening.ran[game]
        running_ms = _running_ms(kept, evening.ended_at_ms[game])
        stops = sum(isinstance(event, ClocksStopped) for event in kept)
        # Each stop of the clocks may be wrong by a heartbeat, and by the slowest writing of one.
        allowed_ms = A_HEARTBEAT_MS + stops * A_HEARTBEAT_MS
        allowed_ms += evening.slow_ms
        if abs(running_ms - ran.ms) > allowed_ms:
            yield f"{game}: {running_ms} ms are kept, the clocks ran for {ran.ms} ms"


def _shown_right(
    person: Person, shown: Message, kept: Sequence[Event], increment_ms: int
) -> Iterator[str]:
    clock = shown["clock"]
    until = kept[: shown["seq"]]
    if any(isinstance(event, GameEnded) for event in until):
        return
    due = due_ms(until, clock["at_ms"], increment_ms)
    if abs(clock["white_ms"] + clock["black_ms"] - due) > 1:
        yield f"{person.name} is shown {clock}, together due are {due} ms"


def due_ms(kept: Sequence[Event], until_ms: int, increment_ms: int) -> int:
    """Return the sum of what both clocks must show, in ms."""
    completed, ruled_ms = 0, 0

    def due(number: int, at_ms: int) -> int:
        before = kept[:number]
        charged_ms = _running_ms(before, at_ms) - _unpaid_ms(before, at_ms)
        return 2 * BASE_MS + completed * increment_ms - charged_ms + ruled_ms

    for number, event in enumerate(kept):
        match event:
            case MoveCompleted():
                completed += 1
            case TimeAdded(ms=ms):
                ruled_ms += ms
            case TimeDeducted(ms=ms):
                ruled_ms -= ms
            case ClocksSet(white_ms=white_ms, black_ms=black_ms):
                ruled_ms += white_ms + black_ms - due(number, event.at_ms)
            case _:
                pass
    return due(len(kept), until_ms)


def _one_clock_runs(evening: Simulation) -> Iterator[str]:
    """A server that has lost the games shows no running clock once it could know this."""
    for person in evening.people:
        for told in person.told:
            message = told.message
            runs = message["type"] == "game" and message["game"]["clock"]["runs"] is not None
            lost_ms = told.machine.lost_games_ms
            if runs and lost_ms is not None and told.at_ms > lost_ms:
                awake_ms = told.machine.awake_ms(lost_ms, told.at_ms)
                if awake_ms > A_HEARTBEAT_MS + _LATEST_MS + evening.slow_ms:
                    yield f"{person.name} is shown a running clock by {told.machine.name}, late"


def _nothing_is_said_twice(evening: Simulation) -> Iterator[str]:
    """Nothing is said twice, not even by a server that had lost its games and has them again."""
    for person in evening.people:
        said = Counter(
            (told.machine.name, told.message["count"], told.message["n"], told.message["text"])
            for told in person.told
            if told.message["type"] == "said"
        )
        for (machine, *_, text), times in said.items():
            if times > 1:
                yield f"{person.name} was told {text!r} {times} times by {machine}"


def _only_to_their_ears(evening: Simulation) -> Iterator[str]:
    """Replies go only to the person who asked; a premove is shown only to its player."""
    for person in evening.people:
        asked_ms = sorted(person.asked_ms.values())
        answers: defaultdict[str | None, set[tuple[str, int, str]]] = defaultdict(set)
        stops: Counter[str | None] = Counter()
        for told in person.told:
            message = told.message
            if message["type"] == "said" and message["kind"] == "notice":
                stops[message["game"]] += 1
            key = message.get("key")
            if key is not None and not key.startswith(person.name + "-"):
                yield f"{person.name} has got the answer to {key}"
            if message["type"] == "said" and message["kind"] in _TO_ONE:
                # A server that stood still may tell a reply again before it knows of its loss.
                of_game = answers[message["game"]]
                of_game.add((told.machine.name, message["n"], message["text"]))
                asked = sum(at_ms <= told.at_ms for at_ms in asked_ms)
                # After a restart, some questions are asked again without a new request, and
                # after a stop, how to go on is told at each of an arbiter's boards.
                if len(of_game) > 2 * asked + stops[message["game"]]:
                    yield f"{person.name} was answered {len(of_game)} times, having asked {asked}"
            if message["type"] == "game" and message["game"]["state"]["premove"] is not None:
                is_theirs = message["game"]["state"]["to_move"] != person.chair.role.value
                if not (person.chair.role.is_player and is_theirs):
                    yield f"{person.name} is shown a move that another has given ahead"


def _everybody_told(evening: Simulation) -> Iterator[str]:
    """People are told of faults in time, and of every event in the end."""
    for person, text, from_ms, until_ms in evening.owed:
        if not any(
            from_ms <= t.at_ms <= until_ms and t.message.get("text") == text for t in person.told
        ):
            yield f"{person.name} was not told {text!r} between {from_ms} and {until_ms}"
    for person in evening.people:
        for game, shown in person.games.items():
            kept = evening.kept[game]
            # Events of the last moment may still be on their way.
            due = sum(event.at_ms <= evening.ended_at_ms[game] - _LATEST_MS for event in kept)
            seen = person.since.get(game, 0), shown["seq"]
            if not all(due <= number <= len(kept) for number in seen):
                yield f"{person.name} knows {game} up to {seen} of {len(kept)} events"


def _only_what_was_meant(evening: Simulation) -> Iterator[str]:
    """No signal of a device becomes a move that its player did not want."""
    meant = {
        (white, *each)
        for person in evening.people
        for white in [person.chair.role.value == "white"]
        for each in person.meant
    }
    for game, kept in evening.kept.items():
        ply = 0
        for event in kept:
            match event:
                case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                    if (event.white, game, ply, uci) not in meant:
                        yield f"{uci} is move {ply} of {game}, which nobody wanted to play"
                case MoveCompleted():
                    ply += 1
                case _:
                    pass


def _ruled_as_ordered(evening: Simulation) -> Iterator[str]:
    """An arbiter's order is carried out in its game only, and once."""
    office = [person for person in evening.people if person.office is not None]
    given = [order for person in office if person.office for order in person.office.given.values()]
    for game, kept in evening.kept.items():
        for event in rulings_in(kept):
            ordered = sum(order.game == game and order.is_of(event) for order in given)
            done = sum(_is_alike(event, other) for other in rulings_in(kept))
            if done > ordered:
                yield f"{event} is kept {done} times in {game}, ordered {ordered} times"
    for person in office:
        for key, order in person.office.given.items() if person.office else ():
            if _is_done(person, key) and not _was_done(order, evening.kept[order.game]):
                yield f"{person.name} was told that {order} was done, which is not kept"


def _is_alike(one: Event, other: Event) -> bool:
    return replace(one, at_ms=0) == replace(other, at_ms=0)


def _is_done(person: Person, key: str) -> bool:
    """Whether they were told that it is done, without a question before."""
    answer = person.answered.get(key, {"type": None})
    return answer["type"] == "done" and answer["is_accepted"] and key not in person.doubted


def _was_done(order: Order, kept: Sequence[Event]) -> bool:
    return any(order.is_of(event) for event in rulings_in(kept))


def _told_of_devices(evening: Simulation) -> Iterator[str]:
    """A person whose microphone was unplugged is told that they are not heard."""
    for person, from_ms, until_ms in evening.owed_hearing:
        states = [
            told.message["state"]
            for told in person.told
            if from_ms <= told.at_ms <= until_ms and told.message["type"] == "hearing"
        ]
        if "off" not in states:
            yield f"{person.name} was not told between {from_ms} and {until_ms}: {states}"


def _spoken_or_read(evening: Simulation) -> Iterator[str]:
    """Every sentence reaches its player, unless they or an urgent sentence cut it.

    A report of a fault may be cut only by a question or a refusal, since those respond to what the
    player has asked for meanwhile, and by the report that the fault is over.
    """
    for person, text, from_ms, until_ms in evening.owed:
        told = () if person.voice is None else person.voice.told
        over = phrase("JournalBack", load_language(person.language)).text
        owed = [s for s in told if from_ms <= s.at_ms <= until_ms and s.message["text"] == text]
        may_cut_ms = {
            s.at_ms
            for s in told
            if s.message.get("kind") in ("question", "refusal") or s.message["text"] == over
        }
        is_cut = {s.ended for s in owed} == {"urgent"}
        if is_cut and not any(s.ended_ms in may_cut_ms for s in owed):
            yield f"{person.name} has not heard {text!r} to its end"
    for person in evening.people:
        told = () if person.voice is None else person.voice.told
        for said in told:
            ended_ms = evening.loop.now_ms if said.ended is None else said.ended_ms
            if ended_ms - said.at_ms > _SPOKEN_WITHIN_MS:
                yield f"{person.name} waited for {said.message['text']!r} at {said.at_ms}"
        hushed = sum(message["type"] == "hush" for message in _messages(person))
        asked = person.asked.items()
        stops = sum(person.sent[key] for key, each in asked if each.get("name") == "stop")
        if hushed > stops:
            yield f"{person.name} was hushed {hushed} times, having asked {stops}"


def _sound_where_told(evening: Simulation) -> Iterator[str]:
    """A server that has told a sentence can give its sound, even if its storage is away."""
    for person in evening.people:
        for said in () if person.voice is None else person.voice.told:
            given = said.fetched
            if given is None or given.machine is not said.machine:
                continue
            if given.sound is None and given.problem != "no-voice":
                yield f"{person.name} got no sound of {said.message['text']!r}: {given.problem}"
            language = f"{person.language} ".encode()
            if given.sound is not None and not given.sound.startswith(language):
                yield f"{person.name} was spoken to in another language: {given.sound.decode()}"


def _only_in_their_ears(evening: Simulation) -> Iterator[str]:
    """No seat is given the sound of a sentence for another seat."""
    for person in evening.people:
        yield from (f"{person.name} was given {address}" for address in person.overheard)


def _dated_as_said(evening: Simulation) -> Iterator[str]:
    """A move is dated to its last word: nobody gains time, whatever sound is lost.

    Sound that a browser left out without a report is made up for within a minute.
    """
    for person in evening.people:
        for told in person.told:
            message = told.message
            if message["type"] != "happened" or message["name"] != "move-announced":
                continue
            said_ms = person.said_ms.get((message["game"], message["move"]["uci"]))
            if said_ms is None or not 0 < told.at_ms - said_ms < _SOON_MS:
                continue
            early_ms = message["now_ms"] - message["at_ms"] - (told.at_ms - said_ms)
            untold_ms = sum(
                left_out_ms
                for who, at_ms, left_out_ms in evening.left_out
                if who is person and at_ms > said_ms - 2 * FASTEST_OF_MS
            )
            if early_ms > A_SECOND_MS + untold_ms and told.machine.awake_ms(
                said_ms, told.at_ms
            ) == (told.at_ms - said_ms):
                yield f"{person.name} is charged {early_ms} ms too little, event {message['seq']}"


def _goes_on(evening: Simulation) -> Iterator[str]:
    """Play goes on once the faults are over."""
    for game, kept in evening.kept.items():
        is_over = any(isinstance(event, GameEnded) for event in kept)
        went_on = kept[evening.at_end_of_trouble[game] :]
        if not is_over and not any(isinstance(event, MoveCompleted) for event in went_on):
            yield f"{game} did not go on when nothing went wrong any more"


CHECKS: dict[str, Callable[[Simulation], Iterator[str]]] = {
    "an error of the program": _no_error,
    "told as kept": _told_as_kept,
    "acknowledged once": _acknowledged_once,
    "in order of time": _in_order_of_time,
    "clocks": _clocks_right,
    "one clock": _one_clock_runs,
    "said": _nothing_is_said_twice,
    "private": _only_to_their_ears,
    "everybody told": _everybody_told,
    "only what was meant": _only_what_was_meant,
    "ruled as ordered": _ruled_as_ordered,
    "told of devices": _told_of_devices,
    "spoken or read": _spoken_or_read,
    "sound where told": _sound_where_told,
    "only in their ears": _only_in_their_ears,
    "dated as said": _dated_as_said,
    "goes on": _goes_on,
}


def _messages(person: Person) -> Iterator[Message]:
    return (told.message for told in person.told)


def _moves(kept: Sequence[Event]) -> list[str]:
    """Return the completed moves, and the announced one after them."""
    moves: list[str] = []
    announced: list[str] = []
    for event in kept:
        match event:
            case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                announced = [uci]
            case MoveCompleted(uci=uci):
                moves, announced = [*moves, uci], []
            case _:
                pass
    return moves + announced


def _running_ms(kept: Sequence[Event], until_ms: int) -> int:
    """Return for how long either clock ran up to that time."""
    running_ms, since_ms = 0, None
    for event in kept:
        if isinstance(event, GameStarted | ClocksStarted) and since_ms is None:
            since_ms = event.at_ms
        elif isinstance(event, ClocksStopped | GameEnded) and since_ms is not None:
            running_ms, since_ms = running_ms + event.at_ms - since_ms, None
    return running_ms if since_ms is None else running_ms + max(0, until_ms - since_ms)


def _unpaid_ms(kept: Sequence[Event], until_ms: int) -> int:
    """Return the free time, from each announcement to its press, while a clock runs."""
    unpaid_ms, announced, since_ms = 0, False, None
    for event in kept:
        if isinstance(event, MoveCompleted | ClocksStopped):
            unpaid_ms += _free_ms(event.at_ms, since_ms) if announced else 0
        match event:
            case MoveAnnounced() | SlipCorrected():
                announced, since_ms = True, event.at_ms
            case MoveCompleted():
                announced, since_ms = False, event.at_ms
            case GameStarted() | ClocksStarted():
                since_ms = event.at_ms
            case ClocksStopped():
                since_ms = None
            case _:
                pass
    return unpaid_ms + (_free_ms(until_ms, since_ms) if announced else 0)


def _free_ms(at_ms: int, since_ms: int | None) -> int:
    return 0 if since_ms is None else min(at_ms - since_ms, Customs().free_ms)


def _name_of(event: Event) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(event).__name__).lower()
