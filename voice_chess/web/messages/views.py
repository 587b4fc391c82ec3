"""The views of a game, a move and a seat that pages get; `web.pages.view_models` makes them."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, StringConstraints

from voice_chess.session.table_settings import Dictation
from voice_chess.session.voice_preferences import VoiceName
from voice_chess.speech.generation.styles import OwnStyle, Style

Colour: TypeAlias = Literal["white", "black"]
Uci: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-h][1-8][a-h][1-8][qrbn]?$")]
Square: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-h][1-8]$")]
RoleName: TypeAlias = Literal[
    "white", "black", "assistant-white", "assistant-black", "arbiter", "spectator"
]
Rematch: TypeAlias = Literal["possible", "white", "black", "agreed"]
"""A rematch after the end: it can be proposed, this side has proposed it, or both agree."""
Phase: TypeAlias = Literal[
    "arranged",
    "in-play",
    "awaiting-ruling",
    "objecting",
    "sealing",
    "adjourned",
    "resuming",
    "over",
]


class View(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class MoveView(View):
    """A move: `san` has English piece letters, `written` those of the seat's language.

    `words` are for a screen reader, in the style chosen for it, else at length. `braille` is for a
    braille line, in the style chosen for that; None if it shows the same as the screen reader.
    """

    uci: str
    san: str
    written: str
    words: str
    braille: str | None


class ClockView(View):
    """The two displays at `at_ms` of the server's time; the clock `runs` counts down since then."""

    white_ms: int
    black_ms: int
    runs: Colour | None
    at_ms: int


class PlayerView(View):
    name: str
    is_blind: bool
    has_assistant: bool
    is_hearing_impaired: bool


class CustomsView(View):
    """The customs that this table has agreed on; see `NewCustoms` for the meanings.

    `starts_at_ms` is the time at which the game begins by itself, in ms since 1970, or null.
    """

    edition: str
    time: str
    press: Literal["auto", "command"]
    must_repeat: bool
    illegal_moves: Literal["refuse", "count"]
    flags: Literal["automatic", "claim"]
    charge: Literal["announcement", "press"]
    execution: Literal["assumed", "reported"]
    boards: Literal[1, 2]
    has_arbiter: bool
    hears_spectators: bool
    """Whether spectators may tell the arbiter what they notice, as the edition says."""
    is_supervised: bool
    keeps_sound: bool
    takebacks: bool
    recording: Literal["program", "reported"]
    unknown_rulings: list[str]
    """The rulings that the edition does not know, by their names."""
    starts_at_ms: int | None


class StateView(View):
    """Where play stands.

    `announced` is a move said and not yet completed, `answered` the reply to it that was made
    before the press, `premove` a move that this seat has given ahead.
    `own_board`: whether the player's electronic board agrees with the game; null without one.
    `must_repeat_now`: this seat must still repeat the opponent's last move aloud.
    `must_record_now`: this seat must still report that the moves made so far are on its scoresheet.
    `legal` are the moves that this seat may make or give ahead now, empty if none. `legal_ply` is
    the `ply` to send with them: one more than `moves` has while this seat can already reply to the
    opponent's announced move, and two more while it can go on after such a reply.
    `takeback_by` is the side that wants to take moves back. `rematch`: whether the players can
    agree on another game, and how far they are with it.
    `waits_for_arbiter`: mating-chance, quickplay, increment, objection, called or appeal. `needs`:
    why an arbiter should look at the game: one of these, boards (that differ) or stopped.
    `hard_to_hear` are the sides whose announcements are often not understood, and `event_result` is
    the result that the event has for this board however the game goes on; only arbiters see them.
    """

    phase: Phase
    to_move: Colour
    announced: MoveView | None
    answered: MoveView | None
    premove: MoveView | None
    own_board: Literal["level", "differs"] | None
    legal: list[str]
    legal_ply: int
    touched: list[str]
    must_repeat_now: bool
    must_record_now: bool
    offer_by: Colour | None
    halted_by: RoleName | None
    halted_why: str | None
    waits_for_arbiter: str | None
    needs: str | None
    hard_to_hear: list[Colour]
    event_result: str | None
    illegal_moves: tuple[int, int]
    takeback_by: Colour | None
    rematch: Rematch | None
    result: str | None
    end_reason: str | None
    ended_text: str | None


class EngineTurnView(View):
    """The limits for the engine that thinks in this seat's browser.

    `skill` is Stockfish's own handicap, `depth` is in half-moves; each is None for no limit.
    `move_ms` is the longest time for the move.
    """

    skill: int | None
    depth: int | None
    move_ms: int


class FieldView(View):
    """One line that stands on an envelope."""

    label: str
    text: str


class GameView(View):
    """Everything this seat may see of a game after event number `seq`.

    `board` is the number of its board at an event, else null.
    `moves` replace the page's list from index `moves_from` on; in `welcome` that is 0. `fen` is
    the position after the completed moves. `envelope` is the writing on the closed envelope of an
    adjourned game, in words; empty without one. `engine_turn` is for the page of a player whose
    opponent is an engine in their own browser, while that engine is on move; else it is null.
    """

    game: str
    board: int | None
    seq: int
    white: PlayerView
    black: PlayerView
    customs: CustomsView
    start_fen: str
    chess960: bool
    chess960_number: int | None
    fen: str
    is_check: bool
    moves_from: int
    moves: list[MoveView]
    clock: ClockView
    state: StateView
    envelope: list[FieldView]
    engine_turn: EngineTurnView | None


class SeatView(View):
    """A seat and its person's preferences; `seat` is part of its addresses and no secret.

    `hears`: the server has a recogniser for `language`. `clip`s come only with speech `server`.
    `correction_ms`: how long a move that is typed or clicked here waits for its press.
    `warned_at_ms`: the remaining times at which the player is warned; `counts_seconds`: the last
    ten seconds are counted; `clicks`: every five minutes are marked; `behind_ms`: how far behind
    the opponent's clock the player is told so, 0 for never. `dictation`: whether the opponent's
    moves are given as steps for the hands, one at a time or all at once.
    """

    seat: str
    role: RoleName
    language: str
    interface: str
    speech: Literal["server", "reader"]
    words_per_minute: int
    volume_percent: int
    voice: VoiceName
    style: Style
    reader_style: OwnStyle
    braille_style: OwnStyle
    correction_ms: int
    premoves: bool
    warned_at_ms: list[int]
    counts_seconds: bool
    clicks: bool
    behind_ms: int
    dictation: Dictation
    hears: bool
    games: list[str]
