"""A lobby without pages: games that run, with both players there."""

from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import load_language
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.chairs import Preferences, Settled
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.listening.inputs import Present, Seated
from voice_chess.session.lobby.lobby import Arrangement, Lobby
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

GERMAN = load_language("de")
PLAYERS = (Role.WHITE, Role.BLACK)


async def begun(lobby: Lobby) -> GameTask:
    """A game whose players are both there."""
    await lobby.start()
    arranged = await lobby.arrange(
        Arrangement(
            table=Table(control=TimeControl.parsed("15+10")),
            settled=Settled(),
            preferences=dict.fromkeys(PLAYERS, Preferences()),
        )
    )
    assert isinstance(arranged, tuple)
    for role in PLAYERS:
        settings, preferences = TableSettings(language=GERMAN), VoicePreferences(language=GERMAN)
        sitter = Sitter(listener=role, role=role, settings=settings, preferences=preferences)
        await arranged[0].attend(Seated(sitter=sitter))
    await arranged[0].attend(Present(here=frozenset(PLAYERS)))
    return arranged[0]
