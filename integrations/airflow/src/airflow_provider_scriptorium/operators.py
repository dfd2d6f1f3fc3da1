"""An operator that converts a document, and can wait for it without a worker slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseHook, BaseOperator, ObjectStoragePath
from airflow.sdk.exceptions import AirflowException
from scriptorium_client import CreateJobOptions, Scriptorium, ScriptoriumError, Source

from .triggers import ScriptoriumJobTrigger

if TYPE_CHECKING:
    from airflow.sdk import Context


class ScriptoriumConvertOperator(BaseOperator):
    """Converts a document to Markdown, writes it to ``destination``, and returns the ID of the job.

    ``source`` is an http(s) URL that the server fetches, or a path or object storage URL that the worker reads and
    uploads; ``destination`` is a path or object storage URL. The connection has the URL of the server as host and the
    API key as password. ``options`` are those of createJob in snake_case. With ``deferrable``, a trigger waits in the
    triggerer. Raises AirflowException if the conversion fails.
    """

    template_fields: Sequence[str] = ("source", "destination", "options")

    def __init__(
        self,
        *,
        source: str,
        destination: str,
        conn_id: str = "scriptorium_default",
        options: CreateJobOptions | None = None,
        deferrable: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.source = source
        self.destination = destination
        self.conn_id = conn_id
        self.options = options
        self.deferrable = deferrable
        self._job_id: str | None = None

    def execute(self, context: Context) -> str:
        client = self._client()
        try:
            job = client.create_job(self._uploaded(client), **(self.options or {}))
            self._job_id = job_id = job["id"]
            if self.deferrable:
                self.defer(trigger=ScriptoriumJobTrigger(job_id, self.conn_id), method_name="execute_complete")
            client.wait(job_id)
        except ScriptoriumError as error:
            raise AirflowException(f"{error.code}: {error}") from error
        return self._written(client, job_id)

    def execute_complete(self, context: Context, event: dict[str, Any]) -> str:
        """Goes on once the trigger has seen the end of the job."""
        if event["error"] is not None:
            raise AirflowException(event["error"])
        return self._written(self._client(), event["job_id"])

    def on_kill(self) -> None:
        if self._job_id is not None:
            self._client().cancel_job(self._job_id)

    def _client(self) -> Scriptorium:
        connection = BaseHook.get_connection(self.conn_id)
        return Scriptorium(connection.host, connection.password)

    def _uploaded(self, client: Scriptorium) -> Source:
        if self.source.startswith(("http://", "https://")):
            return {"type": "external", "fileUrl": self.source}
        path = ObjectStoragePath(self.source)
        return {"type": "document", "documentId": client.upload(path.read_bytes(), path.name)}

    def _written(self, client: Scriptorium, job_id: str) -> str:
        markdown = next(each for each in client.artifacts(job_id) if each["kind"] == "markdown")
        ObjectStoragePath(self.destination).write_text(client.text(markdown))
        return job_id
