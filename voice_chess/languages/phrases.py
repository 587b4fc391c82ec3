"""Reads what a language says from its Fluent file: phrases by name, with gaps and plural forms.

A phrase is a message of the file, or a variant of one: `last-move:none` is the attribute `none` of
the message `last-move`. A missing or broken phrase is a `PhraseFault`. Tests treat it as an error;
in a game it is only a warning, and the player hears as much of the phrase as there is.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Message, Pattern
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

VARIANT = ":"
SEAM = "|"
"""Marks the joints between the parts of one written word, as in ein|und|zwanzig."""

LONGEST = 1_000
"""The longest text, in characters, that Fluent puts in a gap; longer ones replace a mark.

Fluent gives up at 2500 characters, and lists can be longer.
"""

MARK = "\ue000{}\ue001"
"""Stands in the gap of a longer text until Fluent is done; no language uses these characters."""


class PhraseFault(UserWarning):
    """A phrase is missing or can't be said as it is written."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Phrases:
    """All phrases of a language. Nothing changes after reading, so threads may share them."""

    language_id: str
    bundle: FluentBundle
    patterns: Mapping[str, Pattern]
    """Every phrase by name, in the order of the file, ready to be filled."""

    gaps: Mapping[str, frozenset[str]]
    """The gaps of each phrase, including the count that chooses its plural form."""

    texts: tuple[str, ...]
    """The text around the gaps, in every variant and every plural form."""

    plain: Mapping[str, str]
    """Phrases that consist only of text and gaps, as templates for `str.format_map`."""

    def say(self, name: str, values: Mapping[str, str | int]) -> str:
        """Return the phrase with its gaps filled; a number chooses the plural form."""
        plain = self.plain.get(name)
        if plain is not None and _are_texts(values) and self.gaps[name] <= values.keys():
            # Every move is told this way; Fluent takes ten times as long.
            return plain.format_map(values)
        pattern = self.patterns.get(name)
        if pattern is None:
            _warn(self.language_id, f"there is no phrase {name!r}")
            return name
        long = {gap: text for gap, text in values.items() if _is_long(text)}
        marks = {gap: MARK.format(gap) for gap in long}
        text, faults = self.bundle.format_pattern(pattern, {**values, **marks})
        if faults:
            _warn(self.language_id, f"{name}: {faults}")
        said = str(text)
        for gap, mark in marks.items():
            said = said.replace(mark, str(long[gap]))
        return said


def read_phrases(text: str, language_id: str, write: Callable[[str], str] = str) -> Phrases:
    """Read the phrases of a Fluent file, with their texts rewritten by `write`.

    The id is that of the language whose plural rules apply, whatever its alphabet.
    """
    resource = FluentResource(text)
    names = list(_message_ids(resource, language_id))
    _Rewriter(write).visit(resource)
    bundle = FluentBundle([language_id], use_isolating=False)
    bundle.add_resource(resource)
    # Prepared now and not at the first use, since that may happen in any thread.
    patterns = dict(pair for name in names for pair in _variants(name, bundle.get_message(name)))
    found = {name: _Finder(pattern) for name, pattern in patterns.items()}
    return Phrases(
        language_id=language_id,
        bundle=bundle,
        patterns=MappingProxyType(patterns),
        gaps=MappingProxyType({name: frozenset(finder.gaps) for name, finder in found.items()}),
        texts=tuple(text for finder in found.values() for text in finder.texts),
        plain=MappingProxyType(
            {name: plain for name in found if (plain := _plain(patterns[name])) is not None}
        ),
    )


def _plain(pattern: Pattern) -> str | None:
    """Return the phrase as a template, or None if it has more than texts and gaps."""
    parts = []
    # For a pattern that is a single text, Fluent keeps just that text.
    for element in getattr(pattern, "elements", (pattern,)):
        match element:
            case ast.TextElement(value=text):
                parts.append(text.replace("{", "{{").replace("}", "}}"))
            case ast.Placeable(expression=ast.VariableReference(id=gap)):
                parts.append(f"{{{gap.name}}}")
            case _:
                return None
    return "".join(parts)


def _message_ids(resource: ast.Resource, language_id: str) -> Iterator[str]:
    """Yield the names of all messages; anything else in the file but comments is a fault."""
    seen = set()
    for entry in resource.body:
        if isinstance(entry, ast.Message) and entry.id.name not in seen:
            seen.add(entry.id.name)
            yield entry.id.name
        elif not isinstance(entry, ast.BaseComment):
            told = entry.content if isinstance(entry, ast.Junk) else entry.id.name
            _warn(language_id, f"no phrase, or one for the second time: {told}")


def _variants(name: str, message: Message) -> Iterator[tuple[str, Pattern]]:
    if message.value is not None:
        yield name, message.value
    for variant, pattern in message.attributes.items():
        yield f"{name}{VARIANT}{variant}", pattern


class _Rewriter(Visitor):
    """Rewrites the text around the gaps."""

    def __init__(self, write: Callable[[str], str]) -> None:
        self._write = write

    def visit_TextElement(self, node: ast.TextElement) -> None:
        node.value = self._write(node.value)


class _Finder(Visitor):
    """Collects the gaps and the texts of a phrase."""

    def __init__(self, pattern: Pattern) -> None:
        self.gaps: set[str] = set()
        self.texts: list[str] = []
        self.visit(pattern)

    def visit_TextElement(self, node: ast.TextElement) -> None:
        self.texts.append(node.value)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.gaps.add(node.id.name)


def _are_texts(values: Mapping[str, str | int]) -> bool:
    return all(isinstance(value, str) for value in values.values())


def _is_long(value: str | int) -> bool:
    return isinstance(value, str) and len(value) > LONGEST


def _warn(language_id: str, fault: str) -> None:
    warnings.warn(f"language {language_id}: {fault}", PhraseFault, stacklevel=4)
