"""Turns an organiser's or a visitor's wishes for a game into a table, its settings, and seats."""

from collections.abc import Mapping

from voice_chess.clock.time_control import MINUTE_MS, BadTimeControl, NoTimeControl, TimeControl
from voice_chess.game.refusals import BadField, Refusal
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table, unknown_ban
from voice_chess.languages.language import known_languages
from voice_chess.laws.edition import known_editions
from voice_chess.session.games.chairs import Chair, Preferences, Settled, SpeaksBy
from voice_chess.session.lobby.lobby import Arrangement
from voice_chess.web.errors import Complained
from voice_chess.web.messages.rest import ComplaintCode, NewGame, NewPlayer


def arrangement_of(wanted: NewGame, arbiter: Chair | None) -> Arrangement:
    """Return the arrangement for a wanted game.

    Raises `Complained` for a wrong time control or language, a ban that the edition does not know,
    or moves to report without a scoresheet; the Laws check the rest later.
    """
    _check_languages(wanted)
    _check_ban(wanted)
    try:
        table = _table(wanted)
        _check_sheets(table)
    except NoTimeControl as error:
        raise Complained(422, "no-time", str(error), field="time") from error
    except BadTimeControl as error:
        raise Complained(422, "bad-time", str(error), field="time") from error
    return Arrangement(
        table=table,
        settled=_settled(wanted),
        preferences=_preferences(wanted),
        arbiter=arbiter,
    )


def _table(wanted: NewGame) -> Table:
    beginning, customs = wanted.beginning, wanted.customs
    late = beginning.lateness_minutes
    return Table(
        control=TimeControl.parsed(wanted.time),
        edition=wanted.edition,
        setup=Setup(fen=wanted.fen, chess960=wanted.chess960, moves=tuple(wanted.moves)),
        white=_seat(wanted.white),
        black=_seat(wanted.black),
        customs=Customs(
            illegal_policy=customs.illegal_moves,
            flag_mode=customs.flags,
            charge_until=customs.charge,
            must_repeat=customs.must_repeat,
            execution=customs.execution,
            takebacks=customs.takebacks,
            recording=customs.recording,
            arrivals="recorded" if beginning.starts == "at" else "assumed",
        ),
        occasion=Occasion(
            has_arbiter=wanted.arbiter != "none",
            lateness_ms=None if late is None else late * MINUTE_MS,
            no_agreed_draw_before_move=wanted.no_agreed_draw_before_move,
            has_agreed_draws=wanted.agreed_draws,
        ),
    )


def _settled(wanted: NewGame) -> Settled:
    beginning, customs = wanted.beginning, wanted.customs
    return Settled(
        starts=beginning.starts,
        start_at_ms=beginning.at_ms if beginning.starts == "at" else None,
        press=customs.press,
        caution=customs.caution,
        boards=customs.boards,
        keeps_sound=customs.keeps_sound,
    )


def _preferences(wanted: NewGame) -> dict[Role, Preferences]:
    """Return the preferences of each seat: players, assistants, a new arbiter, and spectators."""
    players = {Role.WHITE: wanted.white, Role.BLACK: wanted.black}
    found: dict[Role, Preferences] = {}
    for role, player in players.items():
        speech: SpeaksBy = "server" if player.is_blind else "reader"
        found[role] = Preferences(
            language=player.language, interface=player.interface, speech=speech
        )
        if player.has_assistant:
            found[Role.assistant(white=role is Role.WHITE)] = Preferences(
                language=player.language, interface=player.interface
            )
    others = Preferences(language=wanted.language, interface=wanted.language)
    if wanted.arbiter == "new":
        found[Role.ARBITER] = others
    return {**found, Role.SPECTATOR: others}


def _seat(player: NewPlayer) -> Seat:
    return Seat(
        name=player.name,
        is_blind=player.is_blind,
        has_assistant=player.has_assistant,
        is_hearing_impaired=player.is_hearing_impaired,
        score_medium=player.score,
    )


def _check_languages(wanted: NewGame) -> None:
    named = (
        wanted.language,
        *(player.language for player in (wanted.white, wanted.black)),
        *(player.interface for player in (wanted.white, wanted.black)),
    )
    for language_id in named:
        known(language_id)


def _check_ban(wanted: NewGame) -> None:
    """Raise `Complained` if draws by agreement are forbidden and the edition lets nobody do so."""
    if wanted.edition not in known_editions():
        return
    until = wanted.no_agreed_draw_before_move
    banned = unknown_ban(wanted.edition, until=until, has_agreed_draws=wanted.agreed_draws)
    if banned is not None:
        detail = f"The Laws of {wanted.edition} let no event forbid draws by agreement."
        raise Complained(422, "no-ban", detail, field=banned)


def _check_sheets(table: Table) -> None:
    """Raise `Complained` if moves are to be reported and neither player writes by hand."""
    if table.customs.recording == "reported" and not table.are_scores_reported:
        detail = "Neither player writes by hand, so nobody has a move to report."
        raise Complained(422, "no-sheet", detail, field="recording")


_COMPLAINTS: Mapping[str, ComplaintCode] = {"setup": "bad-position", "chess960": "no-chess960"}


def complaint_of(refusal: Refusal) -> Complained:
    """Return the complaint for a game that was refused."""
    if not isinstance(refusal, BadField):
        return Complained(422, "bad-game")
    code = _COMPLAINTS.get(refusal.field, "bad-game")
    detail = f"{refusal.field}: {refusal.problem}"
    return Complained(422, code, detail, field=refusal.field)


def known(language_id: str) -> str:
    """Return `language_id` if there is such a language. Raises `Complained`."""
    if language_id not in known_languages():
        raise Complained(422, "bad-game", f"There is no language {language_id!r}.")
    return language_id
