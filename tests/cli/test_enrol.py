"""`enrol` as a player uses it: read, checked, kept, agreed to, deleted; and what it is worth."""

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.adapters.recognition.test_recognizers import room
from tests.german import GERMAN, by_ear, in_words
from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.exact_recognizer import ExactModel, load_exact_model
from voice_chess.adapters.recognition.table_voices import TableVoices, confirmed
from voice_chess.adapters.recognition.voice_files import OwnEar, digest_of
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.cli.command import BAD_INPUT, OTHERWISE, SUCCESS
from voice_chess.cli.command_line import main
from voice_chess.clock.time_control import TimeControl
from voice_chess.decoding.adaptation import Adaptation
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.voice_fit import FEWEST, Fit, SpokenExample, Tried, fitted, likeliest
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.setup import GameArranged
from voice_chess.game.table import Table
from voice_chess.languages.language import load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.listening.reading_aloud import prompts
from voice_chess.session.ports import RecordedMove
from voice_chess.settings import Settings
from voice_chess.sound.resampler import as_int16

MODEL = Settings.from_environment().models / "fide-de"
READ = [" ".join(prompt.words) for prompt in prompts(GERMAN)]
RATE = 16_000
SCREEN = GERMAN.screen
TOO_FEW = SCREEN["enrol-few"].format(count=FEWEST - 1, fewest=FEWEST)
PAWN = by_ear("Pe2e4")
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]


@cache
def spoken(text: str, voice: str = "de") -> np.ndarray:
    """With a quiet room around, as 16-bit samples."""
    sound = sound_of(text, Delivery(voice=voice, words_per_minute=150))
    speech = np.frombuffer(as_int16(0.5 * sound), "<i2")
    quiet = np.frombuffer(room(300, 4.0), "<i2")
    return np.concatenate([quiet, speech, quiet])


def write(folder: Path, texts: Iterable[str], voice: str = "de") -> Path:
    """Recordings in order, and the list of what is said in them."""
    folder.mkdir(parents=True)
    lines = []
    for number, text in enumerate(texts, 1):
        soundfile.write(folder / f"{number:02}.flac", spoken(text, voice), RATE)
        lines.append(f"{number:02}.flac\t{text}\n")
    (folder / "words.tsv").write_text("".join(lines), "utf-8")
    return folder


@pytest.fixture(scope="module")
def model() -> ExactModel:
    return load_exact_model(MODEL)


@pytest.fixture
def enrol(tmp_path: Path) -> Callable[..., int]:
    return lambda *arguments: main(["enrol", *arguments, "--data", str(tmp_path / "data")])


@pytest.fixture(scope="module")
def once_read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is kept of Anna, who was enrolled; to learn a voice takes more than a second."""
    folder = tmp_path_factory.mktemp("anna")
    recordings = write(folder / "read", READ[:FEWEST])
    main(["enrol", "Anna", "--from", str(recordings), "--data", str(folder / "data")])
    return folder / "data"


@pytest.fixture
def _enrolled(once_read: Path, tmp_path: Path) -> None:
    shutil.copytree(once_read, tmp_path / "data")


def kept(tmp_path: Path, name: str = "Anna") -> OwnEar:
    return voice_files.read(tmp_path / "data", name)


@pytest.mark.slow
def test_who_repeats_every_word_is_enrolled_in_under_a_minute_of_speech(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    recordings = write(tmp_path / "read", READ)

    assert enrol("Anna", "--hear", str(recordings), "--silent") == SUCCESS

    ear, told = kept(tmp_path), " ".join(capsys.readouterr().out.split())
    assert {" ".join(reading.words) for reading in ear.readings} == set(READ)
    assert sum(len(reading.sound) for reading in ear.readings) < 60 * RATE
    assert ear.fit.tried.right_after >= ear.fit.tried.right_before
    assert SCREEN["enrol-better"].partition(",")[0] in told
    assert not ear.learns


def test_words_shown_in_cyrillic_are_judged_by_their_sound(
    tmp_path: Path, enrol: Callable[..., int]
) -> None:
    """The Serbian model knows each word in both alphabets, and they sound the same."""
    shown, latin = (
        [" ".join(prompt.words) for prompt in prompts(load_language(each))][:FEWEST]
        for each in ("sr-cyrl", "sr")
    )
    recordings = write(tmp_path / "read", latin, "sr")
    (recordings / "words.tsv").write_text(
        "".join(f"{number:02}.flac\t{words}\n" for number, words in enumerate(shown, 1)), "utf-8"
    )

    assert enrol("Ana", "--language", "sr-cyrl", "--from", str(recordings)) == SUCCESS

    assert kept(tmp_path, "Ana").fit.tried.right_before > FEWEST


def test_too_little_is_not_kept(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    recordings = write(tmp_path / "few", READ[: FEWEST - 1])

    assert enrol("Anna", "--from", str(recordings)) == OTHERWISE
    assert TOO_FEW in " ".join(capsys.readouterr().out.split())
    assert not voice_files.exists(tmp_path / "data", "Anna")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--from", "nowhere"), "There is no folder nowhere"),
        (("--from", "one", "--hear", "other"), "--from and --hear are two ways"),
    ],
)
def test_where_nothing_can_be_heard_that_is_told(
    enrol: Callable[..., int],
    options: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert enrol("Anna", *options) == BAD_INPUT
    assert told in capsys.readouterr().err


def test_a_list_may_begin_with_the_mark_of_utf_8(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows' editors write it before the name of the first recording."""
    recordings = write(tmp_path / "few", READ[: FEWEST - 1])
    words = recordings / "words.tsv"
    words.write_text(words.read_text("utf-8"), "utf-8-sig")

    assert enrol("Anna", "--from", str(recordings)) == OTHERWISE
    assert TOO_FEW in " ".join(capsys.readouterr().out.split())


