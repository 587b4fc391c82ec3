"""`laws`: under which article an edition rules on a topic."""

import sys
from argparse import ArgumentParser, Namespace

from voice_chess.cli.command import SUCCESS, BadInput, Command
from voice_chess.laws.edition import Topic, edition, known_editions


def configure(parser: ArgumentParser) -> None:
    """A topic, or nothing for all of them."""
    parser.add_argument("topic", nargs="?", help="such as touch-move; without one, all topics")
    parser.add_argument(
        "--edition", default="2009", help=f"of the Laws: {', '.join(known_editions())}"
    )


def run(chosen: Namespace) -> int:
    """One line a topic: the article, then the topic."""
    laws = edition(chosen.edition)
    topics = [topic for topic in Topic if chosen.topic in (None, topic.value)]
    if not topics:
        message = f"There is no topic {chosen.topic!r}; `voice-chess laws` lists them."
        raise BadInput(message)
    for topic in topics:
        article = laws.cite(topic).article if laws.rules_on(topic) else "silent"
        sys.stdout.write(f"{article:24} {topic.value}\n")
    return SUCCESS


COMMAND = Command(
    name="laws",
    summary="which article of an edition of the Laws rules on a topic",
    configure=configure,
    run=run,
)
