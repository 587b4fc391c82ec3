"""Players and an arbiter of three languages at one game: each hears their own, whoever is asked."""

from tests.stage.page import Page
from tests.web.stage import Stage
from tests.wording import Wording

ENGLISH, GERMAN, CZECH = Wording("en"), Wording("de"), Wording("cs")
PLAYERS = {"white": {"language": "en"}, "black": {"language": "de"}, "language": "cs"}


def last_reply(page: Page) -> tuple[str, str]:
    """What was said to this page alone: its kind, and its words."""
    said = next(message for message in reversed(page.came) if message["type"] == "said")
    return said["kind"], said["text"]


def test_a_question_that_waits_is_asked_at_once_in_the_language_that_is_changed_to(
    stage: Stage,
) -> None:
    links = stage.arrange(**PLAYERS, arbiter="new")

    with stage.seats(links) as (white, black, arbiter):
        white.ask(type="ask", name="resign")
        asked = last_reply(white)
        white.tell("prefer", language="de")
        white.ask(type="ask", name="stop")
        asked_again = last_reply(white)
        white.send(type="ask", name="yes")
        ends = [page.event("game-ended")["text"] for page in (white, black, arbiter)]
        others = {*black.texts(), *arbiter.texts()}

    assert asked == ("question", ENGLISH.sentence("confirm:resign"))
    assert asked_again == ("question", GERMAN.sentence("confirm:resign"))
    for end, wording in zip(ends, (GERMAN, GERMAN, CZECH), strict=True):
        assert end.startswith(wording.sentence("result:black-wins"))
    assert others.isdisjoint(each.sentence("confirm:resign") for each in (ENGLISH, GERMAN, CZECH))