def test_recordings_that_teach_nothing_are_named_and_not_kept(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    recordings = write(tmp_path / "read", [*READ[:FEWEST], "gewürztraminer"])
    soundfile.write(
        recordings / "short.flac", spoken(READ[0])[RATE // 2 : RATE // 2 + RATE // 20], RATE
    )
    with (recordings / "words.tsv").open("a", encoding="utf-8") as words:
        words.write(f"short.flac\t{READ[0]}\n")

    assert enrol("Anna", "--from", str(recordings)) == SUCCESS

    unknown, short = capsys.readouterr().err.splitlines()
    assert unknown == (
        f"{recordings / f'{FEWEST + 1:02}.flac'} is left out: the ear does not know gewürztraminer."
    )
    assert short == f"{recordings / 'short.flac'} is left out: it is too short for its words."
    assert len(kept(tmp_path).readings) == FEWEST


def test_of_too_few_recordings_those_that_teach_nothing_do_not_count(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    recordings = write(tmp_path / "few", [*READ[: FEWEST - 1], "gewürztraminer"])

    assert enrol("Anna", "--from", str(recordings)) == OTHERWISE
    assert TOO_FEW in " ".join(capsys.readouterr().out.split())
    assert not voice_files.exists(tmp_path / "data", "Anna")


@pytest.mark.usefixtures("_enrolled")
def test_consent_is_given_and_taken_back_and_everything_deleted(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert enrol("Anna", "--learn") == SUCCESS
    assert kept(tmp_path).learns
    assert enrol("anna", "--no-learn") == SUCCESS
    assert not kept(tmp_path).learns
    assert enrol("Anna", "--delete") == SUCCESS
    assert SCREEN["enrol-deleted"].format(name="Anna") in capsys.readouterr().out
    assert enrol("Anna", "--delete") == BAD_INPUT
    assert SCREEN["enrol-none"].format(name="Anna") in capsys.readouterr().err
    assert not list((tmp_path / "data" / voice_files.FOLDER).iterdir())


def test_the_command_that_is_told_is_about_the_same_voice(
    tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    """In the folder and in the language that were chosen, whatever signs the name has."""
    name, told = "Ann O'Hara", load_language("en").screen
    recordings = write(tmp_path / "read", READ[:FEWEST])
    enrol(name, "--from", str(recordings))
    capsys.readouterr()

    enrol(name, "--no-learn", "--language", "en")

    before, after = told["enrol-learns-not"].split("{command}")
    shown = " ".join(capsys.readouterr().out.split())
    command = shown.removeprefix(before).removesuffix(after)
    assert main(shlex.split(command)[1:]) == SUCCESS
    assert kept(tmp_path, name).learns
    assert told["enrol-learns"].partition("{name}")[2] in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("hindrance", ["a damaged voice", "a file in place of the folder"])
def test_what_would_hinder_keeping_a_voice_is_told_before_anything_is_read(
    hindrance: str, tmp_path: Path, enrol: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    recordings = write(tmp_path / "read", READ[:FEWEST])
    data = tmp_path / "data"
    if hindrance == "a damaged voice":
        path = voice_files.path_of(data, "Anna")
        path.parent.mkdir(parents=True)
        path.write_bytes(b"no voice")
    else:
        data.write_text("", "utf-8")

    assert enrol("Anna", "--hear", str(recordings), "--silent") == BAD_INPUT

    printed = capsys.readouterr()
    assert str(data) in printed.err
    assert GERMAN.screen["enrol-help"] not in " ".join(printed.out.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((" ",), "is empty"),
        (("Anna", "--from", "{empty}"), "no list of its recordings"),
        (("Anna", "--from", "{broken}"), "Line 1"),
    ],
)
def test_bad_input_is_one_sentence(
    tmp_path: Path,
    enrol: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    folders = {name: tmp_path / name for name in ("empty", "broken")}
    for folder in folders.values():
        folder.mkdir()
    (folders["broken"] / "words.tsv").write_text("01.flac\n", "utf-8")

    assert enrol(*(argument.format(**folders) for argument in arguments)) == BAD_INPUT
    assert told in capsys.readouterr().err


def test_a_language_that_no_model_hears_is_one_sentence(
    tmp_path: Path,
    enrol: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "manifest.toml").write_text('[x]\nlanguage = "de"\npath = "fide-de"\n', "utf-8")
    monkeypatch.setenv("VOICE_CHESS_MODELS", str(tmp_path))

    assert enrol("Anna", "--language", "pl", "--from", str(tmp_path)) == BAD_INPUT
    assert "No acoustic model hears polski" in capsys.readouterr().err


@pytest.mark.slow
def test_a_strong_accent_is_heard_no_worse_by_an_ear_of_its_own(model: ExactModel) -> None:
    accent = "hu+m7"
    readings = [
        SpokenExample(words=tuple(text.split()), sound=spoken(text, accent).astype(np.float32))
        for text in READ
    ]
    said = [PAWN, by_ear("Qd1xd5"), by_ear("Nb8c6")]

    fit = fitted(model.acoustic, readings)
    turned = model.turned(fit.adaptations)

    def right(heard_by: ExactModel) -> int:
        return sum(
            likeliest(
                heard_by.acoustic,
                spoken(text, accent).astype(np.float32),
                [tuple(way.split()) for way in (*said, *READ)],
            )
            == tuple(text.split())
            for text in said
        )

    assert fit.tried.right_after >= fit.tried.right_before
    assert right(turned) >= right(model)


def test_evaluate_tells_what_an_own_ear_is_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path / "two", [PAWN, PAWN])
    rows = [f"{n:02}.flac\tanna\t{ORDINARY_START}\te2e4\t{PAWN}\n" for n in (1, 2)]
    (folder / "manifest.tsv").write_text("".join(rows), "utf-8")

    code = main(["evaluate", "--enrol", str(folder), "--json"])
    found = json.loads(capsys.readouterr().out)

    assert code == SUCCESS
    assert found["all"]["utterances"] == found["without"]["all"]["utterances"] == 2
    assert [ear["taken"] for ear in found["ears"]] == [False, False]
    assert {"voices", "reliability"} <= found.keys()


def test_evaluate_needs_a_manifest_from_somewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate"]) == BAD_INPUT
    assert "manifest" in capsys.readouterr().err


TABLE = Table(control=TimeControl.parsed("15+10"), edition="2009")
MOVES = ("e2e4", "e7e5", "g1f3")


def events(pressed: int) -> tuple[Event, ...]:
    """All moves announced, this many of them pressed."""
    found: list[Event] = [GameArranged(at_ms=0, table=TABLE)]
    for number, uci in enumerate(MOVES):
        white = number % 2 == 0
        found.append(MoveAnnounced(at_ms=number, white=white, uci=uci))
        if number < pressed:
            found.append(MoveCompleted(at_ms=number, white=white, uci=uci, charged_until_ms=number))
    return tuple(found)


def archive(folder: Path, *said: str) -> Path:
    """The sound of the moves in turn, each in these words; none where nothing was said."""
    record, at_ms = AudioArchive(folder), 0
    for number, text in enumerate(said):
        if not text:
            continue
        sound = spoken(text)
        record.hear(sound.tobytes())
        ended_ms = at_ms + len(sound) * 1_000 // RATE
        record.keep(
            RecordedMove(
                ply=number + 1,
                uci=MOVES[number],
                san="",
                started_ms=at_ms,
                ended_ms=ended_ms,
                wall_ms=0,
            )
        )
        at_ms = ended_ms
    record.close()
    return folder


KNIGHT = by_ear("Nf3")


def test_a_pressed_announcement_is_an_example_in_the_words_that_were_said(
    model: ExactModel, tmp_path: Path
) -> None:
    sound = archive(tmp_path / "sound", PAWN, by_ear("e5"), KNIGHT)
    found = partial(confirmed, model, events(3), sound, GERMAN)

    assert [" ".join(each.words) for each in found(white=True)] == [PAWN, KNIGHT]
    assert [" ".join(each.words) for each in found(white=False)] == [by_ear("e5")]


def test_what_was_not_pressed_or_typed_or_only_answered_is_no_example(
    model: ExactModel, tmp_path: Path
) -> None:
    sound = archive(tmp_path / "sound", "", by_ear("e5"), KNIGHT)
    answered = archive(tmp_path / "answered", by_ear("yes"))

    assert confirmed(model, events(2), sound, GERMAN, white=True) == ()
    assert confirmed(model, events(1), answered, GERMAN, white=True) == ()


@pytest.fixture
def at_table(model: ExactModel, tmp_path: Path, _enrolled: None) -> TableVoices:
    return TableVoices.at_table(tmp_path / "data", model, ("Anna", "Nobody"))


def test_only_who_has_agreed_is_learnt_from_and_only_once(
    model: ExactModel, tmp_path: Path, at_table: TableVoices, enrol: Callable[..., int]
) -> None:
    sound = archive(tmp_path / "sound", PAWN)
    assert at_table.learnt(events(1), sound, GERMAN, white=True) == 0

    enrol("Anna", "--learn")
    for expected in (1, 0):
        agreed = TableVoices.at_table(tmp_path / "data", model, ("Anna", ""))
        assert agreed.learnt(events(1), sound, GERMAN, white=True) == expected
    assert len(kept(tmp_path).readings) == FEWEST + 1


def test_nobody_is_heard_by_the_ear_of_another(at_table: TableVoices, model: ExactModel) -> None:
    assert at_table.model_for(white=None) is model
    assert at_table.model_for(white=False) is model


@pytest.mark.parametrize("knows_the_model", [True, False])
def test_the_table_tells_whose_voice_the_ear_is_turned_to(
    tmp_path: Path,
    model: ExactModel,
    capsys: pytest.CaptureFixture[str],
    knows_the_model: bool,
) -> None:
    data, recordings = tmp_path / "data", write(tmp_path / "game", [PAWN])
    change = Adaptation.none(model.acoustic.networks[0])
    ear = OwnEar(
        name="Anna",
        model=digest_of(model.acoustic) if knows_the_model else "another",
        readings=(),
        fit=Fit(adaptations=(change,), tried=Tried(examples=24)),
    )
    voice_files.write(data, ear)
    options = ("--silent", "--decoder", "exact", "--data", str(data), "--white", "Anna")

    assert main(["play", "--hear", str(recordings), *options]) == SUCCESS

    told = " ".join(capsys.readouterr().out.split())
    uses, other = (SCREEN[name].partition(";")[0] for name in ("enrol-uses", "enrol-other"))
    assert (uses.format(name="Anna") in told) is knows_the_model
    assert (other.format(name="Anna") in told) is not knows_the_model
    assert in_words("e4") in told


def test_an_ear_that_attends_to_another_voice_hears_by_it_from_the_next_grammar_on(
    model: ExactModel,
) -> None:
    deaf = Adaptation.none(model.acoustic.networks[0])
    deaf = replace(deaf, gain=deaf.gain - 1.0)
    grammar = Grammar(phrases=(PAWN, KNIGHT))
    sound = spoken(PAWN).tobytes() + bytes(RATE)
    recognizer = model.recognizer()

    def words() -> tuple[str, ...]:
        recognizer.expect(grammar)
        heard = recognizer.hear(sound)
        assert heard is not None
        return heard.hypotheses[0].words if heard.hypotheses else ()

    first = words()
    recognizer.attend(model.turned([deaf]))
    second = words()
    recognizer.attend(model)

    assert first == words() == tuple(PAWN.split())
    assert second != first


def test_help_names_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["enrol", "--help"])

    assert set(re.findall(r"--\w+", capsys.readouterr().out)) >= {"--delete", "--learn", "--from"}
