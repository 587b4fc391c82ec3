"""Why a request was not done: one exception, one form of answer."""

import re
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from voice_chess.web.messages.rest import Complaint, ComplaintCode

_LONGEST_NAME = 60
"""Of a field in a complaint: one that there is not, anybody may name as they like."""
_MALFORMED = Complaint(code="malformed")


class Complained(HTTPException):
    """Answered with this status and a `Complaint`."""

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
    """For the description of an address: what it answers with a `Complaint`."""
    return {status: {"model": Complaint} for status in statuses}


def complaints_of_page(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same for an address of a page: a browser that wants a page is told by one."""
    told = {
        "text/html": {"schema": {"type": "string"}},
        "application/json": {"schema": {"$ref": "#/components/schemas/Complaint"}},
    }
    return {status: {"description": "A complaint", "content": told} for status in statuses}


def content(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """For the description of an address: it answers with a file of one of these media types."""
    file = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"content": {kind.partition(";")[0]: file for kind in kinds}}}


async def answer_complained(_request: Request, error: Exception) -> JSONResponse:
    """For the application's table of handlers."""
    if not isinstance(error, Complained):
        raise error
    return JSONResponse(
        error.complaint.model_dump(), status_code=error.status_code, headers=error.headers
    )


async def answer_malformed(_request: Request, error: Exception) -> JSONResponse:
    """A body or an address that is not as it must be; what it held is not repeated."""
    complaint = _malformed(error) if isinstance(error, RequestValidationError) else _MALFORMED
    return JSONResponse(complaint.model_dump(), status_code=422)


def _malformed(error: RequestValidationError) -> Complaint:
    """What is wrong with its first field that is, which a form names as the complaint does."""
    first = error.errors()[0]
    kind, *parts = first["loc"]
    # Beside names, pydantic tells which way of reading it tried: literal['white','black'].
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


async def answer_storage(_request: Request, _error: Exception) -> JSONResponse:
    return JSONResponse(Complaint(code="storage").model_dump(), status_code=503)
