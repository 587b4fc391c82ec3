"""The documentation in a browser: a list of its topics, and a page for each, in English."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from voice_chess.docs.topics import UnknownTopic, topic, topics
from voice_chess.web.errors import Complained, complaints_of_page
from voice_chess.web.pages.markdown import html
from voice_chess.web.pages.rendering import page
from voice_chess.web.protection.security import wants_page

_LANGUAGE = "en"
router = APIRouter(prefix="/docs", tags=["documentation"])
statement = APIRouter(tags=["documentation"])


@router.get("", response_class=HTMLResponse)
async def all_topics(request: Request) -> HTMLResponse:
    """Return the list of all topics, each with a sentence."""
    return page(request, "docs-list.html", _LANGUAGE, topics=topics())


@statement.get("/accessibility", response_class=HTMLResponse)
async def accessibility(request: Request) -> HTMLResponse:
    """Return the accessibility statement, at the address that European law and habit expect."""
    return await one_topic("accessibility", request)


@router.get("/{name}", response_class=HTMLResponse, responses=complaints_of_page(404))
async def one_topic(name: str, request: Request) -> HTMLResponse:
    """Return the page of a topic; for an unknown one, 404 with the nearest topic if one is near."""
    try:
        found = topic(name)
    except UnknownTopic as error:
        if not wants_page(request):
            raise Complained(404, "not-found", str(error)) from error
        return page(
            request,
            "docs-list.html",
            _LANGUAGE,
            answered=404,
            is_missing=True,
            nearest=next(iter(error.near), ""),
            topics=topics(),
        )
    return page(request, "docs.html", _LANGUAGE, title=found.title, body=html(found.name))
