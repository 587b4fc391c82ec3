"""Why a request was not done: one exception, one form of answer."""

from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from voice_chess.web.rest import Complaint, ComplaintCode


class Complained(HTTPException):
    """Answered with this status and a `Complaint`."""

    def __init__(self, status: int, code: ComplaintCode, detail: str = "") -> None:
        super().__init__(status, code)
        self.complaint = Complaint(code=code, detail=detail)


async def answer_complained(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    """For the application's table of handlers."""
    if not isinstance(error, Complained):
        raise error
    return JSONResponse(error.complaint.model_dump(), status_code=error.status_code)


async def answer_malformed(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    """A body or an address that is not as it must be; what it held is not repeated."""
    return JSONResponse(Complaint(code="malformed").model_dump(), status_code=422)


async def answer_storage(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    return JSONResponse(Complaint(code="storage").model_dump(), status_code=503)
