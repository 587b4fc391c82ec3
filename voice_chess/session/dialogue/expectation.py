"""What can be said at a moment, and what it would mean: its grammar and its understanding.

Both are made from the same few facts: the position, the open question, the move that can still be
corrected or must be repeated, and who is listened to. So everything that is listened for has a
meaning. An `Expectation` is a value: it is made once a turn and never changes.

A recogniser searches the whole grammar at once, and forces any other speech into a phrase that the
grammar holds. That is why the grammar is wider than what is allowed. It also holds the beginnings
of moves, so that half an announcement is not taken for a whole one; announcements that are legal
elsewhere, so that a slip is recognised as one; repairs ("nein, Felix vier"); and commands that
nobody waits for, at a price (`seldom`).

The meaning of tokens is tried in this order: an order of the arbiter, a role and what follows it,
the answer to the question, the repetition where one is due, moves, commands and corrections, and at
last the beginning of a move. The first of these that gives a meaning decides.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Self

from voice_chess.by_color import SIDES
from voice_chess.decoding.grammar import ANYTHING, Grammar
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import FILES, PIECES
from voice_chess.session.dialogue.arbiter_commands import arbiters_meaning, is_half_an_order
from voice_chess.session.dialogue.corrections import Correctable, too_late
from voice_chess.session.dialogue.half_commands import Possible, is_half, is_known, rests
from voice_chess.session.dialogue.named_sides import behind_pieces, moves_of_sides, without_side
from voice_chess.session.dialogue.open_question import (
    MOVE_BEGUN,
    OpenQuestion,
    first_step,
)
from voice_chess.session.dialogue.orders_aloud import (
    orders_with_numbers,
    pairs_of_orders,
    rules_of_orders,
)
from voice_chess.session.dialogue.replies_before_moves import reply_and_move
from voice_chess.session.dialogue.roles import (
    ROLE_WORDS,
    addressed,
    meanings_of,
    role_orders,
    role_phrases,
    spoken_roles,
    spoken_sides,
)
from voice_chess.speech.clarification import answer_phrases, answered
from voice_chess.speech.commands import (
    MOVE_NUMBER,
    UNASKED,
    WHOLE_MOVE,
    WITH_MOVE,
    WITH_NUMBER,
    WITH_SQUARES,
)
from voice_chess.speech.counting import MOST_MOVES
from voice_chess.speech.understanding.announcement import Announcement, announcement, partial
from voice_chess.speech.understanding.any_announcement import (
    MOST_SQUARES,
    SQUARE,
    SQUARES_AT_ONCE,
    any_announcement,
    behind_squares,
    origins,
    rules_of_squares,
    squares,
)
from voice_chess.speech.understanding.grammar import (
    Phrase,
    forms,
    of_both_sides,
    open_command_phrases,
    phrases_for,
    phrases_to,
    rank_words,
    single_words,
    spoken_numbers,
)
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import (
    CORRECTION,
    NO,
    WORDS_OF_REPAIR,
    YES,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
    is_one_of,
    legal_facts,
    moves_meant,
    said_by,
    whose,
)
from voice_chess.speech.understanding.parse import FILLER, Tokens, parse
from voice_chess.speech.understanding.scoring import (
    Halves,
    ReadWords,
    Understand,
    nothing_meant,
)
from voice_chess.speech.understanding.spelling import spelt

REPETITION = "repetition"
HALF = "half"
"""Names the meaning of a command's first words, which are its arguments."""
BEGUN = (*MOVE_BEGUN, HALF)
"""The names of the meanings that are incomplete: more must follow."""
SEAL = "seal"
"""The name of the command that gives a move for the envelope."""
REPLIES = frozenset({"yes", "no", "accept", "decline", "offer-draw", "rematch", "repeat"})
"""What players say in reply to an offer or a question, and only then where they are not on move."""
_CASTLINGS = ("castle:short", "castle:long")
"""Castling is heard even where it is not legal, so that the player is told why not."""
_PLACE, _MOVE = "<place>", "<move>"
_NUMBER, _NUMBER_OF_SIDE = "<number>", "<number-of-side>"
_ANNOUNCED = "<announced>"
_EXCHANGED = (("file", FILES), ("piece", PIECES))
_OF_PLAYER = "<of-player>"
"""The names of grammar rules: squares, legal moves and numbers of moves (also with a side) in
commands; announcements for an envelope, legal or not; and what a player says behind their side."""
_OTHERS = (("fr", _PLACE), (WHOLE_MOVE, _MOVE), (MOVE_NUMBER, _NUMBER), ("nw", _NUMBER_OF_SIDE))
_BEHIND = (*_OTHERS, *behind_squares(_PLACE))
_BEHIND_HALF = (*_OTHERS, *behind_squares(_PLACE, MOST_SQUARES))
"""The rules for what can follow a command; more of them where that is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastAnnounced:
    """The last move that was announced, and the position before it.

    `must_be_repeated`: the opponent must repeat it before anything else may be announced.
    """

    uci: str
    position: Position
    must_be_repeated: bool = False

    def is_meant_by(self, tokens: Tokens) -> bool:
        """Return whether the tokens mean this move, in whatever words."""
        return MoveMeaning(uci=self.uci) in moves_meant(tokens, self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The facts that decide what can be said now; `position` is that of the next announcement.

    `commands` are the names of those that make sense. `before` is the position of the announcement
    that can still be corrected; `said` is the move that the opponent can repeat. `has_roles`: a
    speaker can say their role first; `hears_roles`: the grammar expects it; `hears_sides`: it
    expects a player to say their side first.

    `failed` is what was last announced in this position and refused, or not understood (then all
    its parts are empty); None if nothing was. What corrects it is a move like any other.
    """

    position: Position
    commands: frozenset[str]
    before: Position | None = None
    failed: Announcement | None = None
    asked: OpenQuestion | None = None
    said: LastAnnounced | None = None
    has_roles: bool = False
    hears_roles: bool = False
    hears_sides: bool = False
    own_side: str | None = None
    """The side of a player at a seat of their own, which they may say before their words."""
    is_arbiters: bool = False
    """Whether the speaker is known to be the arbiter, and need not say so."""
    replier: Role | None = None
    """The player of whom only replies are understood, since others are heard in another way."""
    begins_with_one_step: bool = False
    """Whether only a piece or a square alone is understood as the beginning of a move."""

    @property
    def white_speaks(self) -> bool | None:
        """Whether White announces next; None for an arbiter, or if both may speak about a move."""
        if self.before is not None or self.is_arbiters:
            return None
        return self.position.white_to_move

    @property
    def correctable(self) -> Correctable | None:
        """The announcement that can be corrected now, if there is one."""
        if self.before is not None:
            announced = None if self.said is None else self.said.uci
            return Correctable(position=self.before, announced=announced)
        if self.failed is not None:
            return Correctable(position=self.position, failed=self.failed)
        return None

    def allowing(self, commands: frozenset[str]) -> Self:
        """Return the same with these commands, and itself if it has them: every sound asks."""
        return self if commands == self.commands else replace(self, commands=commands)

    def phrases(self, language: Language) -> tuple[str, ...]:
        """Return the phrases of the grammar, without its rules."""
        found = (
            *self._answers(language),
            *phrases_for(self.position, language, self.commands),
            *self._to_moves(language),
            *forms(language, FILLER),
            *(form for side in _CASTLINGS for form in forms(language, side)),
            *(() if self.correctable is None else self.correctable.phrases(language)),
            *self._repetitions(language),
            *self._beginnings(language),
            # The person asked need not say their role: fewer words can be mistaken for an answer.
            *(role_phrases(language) if self._is_roles_turn else ()),
            *self._sides(language),
            *(pairs_of_orders(language) if self._is_arbiters_turn else ()),
        )
        return tuple(dict.fromkeys(" ".join(phrase) for phrase in found))

    def grammar(self, language: Language) -> Grammar:
        """Return the exact grammar: the phrases, and rules for commands and repairs with each move.

        It also holds every announcement of a move that is not legal here, to seal it as well: what
        a loudspeaker reads back to nobody must not be taken for another move that is legal.
        """
        unlawful = any_announcement(language)
        return Grammar(
            phrases=self.phrases(language),
            beginnings=_joined(self._beginnings(language)),
            longer=_joined(self._longer(language)),
            seldom=self._seldom(language),
            rules={**unlawful.rules, **self._rules(language)},
            elsewhere=(*unlawful.phrases, *self._sealed_anyhow(language)),
            fillers=_joined(forms(language, FILLER)),
            numbers=_joined(rank_words(language)),
            exchanged=tuple(single_words(language, *named) for named in _EXCHANGED),
            origins=origins(language),
            goes_on=self.asked is not None and bool(self.asked.begun),
        )

    def _rules(self, language: Language) -> dict[str, tuple[str, ...]]:
        """Return the rules that continue phrases, besides those of announcements."""
        rules: dict[str, tuple[str, ...]] = dict.fromkeys((SQUARE, _PLACE), squares(language))
        if SEAL in self.commands:
            rules[_ANNOUNCED] = any_announcement(language).phrases
        if self.commands & WITH_MOVE:
            rules[_MOVE] = _joined(phrases_for(self.position, language))
        if self.commands & WITH_SQUARES:
            rules |= rules_of_squares(
                language, _PLACE, MOST_SQUARES if self._half else SQUARES_AT_ONCE
            )
        if self.commands & WITH_NUMBER:
            rules[_NUMBER] = _joined(self._numbers(language))
            rules[_NUMBER_OF_SIDE] = _joined(of_both_sides(self._numbers(language), language))
        if self._sides(language):
            # Who is not on move says no moves; these would be heard in place of corrections.
            rules[_OF_PLAYER] = _joined(phrases_for(None, language, self.commands))
        if self._sides_of_moves(language):
            rules |= behind_pieces(self.position, language)
        if self._is_roles_turn or self._is_arbiters_turn:
            rules |= rules_of_orders(language)
        if self.correctable is not None:
            rules |= self.correctable.rules(language)
        return rules

    def _sealed_anyhow(self, language: Language) -> tuple[str, ...]:
        """Return the beginnings of announcements for an envelope, legal or not."""
        heads = forms(language, SEAL) if SEAL in self.commands else ()
        return _joined(tuple((*head, _ANNOUNCED) for head in heads))

    def _numbers(self, language: Language) -> tuple[Phrase, ...]:
        """Return the spoken numbers of the moves that were made."""
        return spoken_numbers(language, min(self.position.fullmove_number, MOST_MOVES))

    def _to_moves(self, language: Language) -> tuple[Phrase, ...]:
        """Return the phrases that lead back to each move that was made."""
        names = sorted(self.commands & WITH_NUMBER)
        heads = [form for name in names for form in forms(language, name)]
        numbers = self._numbers(language)
        return tuple(head + number for head in heads for number in numbers)

    def _longer(self, language: Language) -> tuple[Phrase, ...]:
        """Return what only an exact recogniser needs: rests of moves, phrases ending in a rule."""
        return (
            *self._rests(language),
            *self._rests_of_half(language),
            *open_command_phrases(language, self.commands, _BEHIND),
            *(() if self.correctable is None else self.correctable.longer(language)),
            *((*role, ANYTHING) for role in spoken_roles(language) if self._is_roles_turn),
            *((*side, _OF_PLAYER) for side in self._sides(language)),
            *moves_of_sides(self._sides_of_moves(language), self.position, language, _MOVE),
            *(role_orders(language) if self._is_roles_turn else ()),
            *(orders_with_numbers(language) if self._is_arbiters_turn else ()),
        )

    def _sides(self, language: Language) -> tuple[Phrase, ...]:
        """Return the names of the sides, with which a player can begin.

        There are none where a question is open, where a side is an answer about a board, or where
        everybody's role is expected.
        """
        is_heard = self.hears_sides and not self.hears_roles and self._may_name_side
        return spoken_sides(language) if is_heard else ()

    def _sides_of_moves(self, language: Language) -> tuple[Phrase, ...]:
        """Return the names of the sides that a move can follow.

        The side that is not on move is heard, too, so that its name is not taken for a cough before
        the move. While a move can be corrected there are none: the next side's moves would be heard
        in place of corrections.
        """
        if self.before is not None:
            return ()
        is_seats = self.own_side is not None and self._may_name_side
        return spoken_sides(language) if is_seats else self._sides(language)

    @property
    def _may_name_side(self) -> bool:
        """Whether a side is no answer to a question now."""
        return self.asked is None and self.commands.isdisjoint(SIDES)

    @property
    def _is_roles_turn(self) -> bool:
        return self.hears_roles and self.asked is None

    @property
    def _is_arbiters_turn(self) -> bool:
        return self.is_arbiters and (self.asked is None or bool(self._half))

    def _seldom(self, language: Language) -> tuple[str, ...]:
        """Return the phrases of commands, but not those that answer the open question."""
        behind_side = (_OF_PLAYER,) if self._sides(language) else ()
        unasked = _unasked(language, self.commands)
        found = (*unasked, *_joined(self._to_moves(language)), *behind_side)
        if self.asked is None:
            return found
        awaited = frozenset(_joined(self._answers(language)))
        return tuple(phrase for phrase in found if phrase not in awaited)

    def understanding_of(self, heard: Heard) -> Understand:
        """Return the function that gives the meanings of tokens in this utterance.

        For a recogniser that combines pairs of words, only a single step counts as a beginning:
        longer ones would compete with the moves that were announced.
        """
        return replace(self, begins_with_one_step=heard.is_by_pairs).meanings

    def halves(self, language: Language, *, is_typed: bool) -> Halves:
        """Return the readings of words as the rest of half a command, and as its first half."""

        def first(words: Phrase) -> tuple[Meaning, ...]:
            is_one_word = len(words) == 1 and not is_typed
            if is_one_word and not is_known(words, language):
                return ()
            return _halved(self, words, language)

        return Halves(second=self.second_half(language), first=first)

    def second_half(self, language: Language) -> ReadWords:
        """Return the reading of words as the rest of the half command that was said before."""
        half = self._half
        if not half:
            return nothing_meant
        unasked = replace(self, asked=None)

        def second(words: Phrase) -> tuple[Meaning, ...]:
            whole = (*half, *words)
            return unasked.meanings(parse(whole, language)) or _halved(unasked, whole, language)

        return second

    @property
    def _half(self) -> tuple[str, ...]:
        """The first words of a command whose rest is asked for; empty if none is."""
        return () if self.asked is None else self.asked.half

    @property
    def possible(self) -> Possible:
        """The commands to which half a command can belong now."""
        return Possible(
            commands=self.commands,
            position=self.position,
            is_arbiters=self.is_arbiters,
            has_roles=self.has_roles,
        )

    def meanings(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return everything that the tokens can mean now."""
        if self.is_arbiters and tokens:
            order = arbiters_meaning(tokens)
            if order is not None or is_half_an_order(tokens):
                return self._chosen(tokens) or (() if order is None else (order,))
        named = self._named(tokens)
        found = named or self._unnamed(self.completed(self._begun_anew(self._without_side(tokens))))
        return found if self.replier is None else self._replies_of(self.replier, found)

    def _replies_of(self, replier: Role, meanings: tuple[Meaning, ...]) -> tuple[Meaning, ...]:
        """Return those of the meanings that are this player's replies, as said by them."""
        by_speaker = [(role or replier, meant) for role, meant in map(whose, meanings)]
        return tuple(
            said_by(role, meant)
            for role, meant in by_speaker
            if role is replier and (is_one_of(REPLIES, meant) or self.is_awaited(meant))
        )

    def _named(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return what follows a role that is named first; the role alone can be an answer."""
        if not self.has_roles or ROLE_WORDS.isdisjoint(tokens[:1]):
            return ()
        answer = interpret(tokens, None, self.commands.intersection(SIDES))
        return answer or meanings_of(tokens, replace(self, has_roles=False).meanings)

    def _unnamed(self, tokens: Tokens) -> tuple[Meaning, ...]:
        must_repeat = self.said is not None and self.said.must_be_repeated
        return (
            self._chosen(tokens)
            or (self._repeated(tokens) if must_repeat else ())
            or self._moves_and_commands(tokens)
            or self._repeated(tokens)
            or self._reply_and_move(tokens)
            or self._correction_without_a_move(tokens)
            or self._misrepeated(tokens)
            or first_step(tokens, self.position, is_one_step=self.begins_with_one_step)
        )

    def _moves_and_commands(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return what the tokens mean where nothing is asked, corrections included."""
        found = interpret(tokens, self.position, self.commands - {CORRECTION})
        return (*found, *(() if self.correctable is None else self.correctable.meanings(tokens)))

    def _reply_and_move(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return what a reply to an offer and a move mean; a replier is heard for replies alone."""
        if self.replier is not None or self.asked is not None:
            return ()
        return reply_and_move(tokens, self.position, self.commands)

    def _without_side(self, tokens: Tokens) -> Tokens:
        """Return the tokens of a player without their own side, where it is no answer."""
        if not self.commands.isdisjoint(SIDES):
            return tokens
        if tokens[1:] and tokens[0] == self.own_side:
            return tokens[1:]
        if not any(side in tokens[1:] for side in SIDES):
            return tokens
        return without_side(tokens, self.own_side or Role.player(white=self.position.white_to_move))

    def completed(self, tokens: Tokens) -> Tokens:
        """Return the tokens; if they are a move's second step, with the first step before them."""
        begun = self.asked.begun if self.asked is not None else ()
        if not begun or not tokens or tokens[0].startswith("piece:"):
            return tokens
        whole, step = (*begun, *tokens), partial(tokens)
        is_begun_again = step is not None and step == partial(begun)
        return tokens if is_begun_again or announcement(whole) is None else whole

    def _begun_anew(self, tokens: Tokens) -> Tokens:
        """Return the tokens, without "no" before another piece than the one that was begun with."""
        is_asked = self.asked is not None and bool(self.asked.begun)
        is_anew = tokens[:1] and tokens[0] in WORDS_OF_REPAIR and tokens[1:2]
        return tokens[1:] if is_asked and is_anew and tokens[1].startswith("piece:") else tokens

    def is_awaited(self, meaning: Meaning) -> bool:
        """Return whether the meaning answers the open question, or is an expected yes or no."""
        if self.replier is not None:
            _, meaning = whose(meaning)
        if meaning in (YES, NO):
            return self.asked is not None or "yes" in self.commands
        if self.asked is None:
            return False
        return meaning in self._as_repairs(self.asked.question.candidates)

    def _beginnings(self, language: Language) -> tuple[Phrase, ...]:
        if self.asked is not None:
            return ()
        pieces = dict.fromkeys(move.piece for move in legal_facts(self.position))
        return tuple(form for piece in pieces for form in forms(language, f"piece:{piece}"))

    def _rests(self, language: Language) -> tuple[Phrase, ...]:
        """Return what can follow the first step that was said before."""
        begun = self.asked.begun if self.asked is not None else ()
        if not begun:
            return ()
        moves = phrases_for(self.position, language)
        return tuple(
            phrase[cut:]
            for phrase in moves
            for cut in range(1, len(phrase))
            if parse(phrase[:cut], language) == begun
        )

    def _rests_of_half(self, language: Language) -> tuple[Phrase, ...]:
        """Return what can follow the half of a command that was said before."""
        if not self._half:
            return ()
        return tuple(rests(self._half, language, self.possible, _BEHIND_HALF))

    def _chosen(self, tokens: Tokens) -> tuple[Meaning, ...]:
        if self.asked is None:
            return ()
        return self._as_repairs(answered(self.asked.question, tokens, self.asked.position))

    def _as_repairs(self, meanings: tuple[Meaning, ...]) -> tuple[Meaning, ...]:
        """Return answers in full: a move is part of the correction or command asked about."""
        if self.asked is None:
            return meanings
        whole = CommandMeaning(name=CORRECTION) if self.asked.is_correction else self.asked.behind
        if whole is None:
            return meanings
        return tuple(
            replace(whole, args=(*whole.args, meaning.uci))
            if isinstance(meaning, MoveMeaning)
            else meaning
            for meaning in meanings
        )

    def _correction_without_a_move(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return a correction that begins with a first step, tells nothing more, or is too late."""
        if self.correctable is None:
            return too_late(tokens)
        begun = self.correctable.begun(tokens, is_one_step=self.begins_with_one_step)
        return begun or self.correctable.bare(tokens)

    def _repeated(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return the repetition of the last move, if the tokens mean it, in whatever words."""
        if self.said is None or not self.said.is_meant_by(tokens):
            return ()
        return (CommandMeaning(name=REPETITION, args=(self.said.uci,)),)

    def _misrepeated(self, tokens: Tokens) -> tuple[Meaning, ...]:
        """Return a wrong repetition of the last move: both players are told of the difference."""
        if self.said is None or not self.said.must_be_repeated:
            return ()
        meant = moves_meant(tokens, self.said.position)
        return tuple(CommandMeaning(name=REPETITION, args=(move.uci,)) for move in meant)

    def _repetitions(self, language: Language) -> tuple[Phrase, ...]:
        """Return the ways to say the last move; if it must be repeated, also every wrong one."""
        if self.said is None or self.before is not None:
            return ()
        if self.said.must_be_repeated:
            return phrases_for(self.said.position, language)
        return _ways_to_say(self.said, language)

    def _answers(self, language: Language) -> tuple[Phrase, ...]:
        if self.asked is None:
            return ()
        return answer_phrases(self.asked.question, self.asked.position, language)


@lru_cache(maxsize=16)
def _ways_to_say(said: LastAnnounced, language: Language) -> tuple[Phrase, ...]:
    """Return every way to say the last move; cached, since each expectation of a turn needs it.

    Nobody can say one that was not legal and has come to stand.
    """
    if not said.position.is_legal(said.uci):
        return ()
    square = said.position.facts(said.uci).to_square
    phrases = phrases_to(square, said.position, language)
    return tuple(phrase for phrase in phrases if said.is_meant_by(parse(phrase, language)))


def _halved(expected: Expectation, words: Phrase, language: Language) -> tuple[Meaning, ...]:
    """Return the words as the first half of a command, if they are one, with who said it."""
    said = tuple(spelt(word, language) for word in words)
    if not is_half(said, language, expected.possible):
        return ()
    half = CommandMeaning(name=HALF, args=said)
    named = addressed(parse(said, language)) if expected.has_roles else None
    return (half if named is None else said_by(named[0], half),)


@cache
def _unasked(language: Language, commands: frozenset[str]) -> tuple[str, ...]:
    """Return all ways to say commands that nobody waits for, and the names of their rules."""
    phrases = phrases_for(None, language, commands & UNASKED)
    opened = open_command_phrases(language, commands, _BEHIND)
    rules = [_PLACE]
    rules += [_MOVE] if commands & WITH_MOVE else []
    rules += [_NUMBER, _NUMBER_OF_SIDE] if commands & WITH_NUMBER else []
    rules += rules_of_squares(language, _PLACE) if commands & WITH_SQUARES else ()
    return (*rules, *_joined((*phrases, *opened)))


def _joined(phrases: tuple[Phrase, ...]) -> tuple[str, ...]:
    return tuple(map(" ".join, phrases))
