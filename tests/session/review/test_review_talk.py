"""At the table a game is gone through by words that are heard, and told aloud."""

from collections.abc import Callable, Iterable, Iterator

from tests.german import GERMAN, NUMBERS, REVIEW, by_ear, german, gone_to, in_words, says
from tests.review.games import SCHOLARS_EVALUATIONS, SCHOLARS_MATE, game_of, thought
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer, MemorySpeaker
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation
from voice_chess.review.walk import Walk
from voice_chess.session.dialogue.replies import Voice
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    MicrophoneMute,
    RoomInput,
    Sound,
    TimePassed,
    Typed,
)
from voice_chess.session.ports import OpponentLost
from voice_chess.session.review.analysis import Analysis
from voice_chess.session.review.review_talk import ReviewEar, ReviewTalk
from voice_chess.session.table_settings import Room
from voice_chess.speech.understanding.hypothesis import Hypothesis

GAME = game_of(SCHOLARS_MATE)
NOISE, SILENCE = b"\x10\x20" * 1_600, bytes(3_200)
HOUR_MS = 3_600_000
OPINION, BEST_MOVE, *_ = GERMAN.review_words["opinion"]
"""Two ways to ask for it, the first with a word that these ears don't know."""
HELP = GERMAN.review["help"].partition("{")[0]


class Entries:
    """`Inbox` of these entries."""

    def __init__(self, entries: Iterable[RoomInput]) -> None:
        self._entries = entries

    def entries(self) -> Iterator[RoomInput]:
        yield from self._entries


def said(count: int) -> list[RoomInput]:
    """As many utterances, long after all that the program has said."""
    one = (NOISE, *(SILENCE,) * 15)
    return [Sound(samples=samples, ended_ms=HOUR_MS + at) for at, samples in enumerate(one * count)]


def judged(state: str = "done") -> Analysis:
    analysis = Analysis(game=GAME, evaluations=list(SCHOLARS_EVALUATIONS))
    analysis.state = "done" if state == "done" else "running"
    return analysis


def talked(
    entries: Iterable[RoomInput],
    *lines: str,
    analysis: Analysis | None = None,
    judges: Callable[[Position], Evaluation] | None = None,
) -> tuple[list[str], MemoryRecognizer]:
    """All that was said, and the ear that heard these lines."""
    recognizer = MemoryRecognizer(
        [(Hypothesis(words=tuple(line.split()), log_likelihood=0.0),) for line in lines]
    )
    told: list[str] = []
    voice = Voice(
        MemorySpeaker(ms_a_letter=0),
        SimulatedTime(),
        lambda spoken: told.append(spoken.text),
        Room(),
    )
    walk = Walk(game=GAME, language=GERMAN, has_engine=analysis is not None)
    ear = ReviewEar(recognizer=recognizer, knows=lambda word: word != OPINION)
    talk = ReviewTalk(walk, analysis, ear, voice, judges)
    talk.run(Entries(entries), 0)
    return told, recognizer


def test_words_that_are_heard_lead_through_the_game() -> None:
    lines = (REVIEW["next"], REVIEW["next-mistake"], f"{REVIEW['go']} {NUMBERS[1]}")
    told, _ = talked(said(3), *lines, analysis=judged())

    assert [text for text in told if text[:1].isdigit()] == [
        gone_to(1, "white", "Pe4"),
        gone_to(3, "white", "Qh5"),
        gone_to(1, "white", "Pe4"),
    ]


def test_the_game_is_summed_up_first() -> None:
    told, _ = talked((), analysis=judged())

    players = GERMAN.review["players"].format(white="Ida", black="Uwe")
    won = german("result:white-wins")
    counts = GERMAN.review["counts"].format(side=says("black"), blunder=1, mistake=0, inaccuracy=0)
    assert told[0] == GERMAN.review["played"].format(players=players, result=won)
    assert told[-1].endswith(counts)


def test_enter_leads_on() -> None:
    told, _ = talked([Typed(text="", at_ms=0), Typed(text="", at_ms=1)])

    assert gone_to(1, "black", "Pe5") in told


def test_the_ear_waits_for_no_word_that_its_model_does_not_know() -> None:
    _, recognizer = talked((), analysis=judged())

    go_to_3 = f"{REVIEW['go']} {NUMBERS[3]} {by_ear('black')}"
    assert {go_to_3, REVIEW["next-mistake"], BEST_MOVE} <= {*recognizer.expected[-1]}
    assert OPINION not in recognizer.expected[-1]


