"""Makes hard tapes of whole games, with chatter, corrections, foreign accents and babble.

The real recogniser transcribes each tape, and every move in the transcript is compared with what
was said at that time. The goal: no move is wrong and stated as sure.
"""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from tests.pgn_games import games_of
from voice_chess.acoustics.demo_audio import in_phones
from voice_chess.acoustics.engines.engine import EngineVoice, Spoken
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.languages.language import load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.session.listening.recorded_game import Tape, transcribed
from voice_chess.session.ports import DECODERS, Decoder
from voice_chess.settings import Settings
from voice_chess.sound.endpointer import ONE_AFTER_THE_OTHER
from voice_chess.sound.noise_mixing import Disturbance, Others, babble
from voice_chess.sound.resampler import resampled
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.parse import parse

GERMAN = load_language("de")
MODEL = Settings.from_environment().models / "fide-de"
GAMES = Path(__file__).with_name("tapes.pgn")
PLAYERS = (
    ("de+f2", "de+m3"),
    ("de+linda", "pl"),
    ("cs+f2", "de+Mike"),
    ("nl+m3", "de+f4"),
    ("de+edward", "en-gb-x-rp+f2"),
    ("fr+f2", "hu+m3"),
    ("sr", "de+f5"),
    ("it+f4", "sv+paul"),
    ("ru+m3", "de+klatt4"),
    ("da+m3", "tr+f2"),
)
"""The voices of the players of each tape, White first."""
CHATTER = (
    "ich hole mir noch einen kaffee",
    "mach doch bitte das fenster zu",
    "das war aber knapp gestern abend",
    "um acht fährt der letzte bus nach hause",
    "die dame am eingang hat meinen schirm",
    "wie viel zeit haben wir denn noch",
    "das ist ja interessant, warte mal",
    "hast du drei oder vier runden gespielt",
    "vorsicht, das kabel liegt im weg",
    "da muss ich erst einmal nachdenken",
    "der turm in pisa ist auch schief",
    "na gut, dann machen wir das so",
)
AROUND = (
    "gestern waren wir zusammen im garten",
    "acht leute kamen mit sieben hunden",
    "wo hast du denn den schlüssel hingelegt",
    "morgen regnet es bestimmt wieder den ganzen tag",
)
CORRECTING = ("korrektur", "nein")
_LEVEL = 6_000.0
_CHATTER_EACH = 4
_CORRECTED_EACH = 13
_BLOCK = 640
_NEAR_MS = 3_000
_NUMBERS_PER_DRAW = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One announced move, from its first word, or from that of the slip that it corrects."""

    uci: str
    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The sound of a tape, 16 bits at 16 kHz, and every move of its game in order."""

    sound: bytes
    said: tuple[Said, ...]

    @property
    def seconds(self) -> float:
        return len(self.sound) / (2 * SAMPLE_RATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The result of a tape.

    A stated move is right if it was said at that time, and sure unless it is listed as doubtful.
    A missing move counts as told if something near it in time is listed as doubtful.
    """

    said: int
    right_sure: int = 0
    right_doubted: int = 0
    wrong_sure: int = 0
    wrong_doubted: int = 0
    missing_told: int = 0
    missing_untold: int = 0
    doubts: int = 0
    computed_s: float = 0.0
    lasts_s: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.right_sure} right and sure, {self.right_doubted} right and doubted, "
            f"{self.wrong_sure} wrong and sure, {self.wrong_doubted} wrong and doubted, "
            f"{self.missing_told} missing and told of, {self.missing_untold} missing, "
            f"of {self.said}; {self.doubts} doubts; "
            f"{self.computed_s:.0f} s of computing for {self.lasts_s:.0f} s"
        )


def made(number: int, *, plies: int = 60, snr_db: float = 10.0, draw: int = 0) -> Made:
    """Return the tape of this number: the same sound in every fresh process of one eSpeak NG.

    Another `draw` of the same game has other wordings, slips, chatter, pauses and rates.
    """
    rng = np.random.default_rng(number + _NUMBERS_PER_DRAW * draw)
    recording = Recording(rng, PLAYERS[number % len(PLAYERS)])
    moves = games_of(GAMES.read_text("utf-8"))[number].moves[:plies]
    for ply, uci in enumerate(moves):
        before = Position.after(moves[:ply], start_fen=ORDINARY_START)
        if ply % _CORRECTED_EACH == 5 + number % 5:
            recording.announce_wrongly(before, uci)
        else:
            recording.announce(before, uci)
        if rng.random() < 1 / _CHATTER_EACH:
            recording.chat()
    noise = Disturbance(name="babble", snr_db=snr_db, noise=babble(_around()))
    sound = noise.on(recording.sound, rng, "player")
    offset = round(1_000 * (len(sound) - len(recording.sound)) / 2 / SAMPLE_RATE)
    said = tuple(
        Said(uci=one.uci, start_ms=one.start_ms + offset, end_ms=one.end_ms + offset)
        for one in recording.said
    )
    return Made(sound=np.round(sound).astype("<i2").tobytes(), said=said)


class Recording:
    """A tape while it is spoken: announcements and pauses, without noise."""

    def __init__(self, rng: np.random.Generator, players: tuple[str, str]) -> None:
        self.said: list[Said] = []
        self._rng = rng
        self._players = players
        self._parts: list[Waveform] = []
        self._samples = 0

    @property
    def sound(self) -> Waveform:
        return np.concatenate(self._parts)

    def announce(self, before: Position, uci: str) -> None:
        """Let the player on move announce a move, in one of the ways to say it."""
        start = self._now_ms
        self._speak(before, self._words(before, uci))
        self._note(uci, start)

    def announce_wrongly(self, before: Position, uci: str) -> None:
        """Let the player announce another move first, and correct it at once."""
        start = self._now_ms
        slips = [move for move in before.legal_moves if move != uci]
        self._speak(before, self._words(before, slips[int(self._rng.integers(len(slips)))]))
        self._pause(0.7, 1.5)
        correcting = CORRECTING[int(self._rng.integers(len(CORRECTING)))]
        self._speak(before, (correcting, *self._words(before, uci)))
        self._note(uci, start)

    def _speak(self, before: Position, words: Sequence[str]) -> None:
        self._add(announced(words, self._players[not before.white_to_move], self._rng))

    def _note(self, uci: str, start_ms: int) -> None:
        self.said.append(Said(uci=uci, start_ms=start_ms, end_ms=self._now_ms))
        self._pause(0.7, 2.5)

    def chat(self) -> None:
        """Let somebody say a sentence that is no move."""
        text = CHATTER[int(self._rng.integers(len(CHATTER)))]
        sound = spoken(text, ("de+m7", "de+f1", "de+m5")[int(self._rng.integers(3))])
        self._add(levelled(sound) * np.float32(self._rng.uniform(0.3, 1.0)))
        self._pause(0.7, 2.0)

    def _words(self, before: Position, uci: str) -> tuple[str, ...]:
        ways = [
            phrase
            for phrase in phrases_for(before, GERMAN)
            if all(len(word) > 1 for word in phrase)
            and [move.uci for move in moves_meant(parse(phrase, GERMAN), before)] == [uci]
        ]
        return ways[int(self._rng.integers(len(ways)))]

    @property
    def _now_ms(self) -> int:
        return 1_000 * self._samples // SAMPLE_RATE

    def _pause(self, least_s: float, most_s: float) -> None:
        self._add(np.zeros(int(self._rng.uniform(least_s, most_s) * SAMPLE_RATE), np.float32))

    def _add(self, sound: Waveform) -> None:
        self._parts.append(sound)
        self._samples += len(sound)


@cache
def _voices() -> dict[str, EngineVoice]:
    return {voice.id: voice for voice in EspeakEngine().voices()}


def announced(words: Sequence[str], voice: str, rng: np.random.Generator) -> Waveform:
    """Return German words as this voice says them, whatever its own language is."""
    request = Spoken(
        words=in_phones(tuple(words), load_lexicon()),
        voice=_voices()[voice],
        rate=float(rng.uniform(0.8, 1.25)),
        pitch=float(rng.uniform(0.8, 1.2)),
        seed=int(rng.integers(1_000_000)),
    )
    (audio,) = EspeakEngine().speak([request])
    sound = audio.samples.astype(np.float32) / np.float32(32_768)
    return levelled(resampled(sound, audio.sample_rate, SAMPLE_RATE))


def spoken(text: str, voice: str) -> Waveform:
    """Return a sentence as a German voice says it."""
    return sound_of(text, Delivery(voice=voice))


def levelled(sound: Waveform) -> Waveform:
    loudness = np.sqrt(np.mean(np.square(sound))) + 1e-9
    made_so: Waveform = (sound * (_LEVEL / loudness)).astype(np.float32)
    return made_so


@cache
def _around() -> Others:
    names = ("m1", "m4", "f3", "m6", "f1", "m2")
    return Others(voices={name: [spoken(text, f"de+{name}") for text in AROUND] for name in names})


def transcribed_tape(tape: Made, decoder: Decoder | None = None) -> Tape:
    """Return the program's transcript of the tape."""
    recognizer = load_model(MODEL, decoder).recognizer(ONE_AFTER_THE_OTHER)
    return transcribed(recognizer, _blocks(tape.sound), GERMAN, Position.start())


def _blocks(sound: bytes) -> Iterator[bytes]:
    whole = sound + bytes(75 * _BLOCK)
    yield from (whole[at : at + _BLOCK] for at in range(0, len(whole), _BLOCK))


def judged(tape: Made, result: Tape, computed_s: float = 0.0) -> Found:
    """Compare every stated move with what was said at that time, and count all doubts."""
    matched: set[int] = set()
    counts: Counter[str] = Counter()
    for move in result.transcript.moves:
        ply = _said_then(move.uci, tape, result.utterances[move.utterance])
        matched |= {ply} if ply is not None else set()
        right = "right" if ply is not None else "wrong"
        counts[f"{right}_{'doubted' if move.is_doubtful else 'sure'}"] += 1
    told = _told_at(result)
    for ply in range(len(tape.said)):
        if ply not in matched:
            near = _near(ply, tape)
            is_told = any(near[0] <= at_ms <= near[1] for at_ms in told) or _is_behind(
                ply, tape, result
            )
            counts["missing_told" if is_told else "missing_untold"] += 1
    return Found(
        said=len(tape.said),
        doubts=len(told),
        computed_s=computed_s,
        lasts_s=tape.seconds,
        **counts,
    )


def _said_then(uci: str, tape: Made, heard: Heard) -> int | None:
    for ply, said in enumerate(tape.said):
        overlaps = said.start_ms < heard.ended_ms and heard.started_ms < said.end_ms
        if said.uci == uci and overlaps:
            return ply
    return None


def _told_at(result: Tape) -> list[int]:
    """Return the times on the tape at which something is listed as doubtful, in ms."""
    transcript = result.transcript
    numbers = [move.utterance for move in transcript.moves if move.is_doubtful]
    numbers += [passed.utterance for passed in transcript.passed]
    return [result.utterances[number].started_ms for number in numbers]


def _near(ply: int, tape: Made) -> tuple[int, int]:
    """Return the time from shortly before a move was said to the end of the next one, in ms."""
    following = tape.said[min(ply + 1, len(tape.said) - 1)]
    return tape.said[ply].start_ms - _NEAR_MS, following.end_ms


def _is_behind(ply: int, tape: Made, result: Tape) -> bool:
    """Return whether the transcript states that it ends before this move."""
    broke_in = result.transcript.broke_in
    if broke_in is None:
        return False
    return tape.said[ply].end_ms >= result.utterances[broke_in].started_ms


def measured(
    number: int, *, plies: int, snr_db: float, decoder: Decoder | None, draw: int = 0
) -> Found:
    tape = made(number, plies=plies, snr_db=snr_db, draw=draw)
    begun = time.process_time()
    result = transcribed_tape(tape, decoder)
    return judged(tape, result, time.process_time() - begun)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the result of each tape, and all of them together."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.tapes", description=__doc__)
    parser.add_argument("--tapes", type=int, nargs="*", default=list(range(len(PLAYERS))))
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--snr", type=float, default=10.0)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--decoder", choices=DECODERS)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args(arguments)
    measure = partial(
        measured,
        plies=chosen.plies,
        snr_db=chosen.snr,
        decoder=chosen.decoder,
        draw=chosen.draw,
    )
    found: list[Found] = []
    with ProcessPoolExecutor(chosen.jobs, max_tasks_per_child=1) as workers:
        for number, one in zip(chosen.tapes, workers.map(measure, chosen.tapes), strict=True):
            sys.stdout.write(f"tape {number}: {one}\n")
            sys.stdout.flush()
            found.append(one)
    totals = Counter[str]()
    for one in found:
        totals.update(asdict(one))
    sys.stdout.write(f"together: {Found(**totals)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
