"""`laws`: shows what a clause of the Laws says, and what the program does about it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from voice_chess.cli.command import SUCCESS
from voice_chess.cli.language_option import add_language_of_refusals
from voice_chess.laws.clauses import (
    Clause,
    UnknownClause,
    clause_named,
    clauses_at,
    coverage,
)
from voice_chess.laws.edition import STANDARD_EDITION, Edition, edition, known_editions
from voice_chess.laws.topics import Topic
from voice_chess.own_command import own_command
from voice_chess.plain_error import BadInput

DONE = {
    "enforced": "the program enforces it",
    "recorded": "the program records it",
    "put-before-arbiter": "the program puts it before the arbiter",
    "physical": "only people can do it",
}


def configure(parser: ArgumentParser) -> None:
    """Declare a clause's number, its name or a topic; without any, all topics are listed."""
    parser.add_argument(
        "what",
        nargs="?",
        help="a clause such as 9.5, an appendix such as E, or a topic or clause such as touch-move",
    )
    parser.add_argument(
        "--edition",
        default=STANDARD_EDITION,
        help=f"the edition of the Laws: {', '.join(known_editions())} (default {STANDARD_EDITION})",
    )
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="count the clauses by what the program does about them",
    )
    parser.add_argument(
        "--code",
        action="store_true",
        help="also name the function that applies each clause",
    )
    add_language_of_refusals(parser)


def run(chosen: Namespace) -> int:
    """Print a clause with those below it, the article of a topic, or the counts of clauses."""
    laws = edition(chosen.edition)
    if chosen.coverage:
        lines = _counts()
    elif chosen.what is None:
        since = f"{laws.in_force.day} {laws.in_force:%B %Y}"
        lines = [f"The Laws in force from {since} (--edition {laws.id}):", *_topics(laws, None)]
    elif chosen.what in {topic.value for topic in Topic}:
        lines = _topics(laws, chosen.what)
    else:
        lines = _clauses(laws, chosen.what, names_code=chosen.code)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return SUCCESS


def _topics(laws: Edition, wanted: str | None) -> list[str]:
    topics = [topic for topic in Topic if wanted in {None, topic.value}]
    articles = [laws.cite(t).article if laws.rules_on(t) else "silent" for t in topics]
    doubts = [" (number not confirmed)" if t in laws.unconfirmed else "" for t in topics]
    return [
        f"{article:24} {t.value}{doubt}"
        for article, t, doubt in zip(articles, topics, doubts, strict=True)
    ]


def _clauses(laws: Edition, what: str, *, names_code: bool) -> list[str]:
    """Return what is told about the clause of that name, or the clauses at that number."""
    named = clause_named(what, laws.id)
    found = (named,) if named is not None else _numbered(laws, what)
    return [line for clause in found for line in _told(clause, laws.id, names_code=names_code)]


def _numbered(laws: Edition, number: str) -> tuple[Clause, ...]:
    try:
        return clauses_at(number, laws.id)
    except UnknownClause as unknown:
        is_number = any(letter.isdigit() for letter in number)
        no_topic = f"There is no topic {number!r}; `{own_command()} laws` lists them."
        raise BadInput(str(unknown) if is_number else no_topic) from unknown


def _told(clause: Clause, edition_id: str, *, names_code: bool) -> Iterator[str]:
    """Yield the clause, what the program does about it, and how it reads it, line by line."""
    yield f"{clause.number_in(edition_id)}  {clause.name}: {clause.says}"
    code = f"voice_chess.{clause.where}" if names_code and clause.where else None
    done = ": ".join(filter(None, (DONE[clause.kind], clause.why, code)))
    yield f"    {done}{' (not shown by a test yet)' if clause.awaits else ''}"
    for more in (clause.decided, clause.documents_of(edition_id)):
        if more:
            yield f"    {more}"


def _counts() -> list[str]:
    lines = []
    for known in known_editions():
        counts = coverage(known)
        told = [f"{kind} {counts[kind]}" for kind in DONE]
        total = sum(counts[kind] for kind in DONE)
        lines.append(f"{known}: {total} clauses; {', '.join(told)}; untested {counts['awaits']}")
    return lines
