"""A player apart says that their board differs: they alone are asked, and then all are told."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.english import english
from tests.german import GERMAN, NO, NUMBERS, YES, by_ear, differs, german, in_words, says
from tests.stage.page import Message, Page, Seats
from tests.stage.ports import ScriptedEars
from tests.web.stage import Stage, staged
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.irregularities import BoardCorrected, PositionRestored
from voice_chess.languages.language import load_language

NOT_UNDERSTOOD, NOTHING_ASKED, CANCELLED, SAME = (
    GERMAN.phrase(name) for name in ("NotUnderstood", "NothingAsked", "Cancelled", "compare:same")
)
BLIND = {"is_blind": True}
MARKED = german("ask:marked", "white")
RAISED = german("ask:raised", "white")
FIRST_RANK = german(
    "compare:rank",
    rank=f"{NUMBERS[1]}, {german('raised', file=in_words('b'))}",
    list=", ".join(
        f"{in_words(f'{file}1')} {german('piece:plain', piece=in_words(piece))}"
        for file, piece in zip("abcdefgh", "RNBQKBNR", strict=True)
    ),
)
SECOND_RANK = german("compare:rank", rank=NUMBERS[2], list="").partition(":")[0]
"""What its reading begins with."""
BEGINNING = [says("board-differs"), says("black"), says("white")]
PAWN_ON_D4 = [
    *BEGINNING,
    *(YES, YES, YES, NO, YES, YES, YES),
    *(NO, says("white piece:P"), NO, says("empty"), YES, YES, YES),
    *(YES, YES, YES, YES),
]
"""After 1. e4 e5, on White's board the pawn stands on d4: all that they answer."""
DIFFERENCES = [
    differs("d4", here="P"),
    differs("e4", there="P"),
]
BUTTONS = {
    says("board-differs"): ("board-differs",),
    says("black"): ("black",),
    says("white"): ("white",),
    YES: ("yes",),
    NO: ("no",),
    says("empty"): ("empty",),
    says("white piece:P"): ("white", "P"),
}


def types(page: Page, line: str) -> list[str]:
    return said_to(page, {"type": "line", "text": line})


def presses(page: Page, line: str) -> list[str]:
    name, *args = BUTTONS[line]
    return said_to(page, {"type": "ask", "name": name, "args": args})


def said_to(page: Page, message: Message) -> list[str]:
    """What this brings to this page alone."""
    first = len(page.came)
    page.ask(**message)
    came = page.came[first:]
    return [m["text"] for m in came if m["type"] == "said" and m["kind"] != "notice"]


def told_before_now(page: Page) -> list[str]:
    """Everything that came to this page without being asked for."""
    first = len(page.came)
    page.ask(type="ask", name="whose-turn")
    return [m["text"] for m in page.came[first:-2] if m.get("text")]


@pytest.fixture
def links(stage: Stage) -> dict[str, dict[str, str]]:
    return stage.arrange(arbiter="new", white=BLIND, black={"language": "en"})


@contextmanager
def begun(stage: Stage, links: dict[str, dict[str, str]]) -> Iterator[Seats]:
    """After 1. e4 e5, with nothing left that a page has not read."""
    with stage.seats(links) as (white, black, arbiter):
        white.move("e2e4", 0)
        black.move("e7e5", 1)
        for page in (white, black, arbiter):
            told_before_now(page)
        yield white, black, arbiter


def answers(page: Page, lines: Sequence[str]) -> list[str]:
    """What is said to the last of these lines."""
    return [types(page, line) for line in lines][-1]


def events_of(stage: Stage, links: dict[str, dict[str, str]]) -> list[object]:
    return list(stage.journal.read(links["game"]["id"]))


