"""Names are read rightly or not at all: which older encoding a file is in, it does not tell."""

import pytest

from voice_chess.event.letters import decoded
from voice_chess.event.tournament import BadEvent

LIST = "name;rating\nMüller, Jörg;1900\n{name};1800\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1250", "cp1252", "cp1254", "cp1257"]
)
def test_letters_that_all_encodings_share_are_read_from_each(encoding: str) -> None:
    text = LIST.format(name="René")

    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Dvořák", "cp1250"),
        ("Łukasz", "iso8859_2"),
        ("Đorđe", "cp1250"),
        ("Йохан", "cp1251"),
        ("Peña", "cp1252"),
        ("Yıldız", "cp1254"),
        ("René", "mac_roman"),
        ("René", "cp850"),
    ],
)
def test_what_would_be_another_name_elsewhere_is_refused_with_its_line(
    name: str, encoding: str
) -> None:
    text = LIST.format(name=name).replace("Müller, Jörg", "Ida")

    with pytest.raises(BadEvent, match=r"^Line 3: its letters are not in UTF-8, .* as UTF-8\.$"):
        decoded(text.encode(encoding))


@pytest.mark.parametrize("name", ["Dvořák", "Łukasz", "Đorđe", "Јован", "Peña", "Yıldız"])
def test_any_name_is_read_from_unicode(name: str) -> None:
    text = LIST.format(name=name)

    assert [decoded(text.encode(each)) for each in ("utf-8", "utf-8-sig", "utf-16")] == [text] * 3


def test_a_slip_in_a_file_of_utf_8_is_refused_at_its_own_line() -> None:
    data = LIST.format(name="Dvořák").encode() + b"Nov\xe1k;1700\n"

    with pytest.raises(BadEvent, match=r"^Line 4: "):
        decoded(data)
