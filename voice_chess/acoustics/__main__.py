"""`python -m voice_chess.acoustics build` makes an acoustic model from speech engines alone."""

import sys
from argparse import ArgumentTypeError, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from voice_chess.acoustics.engines.catalogue import engines
from voice_chess.acoustics.manifest import LIST
from voice_chess.arguments import OneSentenceParser, folder_to_write, whole_number
from voice_chess.decoding.head_file import has_head
from voice_chess.decoding.kaldi_file import NETWORK
from voice_chess.languages.language import load_language
from voice_chess.own_command import command_to_install
from voice_chess.plain_error import PlainError, told_by_system

if TYPE_CHECKING:
    from voice_chess.acoustics.train import Recipe  # the train extra


def main(arguments: list[str] | None = None) -> int:
    """Run one of the commands, and return the exit status: 0, or 2 after an error."""
    try:
        chosen = _parser().parse_args(arguments)
        _check(chosen)
        chosen.run(chosen)
    except ModuleNotFoundError as missing:
        sys.stderr.write(f"This needs {missing.name}: {command_to_install('-e', '.[train]')}\n")
        return 2
    except PlainError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{told_by_system(error)}\n")
        return 2
    return 0


def _check(chosen: Namespace) -> None:
    """Raise `PlainError` for an unknown voice at once, before hours of speech are made."""
    if not vars(chosen).get("without"):
        return
    from voice_chess.acoustics.speakers import is_named  # the train extra

    voices = [voice for engine in engines() for voice in engine.voices()]
    for name in chosen.without:
        if not any(is_named(voice, [name]) for voice in voices):
            message = f"no voice is called {name}; `python -m voice_chess.acoustics voices` tells"
            raise PlainError(message)


def _model(written: str) -> Path:
    """Return the folder of a finished model. Raises `ArgumentTypeError` for any other folder."""
    folder = Path(written)
    if not (folder / NETWORK).is_file() and not has_head(folder):
        message = f"{folder} is no model folder, {NETWORK} is missing: name one that `build` made"
        raise ArgumentTypeError(message)
    return folder


def _people(written: str) -> Path:
    """Return a folder with a list of recorded people. Raises `ArgumentTypeError` if it has none."""
    folder = Path(written)
    if not (folder / LIST).is_file():
        message = f"{folder} has no list of its recordings, {LIST}: name a folder that has one"
        raise ArgumentTypeError(message)
    return folder


def _rate(written: str) -> float:
    try:
        rate = float(written)
    except ValueError:
        rate = 0.0
    if not 0 < rate < 1:
        message = f"{written!r} is not a number between 0 and 1"
        raise ArgumentTypeError(message)
    return rate


def _parser() -> OneSentenceParser:
    parser = OneSentenceParser(prog="python -m voice_chess.acoustics", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="speech, alignment, training, export")
    _configure_build(build)
    build.set_defaults(run=_build)
    apart = commands.add_parser(
        "tell-apart", help="train a finished model's last layers to tell the words of moves apart"
    )
    _configure_telling(apart, "2 minutes")
    apart.set_defaults(run=_tell_apart)
    utterances = commands.add_parser(
        "tell-utterances",
        help="train all layers of a finished model on whole utterances, with noise drawn anew",
    )
    _configure_telling(utterances, "7 minutes")
    utterances.set_defaults(run=_tell_utterances)
    mean = commands.add_parser("mean", help="the mean of models that were trained on from one")
    mean.add_argument("models", type=_model, nargs="+", metavar="MODEL", help="folder of a model")
    mean.add_argument("--out", type=folder_to_write, required=True, help="folder of the mean")
    mean.add_argument("--language", default="de", help="whose words they know")
    mean.set_defaults(run=_mean)
    sums = commands.add_parser("checksums", help="sign a model whose files were changed on purpose")
    sums.add_argument("model", type=_model, help="folder of the model")
    sums.set_defaults(run=_checksums)
    voices = commands.add_parser("voices", help="which speech engines this machine has")
    voices.set_defaults(run=_voices)
    demo = commands.add_parser("demo-audio", help="the recordings of the demonstration")
    demo.add_argument("--folder", type=folder_to_write, default="audio/demo")
    demo.set_defaults(run=_demo_audio)
    said = commands.add_parser(
        "situations", help="recordings of all that is said in a game, to fit a confidence on"
    )
    _configure_situations(said)
    said.set_defaults(run=_situations)
    return parser


def _configure_build(build: OneSentenceParser) -> None:
    """Add the options for the parts of a model and the length of its training."""
    _configure_speech(build)
    build.add_argument(
        "--steps",
        type=whole_number(1),
        default=12_000,
        help="training steps, 2 minutes of sound each",
    )
    build.add_argument("--rate", type=_rate, default=2e-3, help="learning rate at its highest")
    build.add_argument(
        "--width", type=whole_number(1), default=256, help="width of the network's layers"
    )
    build.add_argument(
        "--model", type=_model, help="train this finished model on, with its words and its width"
    )
    build.add_argument(
        "--trunk",
        type=_model,
        metavar="MODEL",
        help="a finished model: its first layers serve, and only a head for new words is trained",
    )
    build.add_argument("--small", action="store_true", help="a few minutes' model, to try the way")


def _configure_telling(command: OneSentenceParser, each: str) -> None:
    """Add the options of a short further training; `each` is the sound per step, for the help."""
    _configure_speech(command)
    command.add_argument("model", type=_model, metavar="MODEL", help="the finished model")
    command.add_argument(
        "--steps", type=whole_number(1), help=f"training steps, {each} of sound each"
    )
    command.add_argument("--rate", type=_rate, help="learning rate at its highest")


def _configure_situations(said: OneSentenceParser) -> None:
    """Add the options for the number of recordings and their voices."""
    said.add_argument("--out", type=folder_to_write, required=True, help="folder of the recordings")
    said.add_argument("--language", default="de", help="whose words and commands are spoken")
    said.add_argument(
        "--count", type=whole_number(1), default=1_000, help="how many recordings hold words"
    )
    said.add_argument("--seed", type=whole_number(0), default=1, help="chance of all that is drawn")
    said.add_argument(
        "--voices", nargs="+", default=(), metavar="VOICE", help='these alone: "festival-czech-*"'
    )


def _configure_speech(command: OneSentenceParser) -> None:
    """Add the options for the model's folder and the voices that speak for it."""
    command.add_argument("--out", type=folder_to_write, required=True, help="folder of the model")
    command.add_argument(
        "--work", type=folder_to_write, default="build/acoustics", help="working folder"
    )
    command.add_argument("--language", default="de", help="whose words and commands are spoken")
    command.add_argument(
        "--people",
        type=_people,
        metavar="FOLDER",
        help="recorded people to learn from as well, listed in manifest.tsv",
    )
    command.add_argument(
        "--without",
        nargs="+",
        default=(),
        metavar="VOICE",
        help="voices that are kept from it, so that its confidence can be fitted on them, as in "
        '"festival-czech-*"; wants a working folder of its own',
    )


def _build(chosen: Namespace) -> None:
    from voice_chess.acoustics.build import Amounts, Build  # the train extra
    from voice_chess.acoustics.train import Recipe

    if chosen.trunk is not None:
        _build_head(chosen)
        return
    few = Amounts(synthetic=8, foreign=2, uvular=2, natural=40, natural_rounds=1)
    amounts = replace(few if chosen.small else Amounts(), without=chosen.without)
    recipe = Recipe(
        steps=300 if chosen.small else chosen.steps,
        width=64 if chosen.small else chosen.width,
        learning_rate=chosen.rate,
    )
    made = Build(chosen.work, chosen.language, amounts, people=chosen.people)
    made.all(chosen.out, recipe, chosen.model)


def _build_head(chosen: Namespace) -> None:
    from voice_chess.acoustics.build import Amounts, Build  # the train extra
    from voice_chess.acoustics.head_build import AMOUNTS, RECIPE, HeadBuild

    few = Amounts(synthetic=4, foreign=0, uvular=0, natural=0, chatter=0.02)
    recipe = replace(RECIPE, steps=100) if chosen.small else RECIPE
    amounts = replace(few if chosen.small else AMOUNTS, without=chosen.without)
    build = Build(chosen.work, chosen.language, amounts)
    HeadBuild(build, chosen.trunk).all(chosen.out, recipe)


def _tell_apart(chosen: Namespace) -> None:
    from voice_chess.acoustics import head_training  # the train extra
    from voice_chess.acoustics.build import Build
    from voice_chess.acoustics.word_training import AMOUNTS, RECIPE, WordTraining

    is_head = has_head(chosen.model)
    usual, amounts = (head_training.RECIPE, head_training.AMOUNTS) if is_head else (RECIPE, AMOUNTS)
    amounts = replace(amounts, without=chosen.without)
    build = Build(chosen.work, chosen.language, amounts, people=chosen.people)
    if is_head:
        head_training.tell_apart(build, chosen.model, chosen.out, _as_chosen(usual, chosen))
    else:
        WordTraining(build, chosen.model).all(chosen.out, _as_chosen(usual, chosen))


def _tell_utterances(chosen: Namespace) -> None:
    from voice_chess.acoustics.build import Build  # the train extra
    from voice_chess.acoustics.utterance_training import AMOUNTS, RECIPE, USUAL, tell_utterances

    amounts = replace(AMOUNTS.get(chosen.language, USUAL), without=chosen.without)
    build = Build(chosen.work, chosen.language, amounts, people=chosen.people)
    tell_utterances(build, chosen.model, chosen.out, _as_chosen(RECIPE, chosen))


def _as_chosen(usual: "Recipe", chosen: Namespace) -> "Recipe":
    """Return the usual recipe, with the steps and the rate that the options name, if any."""
    return replace(
        usual,
        steps=chosen.steps or usual.steps,
        learning_rate=chosen.rate or usual.learning_rate,
    )


def _mean(chosen: Namespace) -> None:
    from voice_chess.acoustics.model_mean import write_mean  # the train extra
    from voice_chess.acoustics.native_lexicon import lexicon_of
    from voice_chess.acoustics.phones import Inventory

    write_mean(chosen.models, chosen.out, Inventory(lexicon_of(chosen.language)))


def _checksums(chosen: Namespace) -> None:
    from voice_chess.acoustics.export import write_checksums  # the train extra

    write_checksums(chosen.model)


def _situations(chosen: Namespace) -> None:
    from voice_chess.acoustics.recorded_situations import record  # the train extra

    language = load_language(chosen.language)
    made = record(chosen.out, language, chosen.count, chosen.seed, chosen.voices)
    sys.stdout.write(f"{made} recordings in {chosen.out}, listed in {chosen.out / LIST}\n")


def _demo_audio(chosen: Namespace) -> None:
    from voice_chess.acoustics.demo_audio import make  # as above

    made = make(chosen.folder)
    sys.stdout.write(f"{len(made)} recordings in {chosen.folder}\n")


def _voices(_: Namespace) -> None:
    from voice_chess.acoustics.speakers import name_of  # as above

    for engine in engines():
        found = engine.voices()
        told = engine.missing() or f"{len(found)} voices: {', '.join(map(name_of, found[:20]))}"
        sys.stdout.write(f"{engine.name}: {told}\n")


if __name__ == "__main__":
    sys.exit(main())
