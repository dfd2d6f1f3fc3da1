"""A Scriptorium server, with an API key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .options import BatchOptions, ConvertOptions, CreateJobOptions, ListOptions, QuoteOptions
from .perform import perform
from .progress import OnPage, OnProgress
from .steps import Calls, Conversion, Document
from .types import Artifact, Batch, BatchList, Job, JobList, Quote, Receipt, Source, Warning

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Scriptorium:
    """Without arguments, reads SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY from the environment."""

    def __init__(self, server: str | None = None, key: str | None = None, *, retries: int = 8, timeout: float = 90):
        self._calls = Calls(server, key, retries)
        self._timeout = timeout

    def convert(
        self,
        source: Document,
        *,
        on_page: OnPage | None = None,
        on_progress: OnProgress | None = None,
        **options: Unpack[ConvertOptions],
    ) -> Conversion:
        """Converts a path, an http(s) URL or bytes, and waits for the Markdown, however long it takes.

        If the wait is interrupted, the job is canceled. ``on_page`` is called for each page, with how many are done and
        how many there are.
        """
        return perform(self._calls.convert(source, options, on_page, on_progress), self._timeout)

    def upload(self, source: Document, file_name: str | None = None) -> str:
        """Uploads a document straight to the object store; returns its documentId."""
        return perform(self._calls.upload(source, file_name), self._timeout)

    def create_job(self, source: Source, **options: Unpack[CreateJobOptions]) -> Job:
        return perform(self._calls.create_job(source, options), self._timeout)

    def get_job(self, job_id: str) -> Job:
        return perform(self._calls.get_job(job_id), self._timeout)

    def cancel_job(self, job_id: str) -> Job:
        return perform(self._calls.cancel_job(job_id), self._timeout)

    def wait(self, job_id: str, *, on_page: OnPage | None = None, on_progress: OnProgress | None = None) -> Job:
        """Polls a job until it has succeeded; raises ConversionFailed, or PaymentRequired if it needs credits."""
        return perform(self._calls.wait(job_id, on_page, on_progress), self._timeout)

    def artifacts(self, job_id: str) -> list[Artifact]:
        return perform(self._calls.artifacts(job_id), self._timeout)

    def warnings(self, job_id: str) -> list[Warning]:
        """What could not be read as it should be, most serious first."""
        return perform(self._calls.warnings(job_id), self._timeout)

    def text(self, artifact: Artifact) -> str:
        """The text of an artifact such as the Markdown."""
        return perform(self._calls.text(artifact), self._timeout)

    def chunks(self, conversion: Conversion) -> list[dict[str, Any]]:
        """The chunks of a conversion with ``outputs=["chunks"]``."""
        return perform(self._calls.chunks(conversion), self._timeout)

    def download(self, artifact: Artifact) -> bytes:
        return perform(self._calls.download(artifact), self._timeout)

    def create_quote(self, source: Source, **options: Unpack[QuoteOptions]) -> Quote:
        return perform(self._calls.create_quote(source, options), self._timeout)

    def receipt(self, job_id: str) -> Receipt:
        return perform(self._calls.receipt(job_id), self._timeout)

    def list_jobs(self, **options: Unpack[ListOptions]) -> JobList:
        """A page of jobs; set cursor to its nextCursor to get the next one."""
        return perform(self._calls.list_jobs(options), self._timeout)

    def delete_job(self, job_id: str) -> None:
        """Deletes the results of a finished job."""
        perform(self._calls.delete_job(job_id), self._timeout)

    def delete_document(self, document_id: str) -> None:
        """Deletes an uploaded document."""
        perform(self._calls.delete_document(document_id), self._timeout)

    def create_batch(self, source: str, destination: str, **options: Unpack[BatchOptions]) -> Batch:
        """Converts all documents of a folder of a bucket (``s3://acme-in/contracts/``) into another."""
        return perform(self._calls.create_batch(source, destination, options), self._timeout)

    def get_batch(self, batch_id: str) -> Batch:
        return perform(self._calls.get_batch(batch_id), self._timeout)

    def list_batches(self, limit: int | None = None, cursor: str | None = None) -> BatchList:
        """A page of batches, newest first; set cursor to its nextCursor to get the next one."""
        return perform(self._calls.list_batches(limit, cursor), self._timeout)

    def cancel_batch(self, batch_id: str) -> Batch:
        return perform(self._calls.cancel_batch(batch_id), self._timeout)
