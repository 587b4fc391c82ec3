"""A draw claimed in a quickplay finish may tell why: by voice, line, key and button."""

import pytest

from tests.german import GERMAN, YES, german, says
from tests.stage.apart import Apart
from tests.stage.by_channel import confirmed
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.storage.event_codec import EVENTS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import SetClocks, TimeAdded
from voice_chess.game.phases import Over
from voice_chess.game.quickplay import QuickplayClaimed, QuickplayPostponed, QuickplayRejected
from voice_chess.game.results import EndReason
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.table_settings import TableSettings

JUDGED = Occasion(has_arbiter=True, games_per_arbiter=1)
GROUNDS = ("cannot-win", "no-effort", "both-grounds")
ARTICLES_ALONE = {"2005": "D.1", "2009": "D.1", "2018": "III.6.1"}
TEN_TWO = pytest.mark.parametrize("edition", ["2005", "2009"], ids=lambda name: f"{name} 10.2")


def short_of_time(
    edition: str = "2009", settings: TableSettings = IN_GERMAN, *, occasion: Occasion = JUDGED
) -> Apart:
    """White has a minute and a half left for the rest of the game."""
    control = TimeControl.parsed("90+0")
    stage = Apart(Table(control=control, edition=edition, occasion=occasion), settings=settings)
    stage.live.ask(SetClocks(by=Role.ARBITER, at_ms=0, white_ms=90_000, black_ms=90_000))
    return stage


@pytest.mark.law("quickplay-draw")
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_10_2_the_ground_is_told_in_every_language(
    language_id: str, ground: str, channel: str
) -> None:
    language = load_language(language_id)
    wanted = f"{language.say('claim')} {language.say(f'claim:{ground}')}"
    stage = short_of_time(settings=TableSettings(language=language))

    stage.play(*confirmed(wanted, channel, language))

    assert [claimed.ground for claimed in stage.of(QuickplayClaimed)] == [ground]


@pytest.mark.law("quickplay-draw")
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_10_2_in_writing_the_ground_may_be_told_in_words(
    language_id: str, ground: str
) -> None:
    language = load_language(language_id)
    stage = short_of_time(settings=TableSettings(language=language))
    words, *_ = language.typed[f"claim:{ground}"]

    stage.play(words, language.say("yes"))

    assert [claimed.ground for claimed in stage.of(QuickplayClaimed)] == [ground]


@TEN_TWO
@pytest.mark.law("quickplay-draw")
@pytest.mark.parametrize("ground", [None, *GROUNDS])
def test_the_arbiter_hears_which_ground_was_claimed_if_any(
    edition: str, ground: str | None
) -> None:
    stage = short_of_time(edition)
    line = says(f"claim claim:{ground or 'quickplay'}")
    stage.play(line, YES)

    claim = GERMAN.phrase(f"claim:{ground or 'quickplay'}")
    name = f"QuickplayClaimed:{ground}" if ground else "QuickplayClaimed"
    assert stage.answer_to(line) == [german("confirm:claim", claim=claim)]
    assert stage.answer_to(YES) == [german(name, "white")]
    assert claim in german(name, "white")


@TEN_TWO
@pytest.mark.law("quickplay-draw", "quickplay-postponed", "quickplay-rejected")
@pytest.mark.parametrize("answer", ["accept", "continue", "decline"])
def test_the_arbiter_agrees_to_it_puts_it_off_or_rejects_it(edition: str, answer: str) -> None:
    stage = short_of_time(edition)
    stage.play(says("claim claim:no-effort"), YES)

    stage.types(says(f"ruling {answer}"), Role.ARBITER)
    if answer == "accept":
        stage.types(YES, Role.ARBITER)

    over, added = stage.game.phase, [event.white for event in stage.of(TimeAdded)]
    is_drawn = isinstance(over, Over) and over.reason is EndReason.QUICKPLAY_FINISH
    came = (is_drawn, len(stage.of(QuickplayPostponed)), len(stage.of(QuickplayRejected)), added)
    assert (
        came
        == {
            "accept": (True, 0, 0, []),
            "continue": (False, 1, 0, [False]),
            "decline": (False, 0, 1, [False]),
        }[answer]
    )


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize(
    "edition", ["2005", "2009", "2018"], ids=lambda name: f"{name} {ARTICLES_ALONE[name]}"
)
def test_without_an_arbiter_a_player_claims_while_the_opponent_thinks(edition: str) -> None:
    stage = short_of_time(edition, occasion=Occasion())

    stage.types(says("claim claim:cannot-win"), Role.BLACK)
    stage.types(YES, Role.BLACK)

    assert [claimed.white for claimed in stage.of(QuickplayClaimed)] == [False]


@pytest.mark.law("quickplay-draw")
def test_2009_10_2_a_button_claims_with_its_ground() -> None:
    stage = short_of_time()
    stage.play(lambda: stage.wants("claim", "no-effort"), lambda: stage.wants("yes"))

    assert [claimed.ground for claimed in stage.of(QuickplayClaimed)] == ["no-effort"]


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_d_1_without_an_arbiter_a_claim_without_its_ground_is_told_how_to_name_it(
    language_id: str,
) -> None:
    language = load_language(language_id)
    stage = short_of_time(settings=TableSettings(language=language), occasion=Occasion())
    bare = f"{language.say('claim')} {language.say('claim:quickplay')}"

    stage.play(bare)

    (told,) = stage.answer_to(bare)
    assert told == language.phrase("GroundMissing")
    assert all(language.say(f"claim:{ground}").casefold() in told.casefold() for ground in GROUNDS)
    assert stage.of(QuickplayClaimed) == []


def test_a_claim_that_was_kept_before_the_ground_could_be_left_open_is_read() -> None:
    because = '{"edition":"2009","topic":"quickplay-finish","article":"10.2"}'
    body = f'{{"at_ms":1,"white":true,"ground":"cannot-win","because":{because}}}'

    claimed = EVENTS.decode("quickplay-claimed/1", body)

    assert isinstance(claimed, QuickplayClaimed)
    assert claimed.ground == "cannot-win"
    assert EVENTS.encode(claimed)[0] == "quickplay-claimed/2"
