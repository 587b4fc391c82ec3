"""Simulates an evening: two servers on one database, games, people, and faults."""

import asyncio
import contextvars
import hashlib
import json
import logging
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random

from tests.memory_folder import folder_in_memory
from tests.simulation.devices import FRAME_MS, PulledBoard, SimulatedEars
from tests.simulation.loop import Machine, SimulatedLoop, clocks_of_machines, seeded_secrets
from tests.simulation.page_devices import PageBoard, PageMicrophone
from tests.simulation.page_voice import PageVoice, SimulatedVoices
from tests.simulation.people import Line, Person, Serving
from tests.simulation.rulings import Office
from tests.simulation.storage import SharedDatabase, SharedJournal, shared_register
from tests.web.stage import plain_outfit
from voice_chess.adapters.storage.sealed_envelope import envelopes_of
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.compose.pairing import pairer_for
from voice_chess.compose.storage import opened_storage
from voice_chess.game.events import Event
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.languages.language import load_language
from voice_chess.session.games.chairs import Chair, Preferences, Settled
from voice_chess.session.lease import RENEWED_EVERY_MS, LeaseLost
from voice_chess.session.lobby.event_ports import EventPorts
from voice_chess.session.lobby.lobby import Arrangement, LobbyPorts
from voice_chess.session.lobby.parts import EVERYTHING
from voice_chess.session.ports import JournalLost
from voice_chess.speech.generation.hand_words import about_side
from voice_chess.speech.generation.sentence import phrase
from voice_chess.web.live.hall import Hall

GAMES = 2
BASE_MS = 30 * 60_000
"""Each player's time at first."""
LANGUAGES = {Role.WHITE: "de", Role.BLACK: "pl", Role.ARBITER: "cs", Role.SPECTATOR: "en"}
TROUBLED_S = 120.0
QUIET_S = 60.0
"""The time without faults in which every game in play must go on."""
SILENT_S = 30.0
"""The time without acts by the end of which everybody must have been told everything."""
_HAS_MICROPHONE, _HAS_BOARD, _HAS_VOICE = 0.5, 0.3, 0.6
_LOOKS_S = 0.05
_IS_KILLED = 0.7
_RULES_WITHIN_S = 12.0
"""The longest wait for a ruling after a call: arbiters think, and may let play go on at once."""
_STARVED_S = 100.0
"""Browsers leave out sound only until then, so that it is made up for before the evening ends."""
_TOLD_WITHIN_S = 3.0
_END_S = 10.0


@dataclass(eq=False)
class Server:
    """One of the two servers, on its present machine; each start makes a new machine."""

    name: str
    machine: Machine
    journal: SharedJournal | None = None
    serving: Serving | None = None


@dataclass(eq=False, kw_only=True)
class Interruption:
    """A fault, with its beginning and end."""

    what: str
    from_ms: int
    until_ms: int


@dataclass(eq=False, kw_only=True)
class Ran:
    """How long a game's clock was seen running at the server in charge."""

    ms: int = 0
    unsure_ms: int = 0
    """The time while that server stood still; it is charged only if no other server takes over."""
    unsure_of: Machine | None = None