def test_it_is_not_told_to_say_what_the_ear_does_not_know() -> None:
    told, _ = talked([Typed(text=REVIEW["help"], at_ms=0)], analysis=judged())
    (help_text,) = (text for text in told if text.startswith(HELP))

    assert GERMAN.displayed(BEST_MOVE) in help_text
    assert GERMAN.displayed(REVIEW["next-mistake"]) in help_text
    assert OPINION not in help_text.lower()


def test_without_an_engine_help_names_nothing_that_needs_one() -> None:
    told, _ = talked([Typed(text=REVIEW["help"], at_ms=0)])
    (help_text,) = (text for text in told if text.startswith(HELP))

    assert GERMAN.displayed(REVIEW["describe"]) in help_text
    assert GERMAN.displayed(REVIEW["next-mistake"]) not in help_text


def test_that_the_engine_is_done_is_told_once() -> None:
    analysis = judged("running")

    def entries() -> Iterator[RoomInput]:
        yield TimePassed()
        analysis.state = "done"
        yield from (TimePassed(), TimePassed())

    told, _ = talked(entries(), analysis=analysis)

    assert told.count(GERMAN.review["judged"]) == 1


def test_a_microphone_that_goes_and_comes_back_is_told_and_the_review_goes_on() -> None:
    gone = DeviceGone(kind="Microphone", reason="unplugged", at_ms=0)
    back = DeviceBack(kind="Microphone", at_ms=0)
    told, _ = talked([gone, Typed(text="", at_ms=0), back, *said(1)], REVIEW["next"])

    lost, found = told.index(german("MicrophoneGone")), told.index(german("MicrophoneBack"))
    assert lost < told.index(gone_to(1, "white", "Pe4")) < found
    assert told[found + 1] == gone_to(1, "black", "Pe5")


def test_a_mute_microphone_is_told_in_a_review() -> None:
    told, _ = talked([MicrophoneMute(at_ms=0), Typed(text="", at_ms=0)])

    mute = told.index(german("MicrophoneMute"))
    assert told[mute + 1] == gone_to(1, "white", "Pe4")


def test_what_the_program_says_itself_leads_nowhere() -> None:
    early = [Sound(samples=samples, ended_ms=0) for samples in (NOISE, *(SILENCE,) * 15)]
    told, _ = talked(early, REVIEW["next"])

    assert not [text for text in told if text[:1].isdigit()]


def test_a_move_that_is_heard_is_tried_on_the_board_and_taken_back() -> None:
    go_to_1 = f"{REVIEW['go']} {NUMBERS[1]} {by_ear('black')}"
    lines = (go_to_1, by_ear("Nf3"), by_ear("what-is-on f3"), REVIEW["back"])
    told, recognizer = talked(said(4), *lines, analysis=judged())

    stands_there = german("what-is-on", square=in_words("f3"), piece=german("N:white"))
    assert told[-6:-3] == [
        german("MoveAnnounced", move=in_words("Nf3")),
        GERMAN.review["as-engine"],
        stands_there,
    ]
    assert told[-3] == gone_to(1, "black", "Pe5")
    assert by_ear("Nf3") in recognizer.expected[-1]


def test_the_engine_looks_behind_a_move_that_is_tried() -> None:
    asked: list[Position] = []

    def judges(position: Position) -> Evaluation:
        asked.append(position)
        return thought(-180, "d7d5")

    lines = [Typed(text=text, at_ms=HOUR_MS) for text in ("f3", OPINION, REVIEW["back"])]
    told, _ = talked(lines, analysis=judged(), judges=judges)
    said = " ".join(told)

    tried = german("MoveAnnounced", move=in_words("Pf3"))
    judged_so = f"{GERMAN.review['not-engine']} {GERMAN.review['blunder']}"
    ahead = GERMAN.review["ahead"].format(side=says("black"), pawns="1,8")
    assert f"{tried} {judged_so}" in said
    assert ahead in said
    assert GERMAN.review["best"].format(move=in_words("Pd5")) in said
    assert [position.moves for position in asked] == [("f2f3",)]


def test_an_engine_that_is_gone_leaves_the_move_as_it_is() -> None:
    def judges(_: Position) -> Evaluation:
        message = "It is gone."
        raise OpponentLost(message)

    told, _ = talked([Typed(text=text, at_ms=HOUR_MS) for text in ("f3", OPINION)], judges=judges)

    assert told[-2].startswith(german("MoveAnnounced", move=in_words("Pf3")))
    assert told[-1] == GERMAN.review["no-engine"]
