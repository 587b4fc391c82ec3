"""`python -m voice_chess.acoustics build`: makes a model from nothing but speech engines."""

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from voice_chess.acoustics.engines.catalogue import engines
from voice_chess.acoustics.situations import LIST
from voice_chess.decoding.head_file import has_head
from voice_chess.languages.language import load_language


def main(arguments: list[str] | None = None) -> int:
    """Run one of the commands."""
    parser = ArgumentParser(prog="python -m voice_chess.acoustics", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="speech, alignment, training, export")
    _configure_build(build)
    build.set_defaults(run=_build)
    sums = commands.add_parser("checksums", help="sign a model whose files were changed on purpose")
    sums.add_argument("model", type=Path, help="folder of the model")
    sums.set_defaults(run=_checksums)
    voices = commands.add_parser("voices", help="which speech engines this machine has")
    voices.set_defaults(run=_voices)
    demo = commands.add_parser("demo-audio", help="the recordings of the demonstration")
    demo.add_argument("--folder", type=Path, default=Path("audio/demo"))
    demo.set_defaults(run=_demo_audio)
    said = commands.add_parser(
        "situations", help="recordings of all that is said in a game, to fit a confidence on"
    )
    said.add_argument("--out", type=Path, required=True, help="folder of the recordings")
    said.add_argument("--language", default="de", help="whose words and commands are spoken")
    said.add_argument("--count", type=int, default=1_000, help="how many recordings hold words")
    said.add_argument("--seed", type=int, default=1, help="chance of all that is drawn")
    said.set_defaults(run=_situations)
    chosen = parser.parse_args(arguments)
    code: int = chosen.run(chosen)
    return code


def _configure_build(build: ArgumentParser) -> None:
    """What a model is made of, and how long it is trained."""
    build.add_argument("--out", type=Path, required=True, help="folder of the model")
    build.add_argument("--work", type=Path, default=Path("build/acoustics"), help="working folder")
    build.add_argument("--language", default="de", help="whose words and commands are spoken")
    build.add_argument(
        "--steps", type=int, default=12_000, help="training steps, 2 minutes of sound each"
    )
    build.add_argument("--rate", type=float, default=2e-3, help="learning rate at its highest")
    build.add_argument("--width", type=int, default=256, help="width of the network's layers")
    build.add_argument(
        "--model", type=Path, help="train this finished model on, with its words and its width"
    )
    build.add_argument(
        "--trunk",
        type=Path,
        metavar="MODEL",
        help="a finished model: its first layers serve, and only a head for new words is trained",
    )
    build.add_argument(
        "--people",
        type=Path,
        metavar="FOLDER",
        help="recorded people to learn from as well, listed in manifest.tsv",
    )
    build.add_argument("--small", action="store_true", help="a few minutes' model, to try the way")


def _build(chosen: Namespace) -> int:
    try:
        from voice_chess.acoustics.build import Amounts, Build  # the train extra
        from voice_chess.acoustics.taken_up import OtherWords
        from voice_chess.acoustics.train import Recipe
    except ModuleNotFoundError as missing:
        sys.stderr.write(f"Training needs {missing.name}: pip install -e '.[train]'\n")
        return 2
    if chosen.trunk is not None:
        return _build_head(chosen)
    few = Amounts(synthetic=8, foreign=2, uvular=2, natural=40, natural_rounds=1)
    amounts = few if chosen.small else None
    recipe = Recipe(
        steps=300 if chosen.small else chosen.steps,
        width=64 if chosen.small else chosen.width,
        learning_rate=chosen.rate,
    )
    try:
        made = Build(chosen.work, chosen.language, amounts, people=chosen.people)
        made.all(chosen.out, recipe, chosen.model)
    except (OtherWords, FileNotFoundError) as reason:
        sys.stderr.write(f"{reason}\n")
        return 2
    return 0


def _build_head(chosen: Namespace) -> int:
    from voice_chess.acoustics.build import Amounts, Build  # the train extra
    from voice_chess.acoustics.head_build import AMOUNTS, RECIPE, HeadBuild
    from voice_chess.decoding.kaldi_file import DamagedNetwork

    few = Amounts(synthetic=4, foreign=0, uvular=0, natural=0, chatter=0.02)
    recipe = replace(RECIPE, steps=100) if chosen.small else RECIPE
    try:
        build = Build(chosen.work, chosen.language, few if chosen.small else AMOUNTS)
        HeadBuild(build, chosen.trunk).all(chosen.out, recipe)
    except KeyError as missing:
        sys.stderr.write(f"tongues.toml tells nothing of the language {missing}\n")
        return 2
    except (DamagedNetwork, OSError) as reason:
        sys.stderr.write(f"{reason}\n")
        return 2
    return 0


def _checksums(chosen: Namespace) -> int:
    from voice_chess.acoustics.export import write_checksums  # the train extra

    if not (chosen.model / "am/final.mdl").is_file() and not has_head(chosen.model):
        sys.stderr.write(f"{chosen.model} is no model folder: am/final.mdl is missing\n")
        return 2
    write_checksums(chosen.model)
    return 0


def _situations(chosen: Namespace) -> int:
    try:
        from voice_chess.acoustics.recorded_situations import (  # the train extra
            record,
        )
    except ModuleNotFoundError as missing:
        sys.stderr.write(f"Recording situations needs {missing.name}: pip install -e '.[train]'\n")
        return 2
    made = record(chosen.out, load_language(chosen.language), chosen.count, chosen.seed)
    sys.stdout.write(f"{made} recordings in {chosen.out}, listed in {chosen.out / LIST}\n")
    return 0


def _demo_audio(chosen: Namespace) -> int:
    from voice_chess.acoustics.demo_audio import VoiceMissing, make  # as above

    try:
        made = make(chosen.folder)
    except VoiceMissing as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    sys.stdout.write(f"{len(made)} recordings in {chosen.folder}\n")
    return 0


def _voices(_: Namespace) -> int:
    for engine in engines():
        found = engine.voices()
        told = engine.missing() or f"{len(found)} voices: {', '.join(v.id for v in found[:20])}"
        sys.stdout.write(f"{engine.name}: {told}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