@dataclass(eq=False, kw_only=True)
class Simulation:
    """The evening of one seed; `journal` is the class of each server's journal."""

    seed: int
    journal: type[SharedJournal] = SharedJournal
    has_voices: bool = True
    """Whether some players hear the server's voice; False for seeds from before this existed."""
    has_rulings: bool = True
    """Whether players call the arbiter, who may hear the server's voice, too; False as above."""
    has_untold_gaps: bool = True
    """Whether browsers leave out sound without speech, and report nothing; False as above."""
    only_loses_answers: bool = False
    """Whether lost responses to rulings are the only faults."""
    people: list[Person] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)
    interruptions: list[Interruption] = field(default_factory=list)
    game_ids: list[str] = field(default_factory=list)
    kept: dict[str, tuple[Event, ...]] = field(default_factory=dict)
    """The events in the journal in the end, by game."""
    at_end_of_trouble: dict[str, int] = field(default_factory=dict)
    ran: dict[str, Ran] = field(default_factory=dict)
    owed: list[tuple[Person, str, int, int]] = field(default_factory=list)
    """A person and the sentence that they must be told between two moments."""
    owed_hearing: list[tuple[Person, int, int]] = field(default_factory=list)
    """A person who must be told between two moments that their microphone is off."""
    left_out: list[tuple[Person, int, int]] = field(default_factory=list)
    """A person whose sound was left out without a report, until when, and how much of it, in ms."""
    ended_at_ms: dict[str, int] = field(default_factory=dict)
    """The time of each game's server at the last look."""
    increment_ms: int = 0
    slow_ms: int = 0
    """The most by which slow disks can have delayed heartbeats, in all."""
    failures: list[str] = field(default_factory=list)
    """Errors of the program."""

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.loop = SimulatedLoop()
        self.data = Path()
        self._machines: list[Machine] = []
        self._numbers = count(1)
        self._secrets = Random(self.seed + 1)
        self._devices = Random(self.seed + 2)
        self._spoken_to = Random(self.seed + 3)
        self._ruled = Random(self.seed + 4)
        self._starved = Random(self.seed + 5)
        self.voices = SimulatedVoices()

    def run(self) -> None:
        """Run the evening from beginning to end; errors of the program go to `failures`.

        It runs in its own thread, since a caller that drives a browser has a running loop.
        """
        with ThreadPoolExecutor(1) as thread:
            thread.submit(self._run).result()

    def _run(self) -> None:
        with (
            tempfile.TemporaryDirectory(dir=folder_in_memory()) as folder,
            clocks_of_machines(self.loop),
            seeded_secrets(self._secrets),
            errors_told(self.failures),
        ):
            self.data = Path(folder)
            with opened_storage(self.data) as storage:
                self.database = SharedDatabase(storage, self.loop)
                asyncio.set_event_loop(self.loop)
                try:
                    self.loop.run_until_complete(self._evening())
                finally:
                    self.failures += self.loop.failures
                    self._end()
            with opened_storage(self.data) as storage:
                self.kept = {game: storage.journal.read(game) for game in self.game_ids}

    @property
    def digest(self) -> str:
        """A digest of all messages, which is the same for the same seed."""
        told = [[(t.at_ms, t.message) for t in person.told] for person in self.people]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    async def _evening(self) -> None:
        self._start("one")
        while self._serving() is None:  # noqa: ASYNC110 - the loop's time is the simulation's
            await asyncio.sleep(0.1)
        await self._arrange()
        self._start("two")
        for person in self.people:
            person.begin()
        looking = asyncio.create_task(self._look())
        starving = asyncio.create_task(self._starve_microphones())
        await asyncio.sleep(5)
        await self._trouble()
        await starving
        self.at_end_of_trouble = self._versions()
        await asyncio.sleep(QUIET_S)
        for person in self.people:
            person.is_playing = False
        await asyncio.sleep(SILENT_S)
        looking.cancel()

    def _versions(self) -> dict[str, int]:
        return {game: len(self.database.kept.journal.read(game)) for game in self.game_ids}

    # Servers

    def _start(self, name: str) -> None:
        machine = Machine(name, self.loop, self.chance)
        server = Server(name, machine)
        self._machines.append(machine)
        self.servers = [known for known in self.servers if known.name != name] + [server]
        machine.run(self._serve(server), f"server {name}")

    async def _serve(self, server: Server) -> None:
        """Run a server like `voice-chess serve --database`, where a thread keeps the lease."""
        machine, database = server.machine, self.database
        node = f"{server.name} {next(self._numbers)}"
        every_s = RENEWED_EVERY_MS / 1_000
        while True:
            with suppress(JournalLost):
                database.check()
                lease = database.leases.take(EVERYTHING, node)
                if lease.node == node:
                    break
            await asyncio.sleep(every_s)
        for other in self._machines:
            if other is not machine and other.lost_games_ms is None:
                other.lost_games_ms = self.loop.now_ms
        machine.lost_games_ms = None
        server.journal = self.journal(database, lease, machine)
        latest_ms = max(database.kept.journal.latest_ms(), self.loop.now_ms)
        hall = Hall(
            LobbyPorts(
                journal=server.journal,
                register=shared_register(database),
                time=SystemTime(not_before_ms=latest_ms),
                workers=machine.workers,
                envelopes=envelopes_of,
                events=EventPorts(journal=database.kept.events, pairer_for=pairer_for),
            ),
            replace(plain_outfit(self.data, SimulatedEars()), voices=self.voices),
        )
        hall.decoders = machine.workers  # type: ignore[assignment]  # threads of this loop's time
        try:
            await hall.start()
        except JournalLost:
            # As a service manager does, start it again.
            self.loop.call_later(5, self._start_again, server, context=self._outside)
            return
        server.serving = Serving(machine, hall)
        while True:
            await asyncio.sleep(every_s)
            try:
                database.check()
                database.leases.renew(lease)
            except LeaseLost:
                break
            except JournalLost:
                continue
        server.serving = None
        await hall.stop()
        self.loop.call_later(5, self._start_again, server, context=self._outside)

    @property
    def _outside(self) -> contextvars.Context:
        """A context that belongs to no machine."""
        return contextvars.Context()

    def _start_again(self, server: Server) -> None:
        if server in self.servers:
            server.machine.switch_off()
            self._start(server.name)

    def _serving(self) -> Serving | None:
        """Return a random server for a page; one that stands still accepts connections, too."""
        found = [server.serving for server in self.servers if server.serving is not None]
        return self.chance.choice(found) if found else None

    @property
    def _owner(self) -> Server | None:
        """The server that holds the lease, if it is still running."""
        for server in self.servers:
            if server.journal is not None and server.serving is not None:
                with suppress(LeaseLost):
                    held = self.database.leases._found[EVERYTHING]  # noqa: SLF001 - looked at without asking for the lease
                    if held.epoch == server.journal.lease.epoch:
                        return server
        return None

    # Games

    async def _arrange(self) -> None:
        serving = self._serving()
        assert serving is not None
        press = self.chance.choice(("auto", "command"))
        increment = self.chance.choice((0, 5))
        self.increment_ms = 1_000 * increment
        arbiter: Chair | None = None
        for number in range(GAMES):
            seated = dict(LANGUAGES)
            if arbiter is not None:
                del seated[Role.ARBITER]
            wanted = Arrangement(
                table=Table(
                    control=TimeControl.parsed(f"30+{increment}"),
                    occasion=Occasion(has_arbiter=True),
                ),
                settled=Settled(press="auto" if press == "auto" else "command"),
                preferences={
                    role: self._preferences(role, language) for role, language in seated.items()
                },
                arbiter=arbiter,
            )
            arranging = serving.machine.run(serving.hall.lobby.arrange(wanted), "arranging")
            arranged = await arranging
            assert isinstance(arranged, tuple)
            task, ways = arranged
            self.game_ids.append(task.game_id)
            self.ran[task.game_id] = Ran()
            for chair, _ in ways:
                if chair.role is Role.ARBITER:
                    arbiter = chair
                self.people.append(self._person(number, chair, presses=press == "command"))
        for person in self.people:
            if person.voice is not None:
                entrance = serving.hall.lobby.entrance
                person.cookie = entrance.enter(person.chair.id).secret
                others = [other for other in self.people if other.chair.id != person.chair.id]
                person.strangers = [self._lot(person.chair.role).choice(others)]

    def _preferences(self, role: Role, language: str) -> Preferences:
        may_have_one = self.has_voices if role.is_player else self._has_office(role)
        has_voice = may_have_one and self._lot(role).random() < _HAS_VOICE
        return Preferences(
            language=language,
            interface=language,
            premoves=True,
            speech="server" if has_voice else "reader",
        )

    def _has_office(self, role: Role) -> bool:
        return role is Role.ARBITER and self.has_voices and self.has_rulings

    def _lot(self, role: Role) -> Random:
        """Return the random generator; players have their own, so that older seeds do the same."""
        return self._spoken_to if role.is_player else self._ruled

    def _person(self, number: int, chair: Chair, *, presses: bool) -> Person:
        person = Person(
            name=f"{chair.role.value}{number}",
            chair=chair,
            loop=self.loop,
            chance=self.chance,
            find=self._serving,
            context=self._outside,
            presses=presses,
            slept=phrase("MachineSlept", load_language(chair.preferences.language)).text,
        )
        self._equip(person)
        return person

    def _equip(self, person: Person) -> None:
        """Give a person, at random, a microphone, a board and the server's voice."""
        if person.chair.preferences.speech == "server":
            person.voice = PageVoice(person)
        if self.has_rulings and person.chair.role is Role.ARBITER:
            person.office = Office(self._ruled)
        if person.chair.role.is_player:
            person.calls = self._ruled if self.has_rulings else None
            if self._devices.random() < _HAS_MICROPHONE:
                person.microphone = PageMicrophone(person)
            if self._devices.random() < _HAS_BOARD:
                person.own_board = PageBoard(person, PulledBoard(self._devices))

    async def _look(self) -> None:
        """Count the time for which each clock runs at the server in charge."""
        while True:
            await asyncio.sleep(_LOOKS_S)
            owner = self._owner
            for game_id, ran in self.ran.items():
                self._look_at(game_id, ran, owner)

    def _look_at(self, game_id: str, ran: Ran, owner: Server | None) -> None:
        if ran.unsure_of is not None and (owner is None or owner.machine is not ran.unsure_of):
            ran.unsure_ms, ran.unsure_of = 0, None
        if owner is None or owner.serving is None:
            return
        task = owner.serving.hall.lobby.running.get(game_id)
        now_ms = owner.serving.hall.time.now_ms
        self.ended_at_ms[game_id] = owner.machine.context.run(now_ms)
        if task is None or not task.seated.game.clock.is_running:
            return
        if owner.machine.is_still:
            ran.unsure_of = owner.machine
            ran.unsure_ms += 0 if owner.machine.is_asleep else round(1_000 * _LOOKS_S)
            return
        ran.ms += round(1_000 * _LOOKS_S) + ran.unsure_ms
        ran.unsure_ms, ran.unsure_of = 0, None

    # What goes wrong

    async def _trouble(self) -> None:
        until_s = self.loop.time() + TROUBLED_S
        kinds = (
            self._lose_storage,
            self._break_behind,
            self._slow_disk,
            self._lose_line,
            self._kill,
            self._freeze,
            self._sleep,
            self._set_clock,
            self._pull_microphone,
            self._clog_microphone,
            self._pull_board,
            *((self._pull_earphone, self._lose_voices) if self.has_voices else ()),
            *((self._lose_an_answer,) if self.has_rulings else ()),
        )
        if self.only_loses_answers:
            kinds = (self._lose_an_answer,)
        while self.loop.time() < until_s:
            await self.chance.choice(kinds)()
            await asyncio.sleep(12 * self.chance.random())
        await asyncio.sleep(10)

    @contextmanager
    def _interrupted(self, what: str) -> Iterator[None]:
        began_ms = self.loop.now_ms
        yield
        found = Interruption(what=what, from_ms=began_ms, until_ms=self.loop.now_ms)
        self.interruptions.append(found)

    async def _lose_storage(self) -> None:
        with self._interrupted("storage away"):
            self.database.is_away = True
            lasts_s, listeners = 0.2 + 12 * self.chance.random(), self._listeners()
            began_ms, ends_s = self.loop.now_ms, self.loop.time() + lasts_s
            await asyncio.sleep(min(lasts_s, _TOLD_WITHIN_S))
            if lasts_s > _TOLD_WITHIN_S:
                for person, line in listeners:
                    if person.line is line:
                        text = phrase("JournalLost", load_language(person.language)).text
                        self.owed.append((person, text, began_ms, self.loop.now_ms))
            await asyncio.sleep(ends_s - self.loop.time())
            self.database.is_away = False

    def _listeners(self) -> list[tuple[Person, Line]]:
        """Return the people connected to the server in charge whose game has a running clock."""
        owner = self._owner
        if owner is None or owner.serving is None or owner.machine.is_still:
            return []
        running = owner.serving.hall.lobby.running
        return [
            (person, person.line)
            for person in self.people
            if person.is_welcome
            and person.line is not None
            and not person.line.is_lost
            and person.line.machine is owner.machine
            and any(running[game].seated.game.clock.is_running for game in person.games)
        ]

    async def _break_behind(self) -> None:
        with self._interrupted("connection broke behind an append"):
            self.database.breaks_behind = 1
            await asyncio.sleep(6)
            self.database.breaks_behind = 0

    async def _slow_disk(self) -> None:
        with self._interrupted("slow disk"):
            machines = [server.machine for server in self.servers]
            for machine in machines:
                machine.work_takes_s = 0.8 * self.chance.random()
            self.slow_ms += round(2_000 * max(machine.work_takes_s for machine in machines))
            await asyncio.sleep(10 * self.chance.random())
            for machine in machines:
                machine.work_takes_s = 0.002

    async def _lose_line(self) -> None:
        person = self.chance.choice(self.people)
        with self._interrupted(f"line of {person.name} lost"):
            if person.line is not None:
                person.line.lose()

    def _with_microphone(self) -> list[tuple[Person, PageMicrophone]]:
        """Return the people whose microphone is open and heard."""
        return [
            (person, person.microphone)
            for person in self.people
            if person.microphone is not None and person.microphone.is_heard
        ]

    async def _until_somebody_speaks(
        self, *, at_once: bool = False
    ) -> tuple[Person, PageMicrophone] | None:
        """Wait for an announcement, and return its speaker at its beginning or in its middle.

        If none comes soon, return any person with an open microphone, or None.
        """
        until_s = self.loop.time() + 6
        while self.loop.time() < until_s:
            found = [each for each in self._with_microphone() if each[1].is_speaking]
            if found:
                await asyncio.sleep(0.0 if at_once else 1.5 * self.chance.random())
                return self.chance.choice(found)
            await asyncio.sleep(0.05)
        found = self._with_microphone()
        return self.chance.choice(found) if found else None

    async def _pull_microphone(self) -> None:
        found = await self._until_somebody_speaks()
        if found is None:
            return
        person, microphone = found
        with self._interrupted(f"microphone of {person.name} pulled"):
            listeners, began_ms = dict(self._listeners()), self.loop.now_ms
            was_heard = microphone.is_heard
            microphone.pull()
            await asyncio.sleep(_TOLD_WITHIN_S + self.slow_work_s)
            if was_heard and person.line is not None and listeners.get(person) is person.line:
                self.owed_hearing.append((person, began_ms, self.loop.now_ms))
            await asyncio.sleep(6 * self.chance.random())
            microphone.is_plugged = True

    async def _clog_microphone(self) -> None:
        """Let frames be left out in the middle of an announcement, or from before it begins."""
        begins_before = self.chance.random() < 0.5
        clogged = [each for _, each in self._with_microphone()] if begins_before else []
        for microphone in clogged:
            microphone.is_clogged = True
        found = await self._until_somebody_speaks(at_once=begins_before)
        clogged += [found[1]] if found is not None else []
        with self._interrupted("frames of microphones left out"):
            for microphone in clogged:
                microphone.is_clogged = True
            await asyncio.sleep(0.1 + 5 * self.chance.random() ** 4)
            for microphone in clogged:
                microphone.is_clogged = False

    async def _starve_microphones(self) -> None:
        """Leave out sound, besides all other faults, while nobody speaks.

        A move that lacks one of its words might be heard as another move.
        """
        is_usual = self.has_untold_gaps and not self.only_loses_answers
        ends_s = self.loop.time() + (_STARVED_S if is_usual else 0)
        while self.loop.time() < ends_s:
            await asyncio.sleep(15 * self._starved.random())
            heard = self._with_microphone()
            if not heard:
                continue
            person, microphone = self._starved.choice(heard)
            until_s = self.loop.time() + 0.2 + 3 * self._starved.random()
            left_out_ms = 0
            microphone.is_starved = True
            while not microphone.is_speaking and self.loop.time() < until_s:
                await asyncio.sleep(FRAME_MS / 1_000)
                left_out_ms += FRAME_MS
            microphone.is_starved = False
            self.left_out.append((person, self.loop.now_ms, left_out_ms))

    async def _pull_board(self) -> None:
        found = [
            (person, person.own_board)
            for person in self.people
            if person.own_board is not None and person.own_board.board.is_joined
        ]
        if not found:
            return
        person, board = self.chance.choice(found)
        with self._interrupted(f"board of {person.name} pulled"):
            listeners, began_ms = dict(self._listeners()), self.loop.now_ms
            board.pull()
            await asyncio.sleep(_TOLD_WITHIN_S + self.slow_work_s)
            if person.line is not None and listeners.get(person) is person.line:
                white = person.chair.role is Role.WHITE
                told = about_side("BoardLost", load_language(person.language), white=white)
                self.owed.append((person, told.text, began_ms, self.loop.now_ms))
            await asyncio.sleep(6 * self.chance.random())
            board.is_plugged = True

    async def _pull_earphone(self) -> None:
        """Unplug an earphone, in the middle of a sentence if one is spoken soon."""
        voices = [person.voice for person in self.people if person.voice is not None]
        if not voices:
            return
        voice, until_s = self._spoken_to.choice(voices), self.loop.time() + 6
        while not voice.is_speaking and self.loop.time() < until_s:  # noqa: ASYNC110 - the loop's time is the simulation's
            await asyncio.sleep(0.05)
        with self._interrupted("earphone pulled"):
            voice.pull()
            await asyncio.sleep(8 * self.chance.random())
            voice.is_plugged = True

    async def _lose_voices(self) -> None:
        with self._interrupted("voices of the servers away"):
            self.voices.is_away = True
            await asyncio.sleep(8 * self.chance.random())
            self.voices.is_away = False

    @property
    def slow_work_s(self) -> float:
        """The most by which workers can be late."""
        return 3 * max(server.machine.work_takes_s for server in self.servers)

    async def _kill(self) -> None:
        owner = self._owner
        if owner is None:
            return
        with self._interrupted("owner killed"):
            await self._killed(owner)

    async def _killed(self, owner: Server) -> None:
        """Kill a server; its people's lines break, and it is started again before long."""
        owner.machine.switch_off()
        owner.serving = None
        for person in self.people:
            if person.line is not None and person.line.machine is owner.machine:
                line = person.line
                line.is_lost = True
                person.closed(line)
        await asyncio.sleep(1 + 6 * self.chance.random())
        self._start_again(owner)

    async def _lose_an_answer(self) -> None:
        """Kill the server or lose the line when a ruling is stored and the arbiter is not told yet.

        A player calls the arbiter for this.
        """
        (arbiter,) = (person for person in self.people if person.office is not None)
        is_killed, where = self._ruled.random() < _IS_KILLED, list[Machine]()

        def befall(machine: Machine) -> None:
            where.append(machine)
            if is_killed:
                machine.switch_off()
            elif arbiter.line is not None:
                arbiter.line.lose()

        callers = [person for person in self.people if person.may_call]
        if not callers:
            return
        caller, until_s = self._ruled.choice(callers), self.loop.time() + _RULES_WITHIN_S
        caller.call(caller.own_game)
        self.database.behind_a_ruling = befall
        while not where and self.loop.time() < until_s:  # noqa: ASYNC110 - the loop's time is the simulation's
            await asyncio.sleep(0.05)
        self.database.behind_a_ruling = None
        for machine in where:
            with self._interrupted(
                f"{'owner killed' if is_killed else 'line lost'} behind a ruling"
            ):
                if is_killed:
                    await self._killed(next(s for s in self.servers if s.machine is machine))

    async def _freeze(self) -> None:
        owner = self._owner
        if owner is None:
            return
        with self._interrupted("owner stood still"):
            owner.machine.stand_still()
            await asyncio.sleep(self.chance.choice((0.5, 3, 8, 30)))
            owner.machine.go_on()

    async def _sleep(self) -> None:
        owner = self._owner
        if owner is None:
            return
        with self._interrupted("owner slept"):
            owner.machine.stand_still(asleep=True)
            await asyncio.sleep(self.chance.choice((2, 8, 60)))
            owner.machine.go_on()

    async def _set_clock(self) -> None:
        server = self.chance.choice(self.servers)
        with self._interrupted("clock on the wall set"):
            server.machine.wall_set_by_ms += self.chance.choice((-3_600_000, 7_200_000))

    def _end(self) -> None:
        """End all tasks; those of machines that were switched off end as if they had gone on."""
        self.database.is_away = True
        for machine in self._machines:
            machine.go_on()
        for person in self.people:
            person.leave()
        tasks = [task for task in self.loop.tasks if not task.done()]
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.wait(tasks, timeout=_END_S))
        self.loop.close()


class _Errors(logging.Handler):
    """Keeps the errors that the program reports as its own."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        if " error=" in record.getMessage():
            self._found.append(record.getMessage())


@contextmanager
def errors_told(found: list[str]) -> Iterator[None]:
    logger, handler = logging.getLogger("voice_chess"), _Errors(found)
    propagated = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated
