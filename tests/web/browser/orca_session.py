"""Runs an invisible desktop on which the real Orca reads Chromium, and records what Orca says."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

PROGRAMS = (
    *("Xvfb", "openbox", "xdotool", "orca", "speech-dispatcher"),
    *("dbus-daemon", "dbus-send"),
)
"""Programs of Debian's xvfb openbox xdotool orca speech-dispatcher dbus (and at-spi2-core)."""

BUS_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
GENERIC_MODULES = "/usr/lib/speech-dispatcher-modules/sd_generic"
STARTS_S = 240
LISTENS_S = 180
QUIET_S = 1.2
LOOKS_EVERY_S = 0.02

# Without a sound device speech-dispatcher ends itself, and Orca with it.
NO_SOUND = "pcm.!default { type null }\nctl.!default { type null }\n"
SPEECHD = """
LogLevel 1
LogDir "{folder}/log"
SymbolsPreproc "none"
AudioOutputMethod "alsa"
AddModule "filelog" "sd_generic" "filelog.conf"
DefaultModule filelog
"""
FILELOG = """
GenericExecuteSynth "printf '%s\\n' \\'$DATA\\' >> {folder}/synthesised.log"
GenericLanguage "en" "en" "utf-8"
AddVoice "en" "MALE1" "none"
"""
# Orca writes its own log in blocks, seconds late; this writes each phrase when it is sent.
CUSTOMIZATIONS = """
import os, time
import orca.speechdispatcherfactory as factory
_log = open(os.environ["ORCA_SPOKEN_LOG"], "a", buffering=1, encoding="utf-8")
_original = factory.SpeechServer._speak
def _speak(self, text, acss, **options):
    _log.write("%.3f\\t%s\\n" % (time.monotonic(), " ".join(text.split())))
    return _original(self, text, acss, **options)
factory.SpeechServer._speak = _speak
"""


def missing() -> list[str]:
    """Return the programs that are needed and not installed."""
    programs = [program for program in PROGRAMS if shutil.which(program) is None]
    if not any(Path(launcher).exists() for launcher in BUS_LAUNCHERS):
        programs.append("at-spi-bus-launcher")
    if not Path(GENERIC_MODULES).exists():
        programs.append("sd_generic")
    return programs


@dataclass
class Orca:
    """A session with Orca: presses keys as a hand does, and listens to what Orca says."""

    environment: Mapping[str, str]
    spoken: Path
    transcript: list[tuple[str, str]] = field(default_factory=list)
    """Keys pressed, as ("key", "Tab"), and words said, as ("says", "..."), in order."""
    _read: int = 0

    def press(self, *keys: str) -> None:
        """Press keys, by their X names, through the X server: Orca misses keys of browser tests."""
        for key in keys:
            self.transcript.append(("key", key))
        self._xdotool("key", "--delay", "60", *keys)

    def type(self, words: str) -> None:
        self.transcript.append(("types", words))
        self._xdotool("type", "--delay", "40", words)

    def click(self, x: float, y: float) -> None:
        """Click at a point; only then does a browser have the keyboard focus."""
        self._xdotool("mousemove", str(round(x)), str(round(y)), "click", "1")

    def note(self, words: str) -> None:
        """Add an event from elsewhere to the transcript."""
        self.transcript.append(("note", words))

    def hear(self, *wanted: str) -> str:
        """Return what Orca has said since the last call; fail unless it says all wanted words.

        Case is ignored: a sentence begins with a capital, a word in the language's data does not.
        """
        heard: list[str] = []

        def has_said_all() -> bool:
            heard.extend(self._news())
            told = " ".join(heard).casefold()
            return all(part.casefold() in told for part in wanted)

        wait_for(has_said_all, LISTENS_S, lambda: f"wanted {wanted}, Orca said {heard}")
        return " ".join(heard + self.rest())

    def rest(self) -> list[str]:
        """Return what Orca goes on to say, until it has been quiet for a while."""
        heard: list[str] = []
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < QUIET_S:
            news = self._news()
            heard += news
            if news:
                quiet_since = time.monotonic()
            time.sleep(LOOKS_EVERY_S)
        return heard

    def told(self) -> str:
        """Return the transcript, one line for each thing pressed or said."""
        lines = (f"{kind:5}  {words}" for kind, words in self.transcript)
        return "\n".join(lines) + "\n"

    def _news(self) -> list[str]:
        content = self.spoken.read_text(encoding="utf-8") if self.spoken.exists() else ""
        end = content.rfind("\n") + 1
        lines = content[self._read : end].splitlines()
        self._read = end
        said = [line.partition("\t")[2] for line in lines]
        self.transcript += [("says", words) for words in said]
        return said

    def _xdotool(self, *arguments: str) -> None:
        command = ["xdotool", *arguments]
        subprocess.run(command, env=self.environment, check=True, timeout=STARTS_S)


