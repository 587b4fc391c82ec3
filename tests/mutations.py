"""Spoils good files: lines and characters are dropped, repeated, moved or replaced."""

from hypothesis import strategies as st

ODD = "0 9wb-+=1HFUZX.,;\t\"'\x00é٣²\ufeff\x0b\x85\u2028/:"
"""Characters that a file may have by mistake, some of them digits of other scripts."""


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Draw the text with one to four mistakes, and with the line ends of any system."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place : place + 1] = draw(_mistaken(lines, place))
        lines = lines or [""]
    return draw(st.sampled_from(["\n", "\r", "\r\n"])).join(lines)


@st.composite
def _mistaken(draw: st.DrawFn, lines: list[str], place: int) -> list[str]:
    """Return lines that can replace this one."""
    line = lines[place]
    at = draw(st.integers(0, len(line)))
    other = draw(st.sampled_from(lines))
    sign = draw(st.sampled_from(ODD))
    width = draw(st.integers(1, 12))
    return draw(
        st.sampled_from(
            [
                [],
                [line, other],
                [other],
                [line[:at]],
                [line[:at] + sign + line[at + 1 :]],
                [line[:at] + sign + line[at:]],
                [line[:at] + line[at + width :]],
                [line[:at] + other[at : at + width] + line[at + width :]],
            ]
        )
    )
