"""Walks through a game by words: from move to move, from mistake to mistake, with questions.

A `Walk` is a frozen value: the place of a reader in the game, and any moves of their own from
there. Each input gives a `Step` with the next walk and the sentences to tell. An input is read in
turn as a command, as the number of a move, as a query as in play, and as a move. The game's own
next move leads on in the game; any other legal move is a try of the reader's own.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from voice_chess.by_color import SIDES
from voice_chess.game.state import nothing_arranged
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.notation import MoveRead, read_typed
from voice_chess.laws.position import Position
from voice_chess.records.going_on import move_named, ply_behind
from voice_chess.review import words
from voice_chess.review.evaluation import Evaluation
from voice_chess.review.mistakes import Mistake, after, before, mistakes_of, verdict_on
from voice_chess.review.openings import opening_of
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.speech.clarification import ask, asked_in
from voice_chess.speech.counting import spoken_number
from voice_chess.speech.generation.announce import Scene
from voice_chess.speech.generation.answers import QUERIES, answers
from voice_chess.speech.generation.objections import objected
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.generation.styles import USUAL, Style
from voice_chess.speech.generation.wording import move_words, side_word
from voice_chess.speech.understanding.grammar import phrases_for, question_phrases
from voice_chess.speech.understanding.illegal_announcements import objection
from voice_chess.speech.understanding.interpret import CommandMeaning, MoveMeaning, interpret
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

_NO_ANSWER_HERE = frozenset(
    {"clock", "own-clock", "opponent-clock", "help", "go-to-move", "go-to-now"}
)
ASKED = QUERIES - _NO_ANSWER_HERE
"""Queries that are answered about the shown position as in play.

