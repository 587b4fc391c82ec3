"""The documentation on the server: a list, a page for each topic, else the nearest one."""

import re
from html import unescape

import pytest

from tests.web.stage import Stage
from voice_chess.docs.topics import TOPICS, topic
from voice_chess.languages.language import load_language
from voice_chess.web.protection.security import HEADERS

AS_A_BROWSER = {"accept": "text/html"}


def test_the_list_leads_to_every_topic(stage: Stage) -> None:
    listed = stage.client.get("/docs", headers=AS_A_BROWSER)

    assert listed.status_code == 200
    assert re.findall('<a href="/docs/([a-z]+)">', listed.text) == list(TOPICS)
    assert '<html lang="en">' in listed.text


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_a_page_in_english_with_the_headers_of_all_pages(
    stage: Stage, name: str
) -> None:
    found = stage.client.get(f"/docs/{name}", headers={**AS_A_BROWSER, "accept-language": "pl"})

    assert found.status_code == 200
    assert '<html lang="en">' in found.text
    assert f">{topic(name).title}</h1>" in found.text
    assert {header: found.headers.get(header) for header in HEADERS} == HEADERS


def test_links_between_topics_lead_to_topics(stage: Stage) -> None:
    for name in TOPICS:
        text = stage.client.get(f"/docs/{name}").text
        for link in re.findall('<a href="([^"/]+)">', text):
            assert stage.client.get(f"/docs/{link}").status_code == 200


def test_words_are_marked_with_their_language(stage: Stage) -> None:
    text = stage.client.get("/docs/commands").text

    assert '<span lang="de">„Schwarz: remis“</span>' in text
    assert '<h3 id="part-polski" lang="pl">polski</h3>' in text
    assert '<h4 id="part-polski-the-board">The board</h4>' in text
    assert ' lang="sr-Latn">da</th>' in text
    assert ' lang="sr-Cyrl">да</th>' in text
    assert 'lang="de">as said' not in text


def test_every_cell_has_a_header_of_its_column_and_its_row(stage: Stage) -> None:
    text = stage.client.get("/docs/announcing").text

    assert '<th role="columnheader" scope="col">Rank</th>' in text
    assert '<th role="rowheader" data-column="Rank" scope="row">1</th>' in text
    assert '<td role="cell" data-column="Word"><span lang="de">„eins“</span></td>' in text


def test_what_is_no_topic_is_told_with_the_nearest(stage: Stage) -> None:
    page = stage.client.get("/docs/comands", headers=AS_A_BROWSER)
    program = stage.client.get("/docs/comands")

    assert (page.status_code, program.status_code) == (404, 404)
    assert 'The nearest topic is: <a href="/docs/commands">commands</a>' in page.text
    assert program.json() == {
        "code": "not-found",
        "detail": "There is no topic comands; near it: commands, boards.",
        "field": "",
    }


def test_what_is_like_no_topic_is_told_without_one(stage: Stage) -> None:
    page = stage.client.get("/docs/xyz", headers=AS_A_BROWSER)

    assert page.status_code == 404
    assert load_language("en").interface["problem:not-found"] in unescape(page.text)
    assert "The nearest topic is: <a" not in page.text
    assert stage.client.get("/docs/xyz").json()["detail"] == "There is no topic xyz."


@pytest.mark.parametrize("language", ["cs", "de", "en", "pl", "sr", "sr-cyrl"])
def test_the_front_page_leads_to_it_in_every_language(stage: Stage, language: str) -> None:
    front = stage.client.get("/", params={"lang": language})

    assert '<a href="/docs" hreflang="en">' in front.text


def test_the_statement_is_where_people_look_for_it(stage: Stage) -> None:
    front = stage.client.get("/?lang=en").text
    found = stage.client.get("/accessibility")

    assert 'href="/accessibility"' in front
    assert "Accessibility</h1>" in found.text
    assert "2.5.8" in found.text
