"""Measures how well single numbers and letters are told apart, each heard among all of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_chess.acoustics.manifest import BadManifest, read_lines
from voice_chess.compose.recordings import Recording
from voice_chess.decoding.grammar import Grammar
from voice_chess.evaluation.recordings import TAIL, sent
from voice_chess.evaluation.scores import wilson
from voice_chess.languages.language import Language
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.speech.understanding.parse import parse

COLUMNS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One recorded word and the token that it means."""

    file: Path
    language: str
    token: str


def read_words(path: Path) -> list[Word]:
    """Read a tab-separated list of file, language, and digit or letter. Raises `BadManifest`."""
    words = []
    for number, line in enumerate(read_lines(path), 1):
        parts = line.split("\t")
        if len(parts) != COLUMNS:
            message = f"Line {number} of {path} needs file, language and word with tabs between"
            raise BadManifest(message)
        file, language, written = parts
        kind = "rank" if written.isdigit() else "file"
        words.append(Word(file=path.parent / file, language=language, token=f"{kind}:{written}"))
    return words


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardWord:
    """The token that was said and the token that was heard, or "nothing"."""

    said: str
    heard: str

    @property
    def kind(self) -> str:
        """The kind of the token that was said: rank or file."""
        return self.said.partition(":")[0]

    @property
    def is_right(self) -> bool:
        return self.said == self.heard


def hear_words(
    words: Iterable[Word], tokens: Iterable[str], language: Language, model: RecognizerModel
) -> list[HeardWord]:
    """Hear each of the words while all forms of these tokens are expected."""
    phrases = [form for token in sorted(set(tokens)) for form in language.words[token]]
    return [
        HeardWord(said=word.token, heard=_heard(word, language, model, phrases)) for word in words
    ]


def _heard(word: Word, language: Language, model: RecognizerModel, phrases: list[str]) -> str:
    recognizer = model.recognizer()
    recognizer.expect(Grammar(phrases=tuple(phrases)))
    sound = Recording(word.file).whole() + TAIL
    found = [recognizer.hear(block) for block in sent(sound)]
    for heard in [*found, recognizer.flush()]:
        if heard is None:
            continue
        for hypothesis in heard.hypotheses:
            tokens = parse(hypothesis.words, language)
            if len(tokens) == 1:
                return tokens[0]
    return "nothing"


def as_json(heard: Sequence[HeardWord]) -> dict[str, object]:
    """Return the shares of all words, of letters and of digits, and the words that were missed."""
    return {
        "all": _share(heard),
        **{kind: _share(words) for kind, words in _by_kind(heard).items()},
        "missed": [(word.said, word.heard) for word in heard if not word.is_right],
    }


def table(heard: Sequence[HeardWord]) -> str:
    """Format the same results, one a line, with confidence intervals."""
    lines = []
    for kind, words in (*_by_kind(heard).items(), ("all", heard)):
        right = sum(word.is_right for word in words)
        low, high = wilson(right, len(words))
        interval = f"(95 % interval {100 * low:.0f} to {100 * high:.0f} %)"
        lines.append(f"{kind}: {right} of {len(words)} right {interval}")
    missed = (word for word in heard if not word.is_right)
    return "\n".join((*lines, *(f"{word.said} was heard as {word.heard}" for word in missed)))


def _share(words: Sequence[HeardWord]) -> dict[str, int]:
    return {"words": len(words), "right": sum(word.is_right for word in words)}


def _by_kind(heard: Sequence[HeardWord]) -> Mapping[str, Sequence[HeardWord]]:
    kinds: defaultdict[str, list[HeardWord]] = defaultdict(list)
    for word in heard:
        kinds[word.kind].append(word)
    return kinds
