"""Written events and evidence: nothing is lost, nothing unknown is taken for known."""

import typing
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.adapters.storage.event_codec import EVENTS, EVIDENCE, Codec, Fields
from voice_chess.clock.time_control import Period, TimeControl
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import JournalLost

CONTROLS = st.builds(
    lambda base_ms, increment_ms: TimeControl(
        periods=(
            Period(base_ms=base_ms, moves=40),
            Period(base_ms=base_ms, increment_ms=increment_ms),
        )
    ),
    base_ms=st.integers(1, 7_200_000),
    increment_ms=st.integers(0, 60_000),
)
st.register_type_strategy(TimeControl, CONTROLS)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, FINITE)


@given(st.from_type(typing.cast("type[Event]", Event)))
def test_an_event_reads_back(event: Event) -> None:
    assert EVENTS.decode(*EVENTS.encode(event)) == event


@given(st.from_type(typing.cast("type[Evidence]", Evidence)))
def test_evidence_reads_back(evidence: Evidence) -> None:
    assert EVIDENCE.decode(*EVIDENCE.encode(evidence)) == evidence


def test_every_event_has_one_written_name_with_its_version() -> None:
    kinds = typing.get_args(Event)
    names = [EVENTS.written_as[kind] for kind in kinds]

    assert len(set(names)) == len(kinds) == len(EVENTS.written_as)
    assert all(name.partition("/")[2].isdigit() for name in names)


def test_every_kind_of_evidence_has_a_written_name() -> None:
    assert set(EVIDENCE.written_as) == set(typing.get_args(Evidence))


def test_what_versions_before_have_written_reads_as_it_did() -> None:
    """A float without its point, a number with an exponent of two digits, and no space."""
    body = (
        '{"at_ms":7,"verdict":"accepted","alternatives":[{"words":["anna"],"log_likelihood":-3}],'
        '"readings":[{"meaning":"e2e4","probability":1.25e-07}],"level_dbfs":-20,'
        '"sound":null,"by":"white"}'
    )

    heard = EVIDENCE.decode("utterance-heard/2", body)

    assert heard.alternatives[0].log_likelihood == -3.0
    assert heard.readings[0].probability == 1.25e-07


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("flag-fell/99", "{}"),
        ("flag-fell/1", "{"),
        ("flag-fell/1", '{"at_ms": 1}'),
        ("flag-fell/1", '{"at_ms": "soon", "white": true}'),
        ("flag-fell/1", '{"at_ms": 1, "white": true, "colour": "red"}'),
        ("flag-fell/1", '{"at_ms": 1.0, "white": true}'),
        ("flag-fell/1", '{"at_ms": 1, "white": 1}'),
        ("draw-declined/1", '{"at_ms": 1, "white": true, "by": "smile"}'),
        ("flag-fell/1", "[]"),
        ("flag-fell/1", "null"),
    ],
)
def test_an_entry_nobody_understands_is_told_with_its_name(name: str, body: str) -> None:
    with pytest.raises(JournalLost, match=name):
        EVENTS.decode(name, body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    text: str
    language: str


def test_an_old_form_is_read_through_its_upcasters() -> None:
    def named(written: Fields) -> tuple[str, Fields]:
        return "spoken/2", {"text": written["words"]}

    def with_language(written: Fields) -> tuple[str, Fields]:
        return "spoken/3", {**written, "language": "de"}

    codec = Codec(
        written_as={Spoken: "spoken/3"},
        upcasters={"spoken/1": named, "spoken/2": with_language},
    )

    assert codec.decode("spoken/1", '{"words": "ja"}') == Spoken(text="ja", language="de")
