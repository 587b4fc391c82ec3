"""The site can be put among a computer's or a phone's programs."""

import json
import struct

import pytest

from tests.web.stage import Stage
from voice_chess.languages.language import known_languages, load_language


def manifest(stage: Stage, asked: str) -> dict[str, object]:
    answer = stage.client.get(f"/site.webmanifest{asked}")
    assert answer.headers["content-type"] == "application/manifest+json"
    found: dict[str, object] = json.loads(answer.text)
    return found


@pytest.mark.parametrize("language", known_languages())
def test_it_has_its_name_in_every_language(stage: Stage, language: str) -> None:
    found = manifest(stage, f"?lang={language}")

    assert found["name"] == load_language(language).interface["site"]
    assert found["start_url"] == f"/?lang={language}"


def test_a_seats_page_is_installed_to_open_at_the_seat(stage: Stage) -> None:
    path, headers = stage.seat(stage.arrange()["white"])
    page = stage.client.get(path, headers=headers).text
    seat = path.rpartition("/")[2]

    assert f'href="/site.webmanifest?lang=de&amp;seat={seat}"' in page
    assert manifest(stage, f"?lang=en&seat={seat}")["start_url"] == path


def test_its_pictures_have_the_size_that_is_told(stage: Stage) -> None:
    icons = manifest(stage, "")["icons"]
    assert isinstance(icons, list)
    told = {icon["src"]: icon["sizes"] for icon in icons if icon["type"] == "image/png"}
    found = {
        src: "{}x{}".format(*struct.unpack(">II", stage.client.get(src).content[16:24]))
        for src in told
    }

    assert found == told
    assert set(told.values()) == {"192x192", "512x512"}


def test_another_sites_address_is_no_seat(stage: Stage) -> None:
    assert stage.client.get("/site.webmanifest?seat=/../../evil.example").status_code == 422
