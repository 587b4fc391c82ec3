"""`evaluate`: measures, on a manifest, how well announcements are recognised."""

import json
import math
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from voice_chess.acoustics.manifest import LIST, Row, read_manifest
from voice_chess.arguments import any_number, named_path, whole_number
from voice_chess.cli.command import SUCCESS
from voice_chess.cli.enrol import examples_in
from voice_chess.cli.language_option import add_language
from voice_chess.cli.long_work import going_over
from voice_chess.cli.talk_options import add_caution, add_decoder
from voice_chess.compose.models import load_recognizer_model, own_model
from voice_chess.evaluation import false_alarms, fitting, own_ears, scores, single_words
from voice_chess.evaluation.noises import noise_of
from voice_chess.evaluation.recordings import position_of
from voice_chess.evaluation.scores import Outcome
from voice_chess.evaluation.trial import Trial
from voice_chess.languages.language import load_language
from voice_chess.plain_error import BadInput
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.sound import noise_mixing
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.understanding.scoring import CAUTION, Accepted, NothingFits, Unclear

_USUAL_NOISE = "pink"
_FITTING = ("also", "situations", "learnt")
"""Options that mean nothing without --fit."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "manifest", type=named_path, nargs="?", help="tab-separated: file, voice, FEN, UCI, words"
    )
    parser.add_argument(
        "--enrol",
        type=named_path,
        metavar="FOLDER",
        help="compare recognition with and without adaptation to these recordings; without a"
        " manifest, adapt to each voice of the folder by half of its recordings and judge it on"
        " the other half",
    )
    _configure_noise(parser)
    add_language(parser)
    add_caution(parser)
    parser.add_argument("--model", help="name or folder of a model instead of the language's own")
    add_decoder(parser)
    parser.add_argument("--words", action="store_true", help="the manifest has single words")
    parser.add_argument(
        "--no-legal-moves", action="store_true", help="accept any move, legal or not"
    )
    parser.add_argument(
        "--commands", action="store_true", help="recognise commands as well as moves"
    )
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="judge each recording in the position of another row, where it is not legal: none "
        "should be accepted",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--errors", action="store_true", help="list everything that was not accepted correctly"
    )
    _configure_fitting(parser)


def _configure_noise(parser: ArgumentParser) -> None:
    """Declare what is heard beside the speech."""
    parser.add_argument(
        "--snr", type=any_number, metavar="DB", help="add noise this far below speech"
    )
    parser.add_argument(
        "--noise",
        metavar="white|pink|hum|babble|hall|FILE",
        help="kind of noise with --snr (pink): hum is that of the mains, babble is voices without"
        " words, hall is six others announcing",
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, help="random seed of the noise")


def _configure_fitting(parser: ArgumentParser) -> None:
    """Declare what measures how far probabilities can be believed."""
    parser.add_argument(
        "--others",
        type=named_path,
        metavar="FOLDER",
        help="judge these sounds, which are not announcements",
    )
    parser.add_argument(
        "--fit",
        action="store_true",
        help="print the confidence of the exact decoder, fitted for this model",
    )
    parser.add_argument(
        "--also",
        type=named_path,
        metavar="MANIFEST",
        action="append",
        default=[],
        help="with --fit: one more manifest to fit on",
    )
    parser.add_argument(
        "--situations",
        type=named_path,
        metavar="MANIFEST",
        help="with --fit: recordings of commands, answers and the like, as"
        " `python -m voice_chess.acoustics situations` makes them",
    )
    parser.add_argument(
        "--learnt",
        action="store_true",
        help="with --fit: the voices are some that the model has learnt from, so that how well"
        " their sound is explained tells nothing of a stranger's",
    )
    parser.add_argument(
        "--calibration",
        action="store_true",
        help="print how often the best meaning was right, by its stated probability",
    )


def run(chosen: Namespace) -> int:
    """Measure what is asked for and print the results."""
    _check_together(chosen)
    language = load_language(chosen.language)
    if chosen.words and chosen.enrol is None:
        return _words(chosen, load_recognizer_model(language, chosen.model, chosen.decoder))
    rows = read_manifest(_manifest(chosen))
    noise = _noise(chosen, rows)
    model = load_recognizer_model(
        language, chosen.model, chosen.decoder if chosen.enrol is None else "exact"
    )
    if chosen.fit:
        own = own_model(model)
        if own is None:
            message = "--fit needs the exact decoder: the scores of others have nothing to fit"
            raise BadInput(message)
        fit = fitting.Fitting(language=language, model=own, seed=chosen.seed)
        manifests = [chosen.manifest, *chosen.also]
        cases = fit.cases(manifests, chosen.situations, chosen.others)
        _write(fitting.report(cases, is_learnt=chosen.learnt))
        return SUCCESS
    trial = _trial(chosen, rows, noise, model)
    if chosen.enrol is not None:
        return _own_ears(chosen, trial)
    return _recordings(chosen, trial, rows)


def _recordings(chosen: Namespace, trial: Trial, rows: list[Row]) -> int:
    """Hear announcements or, with --others, sounds that are none."""
    files = false_alarms.sounds_in(chosen.others) if chosen.others is not None else []
    wanted = [] if files else rows
    expectations = [Expectation(position=position_of(r), commands=trial.commands) for r in rows]
    with going_over("recordings", len(files) + len(wanted)) as work:
        strange = false_alarms.hear_others(
            work.over(files), expectations, trial.language, trial.model, trial.caution
        )
        outcomes = [trial.outcome(row, number) for number, row in enumerate(work.over(wanted))]
    if strange and chosen.json:
        _write_json({"others": false_alarms.counts(strange)})
    elif strange:
        _write(false_alarms.table(strange))
    elif outcomes:
        _report(chosen, outcomes)
    return work.code(SUCCESS)


def _words(chosen: Namespace, model: RecognizerModel) -> int:
    """Print how many single words were heard right, letters and digits apart."""
    wanted = single_words.read_words(_manifest(chosen))
    tokens = [word.token for word in wanted]
    with going_over("words", len(wanted)) as work:
        heard = single_words.hear_words(
            work.over(wanted), tokens, load_language(chosen.language), model
        )
    if heard and chosen.json:
        _write_json(single_words.as_json(heard))
    elif heard:
        _write(single_words.table(heard))
    return work.code(SUCCESS)


def _own_ears(chosen: Namespace, trial: Trial) -> int:
    """Adapt ears by the folder's examples and judge them on the manifest.

    Without a manifest, adapt and judge by halves of each voice.
    """
    model = own_model(trial.model)
    if model is None:
        message = "--enrol needs a model of our own: no other can be turned to a voice"
        raise BadInput(message)
    if chosen.manifest is not None:
        turnings = own_ears.judged_on(chosen.manifest, examples_in(chosen.enrol, model.acoustic))
    else:
        turnings = own_ears.by_halves(chosen.enrol / LIST, trial.language)
    with going_over("ears", len(turnings)) as work:
        compared = own_ears.compared(
            work.over(turnings),
            model,
            lambda own, row, number: replace(trial, model=own).outcome(row, number),
        )
    if compared.with_own and chosen.json:
        _write_json(compared.as_json())
    elif compared.with_own:
        _write(compared.text())
    return work.code(SUCCESS)


def _manifest(chosen: Namespace) -> Path:
    """Return the manifest that was named, or the one in the --enrol folder. Raises `BadInput`."""
    if chosen.manifest is not None:
        return Path(chosen.manifest)
    if chosen.enrol is None:
        message = "evaluate needs a manifest: a file with lines of file, voice, FEN, UCI, words"
        raise BadInput(message)
    return Path(chosen.enrol) / LIST


def _trial(
    chosen: Namespace,
    rows: list[Row],
    noise: noise_mixing.Disturbance | None,
    model: RecognizerModel,
) -> Trial:
    """Return the conditions in which each recording is heard."""
    own = own_model(model)
    return Trial(
        language=load_language(chosen.language),
        model=model,
        noise=noise,
        caution=CAUTION[chosen.caution],
        seed=chosen.seed,
        aligned_by=own.acoustic if own is not None else None,
        any_move=chosen.no_legal_moves,
        commands=_commands(chosen),
        elsewhere=[position_of(row) for row in rows] if chosen.elsewhere else (),
    )


def _commands(chosen: Namespace) -> frozenset[str]:
    return UNASKED if chosen.commands else frozenset()


def _noise(chosen: Namespace, rows: list[Row]) -> noise_mixing.Disturbance | None:
    if chosen.snr is None:
        return None
    return noise_of(chosen.noise or _USUAL_NOISE, chosen.snr, rows, chosen.language)


def _check_together(chosen: Namespace) -> None:
    """Refuse options that would change nothing here. Raises `BadInput`."""
    if chosen.noise is not None and chosen.snr is None:
        message = f"--noise {chosen.noise} needs --snr, which tells how far below speech it is."
        raise BadInput(message)
    if chosen.snr is not None and not math.isfinite(chosen.snr):
        message = f"Noise lies some decibels below speech, not --snr {chosen.snr}."
        raise BadInput(message)
    for option in _FITTING:
        if getattr(chosen, option) and not chosen.fit:
            message = f"--{option} is about --fit: say --fit, too."
            raise BadInput(message)


def _report(chosen: Namespace, outcomes: list[Outcome]) -> None:
    if chosen.json:
        _write_json(scores.as_json(outcomes))
        return
    found = scores.reliability(outcomes)
    if chosen.calibration:
        _write("\n".join(scores.reliability_table(found)))
        return
    _write(scores.table(outcomes))
    for each in found:
        _write(f"probability {each.probability:.2f}: {each.right} of {each.utterances} right")
    for outcome in outcomes if chosen.errors else ():
        if not outcome.is_right:
            _write(f"{outcome.name} {outcome.voice} {outcome.meant}: {_told(outcome)}")


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _write_json(report: dict[str, Any]) -> None:
    _write(json.dumps(report, indent=2))


def _told(outcome: Outcome) -> str:
    match outcome.verdict:
        case Accepted(belief=belief):
            return f"WRONG {' '.join(belief.words)} {belief.probability:.3f}"
        case Unclear(beliefs=beliefs):
            heard = ", ".join(f"{' '.join(b.words)} {b.probability:.2f}" for b in beliefs[:3])
            return f"asked: {heard}"
        case NothingFits(words=words):
            return f"refused: {' '.join(words)}"
