"""One sentence at the front door, typed or spoken, asks for a game against the computer."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.german import GERMAN, NO, NUMBERS, PAGE, YES, by_ear
from tests.stage.page import UTTERANCE, Message, Page
from tests.stage.ports import NoEars, ScriptedEars
from tests.web.stage import ADDRESS, Stage, staged
from voice_chess.languages.language import Language
from voice_chess.speech.understanding.game_wish import GameWish
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.wish_decision import Decision, Doubtful, Wished, decided
from voice_chess.web.live import door_ear, open_ear
from voice_chess.web.ports import Ears

FIVE_THREE = {"time": "5+3", "colour": None, "level": None}
WISH = {part: forms[0] for part, forms in GERMAN.wish.items()}
FIVE_PLUS_THREE = f"{NUMBERS[5]} {WISH['plus']} {NUMBERS[3]}"
SAID = f"{WISH['computer']} {FIVE_PLUS_THREE}"
COMPUTER = GERMAN.displayed(WISH["computer"])
SURE = PAGE["wish-sure"].format(wish=f"{COMPUTER}, {FIVE_PLUS_THREE}")


def typed(stage: Stage, text: str, language: str = "de") -> object:
    return stage.client.post("/computer/wish", json={"text": text, "language": language}).json()


@contextmanager
def visitor(stage: Stage, language: str = "de", origin: str = ADDRESS) -> Iterator[Page]:
    """Somebody at the front page, whose microphone is not open yet."""
    path, headers = f"/computer/ear/{language}", {"origin": origin}
    with stage.client.websocket_connect(path, headers=headers) as socket:
        yield Page(socket)


@contextmanager
def heard(stage: Stage) -> Iterator[Page]:
    """The same with an open microphone."""
    with visitor(stage) as page:
        assert page.open_microphone()["state"] == "listening"
        yield page


@contextmanager
def hearing(tmp_path: Path, *said: str, admits_guests: bool = True) -> Iterator[Stage]:
    with staged(tmp_path, ScriptedEars(said), admits_guests=admits_guests) as stage:
        yield stage


def test_a_sentence_is_told_as_the_game_that_it_asks_for(stage: Stage) -> None:
    assert typed(stage, f"{WISH['computer']}, {FIVE_PLUS_THREE}") == [FIVE_THREE]
    assert typed(stage, "5+3 as white", "en") == [{"time": "5+3", "colour": "white", "level": None}]
    assert typed(stage, "5+3 hard", "en") == [{"time": "5+3", "colour": None, "level": "hard"}]


def test_what_is_no_such_sentence_is_told_at_its_field(stage: Stage) -> None:
    told = typed(stage, "Guten Tag")

    assert told == {"code": "no-wish", "detail": "", "field": "sentence"}


def test_what_a_visitor_says_is_heard_and_told(tmp_path: Path) -> None:
    with hearing(tmp_path, SAID) as stage, heard(stage) as page:
        page.speak()

        assert page.next("wish") == {
            "type": "wish",
            "wishes": [FIVE_THREE],
            "heard": "",
            "question": "",
            "is_denied": False,
        }


def three_times_heard(folder: Path, *said: str) -> list[Message]:
    """What the door tells of each of three utterances."""
    with hearing(folder, *said) as stage, heard(stage) as page:
        told = []
        for _ in range(3):
            page.speak()
            told.append(page.next("wish"))
        return told


@pytest.mark.parametrize(("answer", "wishes"), [(YES, [FIVE_THREE]), (NO, [])])
def test_a_doubtful_wish_comes_with_a_question_and_waits_for_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, wishes: list[object]
) -> None:
    """Whatever is heard first is doubtful here."""

    def doubtful(heard: Heard, language: Language, asked: tuple[GameWish, ...]) -> Decision:
        found = decided(heard, language, asked)
        is_first = not asked and isinstance(found, Wished)
        return Doubtful(wishes=(found.wish,)) if is_first and isinstance(found, Wished) else found

    monkeypatch.setattr(door_ear, "decided", doubtful)
    asked, missed, told = three_times_heard(tmp_path, SAID, "guten tag", answer)

    assert asked["question"] == SURE[0].upper() + SURE[1:]
    assert (missed["wishes"], missed["is_denied"]) == ([], False)
    assert (told["wishes"], told["is_denied"], told["question"]) == (wishes, not wishes, "")


def test_a_question_is_read_aloud_and_answered_by_a_typed_line(stage: Stage) -> None:
    asked = {"language": "de", "time": "5+3", "level": "easy"}
    sound = stage.client.get("/computer/wish/question.wav", params=asked)
    body = {"text": "Ja", "language": "de"}
    answers = [
        stage.client.post("/computer/wish/answer", json={**body, "text": text})
        for text in (YES.capitalize(), ",n", "vielleicht")
    ]

    easy = PAGE["wish-sure"].format(wish=f"{WISH['level:easy']}, {FIVE_PLUS_THREE}")
    assert sound.headers["content-type"] == "audio/wav"
    assert easy in sound.content[44:].decode("utf-16-le")
    assert [answer.json() for answer in answers[:2]] == [True, False]
    assert (answers[2].status_code, answers[2].json()["code"]) == (422, "no-answer")


FIFTEEN_TEN = {"time": "15+10", "colour": None, "level": None}
WHICH = (
    f"{PAGE['wish-which']} 1: {COMPUTER}, {FIVE_PLUS_THREE}. "
    f"2: {COMPUTER}, {NUMBERS[15]} {WISH['plus']} {NUMBERS[10]}."
)
SECOND = GERMAN.wish["choice:2"][1]


@pytest.mark.parametrize(
    ("answer", "wishes"),
    [(SECOND, [FIFTEEN_TEN]), (FIVE_PLUS_THREE, [FIVE_THREE]), (NO, [])],
)
def test_of_several_that_sound_alike_one_is_chosen_by_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, wishes: list[object]
) -> None:
    """Whatever is heard first sounds like two."""

    def doubtful(heard: Heard, language: Language, asked: tuple[GameWish, ...]) -> Decision:
        found = decided(heard, language, asked)
        if not asked and isinstance(found, Wished):
            return Doubtful(wishes=(found.wish, GameWish(time="15+10")))
        return found

    monkeypatch.setattr(door_ear, "decided", doubtful)
    asked, missed, told = three_times_heard(tmp_path, SAID, "guten tag", answer)

    assert (asked["wishes"], asked["question"]) == ([FIVE_THREE, FIFTEEN_TEN], WHICH)
    assert (missed["wishes"], missed["is_denied"]) == ([], False)
    assert (told["wishes"], told["is_denied"], told["question"]) == (wishes, not wishes, "")


def test_several_are_read_aloud_numbered_and_one_is_chosen_by_a_typed_line(stage: Stage) -> None:
    asked = {"language": "de", "time": "5+3", "also": ["15+10,,"]}
    sound = stage.client.get("/computer/wish/question.wav", params=asked)
    body = {"language": "de", "among": [FIVE_THREE, FIFTEEN_TEN]}
    answers = [
        stage.client.post("/computer/wish/choice", json={**body, "text": text})
        for text in (SECOND.capitalize(), ",1", "15+10", NUMBERS[3])
    ]

    assert sound.content[44:].decode("utf-16-le") == WHICH
    assert [answer.json() for answer in answers[:3]] == [1, 0, 1]
    assert (answers[3].status_code, answers[3].json()["code"]) == (422, "no-choice")


@pytest.mark.parametrize("also", ["15+10", "say,anything,", "15+10,green,", ",,grandmaster"])
def test_only_wishes_are_read_aloud_as_such(stage: Stage, also: str) -> None:
    asked = {"language": "de", "time": "5+3", "also": [also]}

    assert stage.client.get("/computer/wish/question.wav", params=asked).status_code == 422


def test_only_a_time_is_read_aloud_as_one(stage: Stage) -> None:
    bad = stage.client.get("/computer/wish/question.wav", params={"time": "say anything"})

    assert bad.status_code == 422


def test_whoever_was_not_understood_is_told_what_was_heard(tmp_path: Path) -> None:
    with hearing(tmp_path, by_ear("Nf3")) as stage, heard(stage) as page:
        page.speak()

        told = page.next("wish")

    assert (told["wishes"], told["heard"]) == ([], by_ear("Nf3"))


def test_what_was_said_last_counts_when_the_visitor_closes_the_microphone(tmp_path: Path) -> None:
    with hearing(tmp_path, SAID) as stage, heard(stage) as page:
        for number, frame in enumerate(UTTERANCE[:3]):
            page.socket.send_bytes(struct.pack("<I", number) + frame)
        page.tell("microphone", is_open=False)

        assert page.next("wish")["wishes"] == [FIVE_THREE]


@pytest.mark.parametrize(
    ("ears", "language", "origin", "admits_guests"),
    [
        (NoEars(), "de", ADDRESS, True),
        (ScriptedEars([]), "xx", ADDRESS, True),
        (ScriptedEars([]), "de", "http://elsewhere.example", True),
        (ScriptedEars([]), "de", ADDRESS, False),
    ],
    ids=["deaf", "unknown language", "foreign page", "shut door"],
)
def test_where_no_visitor_can_be_heard_no_socket_opens(
    tmp_path: Path, ears: Ears, language: str, origin: str, *, admits_guests: bool
) -> None:
    with (
        staged(tmp_path, ears, admits_guests=admits_guests) as stage,
        pytest.raises(WebSocketDisconnect),
        visitor(stage, language, origin),
    ):
        pass


def test_no_more_visitors_are_heard_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_ear, "MOST_HEARD", 1)
    with hearing(tmp_path) as stage:
        with heard(stage), pytest.raises(WebSocketDisconnect), visitor(stage):
            pass
        with heard(stage):
            assert stage.hall.guests.heard_now == 1


def test_one_place_opens_twenty_microphones_at_once_and_no_more(tmp_path: Path) -> None:
    with hearing(tmp_path) as stage:
        for _ in range(20):
            with visitor(stage):
                pass
        with pytest.raises(WebSocketDisconnect), visitor(stage):
            pass


@pytest.mark.parametrize(
    "sent", ["{}", "e4", '{"type": "microphone", "is_open": false}', "[" * 1_000]
)
def test_who_sends_something_else_is_sent_away(tmp_path: Path, sent: str) -> None:
    with hearing(tmp_path) as stage, visitor(stage) as page:
        page.socket.send_text(sent)

        assert page.next("bye")["code"] == "too-bad"


@pytest.mark.parametrize("frame", [b"", b"\x00\x00\x00\x00\x01", bytes(100_000)])
def test_sound_that_is_none_is_not_taken(tmp_path: Path, frame: bytes) -> None:
    with hearing(tmp_path) as stage, heard(stage) as page:
        page.socket.send_bytes(frame)

        assert page.next("bye")["code"] == "too-bad"


def test_sound_before_the_microphone_is_open_is_not_taken(tmp_path: Path) -> None:
    with hearing(tmp_path) as stage, visitor(stage) as page:
        page.socket.send_bytes(struct.pack("<I", 0) + bytes(1_280))

        assert page.next("bye")["code"] == "too-bad"


def test_whoever_says_nothing_is_not_heard_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_ear.DoorSocket, "listens_s", 1.0)
    with hearing(tmp_path) as stage, heard(stage) as page:
        assert page.next("bye")["code"] == "ending"