def test_a_player_is_asked_how_their_set_feels_and_then_rank_by_rank(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with begun(stage, links) as (white, _, _):
        asked = [types(white, line) for line in BEGINNING]
        kinds = {m["kind"] for m in white.came[-6:] if m["type"] == "said"}

    assert asked == [[MARKED], [RAISED], [FIRST_RANK]]
    assert kinds == {"question"}


@pytest.mark.parametrize("does", [types, presses])
def test_what_they_find_goes_the_way_of_the_pages_panel(
    stage: Stage, links: dict[str, dict[str, str]], does: Callable[[Page, str], list[str]]
) -> None:
    with begun(stage, links) as (white, black, arbiter):
        for line in PAWN_ON_D4[:-1]:
            does(white, line)
        meanwhile = [told_before_now(page) for page in (black, arbiter)]
        running = not any(isinstance(one, ClocksStopped) for one in events_of(stage, links))
        found = does(white, PAWN_ON_D4[-1])
        heard, (*differing, asked) = (
            black.next("said"),
            (arbiter.next("said") for _ in (*DIFFERENCES, "asked")),
        )

    assert meanwhile == [[], []]
    assert running
    assert found == DIFFERENCES == [m["text"] for m in differing]
    assert heard["text"] == english("compare:board", "white")
    assert asked["text"] == german("compare:board", "white")
    assert isinstance(events_of(stage, links)[-1], ClocksStopped)


def test_it_is_spoken_too_and_the_words_are_expected_only_then(tmp_path: Path) -> None:
    spoken, typed = PAWN_ON_D4[:14], PAWN_ON_D4[14:]
    ears = ScriptedEars(spoken)
    with staged(tmp_path, ears) as stage:
        links = stage.arrange(white=BLIND)
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.move("e2e4", 0)
            black.move("e7e5", 1)
            white.open_microphone()
            for _ in spoken:
                white.speak()
                white.next("said")
            found = answers(white, typed)
            heard = black.until(lambda m: m.get("kind") == "notice")

    assert found == DIFFERENCES
    assert heard["text"] == german("compare:board-players", "white")
    assert by_ear("empty") not in ears.expected[0]
    assert by_ear("board-differs") in ears.expected[0]
    assert {by_ear("empty"), by_ear("none"), by_ear("white N")} <= set(ears.expected[-1])


def test_what_answers_no_question_is_not_understood_and_asked_again(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with begun(stage, links) as (white, _, _):
        answers(white, BEGINNING)
        wrong = [
            types(white, line) for line in (says("empty"), "Gurkensalat", says("white piece:P"))
        ]
        other = types(white, says("whose-turn"))
        following = types(white, YES)

    assert wrong == [[NOT_UNDERSTOOD, FIRST_RANK]] * 3
    assert other == [german("whose-turn", "white")]
    assert following[0].startswith(f"{SECOND_RANK}, ")


def test_correction_takes_the_last_answer_back(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with begun(stage, links) as (white, _, _):
        answers(white, [*BEGINNING, YES, NO, NO])
        back = [types(white, line) for line in (says("correction"), says("take-back"))]
        for _ in range(7):
            following = types(white, YES)

    assert back[0] == [
        german(
            "compare:square",
            square=in_words("a2"),
            piece=german("piece:plain", piece=in_words("P")),
        )
    ]
    assert back[1][0].startswith(f"{SECOND_RANK}, ")
    assert following == [SAME]


def test_who_takes_everything_back_has_given_up(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with begun(stage, links) as (white, black, _):
        answers(white, BEGINNING)
        given_up = [types(white, says("correction")) for _ in range(3)]
        nothing = types(white, says("empty"))
        told = told_before_now(black)

    assert given_up == [[RAISED], [MARKED], [CANCELLED]]
    assert nothing == [NOT_UNDERSTOOD]
    assert told == []


def test_who_announces_a_move_has_given_up(stage: Stage, links: dict[str, dict[str, str]]) -> None:
    with begun(stage, links) as (white, _, _):
        answers(white, [*BEGINNING, YES])
        moved = white.ask(type="line", text="Sf3")
        nothing = types(white, says("empty"))

    assert moved["is_accepted"]
    assert nothing == [NOT_UNDERSTOOD]


def test_a_board_that_is_right_is_told_so_to_its_player_alone(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with begun(stage, links) as (white, black, _):
        before = len(events_of(stage, links))
        answers(white, BEGINNING)
        said = answers(white, [YES] * 8)
        told = told_before_now(black)

    assert said == [SAME]
    assert told == []
    assert len(events_of(stage, links)) == before


def test_a_set_is_asked_about_once(stage: Stage, links: dict[str, dict[str, str]]) -> None:
    with begun(stage, links) as (white, _, _):
        answers(white, [*BEGINNING, *[YES] * 8])
        again = types(white, says("board-differs"))
        steps = types(white, says("steps"))

    assert again == [FIRST_RANK]
    assert steps


def test_when_the_game_has_gone_on_they_are_asked_anew(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with stage.seats(links) as (white, black, _):
        white.move("e2e4", 0)
        answers(white, [*BEGINNING, YES])
        black.move("e7e5", 1)
        anew = types(white, YES)

    assert anew == [FIRST_RANK]


def test_the_arbiter_types_yes_and_the_board_is_put_right(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with begun(stage, links) as (white, black, arbiter):
        answers(white, PAWN_ON_D4)
        others = types(black, "yes")
        arbiter.ask(type="line", text=YES)
        steps = told_before_now(white)

    assert others == [load_language("en").phrase("NothingAsked")]
    assert german("step:Lift", piece=in_words("P"), square=in_words("d4")) in steps
    assert german("step:TakeUp", piece=german("piece:plain", piece=in_words("P"))) in steps
    assert isinstance(events_of(stage, links)[-1], BoardCorrected)


@pytest.mark.parametrize("accepts", [True, False])
def test_without_an_arbiter_the_other_player_says_yes_or_no(stage: Stage, *, accepts: bool) -> None:
    links = stage.arrange(white=BLIND)
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        black.move("e7e5", 1)
        answers(white, PAWN_ON_D4)
        own = types(white, YES)
        types(black, YES if accepts else NO)
        late = types(black, YES)

    assert own == late == [NOTHING_ASKED]
    assert isinstance(events_of(stage, links)[-1], BoardCorrected) == accepts
    assert not any(isinstance(one, PositionRestored) for one in events_of(stage, links))


@pytest.mark.parametrize("role", ["arbiter", "spectator"])
def test_who_has_no_board_is_refused(
    stage: Stage, links: dict[str, dict[str, str]], role: str
) -> None:
    with stage.page(links[role]) as page:
        done = page.ask(type="ask", name="board-differs")
        typed = types(page, says("board-differs"))

    assert not done["is_accepted"]
    assert typed == [NOT_UNDERSTOOD]


def test_where_nobody_is_blind_the_words_are_read_as_the_button_is(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        typed = types(white, says("board-differs"))
        asked = presses(white, says("board-differs"))

    assert typed == asked == [MARKED]
