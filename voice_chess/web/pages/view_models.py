"""Makes the view of a game for one role in one language, and finds whether it needs its arbiter.

The part that all roles see is made once for all of them, and the table's terms once a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_chess.arbiter.moves import may_answer
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.phases import (
    Adjourned,
    AwaitingRuling,
    InPlay,
    Objecting,
    Over,
    Phase,
    Resuming,
    Sealing,
)
from voice_chess.game.results import told_beside
from voice_chess.game.scoresheets import must_write, unwritten
from voice_chess.game.state import Game, Turn
from voice_chess.game.table import Role, Seat, Table
from voice_chess.languages.language import Language
from voice_chess.laws.chess960 import number_of_start
from voice_chess.laws.premoves import as_if_on_move, premoves
from voice_chess.session.boards.felt_board import Standing
from voice_chess.session.dialogue.premove import Premove
from voice_chess.session.dialogue.sealing import fields_of
from voice_chess.session.engine_levels import LEVELS, move_ms
from voice_chess.session.games.chairs import Chair, Settled
from voice_chess.session.games.engine_duties import is_on_move, time_left
from voice_chess.session.lobby.parts import board_of
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.generation.wording import points_words, result_words, seat_name
from voice_chess.web.messages import views
from voice_chess.web.pages.moves_shown import Moves, MovesRead, premove_view
from voice_chess.web.pages.rulings_offered import unknown_rulings

_PHASES: dict[type[Phase], views.Phase] = {
    InPlay: "in-play",
    AwaitingRuling: "awaiting-ruling",
    Objecting: "objecting",
    Sealing: "sealing",
    Adjourned: "adjourned",
    Resuming: "resuming",
    Over: "over",
}


class Own(Protocol):
    """What is shown only at one seat."""

    @property
    def premove(self) -> Premove | None: ...

    @property
    def own_board(self) -> Standing | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A game at the moment of showing it: after event `seq`, at `now_ms` of the server's time."""

    seq: int
    game: Game
    settled: Settled
    now_ms: int


class GameViews:
    """The views of one game for one way of reading moves; what stays the same is kept."""

    def __init__(self, game_id: str, reading: MovesRead) -> None:
        self._game_id = game_id
        self._reading = reading
        self._language = reading.language
        self.moves = Moves(reading)
        self._agreed: _Agreed | None = None

    def seen_by_all(self, now: Moment, *, moves_from: int) -> views.GameView:
        """Return the game as spectators see it, with its moves from index `moves_from` on."""
        agreed, game = self._agreed_at(now.game, now.settled), now.game
        position = game.position
        return views.GameView(
            game=self._game_id,
            board=board_of(now.settled.of_board),
            seq=now.seq,
            white=agreed.white,
            black=agreed.black,
            customs=agreed.customs,
            start_fen=agreed.table.setup.fen,
            chess960=agreed.table.setup.chess960,
            chess960_number=agreed.chess960_number,
            fen=position.fen,
            is_check=position.is_check,
            moves_from=moves_from,
            moves=list(self.moves.of(position)[moves_from:]),
            clock=_clock(game, now.now_ms),
            state=_state(game, self._language, self.moves),
            envelope=_envelope(game, self._language),
            engine_turn=None,
        )

    def seen_by(
        self, role: Role, everybody: views.GameView, now: Moment, own: Own | None = None
    ) -> views.GameView:
        """Return `everybody`'s view with what only this role sees, and `own`, its seat's things.

        If nothing differs, the result is `everybody` itself.
        """
        own_things = {} if own is None else _own_things(now.game, self._reading, own)
        own_state = {**_own_moves(now, role), **own_things}
        engine_turn = _engine_turn(now.game, now.settled, role, now.now_ms)
        state = everybody.state
        if engine_turn is None and own_state.items() <= vars(state).items():
            return everybody
        own_view = {"state": state.model_copy(update=own_state), "engine_turn": engine_turn}
        return everybody.model_copy(update=own_view)

    def seen_by_arbiter(
        self, everybody: views.GameView, hard_to_hear: frozenset[bool], event_result: str | None
    ) -> views.GameView:
        """Return `everybody`'s view with the sides that are hard to hear; True means White.

        `event_result` is what the event has whatever the game's own result will be, or None.
        """
        sides = [colour(white=white) for white in sorted(hard_to_hear, reverse=True)]
        seen = {"hard_to_hear": sides, "event_result": event_result}
        state = everybody.state.model_copy(update=seen)
        return everybody.model_copy(update={"state": state})

    def _agreed_at(self, game: Game, settled: Settled) -> "_Agreed":
        known = self._agreed
        if known is None or known.table is not game.table or known.settled is not settled:
            known = self._agreed = _Agreed(
                table=game.table,
                settled=settled,
                white=player_view(game.table.white, self._reading.interface),
                black=player_view(game.table.black, self._reading.interface),
                customs=customs_view(game, settled),
                chess960_number=number_of_start(game.position),
            )
        return known


