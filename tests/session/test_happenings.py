"""An event is put into words once for all who hear it in one language and style."""

from dataclasses import replace

from tests.english import ENGLISH
from tests.german import GERMAN
from tests.stage.apart import Apart
from tests.stage.usual import BLIND
from voice_chess.session.ledger import Happening
from voice_chess.session.voice_preferences import VoicePreferences

IN_GERMAN = VoicePreferences(language=GERMAN)


def announced() -> Happening:
    apart = Apart(BLIND)
    apart.types("e4")
    happening = apart.live.last_told(after=0)
    assert happening is not None
    return happening


def test_all_who_hear_it_in_one_language_and_style_hear_the_same_sentence() -> None:
    happening = announced()
    quiet = replace(IN_GERMAN, volume_percent=20)

    assert happening.told_to(quiet) is happening.told_to(IN_GERMAN)


def test_another_language_and_another_style_have_their_own() -> None:
    happening = announced()
    in_english = replace(IN_GERMAN, language=ENGLISH)
    at_length = replace(IN_GERMAN, style="long")

    told = {happening.told_to(one).text for one in (IN_GERMAN, in_english, at_length)}
    assert len(told) == 3
