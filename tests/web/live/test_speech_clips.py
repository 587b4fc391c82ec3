"""Sentences that wait to be fetched as sound: found by who was told their names."""

from typing import NoReturn

import pytest

from tests.web.stage import Stage
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.session.games.chairs import Preferences
from voice_chess.session.ports import JournalLost
from voice_chess.web.live.speech_clips import Clips

BLIND = Preferences(language="de", interface="de", speech="server")


def test_a_sentence_is_found_by_its_name() -> None:
    clips = Clips()
    name = clips.keep("Springer f3.", "white", BLIND)

    found = clips.find(name, "white")

    assert found is not None
    assert (found.spoken, found.language) == ("Springer f3.", "de")


def test_the_same_sentence_in_the_same_manner_is_one_clip() -> None:
    clips = Clips()

    assert clips.keep("Springer f3.", "white", BLIND) == clips.keep("Springer f3.", "white", BLIND)


def test_who_knows_the_sentence_does_not_know_its_name() -> None:
    told, guessed = Clips(), Clips()
    told.keep("Springer f3.", "white", BLIND)

    assert told.find(guessed.keep("Springer f3.", "white", BLIND), "white") is None


def test_another_seat_does_not_find_it_though_it_was_told_the_same() -> None:
    clips = Clips()
    names = {seat: clips.keep("Springer f3.", seat, BLIND) for seat in ("white", "spectator")}

    assert clips.find(names["white"], "spectator") is None
    assert names["white"] != names["spectator"]


def test_another_seat_fetches_nothing(stage: Stage) -> None:
    links = stage.arrange(white={"is_blind": True}, black={"is_blind": True})
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        clip = white.until(lambda m: m.get("clip") is not None)["clip"]
        name = clip.rpartition("/")[2]
        answers = {}
        for role in ("white", "black", "spectator"):
            path, headers = stage.seat(links[role])
            answer = stage.client.get(f"{path}/speech/{name}", headers=headers)
            answers[role] = answer.status_code
        path, headers = stage.seat(links["spectator"])
        answers["white by spectator"] = stage.client.get(clip, headers=headers).status_code

    found = {"white": 200, "black": 404, "spectator": 404, "white by spectator": 403}
    assert answers == found


def test_whoever_has_a_page_open_hears_what_is_told_while_storage_is_away(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = stage.arrange(white={"is_blind": True})
    path, headers = stage.seat(links["white"])
    with stage.page(links["black"]), stage.socket(path, headers) as white:
        white.tell("hello", protocol=1)
        clip = white.until(lambda m: m.get("clip") is not None)["clip"]
        for name in ("owner_of", "chair"):
            monkeypatch.setattr(SqliteRegister, name, _away)
        heard = stage.client.get(clip, headers=headers).status_code
        others = {**headers, "cookie": "seat=another"}
        unknown = stage.client.get(clip, headers=others).status_code

    closed = stage.client.get(clip, headers=headers).status_code
    assert (heard, unknown, closed) == (200, 503, 503)


def test_whose_link_was_revoked_is_given_no_sound(stage: Stage) -> None:
    links = stage.arrange(white={"is_blind": True})
    path, headers = stage.seat(links["white"])
    with stage.page(links["black"]), stage.socket(path, headers) as white:
        white.tell("hello", protocol=1)
        clip = white.until(lambda m: m.get("clip") is not None)["clip"]
        given = stage.client.get(clip, headers=headers).status_code
        game, seat = links["game"]["id"], path.rpartition("/")[2]
        revoked = stage.organise("DELETE", f"/games/{game}/seats/{seat}/link").status_code
        refused = stage.client.get(clip, headers=headers).status_code

    assert (given, revoked, refused) == (200, 204, 403)


def _away(*_: object) -> NoReturn:
    message = "The disk is away."
    raise JournalLost(message)


def test_the_oldest_are_forgotten() -> None:
    clips = Clips(most=2)
    names = [clips.keep(sentence, "white", BLIND) for sentence in ("eins", "zwei", "drei")]

    assert [clips.find(name, "white") is not None for name in names] == [False, True, True]
