"""What a spectator notices: it reaches the arbiter, and of it nobody else learns anything."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from tests.german import german
from tests.stage.page import Message, Page
from tests.web.stage import Seat, Stage, staged
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import load_language
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.evidence import ArbiterInformed
from voice_chess.session.games.participants import Participant
from voice_chess.session.games.spectators import Observations
from voice_chess.session.voice_preferences import VoicePreferences

SEEN = "Weiß hat eine Figur berührt"
WHO = {"white": "Anna", "black": "Bert"}
NAMES = {"white": {"name": "Anna"}, "black": {"name": "Bert"}}


def told(page: Page, text: str = SEEN) -> Message:
    return page.ask(type="declare", declaration={"declaration": "tell-arbiter", "text": text})


@contextmanager
def watched(stage: Stage, **wanted: object) -> Iterator[dict[str, Page]]:
    """Everybody at a new game, by role, and another spectator."""
    links = stage.arrange(**{"arbiter": "new", "edition": "2009", **NAMES, **wanted})
    roles = [role for role in links if role != "game"]
    seats = {role: stage.seat(links[role]) for role in roles}
    with stage.at(*seats.values(), seats["spectator"]) as pages:
        yield {**dict(zip(roles, pages, strict=False)), "other": pages[-1]}


def everything_told(page: Page) -> list[Message]:
    """All that came so far, up to the answer to a question of its own."""
    page.ask(type="ask", name="move-number")
    return [m for m in page.came if m["type"] in ("said", "happened", "game")]


def texts_of_the_arbiter(data: Path, seats: dict[str, Seat]) -> list[str]:
    """What they are told when they come, by a server that starts on these data."""
    with staged(data) as stage, stage.at(seats["arbiter"]) as (arbiter,):
        everything_told(arbiter)
        return arbiter.texts()


@pytest.mark.law("spectators-silent")
def test_the_arbiter_alone_is_told_in_the_spectators_words(stage: Stage) -> None:
    with watched(stage) as pages:
        others = ("white", "black", "other")
        before = {role: len(everything_told(pages[role])) for role in others}
        done = told(pages["spectator"])
        heard = pages["arbiter"].until(lambda m: m["type"] == "said" and m["kind"] == "notice")
        behind = {role: len(everything_told(pages[role])) for role in others}
        texts = [text for role in others for text in pages[role].texts()]

    assert done["is_accepted"]
    assert heard["text"] == german("spectator:tells-named", words=SEEN, white="Anna", black="Bert")
    # Their own question brought its answer, and nothing else came.
    assert {role: behind[role] - before[role] for role in others} == dict.fromkeys(others, 1)
    assert not [text for text in texts if SEEN in text]


@pytest.mark.law("spectators-silent")
def test_the_spectator_hears_that_it_is_told_and_the_journal_keeps_it(stage: Stage) -> None:
    with watched(stage) as pages:
        told(pages["spectator"])
        texts = pages["spectator"].texts()
        game = pages["spectator"].state()["game"]
        kept = stage.journal.evidence(game)
        events = stage.journal.read(game)

    assert german("spectator:told") in texts
    assert [(one.text, one.by) for one in kept if isinstance(one, ArbiterInformed)] == [
        (SEEN, "spectator")
    ]
    assert SEEN not in str(events)


@pytest.mark.law("spectators-silent")
def test_an_arbiter_who_comes_later_is_told_then_and_once(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", edition="2009")
    with stage.page(links["spectator"]) as spectator:
        told(spectator)
    words = german("spectator:tells", words=SEEN)

    with stage.page(links["arbiter"]) as arbiter:
        everything_told(arbiter)
        first = arbiter.texts()
    with stage.page(links["arbiter"]) as arbiter:
        everything_told(arbiter)
        again = arbiter.texts()

    assert first.count(words) == 1
    assert words not in again


@pytest.mark.law("spectators-silent")
def test_an_arbiter_who_comes_after_a_restart_is_told_in_order_and_once(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new", edition="2009", **NAMES)
        seats = {role: stage.seat(links[role]) for role in ("spectator", "arbiter")}
        with stage.at(seats["spectator"]) as (spectator,):
            told(spectator, "one")
            told(spectator, "two")
    first, again = texts_of_the_arbiter(tmp_path, seats), texts_of_the_arbiter(tmp_path, seats)

    said = [german("spectator:tells-named", words=w, **WHO) for w in ("one", "two")]
    assert [text for text in first if text in said] == said
    assert not [text for text in again if text in said]


@pytest.mark.law("spectators-silent")
def test_what_an_arbiter_was_told_at_once_they_are_not_told_after_a_restart(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new", edition="2009", **NAMES)
        seats = {role: stage.seat(links[role]) for role in ("spectator", "arbiter")}
        with stage.at(seats["arbiter"], seats["spectator"]) as (arbiter, spectator):
            told(spectator, "one")
            arbiter.until(lambda m: m["type"] == "said" and m["kind"] == "notice")
        with stage.at(seats["spectator"]) as (spectator,):
            told(spectator, "two")
    texts = texts_of_the_arbiter(tmp_path, seats)

    assert german("spectator:tells-named", words="one", **WHO) not in texts
    assert texts.count(german("spectator:tells-named", words="two", **WHO)) == 1


@pytest.mark.law("spectators-silent")
@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param({"edition": "2005"}, id="2005:13.7.a"),
        pytest.param({"arbiter": "none"}, id="2009:13.7.a without an arbiter"),
    ],
)
def test_where_it_is_not_allowed_the_page_is_told_so_and_the_server_refuses(
    stage: Stage, wanted: dict[str, object]
) -> None:
    with watched(stage, **wanted) as pages:
        customs = pages["spectator"].state()["customs"]
        done = told(pages["spectator"])
        kept = stage.journal.evidence(pages["spectator"].state()["game"])

    assert not customs["hears_spectators"]
    assert not done["is_accepted"]
    assert not [one for one in kept if isinstance(one, ArbiterInformed)]


def test_the_page_of_a_game_that_allows_it_is_told_so(stage: Stage) -> None:
    with watched(stage) as pages:
        assert pages["spectator"].state()["customs"]["hears_spectators"]


def test_an_arbiter_need_not_listen_to_all_that_one_spectator_thinks_of(stage: Stage) -> None:
    with watched(stage) as pages:
        answers = [told(pages["spectator"], f"Nummer {number}") for number in range(4)]
        other = told(pages["other"])

    assert [answer["type"] for answer in answers] == ["done"] * 3 + ["problem"]
    assert answers[-1]["code"] == "too-fast"
    assert other["is_accepted"]


def test_all_spectators_of_a_game_have_a_limit_together(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", edition="2009")
    seat = stage.seat(links["spectator"])
    answers = []
    for _ in range(4):
        with stage.at(seat) as (page,):
            answers += [told(page) for _ in range(3)]

    assert [answer["type"] for answer in answers] == ["done"] * 10 + ["problem"] * 2


@pytest.mark.parametrize("text", ["", "   ", "a" * 201, "two\nlines"])
def test_it_is_a_short_line(stage: Stage, text: str) -> None:
    with watched(stage) as pages:
        assert told(pages["spectator"], text)["code"] == "malformed"


@pytest.mark.parametrize("role", ["white", "arbiter"])
def test_who_is_no_spectator_has_other_ways(stage: Stage, role: str) -> None:
    with watched(stage) as pages:
        assert not told(pages[role])["is_accepted"]


@dataclass
class Reader:
    """An arbiter, as far as notices go."""

    role: Role = Role.ARBITER
    read: list[str] = field(default_factory=list)

    def mention(self, make: Make, _to: Role) -> None:
        self.read.append(make(VoicePreferences(language=load_language("en"))).text)


@pytest.mark.parametrize(("seen", "is_all_told"), [(20, True), (200, False)])
def test_an_arbiter_who_was_away_is_told_what_a_game_brings_but_not_without_end(
    seen: int, *, is_all_told: bool
) -> None:
    """Of too many the last ones are told."""
    observations, arbiter = Observations(), Reader()
    table = Table(control=TimeControl.parsed("15+10"))
    for number in range(seen):
        observations.add(f"sight {number}.", table)
    observations.came({Role.ARBITER})
    observations.tell([cast("Participant", arbiter)])

    assert (len(arbiter.read) == seen) is is_all_told
    assert f"sight {seen - 1}." in arbiter.read[-1]
