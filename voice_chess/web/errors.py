"""The one exception for a request that is refused, and the one form of its response."""

import logging
import re
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from voice_chess.web.messages.rest import Complaint, ComplaintCode

POLICY_VIOLATED = 1008
"""The close code of a socket that was refused."""
_log = logging.getLogger(__name__)
_LONGEST_NAME = 60
"""Characters of a field's name in a complaint: a client can send unknown fields of any length."""
_MALFORMED = Complaint(code="malformed")


class Complained(HTTPException):
    """A refused request; the response has this status and a `Complaint` as its body."""

    def __init__(
        self,
        status: int,
        code: ComplaintCode,
        detail: str = "",
        headers: Mapping[str, str] | None = None,
        *,
        field: str = "",
    ) -> None:
        super().__init__(status, code, headers)
        self.complaint = Complaint(code=code, detail=detail, field=field)


def complaints(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe, for the API schema, that an address can return a `Complaint` with a status."""
    return {status: {"model": Complaint} for status in statuses}


def complaints_of_page(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the same for an address of a page: a browser gets the complaint as a page."""
    told = {
        "text/html": {"schema": {"type": "string"}},
        "application/json": {"schema": {"$ref": "#/components/schemas/Complaint"}},
    }
    return {status: {"description": "A complaint", "content": told} for status in statuses}


def content(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """Describe, for the API schema, that an address returns a file of one of these media types."""
    file = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"content": {kind.partition(";")[0]: file for kind in kinds}}}


async def answer_complained(_request: Request, error: Exception) -> JSONResponse:
    """Return a complaint as JSON; any other error is raised again."""
    if not isinstance(error, Complained):
        raise error
    return JSONResponse(
        error.complaint.model_dump(), status_code=error.status_code, headers=error.headers
    )


async def answer_malformed(_request: Request, error: Exception) -> JSONResponse:
    """Return 422 for a malformed body or address, without repeating the values it held."""
    complaint = _malformed(error) if isinstance(error, RequestValidationError) else _MALFORMED
    return JSONResponse(complaint.model_dump(), status_code=422)


def _malformed(error: RequestValidationError) -> Complaint:
    """Describe the first wrong field; the complaint names it as the page's form does."""
    first = error.errors()[0]
    kind, *parts = first["loc"]
    # Besides names, pydantic lists the type it tried to read: literal['white','black'].
    names = [
        part[:_LONGEST_NAME]
        for part in parts
        if isinstance(part, str) and re.fullmatch(r"[\w-]+", part)
    ]
    return Complaint(
        code="malformed",
        detail=f"{'.'.join(names) or kind}: {first['msg']}",
        field=names[-1].replace("_", "-") if names else "",
    )


async def answer_storage(_request: Request, error: Exception) -> JSONResponse:
    """Return 503; the log tells the operator why, which is no business of a visitor's."""
    _log.warning("storage refused a request: %s", error)
    return JSONResponse(Complaint(code="storage").model_dump(), status_code=503)


def answer_unreached() -> JSONResponse:
    """Return 503 where another server, which was asked, may have carried the request out or not."""
    return JSONResponse(Complaint(code="no-server").model_dump(), status_code=503)
