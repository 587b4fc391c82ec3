"""Moves are told in a style of its own by the voice, by a screen reader, and on a braille line."""

from itertools import product
from typing import Any

import pytest

from tests.german import GERMAN, NUMBERS, PAGE, german, in_words, says
from tests.stage.page import Page
from tests.web.stage import Stage
from voice_chess.speech.generation.styles import STYLES

FOXTROT, ECHO = GERMAN.files["nato"][5], GERMAN.files["nato"][4]
KNIGHT = {
    "anna": in_words("Nf3"),
    "letters": f"{in_words('N')} f {NUMBERS[3]}",
    "nato": f"{in_words('N')} {FOXTROT} {NUMBERS[3]}",
    "literate": f"{in_words('N')} f {NUMBERS[3]}",
    "san": "Sf3",
    "short": in_words("Nf3"),
    "long": in_words("Ng1, f3"),
}
"""As each is read; said, `san` is what `literate` is."""
IN_ANNA = german("list", list=f"{KNIGHT['anna']}; {in_words('Pe4')}")
IN_NATO = german("list", list=f"{KNIGHT['nato']}; {in_words('P')} {ECHO} {NUMBERS[4]}")
IN_SAN = german("list", list="Sf3; e4")
READER, BRAILLE = PAGE["channel:reader"], PAGE["channel:braille"]


def prefers(page: Page, **wished: str) -> dict[str, Any]:
    """Their seat, once that is known."""
    page.tell("prefer", **wished)
    seat: dict[str, Any] = page.next("seat")["seat"]
    return seat


def said(stage: Stage, message: dict[str, Any]) -> str:
    """What is heard of it, by the address of its sound."""
    _, _, seat, _, name = message["clip"].split("/")
    clip = stage.hall.hub.clips.find(name.removesuffix(".wav"), seat)
    assert clip is not None
    return clip.spoken


def answer(page: Page) -> dict[str, Any]:
    """The next that this page is told."""
    return page.until(lambda m: m["type"] == "said" and m["kind"] == "answer")


def knight_told(page: Page) -> dict[str, Any]:
    """White's first move as this page is told it."""
    page.send(type="move", uci="g1f3", ply=0)
    return page.event("move-announced")


@pytest.mark.parametrize(("ear", "eye"), [*product(("anna", "nato"), STYLES)])
def test_what_is_heard_and_what_is_read_are_chosen_apart(stage: Stage, ear: str, eye: str) -> None:
    links = stage.arrange(language="de")
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        prefers(white, speech="server", style=ear, reader_style=eye)
        told = knight_told(white)

    assert told["text"] == f"{KNIGHT[eye]}."
    assert said(stage, told) == f"{KNIGHT[ear]}."


@pytest.mark.parametrize("style", STYLES)
def test_a_braille_line_has_a_style_besides_those(stage: Stage, style: str) -> None:
    links = stage.arrange(language="de")
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        prefers(white, speech="server", reader_style="letters", braille_style=style)
        told = knight_told(white)

    assert told["move"]["braille"] == KNIGHT[style]
    assert told["move"]["words"] == KNIGHT["letters"]
    assert said(stage, told) == f"{KNIGHT['anna']}."


def test_who_has_not_chosen_reads_what_they_hear(stage: Stage) -> None:
    links = stage.arrange(language="de")
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        seat = prefers(white, speech="server", style="nato")
        told = knight_told(white)

    assert (seat["reader_style"], seat["braille_style"]) == ("same", "same")
    assert told["text"] == said(stage, told) == f"{KNIGHT['nato']}."
    assert told["move"]["braille"] is None


def test_moves_that_stand_there_follow_at_once(stage: Stage) -> None:
    links = stage.arrange(language="de")
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        knight_told(white)
        black.until(lambda m: m["type"] == "game" and len(m["game"]["moves"]) == 1)
        prefers(black, reader_style="san", braille_style="short")
        shown = black.next("game")["game"]

    assert shown["moves_from"] == 0
    assert [(move["words"], move["braille"]) for move in shown["moves"]] == [
        (KNIGHT["san"], KNIGHT["short"])
    ]


def test_an_answer_is_read_in_the_one_and_heard_in_the_other(stage: Stage) -> None:
    links = stage.arrange(language="de")
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        prefers(white, speech="server", reader_style="san")
        white.send(type="line", text=says("style:nato"))
        told = answer(white)

    assert told["text"] == IN_SAN
    assert said(stage, told) == IN_NATO


@pytest.mark.parametrize(
    ("line", "chosen", "told"),
    [
        (says("style:san channel:reader"), ("anna", "san", "same"), f"{READER}: {IN_SAN}"),
        (says("style:san channel:braille"), ("anna", "same", "san"), f"{BRAILLE}: {IN_SAN}"),
        (says("style:san rank:3"), ("anna", "same", "san"), f"{BRAILLE}: {IN_SAN}"),
        (",= telefon braille", ("anna", "same", "nato"), f"{BRAILLE}: {IN_NATO}"),
        (GERMAN.typed["style:nato"][0], ("nato", "same", "same"), IN_NATO),
        (says("style channel:reader"), ("anna", "anna", "same"), f"{READER}: {IN_ANNA}"),
    ],
)
def test_a_line_chooses_for_the_channel_that_it_names(
    stage: Stage, line: str, chosen: tuple[str, str, str], told: str
) -> None:
    links = stage.arrange(language="de")
    path, headers = stage.seat(links["white"])
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.send(type="line", text=line)
        seat = white.until(lambda m: m["type"] == "seat")["seat"]
        replied = answer(white)
    kept = stage.client.get(f"{path}/view", headers=headers).json()

    names = ("style", "reader_style", "braille_style")
    assert tuple(seat[name] for name in names) == chosen
    assert tuple(kept[name] for name in names) == chosen
    assert replied["text"] == told


def test_a_premove_is_read_back_in_the_style_of_each(stage: Stage) -> None:
    links = stage.arrange(language="de")
    with stage.page(links["white"]), stage.page(links["black"]) as black:
        wished = {"speech": "server", "reader_style": "san", "braille_style": "letters"}
        black.tell("prefer", premoves=True, **wished)
        black.until(lambda m: m["type"] == "game" and len(m["game"]["state"]["legal"]) > 0)
        black.send(type="line", text="Sf6")
        told = answer(black)
        ahead = black.next("game")["game"]["state"]["premove"]

    assert told["text"] == german("premove", move="Sf6")
    assert said(stage, told) == german("premove", move=in_words("Nf6"))
    assert (ahead["words"], ahead["braille"]) == ("Sf6", f"{in_words('N')} f {NUMBERS[6]}")
