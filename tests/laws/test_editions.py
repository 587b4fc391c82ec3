"""Every edition answers every question it is asked, under its own article numbers."""

import tomllib
from pathlib import Path

import pytest

from voice_chess.laws.edition import UnknownEdition, edition, known_editions
from voice_chess.laws.topics import Topic

BORN_LATER = {
    Topic.APPEALS,
    Topic.FIVEFOLD,
    Topic.SEVENTY_FIVE_MOVES,
    Topic.EARLY_AGREEMENT,
    Topic.CHESS960,
    Topic.CLOCK_SETTING,
    Topic.EMPTY_PRESS,
    Topic.TWO_HANDS,
    Topic.ASSISTANT_REQUIRED,
    Topic.QUICKPLAY_INCREMENT,
    Topic.SCORE_SHOWN,
}
GONE_LATER = {
    Topic.TOUCH_ON_REQUEST,
    Topic.FLAG_ON_CLAIM,
    Topic.BOTH_FLAGS_ON_CLAIM,
    Topic.ILLEGAL_IN_BLITZ,
    Topic.QUICKPLAY_IN_BLITZ,
}


def test_there_are_four_editions() -> None:
    assert known_editions() == ("2005", "2009", "2018", "2023")


@pytest.mark.parametrize("edition_id", known_editions())
def test_every_topic_has_an_article_unless_the_rule_is_younger_or_gone(edition_id: str) -> None:
    laws = edition(edition_id)
    silent = {topic for topic in Topic if not laws.rules_on(topic)}

    assert silent <= BORN_LATER | GONE_LATER
    assert all(laws.cite(topic).article for topic in set(Topic) - silent)


@pytest.mark.parametrize(
    ("edition_id", "topic", "article"),
    [
        ("2005", Topic.PRESS, "6.8.a"),
        ("2009", Topic.PRESS, "6.7.a"),
        ("2018", Topic.PRESS, "6.2.1"),
        ("2005", Topic.EXECUTION, "F.2.3"),
        ("2009", Topic.EXECUTION, "E.2.3"),
        ("2023", Topic.EXECUTION, "D.2.3"),
        ("2005", Topic.LATENESS, "6.7"),
        ("2009", Topic.LATENESS, "6.6.a"),
        ("2009", Topic.OBJECTION_LOST, "4.7"),
        ("2018", Topic.OBJECTION_LOST, "4.8"),
        ("2018", Topic.EMPTY_PRESS, "7.5.3"),
        ("2018", Topic.TWO_HANDS, "7.5.4"),
        ("2018", Topic.ENVELOPE_LOST, "I.12.1"),
        ("2018", Topic.RESUMPTION_CLOCK, "I.13"),
        ("2018", Topic.BEYOND_PLAY, "A.4.4"),
        ("2023", Topic.BEYOND_PLAY, "A.5.4"),
    ],
)
def test_cites_the_article_as_that_edition_numbers_it(
    edition_id: str, topic: Topic, article: str
) -> None:
    citation = edition(edition_id).cite(topic)

    assert (citation.edition, citation.article) == (edition_id, article)


def test_only_the_youngest_edition_has_numbers_nobody_has_confirmed() -> None:
    doubtful = {known for known in known_editions() if edition(known).unconfirmed}

    assert doubtful == {"2023"}
    assert Topic.ILLEGAL_MOVE_PENALTY not in edition("2023").unconfirmed
    assert all(edition("2023").rules_on(topic) for topic in edition("2023").unconfirmed)


def test_an_unknown_edition_is_told_which_there_are() -> None:
    with pytest.raises(UnknownEdition, match="'1997'; known are 2005, 2009, 2018, 2023"):
        edition("1997")


def test_no_name_can_reach_outside_the_editions() -> None:
    with pytest.raises(UnknownEdition):
        edition("../editions/2009")


MINUTE_MS = 60_000


@pytest.mark.law("rapid-defined", "blitz-defined")
@pytest.mark.parametrize(
    ("minutes", "classes"),
    [
        (61, "standard standard standard standard"),
        (60, "rapid standard standard standard"),
        (59, "rapid rapid rapid rapid"),
        (15, "rapid rapid rapid rapid"),
        (14, "blitz blitz rapid rapid"),
        (12, "blitz blitz rapid rapid"),
        (10, "blitz blitz blitz blitz"),
        (5, "blitz blitz blitz blitz"),
    ],
)
def test_tells_rapid_and_blitz_by_the_thinking_time(minutes: int, classes: str) -> None:
    found = [edition(known).speed_of(minutes * MINUTE_MS) for known in known_editions()]

    assert found == classes.split()


@pytest.mark.parametrize(
    ("edition_id", "expected"),
    [("2005", ("rapid", "blitz")), ("2018", ("blitz", "rapid"))],
)
def test_the_limit_between_rapid_and_blitz_is_exact(
    edition_id: str, expected: tuple[str, str]
) -> None:
    at = {"2005": 15 * MINUTE_MS, "2018": 10 * MINUTE_MS}[edition_id]
    step = {"2005": -1, "2018": 1}[edition_id]

    assert (edition(edition_id).speed_of(at), edition(edition_id).speed_of(at + step)) == expected


@pytest.mark.parametrize("edition_id", known_editions())
def test_what_illegal_moves_cost_is_stated_once_however_many_speeds_it_holds_for(
    edition_id: str,
) -> None:
    text = Path(f"voice_chess/laws/editions/{edition_id}.toml").read_text("utf-8")
    tables = tomllib.loads(text)["illegal_moves"]
    rules = edition(edition_id).rules.illegal_moves
    repeated = [
        (name, key)
        for name, table in tables.items()
        for key, value in table.items()
        if key != "like" and "like" in table and getattr(rules[table["like"]], key) == value
    ]

    assert [name for name, table in tables.items() if "like" not in table] == ["standard"]
    assert repeated == []
