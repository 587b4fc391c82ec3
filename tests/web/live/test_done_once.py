"""What a page repeats, as it had no answer, is done once: by the next life of a server, too."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import says
from tests.stage.page import Message, Page
from tests.web.stage import Stage, staged, staged_on
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.game_end import Resigned
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.penalties import PlayerWarned
from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.generation.sentence import phrase

MINUTE_MS = 60_000
PATIENCE_S = 60
ORDERS: dict[str, tuple[Message, type]] = {
    "added by a line": ({"type": "line", "text": says("add-time white 1 minutes")}, TimeAdded),
    "added by a button": (
        {"type": "rule", "ruling": {"ruling": "add-time", "colour": "white", "ms": MINUTE_MS}},
        TimeAdded,
    ),
    "warned": ({"type": "rule", "ruling": {"ruling": "warn", "colour": "white"}}, PlayerWarned),
}


def given(page: Page, order: Message) -> Message:
    return page.ask(**order, key="page-0001")


def kept(stage: Stage, links: dict[str, dict[str, str]], kind: type) -> int:
    events = stage.journal.read(links["game"]["id"])
    return sum(isinstance(event, kind) for event in events)


@pytest.mark.parametrize(("order", "kind"), ORDERS.values(), ids=ORDERS)
def test_an_order_repeated_to_the_next_life_of_a_server_is_done_once_and_told_so(
    order: Message, kind: type, tmp_path: Path
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (_, _, arbiter):
            first = given(arbiter, order)
    with staged(tmp_path) as stage, stage.seats(links) as (_, _, arbiter):
        answers = [given(arbiter, order) for _ in range(2)]
        another = arbiter.ask(**order)
        count = kept(stage, links, kind)

    assert (first["type"], first["is_accepted"], first["is_repetition"]) == ("done", True, False)
    for answer in answers:
        told = answer["type"], answer["is_accepted"], answer["is_repetition"]
        assert told == ("done", True, True)
    assert another["is_accepted"]
    assert not another["is_repetition"]
    assert count == 2


class SlowJournal(FaultyJournal):
    """Whoever appends waits until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.goes_on = Event(), Event()
        self.goes_on.set()

    def before(self, events: Sequence[object], after: int) -> None:
        self.is_asked.set()
        assert self.goes_on.wait(PATIENCE_S)


def test_an_order_repeated_while_it_is_still_written_is_done_once(tmp_path: Path) -> None:
    """A page gives up a dead line, and comes back before its answer could be known."""
    order, kind = ORDERS["warned"]
    journal = SlowJournal()
    with staged_on(journal, tmp_path) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (_, _, arbiter):
            welcome = arbiter.came[0]
            own = {"desk": welcome["desk"], "holder": welcome["holder"]}
            with stage.page(links["arbiter"], **own) as again:
                journal.goes_on.clear()
                journal.is_asked.clear()
                arbiter.send(**order, key="page-0001")
                assert journal.is_asked.wait(PATIENCE_S)
                again.send(**order, key="page-0001")
                journal.goes_on.set()
                answers = [page.next("done") for page in (arbiter, again)]
                count = kept(stage, links, kind)

    assert [answer["is_accepted"] for answer in answers] == [True, True]
    assert [answer["is_repetition"] for answer in answers] == [False, True]
    assert count == 1


def test_a_move_that_was_made_is_no_stale_one_when_it_is_repeated(tmp_path: Path) -> None:
    move = {"type": "move", "uci": "e2e4", "ply": 0}
    with staged(tmp_path) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            given(white, move)
            black.ask(type="move", uci="e7e5", ply=1)
    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        again = given(white, move)
        count = kept(stage, links, MoveCompleted)

    assert (again["type"], again["is_accepted"], again["is_repetition"]) == ("done", True, True)
    assert count == 2


def test_what_was_refused_is_refused_in_words_once_more(tmp_path: Path) -> None:
    told: list[tuple[object, ...]] = []
    links: dict[str, dict[str, str]] = {}
    for _ in range(2):
        with staged(tmp_path) as stage:
            links = links or stage.arrange()
            with stage.page(links["white"]) as white, stage.page(links["black"]):
                answer = given(white, {"type": "line", "text": "e5"})
                said = [m["text"] for m in white.came if m["type"] == "said"][-1]
                told.append((answer["is_accepted"], answer["is_repetition"], said))

    assert told[0][:2] == (False, False)
    assert told[0] == told[1]


def test_the_key_of_another_seat_is_no_repetition(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (white, _, arbiter):
            given(arbiter, ORDERS["warned"][0])
            move = given(white, {"type": "move", "uci": "e2e4", "ply": 0})
    with staged(tmp_path) as stage, stage.seats(links) as (_, black, _):
        reply = given(black, {"type": "move", "uci": "e7e5", "ply": 1})

    assert [move["is_accepted"], move["is_repetition"]] == [True, False]
    assert [reply["is_accepted"], reply["is_repetition"]] == [True, False]


def test_nothing_that_others_are_told_or_that_is_taken_home_holds_a_key(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new")
        with stage.seats(links) as (white, black, arbiter), stage.page(links["spectator"]) as other:
            given(arbiter, ORDERS["warned"][0])
            for page in (white, black, other):
                page.ask(type="ask", name="whose-turn")
            told = str([white.came, black.came, other.came])

    assert "page-0001" not in told


@pytest.mark.parametrize("language_id", known_languages())
def test_a_yes_to_what_another_life_has_asked_is_told_that_nothing_is_asked(
    language_id: str, tmp_path: Path
) -> None:
    """The question was lost with that life; nobody waits in vain, and nothing is done unasked."""
    language = load_language(language_id)
    with staged(tmp_path) as stage:
        links = stage.arrange(white={"language": language_id})
        with stage.page(links["white"]) as white, stage.page(links["black"]):
            white.ask(type="ask", name="resign")
            asked = [m for m in white.came if m["type"] == "said"][-1]
    with staged(tmp_path) as stage, stage.page(links["white"]) as white, stage.page(links["black"]):
        answers = [
            given(white, {"type": "ask", "name": "yes"}),
            white.ask(type="line", text=language.say("yes")),
        ]
        said = [m["text"] for m in white.came if m["type"] == "said"]
        again = white.ask(type="ask", name="resign")
        ended = white.ask(type="ask", name="yes")
        count = kept(stage, links, Resigned)

    assert asked["kind"] == "question"
    assert [answer["is_accepted"] for answer in answers] == [False, False]
    assert said == [phrase("NothingAsked", language).text] * 2
    assert again["is_accepted"]
    assert ended["is_accepted"]
    assert count == 1