Clocks are not among them, since the review tells the times with the moves.
"""

_MOST_MOVES = 300
"""The limit on the numbers of moves that are understood in words."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, kw_only=True)
class Walk:
    """The place of a reader in a game.

    `evaluations` are by ply, with None where there is none yet. `hears` tells whether the
    recogniser knows a word; None if everything is typed or clicked.
    """

    game: ReviewedGame
    language: Language
    evaluations: tuple[Evaluation | None, ...] = ()
    has_engine: bool = True
    style: Style = USUAL
    ply: int = 0
    tried: tuple[str, ...] = ()
    """The reader's own moves from there, as UCI; they are no part of the game."""
    own: Evaluation | None = None
    """The evaluation of the position after them, once the engine has looked at it."""
    hears: Callable[[str], bool] | None = None

    def asked(self, line: str) -> "Step":
        """Return the step that follows from a typed or spoken line."""
        said = tuple(word.lower() for word in _WORD.findall(line))
        found = _commands(self.language).get(said)
        if found is not None:
            return _DONE[found](self)
        named = self._move_named(line, said)
        if named is not None:
            return self._to_move(*named)
        return self._answered(line)

    def gone(self, ply: int) -> "Step":
        """Return the step to this position of the game, or to its nearer end."""
        there = replace(self, ply=min(max(ply, 0), self.game.last_ply), tried=(), own=None)
        return Step(walk=there, told=there.here())

    def tries(self, uci: str) -> "Step":
        """Return the step by a legal move of the reader's own.

        If it is the game's own next move, it leads on in the game.
        """
        is_of_game = not self.tried and self.game.sheet.moves[self.ply : self.ply + 1] == (uci,)
        if is_of_game:
            return self.gone(self.ply + 1)
        there = replace(self, tried=(*self.tried, uci), own=None)
        return Step(walk=there, told=there.here())

    def back(self) -> "Step":
        """Take back the reader's own last move, or the game's."""
        if not self.tried:
            return self.gone(self.ply - 1)
        there = replace(self, tried=self.tried[:-1], own=None)
        return Step(walk=there, told=there.here())

    @property
    def position(self) -> Position:
        """The position where the reader stands: in the game, or after their own moves."""
        position = self.game.positions[self.ply]
        for uci in self.tried:
            position = position.played(uci)
        return position

    @property
    def before_tried(self) -> Position:
        """The position in which the reader's last own move was made."""
        return replace(self, tried=self.tried[:-1]).position

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        return mistakes_of(self.game, self.evaluations)

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the game's position here, or where the reader's own moves began."""
        return self.evaluations[self.ply] if self.ply < len(self.evaluations) else None

    def here(self) -> tuple[Sentence, ...]:
        """Tell the move that led here, its mistake, the evaluation, time, comment and rulings."""
        if self.tried:
            return self._sentences(f"{self.tried_told}.", self._agreement(), *self._of_own())
        if self.ply == 0:
            comment = words.comment_told(self.game.sheet.comment, self.language)
            start = words.told("start", self.language)
            return self._sentences(start, self._standing(), comment, self._minutes())
        mistake = next((found for found in self.mistakes if found.ply == self.ply), None)
        return self._sentences(
            words.move_told(self.game, self.ply, self.language, self.style),
            words.mistake_told(mistake, self.game, self.language, self.style) if mistake else "",
            self._standing(),
            words.time_told(self.game.time(self.ply), self.language),
            words.annotation_told(self.game.entry(self.ply), self.language),
            self._minutes(),
            self._end(),
        )

    def own_told(self) -> tuple[Sentence, ...]:
        """Tell the engine's opinion of the reader's own last move; empty if there is none yet."""
        return self._sentences(*self._of_own())

    def query(self, name: str, args: tuple[str, ...] = ()) -> tuple[Sentence, ...]:
        """Return the answer to one of `ASKED` about the shown position."""
        game = replace(nothing_arranged(), position=self.position)
        return answers(CommandMeaning(name=name, args=args), game, 0, self.language)

    def summary(self) -> "Step":
        """Tell the players, the opening, and how many mistakes each side made."""
        opening = opening_of(self.game)
        return self._step(
            words.result_told(self.game, self.language),
            words.opening_told(opening, self.language) if opening else "",
            words.counts_told(self.mistakes, self.language) if self._is_judged else self._lacking(),
        )

    def next_mistake(self) -> "Step":
        return self._to(after(self.mistakes, self.ply), "no-next-mistake")

    def last_mistake(self) -> "Step":
        return self._to(before(self.mistakes, self.ply), "no-earlier-mistake")

    @property
    def tried_told(self) -> str:
        """The reader's last own move, in words."""
        return move_words(self.tried[-1], self.before_tried, self.language, self.style)

    def opinion(self) -> "Step":
        """Tell the side that stands better here, and what should be played."""
        found = self._found_here
        if found is None:
            return self._step(self._lacking())
        return self._step(words.evaluation_told(found, self.position, self.language, self.style))

    def best_line(self) -> "Step":
        found = self._found_here
        if found is None or not found.line:
            return self.opinion()
        moves = words.line_told(found.line, self.position, self.language, self.style)
        return self._step(words.told("line", self.language, moves=moves))

    def instead(self) -> "Step":
        """Tell what should have been played in place of the last move.

        After moves of the reader's own, this is about the first of them.
        """
        earlier = self.ply if self.tried else self.ply - 1
        found = self.evaluations[earlier] if 0 <= earlier < len(self.evaluations) else None
        if found is None or not found.line:
            return self.opinion()
        made = self.tried or self.game.sheet.moves[earlier:]
        if made[0] == found.line[0]:
            return self._step(words.told("as-engine", self.language))
        position = self.game.positions[earlier]
        moves = words.line_told(found.line, position, self.language, self.style)
        return self._step(words.told("instead", self.language, moves=moves))

    def remarks(self) -> "Step":
        """Tell in full what was ruled, claimed or written here; else, where anything was."""
        game, language = self.game, self.language
        here = "" if self.tried else words.remark_told(game, self.ply, language, self.style)
        return self._step(here or words.remarked_told(game, language))

    def help(self) -> "Step":
        """Tell what can be said; with a recogniser, in words that it has learnt."""
        names = (name for name in _DONE if self.has_engine or name not in OF_THE_ENGINE)
        forms = (self._named(name) for name in names)
        told = ", ".join(self.language.displayed(form) for form in forms if form is not None)
        return self._step(words.told("help", self.language, list=told))

    def _named(self, name: str) -> str | None:
        forms, hears = self.language.review_words[name], self.hears
        if hears is None:
            return forms[0]
        return next((form for form in forms if all(map(hears, form.split()))), None)

    def finished(self) -> "Step":
        return Step(walk=self, told=(), is_over=True)

    def repeated(self) -> "Step":
        return Step(walk=self, told=self.here())

    def described(self) -> "Step":
        return self._step(words.position_told(self.position, self.language))

    def _agreement(self) -> str:
        """Say whether the engine would play the reader's moves, as far as its line goes."""
        line = self.evaluation.line if self.evaluation is not None else ()
        if line[: len(self.tried)] == self.tried:
            return words.told("as-engine", self.language)
        return words.told("not-engine", self.language) if line and len(self.tried) == 1 else ""

    @property
    def _found_here(self) -> Evaluation | None:
        """The evaluation of the shown position, in the game or after the reader's own moves."""
        return self.own if self.tried else self.evaluation

    def _of_own(self) -> tuple[str, ...]:
        """Return the verdict on the reader's own move, and the score after it."""
        if self.own is None:
            return ()
        return (self._verdict(self.own), words.score_told(self.own.score, self.language))

    def _verdict(self, own: Evaluation) -> str:
        """Return the verdict on the reader's first own move, judged like a move of the game.

        Empty for later ones, since no evaluation before them is known.
        """
        before = self.evaluation
        if before is None or len(self.tried) > 1 or before.line[:1] == self.tried:
            return ""
        sign = 1 if self.before_tried.white_to_move else -1
        verdict = verdict_on(sign * (before.chances - own.chances))
        return words.told(verdict, self.language) if verdict else ""

    @property
    def _is_judged(self) -> bool:
        return bool(self.evaluations) and None not in self.evaluations

    def _standing(self) -> str:
        found = self.evaluation
        return "" if found is None else words.score_told(found.score, self.language)

    def _minutes(self) -> str:
        return words.minutes_told(self.game, self.ply, self.language, self.style)

    def _end(self) -> str:
        if self.ply < self.game.last_ply:
            return ""
        return words.told("end", self.language, result=words.end_told(self.game, self.language))

    def _lacking(self) -> str:
        """Say why there is no evaluation."""
        return words.told("not-judged" if self.has_engine else "no-engine", self.language)

    def _to(self, mistake: Mistake | None, otherwise: str) -> "Step":
        if mistake is not None:
            return self.gone(mistake.ply)
        if not any(self.evaluations):
            return self._step(self._lacking())
        so_far = "" if self._is_judged else self._lacking()
        return self._step(words.told(otherwise, self.language), so_far)

    def _step(self, *parts: str) -> "Step":
        return Step(walk=self, told=self._sentences(*parts))

    def _sentences(self, *parts: str) -> tuple[Sentence, ...]:
        return tuple(sentence(part, self.language) for part in parts if part)

    def _move_named(self, line: str, said: tuple[str, ...]) -> tuple[int, bool] | None:
        """Return the number of the move that a line names, and whether it is White's.

        Figures may follow the words that lead to a move: `12...`, move 12...
        """
        go = self.language.review_words["go"]
        figures = (line.strip().lower().removeprefix(f"{way} ") for way in ("", *go))
        written = (move_named(each) for each in figures)
        return next(filter(None, written), None) or _numbers(self.language).get(said)

    def _to_move(self, number: int, white: bool) -> "Step":  # noqa: FBT001 - an unpacked pair
        """Go to a move by its number and side, or tell the first and the last that there are."""
        sheet, language = self.game.sheet, self.language
        ply = ply_behind(number, sheet, white=white)
        if ply is not None:
            return self.gone(ply)
        if not sheet.entries:
            return self._step(words.told("no-moves", language))
        first, last = (
            f"{entry.number}, {side_word(language, white=entry.is_white)}"
            for entry in (sheet.entries[0], sheet.entries[-1])
        )
        return self._step(words.told("no-such-move", language, first=first, last=last))

    def _answered(self, line: str) -> "Step":
        """Handle a query as in play, or a move as it is announced or written, or as UCI."""
        tokens = parse(typed_words(line, self.language), self.language)
        meanings = interpret(tokens, self.position, ASKED)
        for meaning in meanings:
            if isinstance(meaning, CommandMeaning):
                return Step(walk=self, told=self.query(meaning.name, meaning.args))
        if (uci := line.strip().lower()) in self.position.legal_moves:
            return self.tries(uci)
        written = read_typed(line, self.position, self.language.orthography)
        moves = {found.uci for found in meanings if isinstance(found, MoveMeaning)}
        if isinstance(written, MoveRead):
            moves = {written.uci}
        if len(moves) == 1:
            return self.tries(*moves)
        if moves:
            question = ask(tuple(MoveMeaning(uci=uci) for uci in sorted(moves)), self.position)
            return Step(walk=self, told=(asked_in(self.language, question, self.position),))
        wrong = objection(tokens, self.position)
        if wrong is not None:
            scene = Scene(position=self.position, language=self.language, style=self.style)
            return Step(walk=self, told=(objected(wrong, scene),))
        word = self._named("help") or self.language.review_words["help"][0]
        named = self.language.displayed(word)
        return self._step(words.told("not-understood", self.language, said=line, help=named))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The reader's place after an input, and what they are told."""

    walk: Walk
    told: tuple[Sentence, ...]
    is_over: bool = False


