"""`voice-chess evaluate`: how well announcements are recognised, measured on a manifest."""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from voice_chess.acoustics import disturbance
from voice_chess.acoustics.evaluate import (
    Outcome,
    Row,
    as_json,
    edit_distance,
    read_manifest,
    reliability,
    reliability_table,
    table,
)
from voice_chess.adapters.endpointed import EndpointedRecognizer
from voice_chess.adapters.exact_recognizer import ExactModel
from voice_chess.adapters.recognizer_models import RecognizerModel
from voice_chess.cli import own_voices
from voice_chess.cli.command import SUCCESS, BadInput, Command
from voice_chess.cli.elsewhere import NO_MOVE, meaningless
from voice_chess.cli.fitting import Fitting
from voice_chess.cli.fitting import report as report_fit
from voice_chess.cli.long_work import going_over
from voice_chess.cli.noises import noise_of, samples_of
from voice_chess.cli.others import (
    OtherSound,
    hear_others,
    print_fit,
    report,
    sample_of,
    sounds_in,
)
from voice_chess.cli.recordings import disturbed, ends_at_ms, position_of, spoken
from voice_chess.cli.talk_options import add_decoder
from voice_chess.cli.words import BLOCK, evaluate_words
from voice_chess.compose import load_recognizer_model
from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.expectation import BEGINNING, Expectation
from voice_chess.session.listening import Listened, listen
from voice_chess.speech.any_announcement import any_announcement
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.parse import UNKNOWN, Tokens, parse
from voice_chess.speech.weigh import CAUTION, Accepted, Caution, NothingFits, Unclear, Verdict
from voice_chess.speech.whole_language import whole_move_language


class WholeLanguage(Expectation):
    """The legal moves are what counts, but every announcement of any move may be heard."""

    def phrases(self, language: Language) -> tuple[str, ...]:
        return tuple(" ".join(phrase) for phrase in whole_move_language(language))

    def grammar(self, language: Language) -> Grammar:
        whole = any_announcement(language)
        return Grammar(phrases=self.phrases(language), longer=whole.phrases, rules=whole.rules)


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "manifest", type=Path, nargs="?", help="tab-separated: file, voice, FEN, UCI, words"
    )
    parser.add_argument(
        "--enrol",
        type=Path,
        metavar="FOLDER",
        help="with and without an ear of the speaker's own, turned by these recordings; without a"
        " manifest every voice of the folder's is turned by half of its recordings, and judged on"
        " the other half",
    )
    parser.add_argument("--snr", type=float, metavar="DB", help="add noise this far below speech")
    parser.add_argument(
        "--noise",
        default="pink",
        metavar="white|pink|babble|hall|FILE",
        help="kind of noise: babble is voices without words, hall is six others announcing",
    )
    parser.add_argument("--seed", type=int, default=0, help="chance of the noise")
    parser.add_argument("--language", default="de", help="language of the announcements")
    parser.add_argument("--caution", choices=sorted(CAUTION), default="normal")
    parser.add_argument("--model", help="name or folder of a model instead of the language's own")
    add_decoder(parser)
    parser.add_argument("--words", action="store_true", help="a manifest of single words")
    parser.add_argument(
        "--no-legal-moves", action="store_true", help="listen for any move, legal or not"
    )
    parser.add_argument(
        "--commands", action="store_true", help="listen for commands as well as moves"
    )
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="hear each at another row's position, where it is no legal move: none may be accepted",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--errors", action="store_true", help="list what was not accepted rightly")
    _configure_fitting(parser)


def _configure_fitting(parser: ArgumentParser) -> None:
    """Name what tells how far probabilities can be believed."""
    parser.add_argument(
        "--others",
        type=Path,
        metavar="FOLDER",
        help="hear these sounds, which are no announcements",
    )
    parser.add_argument(
        "--fit",
        action="store_true",
        help="with --others: print what tells the two apart; with the exact decoder: print what"
        " the scores of the model are worth",
    )
    parser.add_argument(
        "--also",
        type=Path,
        metavar="MANIFEST",
        action="append",
        default=[],
        help="with the exact decoder and --fit: one more manifest to fit on",
    )
    parser.add_argument(
        "--situations",
        type=Path,
        metavar="MANIFEST",
        help="with the exact decoder and --fit: recordings of commands, answers and the like, as"
        " `python -m voice_chess.acoustics situations` makes them",
    )
    parser.add_argument(
        "--calibration",
        action="store_true",
        help="how often the best meaning was right, by how sure of it the program was",
    )


