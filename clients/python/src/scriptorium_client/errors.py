"""Errors of the service."""

from __future__ import annotations

from typing import Any


class ScriptoriumError(Exception):
    """An error of the service: decide by ``code``, show the message."""

    def __init__(self, status: int, message: str, body: dict[str, Any] | None = None, request_id: str | None = None):
        super().__init__(message)
        self.body: dict[str, Any] = body or {}
        #: Status of the response; 0 if there was none.
        self.status = status
        #: One of the codes of docs/errors.md; ``unreachable`` without a response, ``refused`` without a code.
        self.code: str = self.body.get("code") or ("refused" if status else "unreachable")
        #: For whoever runs the service: it is in its log.
        self.request_id = request_id


class ConversionFailed(ScriptoriumError):
    """The job failed or was canceled: another try with the same document fails again."""

    @property
    def job_id(self) -> str | None:
        return self.body.get("jobId")


class PaymentRequired(ScriptoriumError):
    """The workspace has fewer credits than the job needs."""

    @property
    def required_credits(self) -> float | None:
        return self.body.get("requiredCredits")

    @property
    def available_credits(self) -> float | None:
        return self.body.get("availableCredits")


def error_of(status: int, body: dict[str, Any], request_id: str | None) -> ScriptoriumError:
    """The error that a response stands for."""
    kind = {402: PaymentRequired, 413: ConversionFailed, 422: ConversionFailed}.get(status, ScriptoriumError)
    return kind(status, body.get("error") or f"The server responded with status {status}.", body, request_id)
