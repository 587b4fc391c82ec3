"""The direction of imports, and the size of modules and functions, are promises of the whole."""

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from voice_chess.cli.command_line import COMMANDS
from voice_chess.languages.language import STANDARD_LANGUAGE
from voice_chess.laws.edition import known_editions
from voice_chess.own_command import PROGRAM
from voice_chess.session.voice_preferences import USUAL_RATE
from voice_chess.sound.sampling import SAMPLE_RATE

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "voice_chess").rglob("*.py"))
SOURCES = [*MODULES, *sorted(Path(__file__).parent.rglob("*.py"))]
MOST_LINES_OF_MODULE = 500
"""Besides imports. A module holds one subject; beyond this it probably holds two.

400 lines are usual at most. What is one subject was cut at 420 into modules of a few dozen lines,
and whoever followed a move through the program had to read twice as many of them.
"""
MOST_LINES_OF_FUNCTION = 40
FEWEST_LINES = 32
IGNORING = "noqa"
UNTYPED = "type: ignore"


def test_imports_keep_to_the_contract() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    found = str(program) if program.exists() else shutil.which("lint-imports")
    assert found is not None, "import-linter is part of the test extra and is not installed"

    checked = subprocess.run(
        [found, "--no-cache"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


FORBIDDEN = {
    "laws/draws.py": "voice_chess.languages.language",
    "event/trf.py": "os",
    "speech/understanding/parse.py": "voice_chess.event.results",
    "cli/laws.py": "voice_chess",
    "web/messages/rest.py": "voice_chess.library.games",
    "session/dialogue/replies.py": "voice_chess.session.games.live_game",
    "session/boards/board_watch.py": "threading",
    "speech/understanding/interpret.py": "voice_chess.speech.generation.announce",
    "cli/help.py": "voice_chess.adapters.system.system_time",
}
"""Modules, and what each of them may not import."""


def test_a_forbidden_import_is_noticed(tmp_path: Path) -> None:
    """The test above would mean nothing if the linter read no contract."""
    copied = tmp_path / "voice_chess"
    shutil.copytree(ROOT / "voice_chess", copied, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, forbidden in FORBIDDEN.items():
        module = copied / name
        module.write_text(f"{module.read_text('utf-8')}\nimport {forbidden}\n", "utf-8")
    program = Path(sys.executable).with_name("lint-imports")

    checked = subprocess.run(
        [str(program), "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    told = " ".join(checked.stdout.split())
    assert checked.returncode == 1
    for name, forbidden in FORBIDDEN.items():
        module_name = f"voice_chess.{name.removesuffix('.py').replace('/', '.')}"
        assert f"{module_name} -> {forbidden}" in told


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def module_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_module_says_in_one_sentence_what_it_is_for() -> None:
    first_lines = {
        module_name(path): (ast.get_docstring(parsed(path)) or "").partition("\n")[0]
        for path in MODULES
    }

    assert {
        name: said for name, said in first_lines.items() if said[-1:] not in {".", "?", ":"}
    } == {}


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def lines_besides_imports(path: Path) -> int:
    imports = [node for node in parsed(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
    return len(path.read_text("utf-8").splitlines()) - sum(map(lines_of, imports))


def test_no_module_is_too_long_to_read() -> None:
    lengths = {module_name(path): lines_besides_imports(path) for path in MODULES}

    assert {name: n for name, n in lengths.items() if n > MOST_LINES_OF_MODULE} == {}


SHORT = {
    "acoustics/engines/catalogue.py": "the command line names them without what training needs",
    "adapters/storage/chair_codec.py": "three stores write chairs, and none of them leads",
    "adapters/system/open_files.py": "a limit of the system, and no other module's subject",
    "adapters/system/regular_work.py": "garbage and large pages need it, and neither leads",
    "arbiter/ruling.py": "every module that rules returns one",
    "bounded_reading.py": "commands, records and training read such files",
    "cli/archive_faults.py": "two commands read such archives, and neither loads the other",
    "cli/devices.py": "a command has a module of its own name",
    "cli/import_games.py": "a command has a module of its own name",
    "cli/sheet_file.py": "five commands read a game in a file",
    "compose/braille.py": "only `compose` may choose the program for braille",
    "game/base.py": "every subject of a game builds on it",
    "game/envelope.py": "the state of a game holds one, and adjournment builds on the state",
    "laws/chess960.py": "a question of its own about positions",
    "laws/irregularities.py": "a question of its own to an edition",
    "laws/recording.py": "a question of its own to an edition",
    "library/errors.py": "every module of the public library raises them",
    "own_command.py": "adapters give hints, too, and may not know the settings",
    "records/paper_tables.py": "stands between those who make tables and the paper",
    "records/pictures.py": "draws, for which python-chess loads more than positions need",
    "records/transliteration.py": "a sheet in braille and one in print need it",
    "sound/chance.py": "all training draws by it",
    "sound/sampling.py": "all sound is of this form",
    "speech/generation/vocabulary.py": "lists what all other modules there can say",
}
"""Modules of fewer than `FEWEST_LINES` lines, and why each stands alone."""


def test_no_module_is_so_short_that_it_is_only_one_more_to_open() -> None:
    """What a few lines are about is mostly part of a neighbour's subject."""
    short = {
        path.relative_to(ROOT / "voice_chess").as_posix()
        for path in MODULES
        if path.name != "__init__.py"
        if len(path.read_text("utf-8").splitlines()) < FEWEST_LINES
    }

    assert short - SHORT.keys() == set(), "join a neighbour, or say here why not"
    assert SHORT.keys() - short == set(), "no longer needed"


def test_no_function_is_too_long_to_read() -> None:
    lengths = {
        f"{module_name(path)}: {node.name}": lines_of(node)
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {name: n for name, n in lengths.items() if n > MOST_LINES_OF_FUNCTION} == {}


def test_no_module_is_called_by_what_it_happens_to_hold() -> None:
    vague = {"utils", "helpers", "common", "core", "manager", "misc"}

    assert not [path for path in MODULES if path.stem in vague]


SAME_NAME = {
    "Layer": "the network for training in PyTorch has the layers of the one that hears in NumPy",
    "Network": "the same network, for training in PyTorch and for hearing in NumPy",
}
"""Classes that share a name, and why that confuses nobody."""


def test_no_two_classes_have_one_name() -> None:
    """The public library is left out: its names are a promise to programs that see no others."""
    defined: dict[str, list[str]] = {}
    for path in MODULES:
        if path.parent.name == "library":
            continue
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined.setdefault(node.name, []).append(module_name(path))
    twice = {name: places for name, places in defined.items() if len(places) > 1}

    assert {name: places for name, places in twice.items() if name not in SAME_NAME} == {}
    assert SAME_NAME.keys() <= twice.keys(), "no longer needed"


def test_only_the_public_library_hands_on_what_others_define() -> None:
    """Every other name is imported from where it is defined; the type checker sees to that."""
    handing_on = [module_name(path) for path in MODULES if "__all__ = " in path.read_text("utf-8")]

    assert handing_on == ["voice_chess/__init__.py"]


def lines_with(mark: str) -> list[str]:
    """Return all lines of source with this comment, each behind the name of its module."""
    return [
        f"{module_name(path)}: {line.strip()}"
        for path in SOURCES
        for line in path.read_text("utf-8").splitlines()
        if f"# {mark}" in line
    ]


def test_no_rule_is_broken_without_a_reason() -> None:
    """Behind the codes stands why, in words; what holds for many lines is configured."""
    broken = lines_with(IGNORING)

    assert [line for line in broken if not re.search(rf"# {IGNORING}: [A-Z\d, ]+ - \w", line)] == []


def test_no_type_is_ignored_without_a_reason() -> None:
    ignored = lines_with(f"{UNTYPED}[")

    assert [line for line in ignored if not re.search(rf"# {UNTYPED}\[.+?\] +# \w", line)] == []


def is_broad(handler: ast.ExceptHandler) -> bool:
    named = ast.unparse(handler.type) if handler.type else "BaseException"
    return bool(re.search(r"\b(Base)?Exception\b", named))


def test_no_error_whatever_is_caught_without_a_reason() -> None:
    """A comment says why, on the line or under it; what cleans up and raises on needs none."""
    caught = [
        f"{module_name(path)}: {number}"
        for path in SOURCES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ExceptHandler) and is_broad(node)
        if not (isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None)
        for number in [node.lineno]
        if "# " not in "".join(path.read_text("utf-8").splitlines()[number - 1 : number + 1])
    ]

    assert caught == []


def constants(path: Path) -> list[object]:
    return [node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant)]


def test_the_rate_of_sound_stands_in_one_module() -> None:
    """What speech engines make of their own accord is theirs to tell."""
    others = [path for path in MODULES if path.stem != "sampling" and path.parent.name != "engines"]

    assert [module_name(path) for path in others if SAMPLE_RATE in constants(path)] == []


def test_the_usual_rate_of_speech_stands_in_one_module() -> None:
    """How fast other programs speak of their own accord is theirs to tell."""
    apart = ("voice_preferences", "engine")
    others = [path for path in MODULES if path.stem not in apart]

    assert [module_name(path) for path in others if USUAL_RATE in constants(path)] == []


def test_the_standard_language_stands_in_one_module() -> None:
    """What the makers of voices and the training call their German is theirs to tell."""
    apart = ("language", "espeak", "festival")
    others = [path for path in MODULES if path.stem not in apart and "acoustics" not in path.parts]

    assert [module_name(path) for path in others if STANDARD_LANGUAGE in constants(path)] == []


def test_no_code_names_an_edition_of_the_laws() -> None:
    """An edition is a file: whoever adds one changes no code. The standard one has one place."""
    editions = set(known_editions())
    named = {
        module_name(path): found
        for path in MODULES
        if path != ROOT / "voice_chess" / "laws" / "edition.py"
        if (found := editions.intersection(map(str, constants(path))))
    }

    assert named == {}, "ask the edition for a value, and give it one in laws/editions"


def test_no_docstring_begins_with_a_person_nobody_has_named() -> None:
    """A reader wants to know what is returned or done, and looks for a subject and its verb."""
    said = [
        f"{module_name(path)}: {text}"
        for path in MODULES
        for text in constants(path)
        if str(text).startswith(("Who ", "Whoever "))
    ]

    assert said == []


NAMED_BARE = {
    "docs/plain.py": "pages of documentation name the program as they do elsewhere",
    "speech/understanding/confidence.py": "the line stays in a file, wherever that is copied",
    "cli/talk_options.py": "the pages of documentation show it as well",
    "web/protection/security.py": "visitors read it, who need not know where the program lies",
    "web/routes/front_door.py": "visitors read it, who need not know where the program lies",
}
"""Modules that name a command of the program by its usual name, and why."""


def documented(path: Path) -> set[object]:
    """Return the docstrings of a module, also those behind a value."""
    return {
        node.value.value
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def test_a_command_to_copy_begins_as_the_program_was_started() -> None:
    named = re.compile(rf"\b{PROGRAM} (?:{'|'.join(command.name for command in COMMANDS)})\b")
    bare = {
        path.relative_to(ROOT / "voice_chess").as_posix()
        for path in MODULES
        for text in constants(path)
        if named.search(str(text)) and text not in documented(path)
    }

    assert bare - NAMED_BARE.keys() == set(), "begin it with `own_command()`"
    assert NAMED_BARE.keys() - bare == set(), "no longer needed"
