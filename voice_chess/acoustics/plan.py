"""Draws what training voices say: announcements, commands, single words and chatter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from voice_chess.acoustics.lexicon import Lexicon
from voice_chess.languages.language import Language
from voice_chess.sound.chance import Rng, happens, one_of

FILES, RANKS, PIECES = "abcdefgh", "12345678", "KQRBN"
CASTLES, CASTLES_OR_NAMES_PIECE = 0.06, 0.55

SAID_BY_PROGRAM, SAID_BY_PROGRAM_OR_EVERYDAY = 0.45, 0.75

WORDS_ALONE = 0.35
"""The share of phrases beside games that are such words in any order."""

AS_LIKE = 3
"""The number of similar words with which a word is drilled."""

USUAL: Mapping[str, float] = {
    "move": 0.42,
    "some_words": 0.23,
    "command": 0.10,
    "drill": 0.07,
    "chatter": 0.10,
    "mixture": 0.08,
}
"""The share of each kind of utterance; a kind has the name of its method."""

WITH_PHRASES_BESIDE: Mapping[str, float] = {
    "move": 0.22,
    "some_words": 0.13,
    "command": 0.08,
    "drill": 0.09,
    "chatter": 0.08,
    "mixture": 0.06,
    "squares": 0.14,
    "beside": 0.20,
}
"""Shares with a fifth of phrases beside games, so that plain phones are learnt as words are."""

SQUARES: Mapping[str, float] = {
    "move": 0.14,
    "some_words": 0.08,
    "command": 0.06,
    "drill": 0.20,
    "chatter": 0.06,
    "mixture": 0.04,
    "squares": 0.42,
}
"""Shares with many squares in letters and digits alone, the hardest of all announcements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidWord:
    """One word to say; `word` is its lexicon entry, or None for a word that is not ours."""

    word: str | None
    pronunciation: tuple[str, ...]


