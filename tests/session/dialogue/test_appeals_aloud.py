"""A player appeals against a decision: by voice, line, key and button, in play and afterwards."""

import pytest

from tests.german import YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.by_channel import confirmed
from tests.stage.script import Act, Utterance
from tests.stage.usual import IN_GERMAN
from tests.wording import Wording
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.game_end import EndGame
from voice_chess.game.penalties import AppealMade, AppealRejected, AppealUpheld, Warn
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.topics import Topic
from voice_chess.session.table_settings import TableSettings

TABLE = Table(
    control=TimeControl.parsed("15+10"),
    edition="2009",
    occasion=Occasion(has_arbiter=True, games_per_arbiter=1),
)
APPEAL = says("claim claim:ruling")
LOST = EndGame(by=Role.ARBITER, at_ms=0, result=Result.BLACK_WINS, reason=EndReason.PENALTY)


def warned(settings: TableSettings = IN_GERMAN) -> Apart:
    """White has been warned."""
    stage = Apart(TABLE, settings=settings)
    stage.live.ask(Warn(by=Role.ARBITER, at_ms=0, white=True))
    return stage


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_12_10_a_player_appeals_in_every_language(language_id: str, channel: str) -> None:
    language = load_language(language_id)
    wanted = f"{language.say('claim')} {language.say('claim:ruling')}"
    stage = warned(TableSettings(language=language))

    stage.play(*confirmed(wanted, channel, language))

    assert [made.against.topic for made in stage.of(AppealMade)] == [Topic.PENALTIES]


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_12_10_in_writing_it_is_called_by_its_name(language_id: str) -> None:
    language = load_language(language_id)
    for words in language.typed["claim:ruling"]:
        stage = warned(TableSettings(language=language))
        stage.play(words, language.say("yes"))
        assert len(stage.of(AppealMade)) == 1


@pytest.mark.law("no-appeal")
def test_what_is_appealed_against_is_asked_and_told_to_everybody() -> None:
    stage = warned()
    stage.play(APPEAL, YES)

    assert stage.answer_to(APPEAL) == [german("confirm:appeal")]
    (made,) = stage.of(AppealMade)
    assert (made.white, made.against.article, made.because.article) == (True, "13.4", "12.10")


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("language_id", known_languages())
def test_whoever_thinks_better_of_it_is_told_that_there_is_no_appeal(language_id: str) -> None:
    wording = Wording(language_id)
    appeal = wording.says("claim claim:ruling")
    stage = warned(TableSettings(language=wording.language))
    stage.play(appeal, wording.says("no"))

    assert stage.answer_to(appeal) == [wording.sentence("confirm:appeal")]
    assert stage.answer_to(wording.says("no")) == [wording.sentence("Cancelled:appeal")]
    assert not stage.of(AppealMade)


@pytest.mark.law("no-appeal")
def test_at_a_table_either_player_appeals_in_their_own_name() -> None:
    stage = AroundTable(TABLE, settings=IN_GERMAN)
    stage.play(says("arbiter: warn white"), APPEAL, YES, says("black: claim claim:ruling"), YES)

    assert [made.white for made in stage.of(AppealMade)] == [True, False]


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("channel", ["spoken", "typed", "button"])
def test_whoever_lost_by_a_ruling_appeals_when_the_game_is_over(channel: str) -> None:
    stage = Apart(TABLE, settings=IN_GERMAN)
    stage.live.ask(LOST)
    ways: dict[str, list[Act]] = {
        "spoken": [Utterance(APPEAL.lower()), Utterance(YES)],
        "typed": [APPEAL, YES],
        "button": [lambda: stage.wants("claim", "ruling"), lambda: stage.wants("yes")],
    }

    stage.play(*ways[channel])

    assert [made.against.topic for made in stage.of(AppealMade)] == [Topic.PENALTIES]


@pytest.mark.parametrize("order", ["yes", "no"])
def test_an_arbiter_who_decides_where_nothing_waits_is_told_so(order: str) -> None:
    """They were told that they were not understood."""
    stage = AroundTable(TABLE, settings=IN_GERMAN)
    ruling = says(f"arbiter: ruling {order}")

    stage.play(ruling)

    assert stage.answer_to(ruling) == [german("NothingToRuleOn")]


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize(("order", "kind"), [("yes", AppealUpheld), ("no", AppealRejected)])
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_12_10_an_arbiter_decides_it_with_the_word_for_rulings(
    language_id: str, order: str, kind: type[AppealUpheld | AppealRejected]
) -> None:
    language = load_language(language_id)
    stage = AroundTable(TABLE, settings=TableSettings(language=language))

    stage.play(
        " ".join(map(language.say, ("arbiter", "warn", "white"))),
        f"{language.say('claim')} {language.say('claim:ruling')}",
        language.say("yes"),
        " ".join(map(language.say, ("arbiter", "ruling", order))),
    )

    assert [decided.white for decided in stage.of(kind)] == [True]