_DONE: Mapping[str, Callable[[Walk], Step]] = {
    "next": lambda walk: walk.gone(walk.ply + 1),
    "back": Walk.back,
    "next-mistake": Walk.next_mistake,
    "last-mistake": Walk.last_mistake,
    "instead": Walk.instead,
    "opinion": Walk.opinion,
    "line": Walk.best_line,
    "describe": Walk.described,
    "remarks": Walk.remarks,
    "again": Walk.repeated,
    "start": lambda walk: walk.gone(0),
    "end": lambda walk: walk.gone(walk.game.last_ply),
    "summary": Walk.summary,
    "help": Walk.help,
    "finish": Walk.finished,
}
"""The commands that `review_words` of the language name, in the order of the help."""
OF_THE_ENGINE = frozenset({"next-mistake", "last-mistake", "instead", "opinion", "line"})

COMMANDS = tuple(_DONE)


@cache
def _commands(language: Language) -> Mapping[tuple[str, ...], str]:
    return {tuple(form.split()): name for name in _DONE for form in language.review_words[name]}


def ways_to_go() -> Mapping[str, tuple[str, ...]]:
    """Return the words that lead to a move, before its number, and those for its side.

    They are of all languages together: a page learns only when it loads which one its reader uses.
    """
    languages = [load_language(language_id) for language_id in known_languages()]
    sides: Mapping[str, tuple[str, ...]] = {
        side: tuple(sorted({form for each in languages for form in each.words[side]}))
        for side in SIDES
    }
    go = sorted({form for each in languages for form in each.review_words["go"]})
    return {"go": tuple(go), **sides}


@cache
def _numbers(language: Language) -> Mapping[tuple[str, ...], tuple[int, bool]]:
    """Return every way to name a move by its number: move twelve, move twelve Black, move 12."""
    found: dict[tuple[str, ...], tuple[int, bool]] = {}
    for go in language.review_words["go"]:
        for number in range(1, _MOST_MOVES):
            spoken = spoken_number(number, language)
            for said in (spoken, [str(number)]):
                found[(*go.split(), *said)] = (number, True)
                for white in (True, False):
                    sides = language.words["white" if white else "black"]
                    found |= {
                        (*go.split(), *said, *side.split()): (number, white) for side in sides
                    }
    return found


def phrases(language: Language, moves: int, position: Position) -> tuple[str, ...]:
    """Return all that may be said here, for a recogniser.

    `moves` is the number of the game's moves, and `position` the one that is shown.
    """
    numbered = (
        " ".join(said) for said, (number, _) in _numbers(language).items() if number <= moves
    )
    spoken = (words for words in numbered if not any(sign.isdigit() for sign in words))
    asked = question_phrases(language, ASKED)
    commands = dict.fromkeys((*_commands(language), *asked, *phrases_for(position, language)))
    return (*(" ".join(said) for said in commands), *spoken)