class Plan:
    """Draws utterances: all words of the lexicon occur, and moves occur most."""

    def __init__(
        self, lexicon: Lexicon, language: Language, kinds: Mapping[str, float] = USUAL
    ) -> None:
        self.lexicon = lexicon
        self.words = language.words
        self.alike = lexicon.alike or words_alike(lexicon, self.core())
        self.commands = [
            tuple(form.split())
            for token, forms in language.words.items()
            if not token.startswith(("file:", "rank:", "piece:", "number:"))
            for form in forms
        ]
        known = {**lexicon.everyday, **({} if lexicon.spelling else language.phones)}
        # A single letter would be read by its name.
        self.others = {
            word: known[word] for word in language.phones if word in known and len(word) > 1
        }
        self.beside_games = [
            phrase
            for spoken in (language.wish, language.review_words, language.orders)
            for forms in spoken.values()
            for phrase in map(str.split, forms)
            if lexicon.heard.keys() | self.others.keys() >= set(phrase)
        ]
        ways = {
            "move": self.move,
            "some_words": self.some_words,
            "command": self.command,
            "drill": self.drill,
            "chatter": self.chatter,
            "mixture": self.mixture,
            "squares": self.squares,
            "beside": self.beside,
        }
        self.kinds = tuple((share, ways[name]) for name, share in kinds.items())

    def draw(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw one utterance of 1 to about 8 words."""
        weights = [weight for weight, _ in self.kinds]
        _, kind = self.kinds[rng.choice(len(self.kinds), p=weights)]
        return kind(rng)

    def move(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw an announcement in a form that people use; it need not make sense in chess."""
        spoken = self._said(rng, self._move_words(rng))
        if happens(rng, 0.12):
            spoken = (*self._said(rng, one_of(rng, self.words["filler"]).split()), *spoken)
        return spoken

    def some_words(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw any words in any order, so that the network does not learn the grammar of moves."""
        names = list(self.lexicon.heard)
        core = self.core()
        count = int(rng.integers(1, 7))
        words = [
            rng.choice(core) if happens(rng, 0.45) else rng.choice(names) for _ in range(count)
        ]
        return self._said(rng, words)

    def command(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw a command, sometimes with a square or a move to which it refers."""
        words = list(one_of(rng, self.commands))
        if happens(rng, 0.25):
            words += self._square(rng)
        elif happens(rng, 0.15):
            words += self._move_words(rng)
        return self._said(rng, words)

    def drill(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw words that sound alike, one after the other."""
        words = one_of(rng, self.alike)
        return self._said(rng, [one_of(rng, words) for _ in range(rng.integers(1, 5))])

    def chatter(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw words that are none of ours."""
        return tuple(self._other_word(rng) for _ in range(rng.integers(1, 6)))

    def mixture(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw a move with chatter before, after or inside it."""
        words = list(self.move(rng))
        for _ in range(rng.integers(1, 3)):
            words.insert(int(rng.integers(0, len(words) + 1)), self._other_word(rng))
        return tuple(words)

    def squares(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw one or two squares in plain letters, without other words that would help."""
        words: list[str] = []
        for _ in range(1 if happens(rng, 0.3) else 2):
            words += self.words[f"file:{one_of(rng, FILES)}"][1].split()
            words += one_of(rng, self.words[f"rank:{one_of(rng, RANKS)}"]).split()
        return self._said(rng, words)

    def beside(self, rng: Rng) -> tuple[SaidWord, ...]:
        """Draw phrases said at the front door or about a finished game, or only words of them."""
        if happens(rng, WORDS_ALONE):
            words = [one_of(rng, list(self.others)) for _ in range(rng.integers(1, 5))]
        else:
            phrases = [one_of(rng, self.beside_games) for _ in range(rng.integers(1, 4))]
            words = [word for phrase in phrases for word in phrase]
        return tuple(
            SaidWord(word=None, pronunciation=self.others[word])
            if word in self.others
            else self._said(rng, [word])[0]
            for word in words
        )

    def core(self) -> list[str]:
        """Return the words that make up moves."""
        tokens = [t for t in self.words if t.startswith(("file:", "rank:", "piece:"))]
        tokens += ["takes", "to", "check", "mate", "castle:short", "castle:long", "yes", "no"]
        return sorted({w for t in tokens for form in self.words[t] for w in form.split()})

    def _form(self, rng: Rng, token: str) -> list[str]:
        forms = self.words[token]
        return (forms[0] if happens(rng, 0.7) else one_of(rng, forms)).split()

    def _square(self, rng: Rng) -> list[str]:
        names = happens(rng, 0.65)
        file_forms = self.words[f"file:{FILES[rng.integers(8)]}"]
        rank = self.words[f"rank:{RANKS[rng.integers(8)]}"]
        name = file_forms[0] if names else one_of(rng, file_forms[1:])
        return [*name.split(), *one_of(rng, rank).split()]

    def _move_words(self, rng: Rng) -> list[str]:
        kind = rng.random()
        if kind < CASTLES:
            words = self._form(rng, "castle:short" if happens(rng, 0.5) else "castle:long")
        else:
            words = self._start(rng, names_piece=kind < CASTLES_OR_NAMES_PIECE)
            if happens(rng, 0.28):
                words += self._form(rng, "takes" if happens(rng, 0.7) else "to")
            words += self._square(rng)
            if happens(rng, 0.06):
                words += self._form(rng, f"piece:{PIECES[1:][rng.integers(4)]}")
        return words + self._ending(rng)

    def _start(self, rng: Rng, *, names_piece: bool) -> list[str]:
        words = self._form(rng, f"piece:{PIECES[rng.integers(5)]}") if names_piece else []
        if not names_piece and happens(rng, 0.35):
            words = self._form(rng, "piece:P")
        if happens(rng, 0.6):
            words += self._square(rng)
        elif happens(rng, 0.2):
            words += self._square(rng)[: int(rng.integers(1, 3))][:1]
        return words

    def _ending(self, rng: Rng) -> list[str]:
        if happens(rng, 0.12):
            return self._form(rng, "check" if happens(rng, 0.7) else "mate")
        if happens(rng, 0.03):
            return self._form(rng, "en-passant")
        return self._form(rng, "offer-draw") if happens(rng, 0.04) else []

    def _said(self, rng: Rng, words: Sequence[str]) -> tuple[SaidWord, ...]:
        heard: Mapping[str, tuple[tuple[str, ...], ...]] = self.lexicon.heard
        chosen = []
        for word in words:
            ways = heard[word]
            way = ways[0] if happens(rng, 0.6) else one_of(rng, ways)
            chosen.append(SaidWord(word=word, pronunciation=way))
        return tuple(chosen)

    def _other_word(self, rng: Rng) -> SaidWord:
        """Draw a word that only the program says, an everyday word, or one that does not exist."""
        kind = rng.random()
        if self.lexicon.said and kind < SAID_BY_PROGRAM:
            word = one_of(rng, list(self.lexicon.said))
            return SaidWord(word=word, pronunciation=self.lexicon.said[word])
        if self.lexicon.everyday and kind < SAID_BY_PROGRAM_OR_EVERYDAY:
            return SaidWord(word=None, pronunciation=one_of(rng, [*self.lexicon.everyday.values()]))
        return self._pseudo_word(rng)

    def _pseudo_word(self, rng: Rng) -> SaidWord:
        """Draw one to four possible syllables, or parts of two everyday words of the language."""
        if self.lexicon.spelling:
            words = [*self.lexicon.everyday.values()]
            begun, ended = (one_of(rng, words) for _ in range(2))
            cut, on = (int(rng.integers(1, len(word))) for word in (begun, ended))
            return SaidWord(word=None, pronunciation=(*begun[:cut], *ended[on:]))
        phones: list[str] = []
        for _ in range(rng.integers(1, 5)):
            phones += one_of(rng, ONSETS).split()
            phones += [one_of(rng, VOWELS)]
            phones += one_of(rng, CODAS).split()
        return SaidWord(word=None, pronunciation=tuple(phones))


def words_alike(lexicon: Lexicon, words: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return each of the words with those that sound most like it."""
    first = {word: lexicon.heard[word][0] for word in words}
    return tuple(
        (word, *sorted(set(words) - {word}, key=partial(_unlike, first, word))[:AS_LIKE])
        for word in words
    )


def _unlike(first: Mapping[str, Sequence[str]], word: str, other: str) -> float:
    """Return the share of phones in which two words differ, by edit distance."""
    one, two = first[word], first[other]
    before = list(range(len(two) + 1))
    for row, phone in enumerate(one, 1):
        now = [row]
        for column, heard in enumerate(two, 1):
            change = before[column - 1] + (phone != heard)
            now.append(min(before[column] + 1, now[-1] + 1, change))
        before = now
    return before[-1] / max(len(one), len(two))


VOWELS = (
    "a", "a:", "E", "e:", "E:", "I", "i:", "O", "o:", "U", "u:", "Y", "y:", "Y:", "W",
    "aI", "aU", "OY", "@", "@", "@", "3",
)  # fmt: skip
ONSETS = (
    "", "b", "p", "d", "t", "g", "k", "f", "v", "z", "S", "h", "m", "n", "l", "r", "j", "ts", "pf",
    "S t", "S p", "S l", "k l", "k r", "t r", "b r", "b l", "f r", "f l", "g r", "k v", "S v",
    "d r",
)  # fmt: skip
CODAS = (
    "", "", "", "n", "n", "m", "N", "l", "r", "s", "t", "k", "p", "f", "C", "x", "S", "n t", "s t",
    "r t", "l t", "k t", "N k", "n s", "ts", "m p", "r n", "x t", "C t", "f t",
)  # fmt: skip