def run(chosen: Namespace) -> int:
    """Measure and print."""
    language = load_language(chosen.language)
    if chosen.words and chosen.enrol is None:
        model = load_recognizer_model(language, chosen.model, chosen.decoder)
        return evaluate_words(_manifest(chosen), language, model, as_json=chosen.json)
    rows = read_manifest(_manifest(chosen))
    noise = _noise(chosen, rows)
    if chosen.fit and chosen.others is None and chosen.decoder == "vosk":
        message = "--fit needs --others FOLDER: sounds that are no announcements"
        raise BadInput(message)
    model = load_recognizer_model(
        language, chosen.model, chosen.decoder if chosen.enrol is None else "exact"
    )
    if chosen.fit and isinstance(model, ExactModel):
        fitting = Fitting(language=language, model=model, seed=chosen.seed)
        manifests = [chosen.manifest, *chosen.also]
        report_fit(fitting.cases(manifests, chosen.situations, chosen.others))
        return SUCCESS
    trial = _trial(chosen, rows, noise, model)
    if chosen.enrol is not None:
        return own_voices.evaluate(
            chosen, model, lambda own, row, number: replace(trial, model=own).outcome(row, number)
        )
    files = sounds_in(chosen.others) if chosen.others is not None else []
    wanted = [] if files and not chosen.fit else rows
    with going_over("recordings", len(files) + len(wanted)) as work:
        others = hear_others(
            work.over(files), _expectations(chosen, rows), language, model, trial.caution
        )
        outcomes = [trial.outcome(row, number) for number, row in enumerate(work.over(wanted))]
    if others and chosen.fit:
        _print_fit(outcomes, others)
    elif others:
        report(others, as_json=chosen.json)
    elif outcomes:
        _report(chosen, outcomes)
    return work.code(SUCCESS)


def _manifest(chosen: Namespace) -> Path:
    """The manifest that was named, or that of the folder which enrols. Raises `BadInput`."""
    if chosen.manifest is not None:
        return Path(chosen.manifest)
    if chosen.enrol is None:
        message = "evaluate needs a manifest: a file with lines of file, voice, FEN, UCI, words"
        raise BadInput(message)
    return Path(chosen.enrol) / own_voices.MANIFEST


def _trial(
    chosen: Namespace,
    rows: list[Row],
    noise: disturbance.Disturbance | None,
    model: RecognizerModel,
) -> "Trial":
    """The conditions in which each recording is heard."""
    return Trial(
        language=load_language(chosen.language),
        model=model,
        noise=noise,
        caution=CAUTION[chosen.caution],
        seed=chosen.seed,
        aligned_by=model.acoustic if isinstance(model, ExactModel) else None,
        any_move=chosen.no_legal_moves,
        commands=_commands(chosen),
        elsewhere=[position_of(row) for row in rows] if chosen.elsewhere else (),
    )


def _expectations(chosen: Namespace, rows: list[Row]) -> list[Expectation]:
    return [Expectation(position=position_of(row), commands=_commands(chosen)) for row in rows]


def _print_fit(outcomes: list[Outcome], others: list[OtherSound]) -> None:
    ours = [outcome.heard for outcome in outcomes if outcome.is_right or outcome.is_among]
    theirs = [heard for other in others for heard in other.listened.utterances]
    samples = [
        sample_of(heard, is_ours=is_ours)
        for kind, is_ours in ((ours, True), (theirs, False))
        for heard in kind
        if heard is not None
    ]
    print_fit([sample for sample in samples if sample is not None])


def _commands(chosen: Namespace) -> frozenset[str]:
    return UNASKED if chosen.commands else frozenset()


def _noise(chosen: Namespace, rows: list[Row]) -> disturbance.Disturbance | None:
    if chosen.snr is None:
        return None
    return noise_of(chosen.noise, chosen.snr, rows, chosen.language)