@dataclass(frozen=True, slots=True, kw_only=True)
class _Agreed:
    """The part of the view that changes only with the table or its settings."""

    table: Table
    settled: Settled
    white: views.PlayerView
    black: views.PlayerView
    customs: views.CustomsView
    chess960_number: int | None


def player_view(seat: Seat, language: Language) -> views.PlayerView:
    return views.PlayerView(
        name=seat_name(seat, language),
        is_blind=seat.is_blind,
        has_assistant=seat.has_assistant,
        is_hearing_impaired=seat.is_hearing_impaired,
    )


def customs_view(game: Game, settled: Settled) -> views.CustomsView:
    table = game.table
    return views.CustomsView(
        edition=table.edition,
        time=_time_text(table.control),
        press=settled.press,
        must_repeat=table.customs.must_repeat,
        illegal_moves=table.customs.illegal_policy,
        flags=table.customs.flag_mode,
        charge=table.customs.charge_until,
        execution=table.customs.execution,
        boards=settled.boards,
        has_arbiter=table.occasion.has_arbiter,
        hears_spectators=game.may_spectators_inform,
        is_supervised=game.is_supervised,
        keeps_sound=settled.keeps_sound,
        takebacks=table.has_takebacks,
        recording="reported" if table.are_scores_reported else "program",
        unknown_rulings=[*unknown_rulings(game.edition)],
        starts_at_ms=settled.begins_at_ms,
    )


def phase_of(game: Game) -> views.Phase:
    return _PHASES.get(type(game.phase), "arranged")


def colour(*, white: bool) -> views.Colour:
    return "white" if white else "black"


def seat_view(chair: Chair, games: Sequence[str], *, hears: bool) -> views.SeatView:
    preferences = chair.preferences
    return views.SeatView(
        seat=chair.id,
        role=chair.role.value,
        language=preferences.language,
        interface=preferences.interface,
        speech=preferences.speech,
        words_per_minute=preferences.words_per_minute,
        volume_percent=preferences.volume_percent,
        voice=preferences.voice,
        style=preferences.style,
        reader_style=preferences.reader_style,
        braille_style=preferences.braille_style,
        correction_ms=preferences.correction_ms,
        premoves=preferences.premoves,
        warned_at_ms=list(preferences.warned_at_ms),
        counts_seconds=preferences.counts_seconds,
        clicks=preferences.clicks,
        behind_ms=preferences.behind_ms,
        dictation=preferences.dictation,
        hears=hears,
        games=list(games),
    )


def _clock(game: Game, now_ms: int) -> views.ClockView:
    clock = game.clock
    since_ms, said = clock.running_since_ms, game.turn.announcement
    # The display stands still during a delay, and during the free time after an announcement.
    at_ms = now_ms if since_ms is None else max(now_ms, since_ms + clock.delay_left_ms)
    if said is not None:
        at_ms = max(at_ms, said.at_ms + game.table.customs.free_ms)
    left_ms = game.both_left_ms(at_ms)
    return views.ClockView(
        white_ms=left_ms.white,
        black_ms=left_ms.black,
        runs=colour(white=clock.white_to_move) if clock.is_running else None,
        at_ms=at_ms,
    )


def _state(game: Game, language: Language, moves: Moves) -> views.StateView:
    """Return where play stands, as a spectator sees it."""
    announced, phase = game.turn.announcement, game.phase
    halted = phase.halted if isinstance(phase, InPlay) else None
    turn = Turn() if game.is_over else game.turn  # an offer does not outlive the game
    offer, takeback = turn.offer_by_white, turn.takeback
    return views.StateView(
        phase=phase_of(game),
        to_move=colour(white=game.white_to_move),
        announced=None if announced is None else moves.view(announced.uci, game.position),
        answered=None if game.reply is None else moves.view(game.reply, game.before_reply),
        premove=None,
        own_board=None,
        legal=[],
        legal_ply=len(game.position.moves),
        touched=list(game.turn.touched),
        must_repeat_now=False,
        must_record_now=False,
        offer_by=None if offer is None else colour(white=offer),
        halted_by=halted and halted[0].value,
        halted_why=halted and halted[1],
        waits_for_arbiter=waits_for_arbiter(game),
        needs=need_of(game),
        hard_to_hear=[],
        event_result=None,
        illegal_moves=(game.illegal_moves.white, game.illegal_moves.black),
        takeback_by=None if takeback is None else colour(white=takeback[0]),
        rematch=_rematch(game),
        result=str(phase.result) if isinstance(phase, Over) else None,
        end_reason=str(phase.reason) if isinstance(phase, Over) else None,
        ended_text=_ended(phase, language) if isinstance(phase, Over) else None,
    )


def _own_moves(now: Moment, role: Role) -> dict[str, object]:
    """Return the fields of `StateView` for what this role may do now."""
    game = now.game
    legal, legal_ply = _legal(game, now.settled, role)
    return {
        "legal": legal,
        "legal_ply": legal_ply,
        "must_repeat_now": _must_repeat(game, role),
        "must_record_now": _must_record(game, role, now.now_ms),
    }


