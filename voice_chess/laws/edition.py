"""Editions of the Laws as data: what each says about a topic, and under which article."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from voice_chess.laws.topics import Topic
from voice_chess.plain_error import PlainError

Speed = Literal["standard", "rapid", "blitz"]
LostBy = Literal["move", "touch"]
NoticedBy = Literal["anyone", "arbiter-or-claim", "claim"]


class UnknownEdition(PlainError, ValueError):
    """No such edition; the message lists those there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a ruling comes from, as that edition numbers it."""

    edition: str
    topic: Topic
    article: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRules:
    """Numbers of Article 9; a rule the edition lacks is None."""

    repetitions_to_claim: int
    moves_to_claim: int
    repetitions_drawn: int | None
    moves_drawn: int | None
    may_ban_early_agreement: bool
    ban_covers_offers: bool
    moves_before_agreement: int
    resigning_needs_mating_chance: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRules:
    """When the right to claim is lost, and what a wrong claim costs."""

    lost_by: LostBy
    opponent_bonus_ms: Mapping[Speed, int]
    halves_claimants_time: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalMoveRule:
    """What a completed illegal move costs at one speed and supervision."""

    to_lose: int
    opponent_bonus_ms: int
    noticed_by: NoticedBy
    is_drawn_without_mating_chance: bool
    is_interfered_with: bool
    """Where no game can go on the arbiter steps in without a claim."""
    is_drawn_beyond_play: bool
    """Where nobody stepped in and no game can go on after the next move either."""
    may_be_agreed_back: bool
    """After the next move, by both players and without the arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules:
    """Lateness, flags, and which thinking times make rapid and blitz.

    `arbiter_tells_both_flags`: where only players claim flags, the arbiter may tell that both are
    down.
    """

    default_lateness_ms: int
    resumption_lateness_ms: int
    flag_on_claim_only: frozenset[str]
    arbiter_tells_both_flags: bool
    blitz_below_ms: int
    standard_from_ms: int
    supervised_games: Mapping[Speed, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayRules:
    """When a draw may be claimed because nobody tries, or manages, to win by normal means.

    `requested_increment_ms`: what both get with every move where a player may ask for it.
    """

    below_ms: int
    requested_increment_ms: int
    opponent_bonus_ms: int
    with_increment: bool
    not_in: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupRules:
    """Until when a wrong beginning can be complained of, in moves made by both.

    Kinds of game that are not named have no limit; None where reversed colours never annul.
    """

    complaints_end_after: Mapping[str, int]
    reversed_colours_annulled_below: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingRules:
    """When a player need not write; how often they may see the arbiter's score where that is so."""

    exempt_below_ms: int
    exempt_below_increment_ms: int
    rapid_is_recorded: bool
    looks_at_score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """What hands may do on the board and the clock, and who may still object to it.

    `objection_lost_for`: the breaches nobody may object to once they have touched a piece;
    `touch_on_request_only`: the kinds of game in which the arbiter rules on them only if asked.
    """

    objection_lost_for: frozenset[str]
    touch_on_request_only: frozenset[str]
    counts_empty_press: bool
    counts_two_hands: bool
    promotes_unfinished_to_queen: bool
    replacement_keeps_release: bool
    may_answer_before_press: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistanceRules:
    """What follows from an assistant, or from the lack of one."""

    adjusts_for_a_disability: bool
    is_required_against_hearing_impaired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRules:
    """What somebody gains by a breach of their opponent's."""

    winning_by_device_needs_mating_chance: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpectatorRules:
    """What those who look on may do about what they notice."""

    may_inform_arbiter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything in which editions differ by a value."""

    draws: DrawRules
    claims: ClaimRules
    illegal_moves: Mapping[str, IllegalMoveRule]
    """By speed, with `-unsupervised` where nobody watches each board."""
    clock: ClockRules
    quickplay: QuickplayRules
    setup: SetupRules
    recording: RecordingRules
    hands: HandRules
    assistance: AssistanceRules
    penalties: PenaltyRules
    spectators: SpectatorRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition of the Laws.

    `unconfirmed` are topics whose number nobody has compared with the text of this edition.
    """

    id: str
    in_force: date
    articles: Mapping[Topic, str]
    rules: Rules
    unconfirmed: frozenset[Topic] = frozenset()

    def cite(self, topic: Topic) -> Citation:
        """The article on a topic; raises `KeyError` where the edition is silent."""
        return Citation(edition=self.id, topic=topic, article=self.articles[topic])

    def rules_on(self, topic: Topic) -> bool:
        return topic in self.articles

    def speed_of(self, thinking_ms: int) -> Speed:
        """Standard, rapid or blitz, by base time and sixty increments."""
        if thinking_ms < self.rules.clock.blitz_below_ms:
            return "blitz"
        return "rapid" if thinking_ms < self.rules.clock.standard_from_ms else "standard"

    def illegal_move_rule(self, speed: Speed, *, is_supervised: bool) -> IllegalMoveRule:
        rules = self.rules.illegal_moves
        return rules[speed if is_supervised or speed == "standard" else f"{speed}-unsupervised"]


def known_editions() -> tuple[str, ...]:
    """The editions there are, oldest first."""
    folder = files("voice_chess.laws") / "editions"
    return tuple(
        sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name[-5:] == ".toml")
    )


@cache
def edition(edition_id: str) -> Edition:
    """The edition of that name, or `UnknownEdition`."""
    if edition_id not in known_editions():
        message = f"Unknown edition {edition_id!r}; known are {', '.join(known_editions())}."
        raise UnknownEdition(message)
    text = (files("voice_chess.laws") / "editions" / f"{edition_id}.toml").read_text("utf-8")
    return _read(tomllib.loads(text))


def _read(data: dict[str, Any]) -> Edition:
    illegal = data["illegal_moves"]
    costs = {name: IllegalMoveRule(**_with_likeness(name, illegal)) for name in illegal}
    clock = dict(data["clock"])
    clock["flag_on_claim_only"] = frozenset(clock["flag_on_claim_only"])
    quickplay = dict(data["quickplay"])
    quickplay["not_in"] = frozenset(quickplay["not_in"])
    hands = dict(data["hands"])
    for name in ("objection_lost_for", "touch_on_request_only"):
        hands[name] = frozenset(hands[name])
    draws: dict[str, Any] = {"repetitions_drawn": None, "moves_drawn": None, **data["draws"]}
    return Edition(
        id=data["id"],
        in_force=data["in_force"],
        unconfirmed=frozenset(Topic(topic) for topic in data.get("unconfirmed", ())),
        articles={Topic(topic): article for topic, article in data["articles"].items()},
        rules=Rules(
            draws=DrawRules(**draws),
            claims=ClaimRules(**data["claims"]),
            illegal_moves=costs,
            clock=ClockRules(**clock),
            quickplay=QuickplayRules(**quickplay),
            setup=SetupRules(**data["setup"]),
            recording=RecordingRules(**data["recording"]),
            hands=HandRules(**hands),
            assistance=AssistanceRules(**data["assistance"]),
            penalties=PenaltyRules(**data["penalties"]),
            spectators=SpectatorRules(**data["spectators"]),
        ),
    )


def _with_likeness(name: str, tables: dict[str, Any]) -> dict[str, Any]:
    """A table with what it has like another: each value stands in a file once."""
    own = dict(tables[name])
    like = own.pop("like", None)
    return own if like is None else {**_with_likeness(like, tables), **own}
