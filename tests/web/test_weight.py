"""Pages stay light: their files are sent packed to whoever can unpack them."""

from pathlib import Path

import pytest

from tests.web.stage import staged


@pytest.mark.parametrize(("accepted", "packed"), [("gzip", "gzip"), ("identity", None)])
def test_files_of_the_pages_are_packed_where_that_is_accepted(
    tmp_path: Path, accepted: str, packed: str | None
) -> None:
    with staged(tmp_path) as stage:
        headers = {"accept-encoding": accepted}
        script = stage.client.get("/static/board.js", headers=headers)
        page = stage.client.get("/", headers=headers)

    assert script.headers.get("content-encoding") == packed
    assert script.text.startswith("/**")
    assert page.headers.get("content-encoding") is None
