"""A trigger that fires when a job has ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from airflow.sdk import BaseHook
from airflow.triggers.base import BaseTrigger, TriggerEvent
from scriptorium_client import AsyncScriptorium, ScriptoriumError


class ScriptoriumJobTrigger(BaseTrigger):
    """Fires once with ``job_id`` and ``error``, which is None if the job has succeeded."""

    def __init__(self, job_id: str, conn_id: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.job_id = job_id
        self.conn_id = conn_id

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """The key stays in the connection."""
        path = f"{type(self).__module__}.{type(self).__qualname__}"
        return path, {"job_id": self.job_id, "conn_id": self.conn_id}

    async def run(self) -> AsyncIterator[TriggerEvent]:
        connection = await BaseHook.aget_connection(self.conn_id)
        client = AsyncScriptorium(connection.host, connection.password)
        error: str | None = None
        try:
            await client.wait(self.job_id)
        except ScriptoriumError as failure:
            error = f"{failure.code}: {failure}"
        yield TriggerEvent({"job_id": self.job_id, "error": error})  # type: ignore[no-untyped-call]