def _own_things(game: Game, reading: MovesRead, own: Own) -> dict[str, object]:
    """Return the fields of `StateView` for a seat's premove and its electronic board."""
    found: dict[str, object] = {
        "premove": _ahead(game, reading, own.premove),
        "own_board": own.own_board,
    }
    if own.premove is not None and own.premove.is_time:
        found["legal"] = list(premoves(game.position))
    return found


def _envelope(game: Game, language: Language) -> list[views.FieldView]:
    """Return the lines on the envelope, all that anybody may know of a sealed move."""
    phase = game.phase
    if not isinstance(phase, Adjourned | Resuming):
        return []
    fields = fields_of(phase.envelope, game, language)
    return [views.FieldView(label=field.label, text=field.printed) for field in fields]


def _engine_turn(
    game: Game, settled: Settled, role: Role, now_ms: int
) -> views.EngineTurnView | None:
    """Return the limits for the engine's turn, only to the page of its opponent, else None.

    A second browser would only do the same work again.
    """
    engine = settled.engines_role
    is_theirs = settled.engine_in_browser and role.is_player and role is not engine
    if not is_theirs or not is_on_move(game, engine):
        return None
    level, left = LEVELS[settled.engine], time_left(game, now_ms)
    return views.EngineTurnView(
        skill=level.skill,
        depth=level.depth,
        move_ms=move_ms(level, *left.of(white=engine is Role.WHITE)),
    )


def _legal(game: Game, settled: Settled, role: Role) -> tuple[list[str], int]:
    """Return the moves this role may make, and how many half-moves come before them."""
    made = len(game.position.moves)
    is_open = isinstance(game.phase, InPlay) and game.clock.is_running
    if role.acts_for_white is None or not is_open:
        return [], made
    mover = game.table.seat(white=game.white_to_move)
    tells_it = role.is_assistant and not mover.is_blind and game.turn.announcement is None
    if role.acts_for_white == game.white_to_move and game.reply is not None:
        return list(game.on_the_board.legal_moves), made + 2
    if role.acts_for_white == game.white_to_move or tells_it:
        return list(game.position.legal_moves), made
    announced = game.turn.announcement
    is_press_implied = settled.press == "auto" or may_answer(game, role)
    if announced is None or not is_press_implied or not game.position.is_legal(announced.uci):
        return [], made
    return list(game.position.played(announced.uci).legal_moves), made + 1


def _ahead(game: Game, reading: MovesRead, premove: Premove | None) -> views.MoveView | None:
    """Return the view of the premove that waits at this seat, or None."""
    if premove is None or premove.uci is None:
        return None
    return premove_view(premove.uci, as_if_on_move(game.position), reading)


def _rematch(game: Game) -> views.Rematch | None:
    over = game.phase
    if not isinstance(over, Over) or not game.table.has_rematches:
        return None
    if over.is_rematch_agreed:
        return "agreed"
    return "possible" if over.rematch_by_white is None else colour(white=over.rematch_by_white)


def _must_repeat(game: Game, role: Role) -> bool:
    is_owed = game.table.customs.must_repeat and not game.turn.is_repeated
    is_theirs = role.acts_for_white == game.white_to_move
    return is_owed and is_theirs and game.turn.announcement is None


def _must_record(game: Game, role: Role, now_ms: int) -> bool:
    """Return whether this side's moves are to be reported, also the last one after the game."""
    white = role.acts_for_white
    if white is None or not unwritten(game, white=white):
        return False
    is_owed = game.scores.of(white=white).is_owed
    return is_owed or must_write(game, white=white, at_ms=now_ms)


def _ended(over: Over, language: Language) -> str:
    result, reason = result_words(over.result, language), language.phrase(f"end:{over.reason}")
    beside = told_beside(over.result, over.reason, over.half_points, over.because.topic)
    name = ":".join(filter(None, ("GameEnded", beside)))
    points = points_words(over.half_points, language)
    return phrase(name, language, result=result, reason=reason, **points).text


def _time_text(control: TimeControl) -> str:
    return control.to_pgn()


def waits_for_arbiter(game: Game) -> str | None:
    """Return what waits for the arbiter to decide, or None.

    Play does not wait for an appeal to be decided, nor does the end of the game settle it.
    """
    phase = game.phase
    if isinstance(phase, AwaitingRuling):
        return phase.question
    if isinstance(phase, Objecting):
        return "objection"
    is_called = isinstance(phase, InPlay) and phase.halted and phase.halted[0] is not Role.ARBITER
    if is_called and game.table.occasion.has_arbiter:
        return "called"
    return "appeal" if game.appeals else None


def need_of(game: Game) -> str | None:
    """Return why an arbiter should look at this game, or None; pages put the most urgent first."""
    phase, waiting = game.phase, waits_for_arbiter(game)
    if not isinstance(phase, InPlay) or game.clock.is_running:
        return waiting
    if phase.halted is not None and phase.halted[1] == "displaced-pieces":
        return "boards"
    return waiting or "stopped"
