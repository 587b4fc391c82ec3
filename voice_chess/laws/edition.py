"""Editions of the Laws as data: the values of each edition's rules, and the articles to cite."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from voice_chess.laws.topics import Topic
from voice_chess.plain_error import PlainError

Speed = Literal["standard", "rapid", "blitz"]
LostBy = Literal["move", "touch"]
NoticedBy = Literal["anyone", "arbiter-or-claim", "claim"]
Guideline = Literal["adjournment", "quickplay"]


STANDARD_EDITION = "2009"
"""The edition of games and questions for which nobody has chosen one."""


class UnknownEdition(PlainError, ValueError):
    """There is no such edition; the message lists the known ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """The article on which a ruling rests, as this edition numbers it."""

    edition: str
    topic: Topic
    article: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRules:
    """The limits and rights of Article 9; a rule that the edition lacks is None."""

    repetitions_to_claim: int
    moves_to_claim: int
    repetitions_drawn: int | None
    moves_drawn: int | None
    may_ban_early_agreement: bool
    ban_covers_offers: bool
    moves_before_agreement: int
    resigning_needs_mating_chance: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDeduction:
    """A wrong claim costs half of the claimant's time, at most `most_ms`; `least_left_ms` stays."""

    most_ms: int
    least_left_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRules:
    """When the right to claim is lost, and what a wrong claim costs.

    `deduction` is None if the claimant keeps all their time.
    """

    lost_by: LostBy
    opponent_bonus_ms: Mapping[Speed, int]
    deduction: ClaimDeduction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalMoveRule:
    """The consequences of a completed illegal move, for one speed and kind of supervision.

    The player loses with their illegal move number `to_lose`.
    """

    to_lose: int
    opponent_bonus_ms: int
    noticed_by: NoticedBy
    is_drawn_without_mating_chance: bool
    is_interfered_with: bool
    """The arbiter steps in without a claim if the position allows no further play."""
    is_drawn_beyond_play: bool
    """The game is drawn if nobody stepped in and the next move leaves no further play either."""
    may_be_agreed_back: bool
    """After the next move both players may agree, without the arbiter, to take the move back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules:
    """Lateness, flags, and the thinking times that make a game rapid or blitz.

    `resumption_lateness_ms` is None if an adjourned game has the default time of its beginning.
    `flag_on_claim_only` holds the kinds of game in which only players claim flags.
    `arbiter_tells_both_flags`: there the arbiter may still announce that both flags are down.
    `delay_keeps_saved_time`: with a fixed extra time, too, time saved goes into the next period.
    `supervised_games`: how many games one arbiter may watch while these count as supervised.
    """

    default_lateness_ms: int
    resumption_lateness_ms: int | None
    flag_on_claim_only: frozenset[str]
    arbiter_tells_both_flags: bool
    blitz_below_ms: int
    standard_from_ms: int
    delay_keeps_saved_time: bool
    supervised_games: Mapping[Speed, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayRules:
    """When a player may claim a draw because the opponent can't win or doesn't try to.

    `requested_increment_ms`: the increment for both that a player may ask for; 0 if there is none.
    """

    below_ms: int
    requested_increment_ms: int
    opponent_bonus_ms: int
    with_increment: bool
    not_in: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupRules:
    """How long the players can complain of a wrong beginning, counted in moves made by both.

    A kind of game that `complaints_end_after` does not name has no limit.
    `reversed_colours_annulled_below` is None if reversed colours never annul a game.
    """

    complaints_end_after: Mapping[str, int]
    reversed_colours_annulled_below: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingRules:
    """When a player need not record, and how often such a player may see the arbiter's score."""

    exempt_below_ms: int
    exempt_below_increment_ms: int
    rapid_is_recorded: bool
    looks_at_score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """What hands may do on the board and the clock, and how long the opponent may object.

    `objection_lost_for`: the breaches to which a player may not object after touching a piece.
    `touch_on_request_only`: the kinds of game in which the arbiter rules on touches only if asked.
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
    """The rules on players with a disability and their assistants."""

    adjusts_for_a_disability: bool
    is_required_against_hearing_impaired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRules:
    """What a player gains when the opponent breaks a rule."""

    winning_by_device_needs_mating_chance: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealRules:
    """`final`: the topics on which no appeal is heard."""

    final: frozenset[Topic]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpectatorRules:
    """What spectators may do about an irregularity that they notice."""

    may_inform_arbiter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All values in which the editions differ."""

    draws: DrawRules
    claims: ClaimRules
    illegal_moves: Mapping[str, IllegalMoveRule]
    """Keyed by speed, with `-unsupervised` appended if no arbiter watches each board."""
    clock: ClockRules
    quickplay: QuickplayRules
    setup: SetupRules
    recording: RecordingRules
    hands: HandRules
    assistance: AssistanceRules
    penalties: PenaltyRules
    appeals: AppealRules
    spectators: SpectatorRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition of the Laws.

    `guidelines`: what they are about, by the letter or numeral that their articles begin with.
    `unconfirmed` holds topics whose article nobody has compared with the text of this edition.
    `numbered_like` is the edition whose number a clause has if `clauses.toml` gives none for this.
    """

    id: str
    in_force: date
    articles: Mapping[Topic, str]
    rules: Rules
    guidelines: Mapping[str, Guideline] = field(default_factory=dict)
    unconfirmed: frozenset[Topic] = frozenset()
    numbered_like: str | None = None

    def cite(self, topic: Topic) -> Citation:
        """Return the citation for a topic. Raises `KeyError` if the edition is silent on it."""
        return Citation(edition=self.id, topic=topic, article=self.articles[topic])

    def rules_on(self, topic: Topic) -> bool:
        return topic in self.articles

    def speed_of(self, thinking_ms: int) -> Speed:
        """Return the speed for a thinking time: the base time plus sixty increments, in ms."""
        if thinking_ms < self.rules.clock.blitz_below_ms:
            return "blitz"
        return "rapid" if thinking_ms < self.rules.clock.standard_from_ms else "standard"


def known_editions() -> tuple[str, ...]:
    """Return the ids of all editions, oldest first."""
    folder = files("voice_chess.laws") / "editions"
    return tuple(
        sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name[-5:] == ".toml")
    )


@cache
def edition(edition_id: str) -> Edition:
    """Return the edition with that id. Raises `UnknownEdition` if there is none."""
    if edition_id not in known_editions():
        message = f"Unknown edition {edition_id!r}; known are {', '.join(known_editions())}."
        raise UnknownEdition(message)
    text = (files("voice_chess.laws") / "editions" / f"{edition_id}.toml").read_text("utf-8")
    return _read(tomllib.loads(text))


def _read(data: dict[str, Any]) -> Edition:
    illegal = data["illegal_moves"]
    costs = {name: IllegalMoveRule(**_with_likeness(name, illegal)) for name in illegal}
    claims = dict(data["claims"])
    deduction = claims.pop("deduction", None)
    claims["deduction"] = None if deduction is None else ClaimDeduction(**deduction)
    clock = dict(data["clock"])
    clock.setdefault("resumption_lateness_ms", None)
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
        guidelines=data.get("guidelines", {}),
        unconfirmed=frozenset(Topic(topic) for topic in data.get("unconfirmed", ())),
        numbered_like=data.get("numbered_like"),
        articles={Topic(topic): article for topic, article in data["articles"].items()},
        rules=Rules(
            draws=DrawRules(**draws),
            claims=ClaimRules(**claims),
            illegal_moves=costs,
            clock=ClockRules(**clock),
            quickplay=QuickplayRules(**quickplay),
            setup=SetupRules(**data["setup"]),
            recording=RecordingRules(**data["recording"]),
            hands=HandRules(**hands),
            assistance=AssistanceRules(**data["assistance"]),
            penalties=PenaltyRules(**data["penalties"]),
            appeals=AppealRules(final=frozenset(map(Topic, data["appeals"]["final"]))),
            spectators=SpectatorRules(**data["spectators"]),
        ),
    )


def _with_likeness(name: str, tables: dict[str, Any]) -> dict[str, Any]:
    """Return a table completed by the one that its `like` names, so that files repeat no value."""
    own = dict(tables[name])
    like = own.pop("like", None)
    return own if like is None else {**_with_likeness(like, tables), **own}
