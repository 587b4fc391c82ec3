"""A player reads words at their page for an ear of their own: asked, left out, kept, deleted."""

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.cli.test_enrol import spoken
from tests.german import GERMAN, by_ear, german, says
from tests.stage.page import Message, Page
from tests.stage.ports import MemoryOwnEars, ScriptedEars
from tests.web.live.test_microphone import SETTINGS, SILENCE, frames
from tests.web.stage import Stage, staged
from voice_chess.adapters.recognition.enrolled_voices import EnrolledVoices
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.decoding.voice_fit import FEWEST
from voice_chess.session.listening.reading_aloud import TRIES, WAIT_MS, prompts

READ = [" ".join(prompt.words) for prompt in prompts(GERMAN)]
BEGINS = GERMAN.phrase("enrol:begin")
Links = dict[str, dict[str, str]]
KEY = "k" * 32
OTHER = "o" * 32
FRAME_MS = 40


class Reader:
    """A player who reads aloud at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def begin(self, **wish: object) -> Message:
        self.page.open_microphone(**{"voice": KEY, "reads": "names", **wish})
        return self.page.next("reading")

    def do(self, step: str) -> None:
        """What is wanted is done behind the sound that came before it, with the next that comes."""
        self.page.tell("reading", do=step)
        self.page.speak([SILENCE])

    def say(self) -> Message:
        """The next words of the script, once the word was said to the reader."""
        self.do("ready")
        self.page.speak()
        return self.page.next("reading")

    def asks(self, wish: str, voice: str = KEY) -> Message:
        self.page.tell("own-voice", voice=voice, do=wish)
        return self.page.next("own-voice")


@contextmanager
def reading(
    data: Path, words: Iterable[str], role: str = "white", *, is_played: bool = False
) -> Iterator[tuple[Reader, MemoryOwnEars, Stage]]:
    """A page at which these words will be heard, one utterance after the other."""
    with (
        reading_in_a_game(data, words, role) as (reader, own_ears, stage, links),
        stage.page(links["black"]) if is_played else nullcontext(),
    ):
        yield reader, own_ears, stage


@contextmanager
def reading_in_a_game(
    data: Path, words: Iterable[str], role: str = "white"
) -> Iterator[tuple[Reader, MemoryOwnEars, Stage, Links]]:
    """The same, with the links of everybody else, who may come later."""
    ears = ScriptedEars(words)
    own_ears = MemoryOwnEars(ears)
    with staged(data, ears, own_ears=own_ears) as stage:
        links = stage.arrange(white={"has_assistant": True})
        with stage.page(links[role]) as page:
            yield Reader(page), own_ears, stage, links


def test_each_word_is_said_shown_and_kept_once_it_was_repeated(tmp_path: Path) -> None:
    with reading(tmp_path, READ[:FEWEST]) as (reader, own_ears, _):
        asked = [reader.begin(), *(reader.say() for _ in range(FEWEST))]
        reader.do("stop")
        last = [reader.page.next("reading")["state"] for _ in range(2)]
        kept = reader.page.next("own-voice")
        path = asked[0]["clip"]

    assert asked[0]["text"] == f"{BEGINS} Anna"
    assert [message["text"] for message in asked[1:3]] == ["Bella", "Cesar"]
    assert [message["number"] for message in asked] == list(range(1, FEWEST + 2))
    assert {message["of"] for message in asked} == {len(READ)}
    assert path.startswith("/seats/")
    assert last == ["checking", "own"]
    assert (kept["is_kept"], kept["is_adapted"], kept["examples"]) == (True, True, FEWEST)
    assert [" ".join(each.words) for each in own_ears.readings[KEY]] == READ[:FEWEST]


def test_what_was_unclear_is_asked_for_again_and_in_the_end_left_out(tmp_path: Path) -> None:
    with reading(tmp_path, [by_ear("b")] * TRIES) as (reader, _, _):
        reader.begin()
        states = [reader.say() for _ in range(TRIES)]

    assert [message["state"] for message in states] == ["again", "again", "asked"]
    assert states[0]["text"] == german("enrol:again", said=says("file:a"))
    assert states[-1]["text"] == "Bella"


def test_a_word_can_be_said_once_more_and_left_out_by_the_keyboard_alone(tmp_path: Path) -> None:
    with reading(tmp_path, []) as (reader, _, _):
        reader.begin()
        found = []
        for step in ("repeat", "repeat", "repeat", "leave-out"):
            reader.do(step)
            found.append(reader.page.next("reading"))

    assert [message["text"] for message in found] == ["Anna", "Anna", "Anna", "Bella"]


def test_what_is_heard_while_the_word_is_said_is_not_the_reader(tmp_path: Path) -> None:
    with reading(tmp_path, ["anna"]) as (reader, _, _):
        reader.begin()
        reader.page.speak()
        following = reader.say()

    assert (following["state"], following["text"]) == ("asked", "Bella")


def test_who_says_nothing_is_asked_again(tmp_path: Path) -> None:
    with reading(tmp_path, []) as (reader, _, _):
        reader.begin()
        reader.do("ready")
        reader.page.speak([SILENCE] * (WAIT_MS // FRAME_MS))

        assert reader.page.next("reading")["state"] == "again"


def test_too_few_words_are_not_kept(tmp_path: Path) -> None:
    with reading(tmp_path, READ[:2]) as (reader, own_ears, _):
        reader.begin()
        reader.say()
        reader.do("stop")
        states = [reader.page.next("reading") for _ in range(2)]

    assert [message["state"] for message in states] == ["checking", "few"]
    assert states[-1]["text"] == GERMAN.phrase("enrol:few")
    assert not own_ears.readings


def test_who_closes_the_microphone_instead_keeps_nothing(tmp_path: Path) -> None:
    with reading(tmp_path, READ[: FEWEST + 1]) as (reader, own_ears, _):
        reader.begin()
        for _ in range(FEWEST):
            reader.say()
        reader.page.tell("microphone", is_open=False)
        reader.page.until(lambda m: m["type"] == "hearing" and m["state"] == "off")
        kept = reader.asks("tell")

    assert not kept["is_kept"]
    assert not own_ears.readings


def test_where_no_more_voices_find_room_that_is_told(tmp_path: Path) -> None:
    with reading(tmp_path, READ[:FEWEST]) as (reader, own_ears, _):
        own_ears.is_full = True
        reader.begin()
        for _ in range(FEWEST):
            reader.say()
        reader.do("stop")
        states = [reader.page.next("reading")["state"] for _ in range(2)]

    assert states == ["checking", "impossible"]


def aside(page: Page) -> str:
    """What a page is told when its reading is put aside; the microphone is off then."""
    assert page.next("reading")["state"] == "aside"
    said = page.until(lambda m: m["type"] == "said" and m["kind"] == "notice")
    page.until(lambda m: m["type"] == "hearing" and m["state"] == "off")
    return str(said["text"])


def test_a_game_that_begins_puts_the_reading_aside_until_the_player_takes_it_up_again(
    tmp_path: Path,
) -> None:
    with reading_in_a_game(tmp_path, READ[:FEWEST]) as (reader, own_ears, stage, links):
        reader.begin()
        reader.say()
        with stage.page(links["black"]):
            reader.page.event("game-started")
            reader.page.speak([SILENCE])
            told = aside(reader.page)
            again = reader.begin()
            for _ in range(FEWEST - 1):
                reader.say()
            reader.do("stop")
            assert reader.page.next("reading")["state"] == "checking"
            assert reader.page.next("reading")["state"] == "own"

    assert told == GERMAN.phrase("enrol:aside")
    assert (again["text"], again["number"]) == (f"{BEGINS} Bella", 2)
    assert [" ".join(each.words) for each in own_ears.readings[KEY]] == READ[:FEWEST]


def test_only_who_is_asked_for_a_move_is_called_away_from_reading(tmp_path: Path) -> None:
    with (
        reading_in_a_game(tmp_path, [], "black") as (reader, _, stage, links),
        stage.page(links["white"]) as white,
    ):
        reader.page.event("game-started")
        reader.begin()
        reader.do("repeat")
        assert reader.page.next("reading")["state"] == "asked"
        white.move("e2e4", 0)
        reader.page.event("move-announced")
        reader.page.speak([SILENCE])

        assert aside(reader.page) == GERMAN.phrase("enrol:aside")


def test_other_words_are_read_from_the_beginning(tmp_path: Path) -> None:
    with reading_in_a_game(tmp_path, READ[:1]) as (reader, _, stage, links):
        reader.begin()
        reader.say()
        with stage.page(links["black"]):
            reader.page.event("game-started")
            reader.page.speak([SILENCE])
            aside(reader.page)

            assert reader.begin(reads="letters")["number"] == 1


def test_a_reading_goes_on_at_the_same_word_on_a_page_that_was_loaded_anew(tmp_path: Path) -> None:
    ears = ScriptedEars(READ[:FEWEST])
    own_ears = MemoryOwnEars(ears)
    with staged(tmp_path, ears, own_ears=own_ears) as stage:
        link = stage.arrange()["white"]
        with stage.page(link) as page:
            before = Reader(page)
            before.begin()
            before.say()
        with stage.page(link) as page:
            anew = Reader(page)
            waiting = anew.asks("tell")
            of_another = anew.asks("tell", OTHER)
            again = anew.begin()
            for _ in range(FEWEST - 1):
                anew.say()
            anew.do("stop")
            assert page.next("reading")["state"] == "checking"
            assert page.next("reading")["state"] == "own"
            afterwards = anew.asks("tell")

    assert (waiting["is_kept"], waiting["is_begun"]) == (False, True)
    assert not of_another["is_begun"]
    assert (again["text"], again["number"], again["of"]) == (f"{BEGINS} Bella", 2, len(READ))
    assert not afterwards["is_begun"]
    assert [" ".join(each.words) for each in own_ears.readings[KEY]] == READ[:FEWEST]


def test_a_reading_that_waits_is_forgotten_with_the_voice(tmp_path: Path) -> None:
    with reading(tmp_path, READ[:1]) as (reader, _, _):
        reader.begin()
        reader.say()
        reader.page.tell("microphone", is_open=False)
        reader.page.until(lambda m: m["type"] == "hearing" and m["state"] == "off")
        reader.asks("delete", OTHER)
        before, after = reader.asks("tell"), reader.asks("delete")

        assert (before["is_begun"], after["is_begun"]) == (True, False)
        assert reader.begin()["number"] == 1


@pytest.mark.parametrize("role", ["assistant-white", "black"])
def test_only_players_are_learnt(tmp_path: Path, role: str) -> None:
    with reading(tmp_path, ["anna"], role) as (reader, _, _):
        if role == "black":
            assert reader.begin()["state"] == "asked"
            return
        message = {"type": "microphone", "is_open": True, "voice": KEY, "reads": "names"}
        reader.page.socket.send_text(json.dumps(message))

        assert reader.page.next("reading")["state"] == "impossible"


def test_files_can_be_read_as_letters(tmp_path: Path) -> None:
    with reading(tmp_path, []) as (reader, _, _):
        assert reader.begin(reads="letters")["text"].lower().endswith(" a")


def test_a_step_without_a_reading_is_refused(tmp_path: Path) -> None:
    with reading(tmp_path, []) as (reader, _, _):
        reader.page.tell("reading", do="ready")

        assert reader.page.next("problem")["code"] == "microphone-closed"


def test_a_voice_is_told_agreed_to_and_deleted_by_its_key_alone(tmp_path: Path) -> None:
    with reading(tmp_path, []) as (reader, own_ears, _):
        own_ears.readings[KEY] = []
        found = [reader.asks(wish) for wish in ("tell", "agree", "disagree", "tell")]
        others = [reader.asks(wish, OTHER) for wish in ("tell", "agree", "delete")]
        still = reader.asks("tell")
        gone = [reader.asks(wish) for wish in ("delete", "tell")]

    assert [message["learns"] for message in found] == [False, True, False, False]
    assert still["is_kept"]
    assert not any(message["is_kept"] for message in (*others, *gone))


def resigned_after(reader: Reader, *, is_pressed: bool) -> None:
    """White says one move, and gives up."""
    page = reader.page
    page.open_microphone(voice=KEY)
    reader.page.speak()
    page.event("move-announced")
    if is_pressed:
        page.ask(type="ask", name="press")
    page.resign()


@pytest.mark.parametrize("has_agreed", [True, False])
def test_a_pressed_announcement_is_learnt_when_the_game_is_over_only_with_consent(
    tmp_path: Path, *, has_agreed: bool
) -> None:
    with reading(tmp_path, [by_ear("e4")], is_played=True) as (reader, own_ears, _):
        own_ears.readings[KEY] = []
        if has_agreed:
            own_ears.agreed.add(KEY)
        resigned_after(reader, is_pressed=True)

    assert own_ears.heard_by == [KEY]
    assert own_ears.learnt == (["e2e4"] if has_agreed else [])


def test_what_was_not_pressed_is_not_learnt(tmp_path: Path) -> None:
    with reading(tmp_path, [by_ear("e4")], is_played=True) as (reader, own_ears, _):
        own_ears.readings[KEY] = []
        own_ears.agreed.add(KEY)
        resigned_after(reader, is_pressed=False)

    assert own_ears.learnt == []


def test_nothing_is_learnt_once_the_player_disagrees(tmp_path: Path) -> None:
    with reading(tmp_path, [by_ear("e4")], is_played=True) as (reader, own_ears, _):
        own_ears.readings[KEY] = []
        own_ears.agreed.add(KEY)
        reader.page.open_microphone(voice=KEY)
        reader.page.speak()
        reader.page.event("move-announced")
        reader.page.ask(type="ask", name="press")
        reader.asks("disagree")

    assert own_ears.learnt == []


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.skipif(not (SETTINGS.models / "fide-de").is_dir(), reason="no model of ours")
def test_a_voice_that_was_read_is_known_in_the_next_game_after_a_restart(tmp_path: Path) -> None:
    ears = RecognizerPool(SETTINGS.models)

    def said(words: str) -> list[bytes]:
        """Hardly faster than a microphone gives it: more the server would not take."""
        time.sleep(0.5)
        return frames(spoken(words).tobytes(), silent=6)

    with (
        staged(tmp_path, ears, own_ears=EnrolledVoices(tmp_path, ears)) as stage,
        stage.page(stage.arrange()["white"]) as page,
    ):
        reader = Reader(page)
        reader.begin()
        for words in READ[:FEWEST]:
            reader.do("ready")
            reader.page.speak(said(words))
            assert page.next("reading")["state"] == "asked"
        reader.do("stop")
        states = [page.next("reading")["state"] for _ in range(2)]
        kept = page.next("own-voice")
    with staged(tmp_path, ears, own_ears=EnrolledVoices(tmp_path, ears)) as stage:
        links = stage.arrange()
        with stage.page(links["black"]), stage.page(links["white"]) as page:
            reader = Reader(page)
            known = reader.asks("tell")
            stranger = reader.asks("tell", OTHER)
            page.open_microphone(voice=KEY)
            reader.page.speak(said(by_ear("e4")))
            move = page.event("move-announced")

    assert states[-1] in {"own", "same"}
    assert kept == known
    assert known["examples"] == FEWEST
    assert not stranger["is_kept"]
    assert move["move"]["uci"] == "e2e4"