def _report(chosen: Namespace, outcomes: list[Outcome]) -> None:
    write = partial(print, file=sys.stdout)
    if chosen.json:
        write(json.dumps(as_json(outcomes), indent=2))
        return
    if chosen.calibration:
        write("\n".join(reliability_table(reliability(outcomes))))
        return
    write(table(outcomes))
    for b in reliability(outcomes):
        write(f"probability {b.probability:.2f}: {b.right} of {b.utterances} right")
    if chosen.errors:
        for outcome in outcomes:
            if not outcome.is_right:
                write(f"{outcome.name} {outcome.voice} {outcome.meant}: {_told(outcome)}")


def _told(outcome: Outcome) -> str:
    match outcome.verdict:
        case Accepted(belief=belief):
            return f"WRONG {' '.join(belief.words)} {belief.probability:.3f}"
        case Unclear(beliefs=beliefs):
            heard = ", ".join(f"{' '.join(b.words)} {b.probability:.2f}" for b in beliefs[:3])
            return f"asked: {heard}"
        case NothingFits(words=words):
            return f"refused: {' '.join(words)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Under which conditions all recordings are heard."""

    language: Language
    model: RecognizerModel
    noise: disturbance.Disturbance | None
    caution: Caution
    seed: int
    any_move: bool
    commands: frozenset[str]
    aligned_by: AcousticModel | None
    """Finds where an announcement ends by its words."""
    elsewhere: Sequence[Position]
    """Positions to hear announcements at that mean nothing there; none: each at its own."""

    def outcome(self, row: Row, number: int) -> Outcome:
        """Hear one recording in 40 ms blocks, as it would come from a microphone."""
        words = spoken(row, position_of(row), self.language)
        said = parse(words, self.language)
        position, meant = self._scene(row, said, number)
        rng = np.random.default_rng([self.seed, number])
        sound, level_ms = disturbed(samples_of(row.file), self.noise, rng, row.voice)
        recognizer = self.model.recognizer()
        begun = time.process_time()
        listened = self._listened(recognizer, sound, position)
        computing = time.process_time() - begun
        is_accepted = isinstance(listened.verdict, Accepted)
        end_ms = ends_at_ms(sound, words, self.aligned_by, level_ms)
        late = listened.decided_ms - end_ms + recognizer.last_decoding_ms
        is_measured = is_accepted and (late >= 0 or self.aligned_by is None)
        return Outcome(
            name=row.file.name,
            voice=row.voice,
            verdict=_where_to(listened.verdict),
            heard=listened.heard,
            meant=meant,
            word_errors=edit_distance(said, _heard(listened, self.language)),
            words=len(said),
            sound_s=len(sound) / 32_000,
            computing_s=computing,
            latency_ms=late if is_measured else None,
        )

    def _scene(self, row: Row, said: Tokens, number: int) -> tuple[Position, str]:
        """Where it is said, and the move it means there."""
        if not self.elsewhere:
            return position_of(row), row.uci
        return meaningless(said, self.elsewhere, number), NO_MOVE

    def _listened(
        self, recognizer: EndpointedRecognizer, sound: bytes, position: Position
    ) -> Listened:
        kind = WholeLanguage if self.any_move else Expectation
        expectation = kind(position=position, commands=self.commands)
        blocks = (sound[n : n + BLOCK] for n in range(0, len(sound), BLOCK))
        return listen(recognizer, blocks, expectation, self.language, self.caution)


def _where_to(verdict: Verdict) -> Verdict:
    """The first step of a move is no move: the program asks for the second."""
    if isinstance(verdict, Accepted):
        meaning = verdict.belief.meaning
        if isinstance(meaning, CommandMeaning) and meaning.name == BEGINNING:
            return Unclear(beliefs=(verdict.belief,))
    return verdict


def _heard(listened: Listened, language: Language) -> Tokens:
    """The likeliest words; of an exact recogniser those that the verdict rests on."""
    heard = listened.heard
    words = heard.hypotheses[0].words if heard and heard.hypotheses else ()
    match listened.verdict:
        case Accepted(belief=belief) | Unclear(beliefs=(belief, *_)):
            words = belief.words if heard and heard.exact else words
        case Unclear(beliefs=()) | NothingFits():
            pass
    return tuple(token for token in parse(words, language) if token != UNKNOWN)


COMMAND = Command(
    name="evaluate",
    summary="measure recognition on a manifest of recordings",
    configure=configure,
    run=run,
)
