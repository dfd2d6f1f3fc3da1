"""A Scriptorium server, with an API key, for asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .options import BatchOptions, ConvertOptions, CreateJobOptions, ListOptions, QuoteOptions
from .perform import perform_async
from .progress import OnPage, OnProgress
from .steps import Calls, Conversion, Document
from .types import Artifact, Batch, BatchList, Job, JobList, Quote, Receipt, Source, Warning

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncScriptorium:
    """The twin of Scriptorium for asyncio: the same operations, awaited."""

    def __init__(self, server: str | None = None, key: str | None = None, *, retries: int = 8, timeout: float = 90):
        self._calls = Calls(server, key, retries)
        self._timeout = timeout

    async def convert(
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
        return await perform_async(self._calls.convert(source, options, on_page, on_progress), self._timeout)

    async def upload(self, source: Document, file_name: str | None = None) -> str:
        """Uploads a document straight to the object store; returns its documentId."""
        return await perform_async(self._calls.upload(source, file_name), self._timeout)

    async def create_job(self, source: Source, **options: Unpack[CreateJobOptions]) -> Job:
        return await perform_async(self._calls.create_job(source, options), self._timeout)

    async def get_job(self, job_id: str) -> Job:
        return await perform_async(self._calls.get_job(job_id), self._timeout)

    async def cancel_job(self, job_id: str) -> Job:
        return await perform_async(self._calls.cancel_job(job_id), self._timeout)

    async def wait(self, job_id: str, *, on_page: OnPage | None = None, on_progress: OnProgress | None = None) -> Job:
        """Polls a job until it has succeeded; raises ConversionFailed, or PaymentRequired if it needs credits."""
        return await perform_async(self._calls.wait(job_id, on_page, on_progress), self._timeout)

    async def artifacts(self, job_id: str) -> list[Artifact]:
        return await perform_async(self._calls.artifacts(job_id), self._timeout)

    async def warnings(self, job_id: str) -> list[Warning]:
        """What could not be read as it should be, most serious first."""
        return await perform_async(self._calls.warnings(job_id), self._timeout)

    async def text(self, artifact: Artifact) -> str:
        """The text of an artifact such as the Markdown."""
        return await perform_async(self._calls.text(artifact), self._timeout)

    async def chunks(self, conversion: Conversion) -> list[dict[str, Any]]:
        """The chunks of a conversion with ``outputs=["chunks"]``."""
        return await perform_async(self._calls.chunks(conversion), self._timeout)

    async def download(self, artifact: Artifact) -> bytes:
        return await perform_async(self._calls.download(artifact), self._timeout)

    async def create_quote(self, source: Source, **options: Unpack[QuoteOptions]) -> Quote:
        return await perform_async(self._calls.create_quote(source, options), self._timeout)

    async def receipt(self, job_id: str) -> Receipt:
        return await perform_async(self._calls.receipt(job_id), self._timeout)

    async def list_jobs(self, **options: Unpack[ListOptions]) -> JobList:
        """A page of jobs; set cursor to its nextCursor to get the next one."""
        return await perform_async(self._calls.list_jobs(options), self._timeout)

    async def delete_job(self, job_id: str) -> None:
        """Deletes the results of a finished job."""
        await perform_async(self._calls.delete_job(job_id), self._timeout)

    async def delete_document(self, document_id: str) -> None:
        """Deletes an uploaded document."""
        await perform_async(self._calls.delete_document(document_id), self._timeout)

    async def create_batch(self, source: str, destination: str, **options: Unpack[BatchOptions]) -> Batch:
        """Converts all documents of a folder of a bucket (``s3://acme-in/contracts/``) into another."""
        return await perform_async(self._calls.create_batch(source, destination, options), self._timeout)

    async def get_batch(self, batch_id: str) -> Batch:
        return await perform_async(self._calls.get_batch(batch_id), self._timeout)

    async def list_batches(self, limit: int | None = None, cursor: str | None = None) -> BatchList:
        """A page of batches, newest first; set cursor to its nextCursor to get the next one."""
        return await perform_async(self._calls.list_batches(limit, cursor), self._timeout)

    async def cancel_batch(self, batch_id: str) -> Batch:
        return await perform_async(self._calls.cancel_batch(batch_id), self._timeout)
