"""Sentences that wait to be fetched as sound: found by who was told their names."""

from voice_chess.session.chairs import Preferences
from voice_chess.web.clips import Clips

BLIND = Preferences(language="de", interface="de", speech="server")


def test_a_sentence_is_found_by_its_name() -> None:
    clips = Clips()
    name = clips.keep("Springer f3.", BLIND)

    found = clips.find(name)

    assert found is not None
    assert (found.spoken, found.language) == ("Springer f3.", "de")


def test_the_same_sentence_in_the_same_manner_is_one_clip() -> None:
    clips = Clips()

    assert clips.keep("Springer f3.", BLIND) == clips.keep("Springer f3.", BLIND)


def test_who_knows_the_sentence_does_not_know_its_name() -> None:
    told, guessed = Clips(), Clips()
    told.keep("Springer f3.", BLIND)

    assert told.find(guessed.keep("Springer f3.", BLIND)) is None


def test_the_oldest_are_forgotten() -> None:
    clips = Clips(most=2)
    names = [clips.keep(sentence, BLIND) for sentence in ("eins", "zwei", "drei")]

    assert [clips.find(name) is not None for name in names] == [False, True, True]
