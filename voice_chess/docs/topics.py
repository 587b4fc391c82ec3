"""The topics of the documentation, and the text of each as it came with the program."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

TOPICS = (
    "playing",
    "announcing",
    "commands",
    "options",
    "enrolling",
    "boards",
    "engine",
    "adjourning",
    "records",
    "reviewing",
    "server",
    "capacity",
    "federation",
    "events",
    "laws",
    "languages",
    "systems",
    "accessibility",
    "requests",
    "library",
    "recognition",
    "training",
    "architecture",
    "contributing",
    "changes",
)
"""In the order in which a newcomer reads them."""


class UnknownTopic(LookupError):
    """There is no such topic; the message is one sentence, which names those that are near."""

    def __init__(self, name: str) -> None:
        self.near = tuple(get_close_matches(name.lower(), TOPICS))
        """The nearest one first; empty if the name is like none of them."""
        near = f"; near it: {', '.join(self.near)}" if self.near else ""
        super().__init__(f"There is no topic {name}{near}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsTopic:
    """One page; its first line is its title, its second paragraph tells what it is about."""

    name: str
    title: str
    summary: str
    text: str
    """Markdown, the title included."""


@cache
def topic(name: str) -> DocsTopic:
    """Raise `UnknownTopic`."""
    if name not in TOPICS:
        raise UnknownTopic(name)
    text = (files(__package__) / f"{name}.md").read_text("utf-8")
    head, _, summary, *_ = text.splitlines()
    return DocsTopic(name=name, title=head.removeprefix("# "), summary=summary, text=text)


def topics() -> tuple[DocsTopic, ...]:
    """All of them, in reading order."""
    return tuple(map(topic, TOPICS))
