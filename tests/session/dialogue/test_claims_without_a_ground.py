"""A draw may be claimed without saying by which article: it is right if it is so by either."""

import pytest

from tests.stage.apart import Apart
from tests.stage.by_channel import confirmed
from voice_chess.adapters.storage.event_codec import EVENTS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.draws import ClaimRejected, ClaimUpheld
from voice_chess.game.table import Customs, Occasion, Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.draws import ClaimKind
from voice_chess.laws.edition import edition as edition_of
from voice_chess.laws.topics import Topic
from voice_chess.session.table_settings import TableSettings

KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
ROOK = "4k3/8/8/8/8/8/3R4/4K3 w - - {} 80"
SETUPS: dict[str, Setup] = {
    "repetition": Setup(moves=KNIGHTS * 2),
    "fifty": Setup(fen=ROOK.format(100)),
}
BY_THE_NEXT_MOVE: dict[str, tuple[Setup, str]] = {
    "repetition": (Setup(moves=(*KNIGHTS, *KNIGHTS[:3])), "f6g8"),
    "fifty": (Setup(fen=ROOK.format(99)), "e1d1"),
}
IN_VAIN = Setup(fen=ROOK.format(98))
EDITIONS = ["2005", "2009", "2018", "2023"]


def stage_of(setup: Setup, edition: str = "2009", language_id: str = "en") -> Apart:
    table = Table(
        control=TimeControl.parsed("90+0"),
        edition=edition,
        setup=setup,
        customs=Customs(charge_until="press"),
        occasion=Occasion(has_arbiter=True),
    )
    return Apart(table, settings=TableSettings(language=load_language(language_id)))


@pytest.mark.law("repetition-appeared", "fifty-appeared", "claim-right")
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("kind", SETUPS)
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_9_2_b_and_9_3_b_a_claim_alone_is_right_by_either_in_every_language(
    language_id: str, kind: ClaimKind, channel: str
) -> None:
    language = load_language(language_id)
    stage = stage_of(SETUPS[kind], language_id=language_id)

    stage.play(*confirmed(language.say("claim"), channel, language))

    assert [upheld.kind for upheld in stage.of(ClaimUpheld)] == [kind]
    assert stage.game.is_over


@pytest.mark.law("repetition-intended", "fifty-intended", "claim-right")
@pytest.mark.parametrize("kind", BY_THE_NEXT_MOVE)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each} 9.2 and 9.3")
def test_so_is_a_claim_with_the_move_that_brings_it(edition: str, kind: ClaimKind) -> None:
    setup, uci = BY_THE_NEXT_MOVE[kind]
    stage = stage_of(setup, edition)

    stage.play(f"claim {uci}", "yes")

    assert [(upheld.kind, upheld.uci) for upheld in stage.of(ClaimUpheld)] == [(kind, uci)]


@pytest.mark.law("claim-wrong")
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each} 9.5")
def test_a_claim_that_is_right_by_neither_is_one_wrong_claim(edition: str) -> None:
    stage = stage_of(IN_VAIN, edition)

    stage.play("claim", "yes")

    assert [rejected.because.article for rejected in stage.of(ClaimRejected)] == [
        edition_of(edition).cite(Topic.WRONG_CLAIM).article
    ]
    assert len(stage.of(TimeAdded)) == 1


@pytest.mark.law("claim-wrong")
@pytest.mark.parametrize("line", ["claim", "claim e1d1"])
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_9_5_b_a_claim_in_vain_is_told_to_be_right_by_neither_in_every_language(
    language_id: str, line: str
) -> None:
    language = load_language(language_id)
    stage = stage_of(IN_VAIN, language_id=language_id)
    claim, *move = line.split()

    stage.play(" ".join((language.say(claim), *move)), language.say("yes"))

    told = stage.answer_to(language.say("yes"))[0].casefold()
    grounds = [language.phrase(f"claim:{kind}").casefold() for kind in SETUPS]
    assert all(ground.split()[-1] in told for ground in grounds)
    assert stage.of(ClaimRejected)[0].told_with == ("neither-with-move" if move else "neither")


def test_a_claim_that_was_kept_before_it_could_be_told_of_both_grounds_is_read() -> None:
    because = '{"edition":"2009","topic":"repetition","article":"9.2"}'
    body = f'{{"at_ms":1,"white":true,"kind":"repetition","uci":null,"because":{because}}}'

    rejected = EVENTS.decode("claim-rejected/1", body)

    assert isinstance(rejected, ClaimRejected)
    assert EVENTS.encode(rejected)[0] == "claim-rejected/2"


@pytest.mark.law("claim-right", "claim-wrong")
def test_a_ground_that_is_named_is_the_one_that_counts() -> None:
    stage = stage_of(SETUPS["fifty"])

    stage.play("claim repetition", "yes")

    assert [rejected.kind for rejected in stage.of(ClaimRejected)] == ["repetition"]


@pytest.mark.law("claim-binding")
@pytest.mark.parametrize("setup", [*SETUPS.values(), IN_VAIN], ids=[*SETUPS, "neither"])
def test_the_question_before_it_does_not_tell_whether_it_is_right(setup: Setup) -> None:
    stage = stage_of(setup)

    stage.play("claim")

    assert stage.answer_to("claim") == ["Really claim a draw?"]
