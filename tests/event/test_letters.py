"""Names are read rightly or not at all: which older encoding a file is in, it does not tell."""

import pytest

from voice_chess.event.letters import ENCODINGS, decoded
from voice_chess.event.report_faults import BadEvent

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

    with pytest.raises(
        BadEvent, match=r"^Line 3: its letters are not in UTF-8, .* with --encoding\.$"
    ):
        decoded(text.encode(encoding))


@pytest.mark.parametrize("name", ["Dvořák", "Łukasz", "Đorđe", "Јован", "Peña", "Yıldız"])
def test_any_name_is_read_from_unicode(name: str) -> None:
    text = LIST.format(name=name)

    assert [decoded(text.encode(each)) for each in ("utf-8", "utf-8-sig", "utf-16")] == [text] * 3


def test_a_slip_in_a_file_of_utf_8_is_refused_at_its_own_line() -> None:
    data = LIST.format(name="Dvořák").encode() + b"Nov\xe1k;1700\n"

    with pytest.raises(BadEvent, match=r"^Line 4: "):
        decoded(data)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Dvořák", "windows-1250"),
        ("Łukasz", "iso-8859-2"),
        ("Йохан", "windows-1251"),
        ("Peña", "windows-1252"),
        ("Γιάννης", "windows-1253"),
        ("Yıldız", "windows-1254"),
        ("Kārlis", "windows-1257"),
        ("Јован", "utf-16le"),
    ],
)
def test_any_name_is_read_in_the_encoding_that_is_named(name: str, encoding: str) -> None:
    text = LIST.format(name=name).replace("Müller, Jörg", "Ida")

    assert encoding in ENCODINGS
    assert decoded(text.encode(encoding), encoding) == text


def test_letters_that_the_named_encoding_lacks_are_refused_with_their_line() -> None:
    with pytest.raises(BadEvent, match=r"^Line 2: its letters are not in windows-1252; name"):
        decoded(b"name\nA\x81\n", "windows-1252")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_no_text_full_of_nuls(encoding: str) -> None:
    with pytest.raises(BadEvent, match=r"^Line 1: its letters are not in UTF-8"):
        decoded("name\nIda\n".encode(encoding))