def wait_for(is_so: Callable[[], bool], seconds: float, complaint: Callable[[], str]) -> None:
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends, complaint()
        time.sleep(LOOKS_EVERY_S)


@contextmanager
def orca_listening(folder: Path) -> Iterator[Orca]:
    """Run an X server, a window manager, the accessibility bus, a silent voice, and Orca."""
    with ExitStack() as stack:
        # The way to a socket may have 107 letters, so it begins near the root.
        environment = _environment(folder, Path(stack.enter_context(TemporaryDirectory())))
        display = _first_line(stack, ["Xvfb", "-displayfd", "1", *_SCREEN], environment)
        environment["DISPLAY"] = f":{display}"
        bus = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
        environment["DBUS_SESSION_BUS_ADDRESS"] = _first_line(stack, bus, environment)
        _started(stack, ["openbox"], environment)
        _with_accessibility(stack, environment)
        _speaks_into_a_file(stack, folder, environment)
        orca = Orca(environment=environment, spoken=Path(environment["ORCA_SPOKEN_LOG"]))
        _started(stack, ["orca", "--replace"], environment)
        wait_for(lambda: bool(orca.rest()), STARTS_S, lambda: "Orca did not speak")
        yield orca


_SCREEN = ("-screen", "0", "1280x1024x24", "-nolisten", "tcp")


def _environment(folder: Path, runtime: Path) -> dict[str, str]:
    home = folder / "home"
    for part in (home / ".local/share/orca", home / ".config", folder / "log"):
        part.mkdir(parents=True)
    (home / ".asoundrc").write_text(NO_SOUND, encoding="utf-8")
    customizations = home / ".local/share/orca/orca-customizations.py"
    customizations.write_text(CUSTOMIZATIONS, encoding="utf-8")
    return {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR")},
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "ORCA_SPOKEN_LOG": str(folder / "spoken.log"),
        "ACCESSIBILITY_ENABLED": "1",
        "GTK_MODULES": "gail:atk-bridge",
    }


def _with_accessibility(stack: ExitStack, environment: Mapping[str, str]) -> None:
    launcher = next(path for path in BUS_LAUNCHERS if Path(path).exists())
    _started(stack, [launcher, "--launch-immediately"], environment)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        command = [
            *("dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"),
            *("org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status"),
            *(f"string:{name}", "variant:boolean:true"),
        ]

        def is_set(command: Sequence[str] = command) -> bool:
            done = subprocess.run(command, env=environment, check=False, capture_output=True)
            return done.returncode == 0

        wait_for(is_set, STARTS_S, lambda: "there is no bus of accessibility")


def _speaks_into_a_file(stack: ExitStack, folder: Path, environment: Mapping[str, str]) -> None:
    modules = folder / "speech" / "modules"
    modules.mkdir(parents=True)
    (modules.parent / "speechd.conf").write_text(SPEECHD.format(folder=folder), encoding="utf-8")
    (modules / "filelog.conf").write_text(FILELOG.format(folder=folder), encoding="utf-8")
    socket = Path(environment["XDG_RUNTIME_DIR"]) / "speech-dispatcher" / "speechd.sock"
    socket.parent.mkdir()
    options = ["-s", "-t", "0", "-C", str(modules.parent), "-L", str(folder / "log")]
    paths = ["-P", str(folder / "speechd.pid"), "-c", "unix_socket", "-S", str(socket)]
    _started(stack, ["speech-dispatcher", *options, *paths], environment)
    wait_for(socket.exists, STARTS_S, lambda: "speech-dispatcher did not start")


def _first_line(stack: ExitStack, command: Sequence[str], environment: Mapping[str, str]) -> str:
    """Start a program, and return its first line, which it prints when it is ready."""
    process = _started(stack, command, environment, prints=True)
    assert process.stdout is not None
    stack.callback(process.stdout.close)
    line = process.stdout.readline().strip()
    assert line, f"{command[0]} did not start"
    return line


def _started(
    stack: ExitStack,
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    prints: bool = False,
) -> subprocess.Popen[str]:
    """Start a program that ends with the desktop."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if prints else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    stack.callback(_ended, process)
    return process


def _ended(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        # speech-dispatcher waits for its modules, which wait for a client.
        process.kill()
        process.wait()
