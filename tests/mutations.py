"""Good files made wrong: lines and signs that go, come twice, change places or are other ones."""

from hypothesis import strategies as st

ODD = "0 9wb-+=1HFUZX.,;\t\"'\x00é٣²\ufeff\x0b\x85\u2028/:"
"""Signs that a file may have by mistake; among them digits that are none of ours."""


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """The same text with one to four mistakes, and with ends of lines of any system."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place : place + 1] = draw(_mistaken(lines, place))
        lines = lines or [""]
    return draw(st.sampled_from(["\n", "\r", "\r\n"])).join(lines)


@st.composite
def _mistaken(draw: st.DrawFn, lines: list[str], place: int) -> list[str]:
    """What may stand instead of this line."""
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
