"""Does what the steps of an operation say: here, or in threads of an event loop."""

from __future__ import annotations

import asyncio
import os
import time
from email.message import Message
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request as UrlRequest
from urllib.request import urlopen

from .steps import Delay, Request, Response, Steps, T


def perform(steps: Steps[T], timeout: float) -> T:
    answer: Response | None = None
    error: BaseException | None = None
    while True:
        try:
            step = steps.send(answer) if error is None else steps.throw(error)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        answer = error = None
        try:
            if isinstance(step, Delay):
                time.sleep(step.seconds)
            else:
                answer = _send(step, timeout)
        except BaseException as interrupt:
            # KeyboardInterrupt: the steps may have something to undo.
            error = interrupt


async def perform_async(steps: Steps[T], timeout: float) -> T:
    """Requests block a thread each, waits do not."""
    answer: Response | None = None
    error: BaseException | None = None
    while True:
        try:
            step = steps.send(answer) if error is None else steps.throw(error)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        answer = error = None
        try:
            if isinstance(step, Delay):
                await asyncio.sleep(step.seconds)
            else:
                answer = await asyncio.to_thread(_send, step, timeout)
        except BaseException as interrupt:
            # CancelledError: the steps may have something to undo.
            error = interrupt


def _send(request: Request, timeout: float) -> Response:
    headers = dict(request.headers)
    body = request.body() if request.body else None
    try:
        if body:
            headers["Content-Length"] = str(body.seek(0, os.SEEK_END))
            body.seek(0)
        with urlopen(UrlRequest(request.url, body, headers, method=request.method), timeout=timeout) as response:
            return Response(response.status, _headers(response.headers), response.read())
    except HTTPError as refused:
        with refused:
            return Response(refused.code, _headers(refused.headers), refused.read())
    except (URLError, HTTPException, OSError) as broken:
        return Response(0, {}, str(broken).encode())
    finally:
        if body:
            body.close()


def _headers(message: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in message.items()}
