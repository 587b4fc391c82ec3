"""Files of the pages: kept by a browser for good, at addresses that change with what they hold."""

import re
from pathlib import Path

import pytest
from httpx2 import Response

from tests.web.stage import Stage, staged
from voice_chess.web.pages.page_files import STATIC, PageFiles, imported, read_static

FOR_GOOD = "public, max-age=31536000, immutable"
FILES = {"seat.js": b'import { a } from "./live.js";\n', "live.js": b"", "style.css": b"p {}"}
EXPORTED = r"^export (?:async )?(?:function\*?|const|let|class) (\w+)"
LAZY = """
import { find } from "./elements.js";
import {
  make,
} from "./forms.js";
import "./early.js";
export { show } from "./show.js";
export async function open() {
  const { Engine } = await import("./engine.js");
}
"""


def page_of_a_seat(stage: Stage) -> str:
    seat, own = stage.seat(stage.arrange()["white"])
    return str(stage.client.get(seat, headers={**own, "accept": "text/html"}).text)


def addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


def test_whatever_a_page_names_is_there_and_is_kept_for_good(stage: Stage) -> None:
    named = addresses(page_of_a_seat(stage))
    found = [stage.client.get(address) for address in named]

    assert len(named) > 40
    assert {answer.status_code for answer in found} == {200}
    assert {answer.headers["cache-control"] for answer in found} == {FOR_GOOD}


def test_whatever_a_page_imports_at_once_is_named_in_its_head_so_that_none_waits(
    stage: Stage,
) -> None:
    page = page_of_a_seat(stage)
    preloaded = set(re.findall(r'rel="modulepreload" href="[^"]*/([\w-]+)\.js"', page))
    scripts = set(re.findall(r'type="module" src="[^"]*/([\w-]+)\.js"', page))
    wanted = {
        name
        for script in preloaded | scripts
        for name in imported((STATIC / f"{script}.js").read_text("utf-8"), at_once=True)
    }

    assert scripts == {"player"}
    assert preloaded == wanted
    assert {"connection", "microphone"} <= preloaded
    assert "browser-engine" not in preloaded


def test_no_script_exports_what_no_page_and_no_other_script_asks_for() -> None:
    templates = (STATIC.parent / "templates").glob("*.html")
    texts = {path: path.read_text("utf-8") for path in (*STATIC.glob("*.js"), *templates)}
    vain = [
        f"{script.name}: {name}"
        for script in STATIC.glob("*.js")
        for name in re.findall(EXPORTED, texts[script], re.MULTILINE)
        if not any(
            re.search(rf"\b{re.escape(name)}\b", text)
            for path, text in texts.items()
            if path != script
        )
    ]

    assert vain == []


def test_what_is_fetched_when_it_is_wanted_is_not_imported_at_once() -> None:
    assert imported(LAZY, at_once=True) == ["elements", "forms", "early", "show"]
    assert imported(LAZY) == ["elements", "forms", "early", "show", "engine"]


@pytest.mark.parametrize("changed", FILES)
def test_any_changed_file_gives_all_of_them_new_addresses(changed: str) -> None:
    before = PageFiles(FILES)
    after = PageFiles({**FILES, changed: FILES[changed] + b"\n"})

    assert before.address("live.js") == PageFiles(dict(FILES)).address("live.js")
    assert before.address("live.js") != after.address("live.js")


def test_bytes_that_move_from_one_file_to_the_next_are_a_change() -> None:
    assert PageFiles({"a": b"xy", "b": b""}).version != PageFiles({"a": b"x", "b": b"y"}).version


@pytest.mark.parametrize("version", ["0123456789abcdef/", ""])
def test_a_page_from_before_an_update_is_given_what_there_is_and_nobody_keeps_it(
    version: str, stage: Stage
) -> None:
    answer = stage.client.get(f"/static/{version}microphone-worklet.js")
    again = asked_again(stage, answer, f"/static/{version}microphone-worklet.js")

    assert answer.content == read_static()["microphone-worklet.js"]
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")


def asked_again(stage: Stage, answer: Response, address: str) -> Response:
    return stage.client.get(address, headers={"if-none-match": answer.headers["etag"]})


def test_pictures_and_sounds_stand_beside_the_scripts_that_ask_for_them(stage: Stage) -> None:
    version = addresses(page_of_a_seat(stage))[0].split("/")[2]
    for name in ("pieces/K.svg", "sounds/accepted.wav"):
        kept, plain = (stage.client.get(f"{root}/{name}") for root in (f"/static/{version}", ""))

        assert (kept.status_code, kept.content) == (200, plain.content)
        assert kept.headers["cache-control"] == FOR_GOOD


@pytest.mark.parametrize(
    "name", ["nothing.js", "../app.py", "%2e%2e/app.py", "0123456789abcdef/", ""]
)
def test_what_is_no_file_of_the_pages_is_refused(name: str, stage: Stage) -> None:
    assert stage.client.get(f"/static/{name}").status_code == 404


def test_a_server_answers_what_it_began_with_while_another_version_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with staged(tmp_path) as stage:
        address = next(it for it in addresses(page_of_a_seat(stage)) if it.endswith("/live.js"))
        before = stage.client.get(address).content
        monkeypatch.setattr(Path, "read_bytes", lambda _: b"newer")

        assert stage.client.get(address).content == before
