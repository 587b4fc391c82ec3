"""A player apart whose board differs, and who writes themselves: their own score is asked for."""

from tests.german import GERMAN, NO, NUMBERS, YES, german, in_words, says
from tests.session.apart import Apart
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.table import Occasion, Role, Seat, Table
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.listening.inputs import MovedByHand, Typed
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

WRITTEN = german(
    "compare:written", "white", player=says("white"), number=NUMBERS[1], move=in_words("Pe2, e4")
)
PAWN_ON_D4 = [
    *(says("board-differs"), says("none"), says("black"), YES, YES, YES, NO, YES, YES, YES),
    *(NO, says("white piece:P"), NO, says("empty"), YES, YES, YES, YES, YES, YES, YES),
]
"""What White answers, on whose board the pawn went to d4."""


def begun() -> Apart:
    """Both write themselves, and White has played e4."""
    table = Table(
        control=TimeControl.parsed("90"),
        white=Seat(is_blind=True, score_medium="braille"),
        black=Seat(score_medium="longhand"),
        occasion=Occasion(has_arbiter=True),
    )
    apart = Apart()
    apart.game.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
    apart.game.ask(StartGame(by=Role.ARBITER, at_ms=0))
    for role in (Role.WHITE, Role.BLACK, Role.ARBITER):
        settings = TableSettings(language=GERMAN)
        apart.seat(
            Sitter(
                listener=role,
                role=role,
                settings=settings,
                preferences=VoicePreferences(language=GERMAN),
            )
        )
    attend(apart.game, MovedByHand(listener=Role.WHITE, at_ms=1_000, uci="e2e4", ply=0))
    apart.fetch()
    return apart


def types(apart: Apart, role: Role, line: str) -> list[tuple[str, str]]:
    """Who is told what."""
    attend(apart.game, Typed(listener=role, at_ms=2_000, text=line))
    return [(told.listener, told.text) for told in apart.fetch() if isinstance(told, Reply)]


def test_a_player_is_asked_what_they_have_written_and_nobody_else_is() -> None:
    apart = begun()
    told = [types(apart, Role.WHITE, line) for line in (*PAWN_ON_D4, NO, "d4")]

    assert told[-3:-1] == [[("white", WRITTEN)], [("white", german("compare:wrote", "white"))]]
    assert {listener for answers in told for listener, _ in answers} == {"white"}


def test_where_the_scores_differ_play_goes_back_once_the_arbiter_says_yes() -> None:
    apart = begun()
    for line in (*PAWN_ON_D4, NO, "d4"):
        types(apart, Role.WHITE, line)
    types(apart, Role.ARBITER, YES)

    assert apart.game.game.position.moves == ()
    assert apart.game.game.white_to_move


def test_where_the_player_wrote_the_same_their_board_is_put_right() -> None:
    apart = begun()
    for line in (*PAWN_ON_D4, YES):
        types(apart, Role.WHITE, line)
    told = types(apart, Role.ARBITER, YES)

    assert apart.game.game.position.moves == ("e2e4",)
    assert ("white", german("step:Lift", piece=in_words("P"), square=in_words("d4"))) in told
