"""`voice-chess evaluate --words`: single numbers and letters, each heard among all of them."""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from voice_chess.acoustics.evaluate import BadManifest, wilson
from voice_chess.adapters import sound_files
from voice_chess.adapters.recognizer_models import RecognizerModel
from voice_chess.cli.command import SUCCESS
from voice_chess.cli.long_work import going_over
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language
from voice_chess.speech.parse import parse

COLUMNS = 3
BLOCK = 1280
"""Bytes: 40 ms, as a browser sends them."""
TAIL = b"\0" * (2 * 16_000)
"""A second of silence behind a clean recording, so that the end is found as it would be live."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One recorded word and the token that it means."""

    file: Path
    language: str
    token: str


def read_words(path: Path) -> list[Word]:
    """Tab-separated file, language, digit or letter."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as reason:
        message = f"The manifest {path} can't be read: {reason}"
        raise BadManifest(message) from reason
    words = []
    for number, line in enumerate(lines, 1):
        parts = line.split("\t")
        if len(parts) != COLUMNS:
            message = f"Line {number} of {path} needs file, language and word with tabs between"
            raise BadManifest(message)
        file, language, written = parts
        kind = "rank" if written.isdigit() else "file"
        words.append(Word(file=path.parent / file, language=language, token=f"{kind}:{written}"))
    return words


def evaluate_words(
    manifest: Path,
    language: Language,
    model: RecognizerModel,
    *,
    as_json: bool,
) -> int:
    """Print how many words were heard right, letters and digits apart."""
    words = read_words(manifest)
    tokens = sorted({w.token for w in words})
    phrases = [form for token in tokens for form in language.words[token]]
    results: defaultdict[str, list[bool]] = defaultdict(list)
    missed: list[tuple[str, str]] = []
    with going_over("words", len(words)) as work:
        for word in work.over(words):
            heard = _heard(word, language, model, phrases)
            results[word.token.split(":")[0]].append(heard == word.token)
            if heard != word.token:
                missed.append((word.token, heard))
    if results:
        _report(results, missed, as_json=as_json)
    return work.code(SUCCESS)


def _heard(word: Word, language: Language, model: RecognizerModel, phrases: list[str]) -> str:
    recognizer = model.recognizer()
    recognizer.expect(Grammar(phrases=tuple(phrases)))
    sound = sound_files.read(word.file) + TAIL
    found = [recognizer.hear(sound[n : n + BLOCK]) for n in range(0, len(sound), BLOCK)]
    for heard in [*found, recognizer.flush()]:
        if heard is None:
            continue
        for hypothesis in heard.hypotheses:
            tokens = parse(hypothesis.words, language)
            if len(tokens) == 1:
                return tokens[0]
    return "nothing"


def _report(
    results: dict[str, list[bool]], missed: list[tuple[str, str]], *, as_json: bool
) -> None:
    write = partial(print)
    everything = [right for rights in results.values() for right in rights]
    if as_json:
        shares = {kind: {"words": len(r), "right": sum(r)} for kind, r in results.items()}
        total = {"words": len(everything), "right": sum(everything)}
        write(json.dumps({"all": total, **shares, "missed": missed}, indent=2))
        return
    for kind, rights in [*results.items(), ("all", everything)]:
        low, high = wilson(sum(rights), len(rights))
        write(
            f"{kind}: {sum(rights)} of {len(rights)} right "
            f"(95 % interval {100 * low:.0f} to {100 * high:.0f} %)"
        )
    for said, heard in missed:
        write(f"{said} was heard as {heard}")
