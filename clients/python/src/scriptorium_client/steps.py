"""What is sent to a server, and what becomes of the responses, without doing it: both clients drive these steps."""

from __future__ import annotations

import io
import itertools
import json
import os
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar, cast
from urllib.parse import quote, urlencode, urljoin

from .errors import ConversionFailed, ScriptoriumError, error_of
from .progress import OnPage, OnProgress, Watch
from .types import Artifact, Batch, BatchList, Job, JobList, Quote, Receipt, Source, Warning

_INTERFACE = "api/v1"
_OWN = "api/scriptorium/v1"
_ENDED = {"succeeded", "failed", "canceled", "expired"}
# The first polls come sooner: most documents are short.
_POLLS = (0.25, 0.5, 1.0, 2.0)
_WAIT_SECONDS = 25
_MOST_DELAY = 60.0

Document = str | os.PathLike[str] | bytes


@dataclass(frozen=True)
class Conversion:
    """A finished conversion."""

    markdown: str
    job: Job
    #: The Markdown, the outputs, and the images if ``include_images`` is true.
    artifacts: list[Artifact]
    #: What could not be read as it should be.
    warnings: list[Warning] = field(default_factory=list)


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    #: Opens the body anew for each try.
    body: Callable[[], IO[bytes]] | None = None


@dataclass(frozen=True)
class Response:
    """``status`` 0: the server could not be reached, and ``body`` says why."""

    status: int
    #: By their names in lower case.
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Delay:
    seconds: float


T = TypeVar("T")
#: Yields what is to be done next, is sent the response to a request, and returns the result.
Steps = Generator[Request | Delay, Any, T]


class Calls:
    """The operations of one server, with one key."""

    def __init__(self, server: str | None, key: str | None, retries: int):
        server = server or os.environ.get("SCRIPTORIUM_SERVER")
        key = key or os.environ.get("SCRIPTORIUM_KEY")
        if not server or not key:
            raise ValueError("Set server and key, or the variables SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY.")
        self._base = server if server.endswith("/") else server + "/"
        self._key = key
        self._retries = retries

    def convert(
        self,
        source: Document,
        options: Mapping[str, Any],
        on_page: OnPage | None,
        on_progress: OnProgress | None,
    ) -> Steps[Conversion]:
        query = {_camel(name): value for name, value in options.items()}
        password, file_name = query.pop("password", None), query.pop("fileName", None)
        # Who wants to know of each page polls; others wait for a short document in one call.
        watched = on_page is not None or on_progress is not None
        headers = {
            "Idempotency-Key": query.pop("idempotencyKey", None) or str(uuid.uuid4()),
            "Prefer": f"respond-async, wait={0 if watched else _WAIT_SECONDS}",
        }
        query["output"] = "json"
        body: Callable[[], IO[bytes]] | None = None
        if isinstance(source, str) and source.lower().startswith(("http://", "https://")):
            query |= {"url": source, "fileName": file_name}
        elif password is not None:
            query["documentId"] = yield from self.upload(source, file_name)
        else:
            headers["Content-Type"] = "application/octet-stream"
            query["fileName"] = file_name or _name_of(source)
            body = _opener(source)
        if password is not None:
            # A field of a form, since URLs are written to logs.
            boundary, form = _form("password", password)
            headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
            body = _opener(form)
        try:
            response = yield from self._send("POST", f"{_OWN}/convert", query=query, headers=headers, body=body)
        except (Exception, GeneratorExit):
            raise
        except BaseException:
            yield from self._cancel_of(headers["Idempotency-Key"])
            raise
        answer = json.loads(response.body)
        if response.status != 202:
            return Conversion(answer["markdown"], answer["job"], answer["artifacts"], answer["warnings"])
        try:
            job = yield from self.wait(answer["id"], on_page, on_progress)
        except (Exception, GeneratorExit):
            raise
        except BaseException:
            # Who stops waiting does not want to pay for the rest.
            yield from self.cancel_job(answer["id"])
            raise
        artifacts = yield from self.artifacts(job["id"])
        markdown = next(artifact for artifact in artifacts if artifact["kind"] == "markdown")
        text = yield from self.text(markdown)
        warnings = yield from self.warnings(job["id"])
        return Conversion(text, job, artifacts, warnings)

    def _cancel_of(self, idempotency_key: str) -> Steps[None]:
        """Of a request that was under way: its job may not be known yet."""
        for wait in (0, 0.3, 1):
            yield Delay(wait)
            for job in (yield from self.list_jobs({"limit": 100}))["jobs"]:
                if job.get("idempotencyKey") == idempotency_key:
                    yield from self.cancel_job(job["id"])
                    return

    def upload(self, source: Document, file_name: str | None) -> Steps[str]:
        name = file_name or _name_of(source) or "document"
        request = {"fileName": name, "fileType": "application/octet-stream"}
        slot = yield from self._post(f"{_INTERFACE}/uploads", request)
        headers = {"Content-Type": "application/octet-stream", "Authorization": ""}
        yield from self._send("PUT", slot["uploadUrl"], headers=headers, body=_opener(source))
        return str(slot["documentId"])

    def create_job(self, source: Source, options: Mapping[str, Any]) -> Steps[Job]:
        body = {"source": source, **{_camel(name): value for name, value in options.items()}}
        return cast(Job, (yield from self._post(f"{_INTERFACE}/jobs", body)))

    def get_job(self, job_id: str) -> Steps[Job]:
        return cast(Job, (yield from self._get(f"{_INTERFACE}/jobs/{quote(job_id)}")))

    def cancel_job(self, job_id: str) -> Steps[Job]:
        return cast(Job, (yield from self._post(f"{_INTERFACE}/jobs/{quote(job_id)}/cancel", {})))

    def wait(self, job_id: str, on_page: OnPage | None, on_progress: OnProgress | None) -> Steps[Job]:
        watch = Watch(on_page, on_progress)
        for polls in itertools.count():
            job = yield from self.get_job(job_id)
            watch.see(job)
            if job["status"] == "succeeded":
                return job
            if job["status"] in _ENDED:
                body = {"code": job.get("errorCode", job["status"]), "jobId": job_id}
                raise ConversionFailed(422, job.get("error", f"The job is {job['status']}."), body)
            yield Delay(_POLLS[min(polls, len(_POLLS) - 1)])
        raise AssertionError

    def artifacts(self, job_id: str) -> Steps[list[Artifact]]:
        answer = yield from self._get(f"{_INTERFACE}/jobs/{quote(job_id)}/artifacts")
        return cast("list[Artifact]", answer["artifacts"])

    def warnings(self, job_id: str) -> Steps[list[Warning]]:
        answer = yield from self._get(f"{_OWN}/jobs/{quote(job_id)}/warnings")
        return cast("list[Warning]", answer["warnings"])

    def text(self, artifact: Artifact) -> Steps[str]:
        return artifact["text"] if "text" in artifact else (yield from self.download(artifact)).decode()

    def chunks(self, conversion: Conversion) -> Steps[list[dict[str, Any]]]:
        text = yield from self.text(next(each for each in conversion.artifacts if each["kind"] == "chunks"))
        # Not splitlines: texts may hold other separators of lines.
        return [json.loads(line) for line in text.split("\n") if line]

    def download(self, artifact: Artifact) -> Steps[bytes]:
        if "text" in artifact:
            return artifact["text"].encode()
        url = artifact.get("downloadUrl")
        if url is None:
            url = (yield from self._get(f"{_INTERFACE}/artifacts/{quote(artifact['id'])}"))["downloadUrl"]
        response = yield from self._send("GET", str(url), headers={"Authorization": ""})
        return response.body

    def create_quote(self, source: Source, options: Mapping[str, Any]) -> Steps[Quote]:
        body = {"source": source, **{_camel(name): value for name, value in options.items()}}
        return cast(Quote, (yield from self._post(f"{_INTERFACE}/quotes", body)))

    def receipt(self, job_id: str) -> Steps[Receipt]:
        return cast(Receipt, (yield from self._get(f"{_INTERFACE}/receipts", {"jobId": job_id})))

    def list_jobs(self, options: Mapping[str, Any]) -> Steps[JobList]:
        # The one name that is a word of Python.
        query = {"from" if name == "from_" else name: value for name, value in options.items()}
        return cast(JobList, (yield from self._get(f"{_OWN}/jobs", query)))

    def delete_job(self, job_id: str) -> Steps[None]:
        yield from self._send("DELETE", f"{_OWN}/jobs/{quote(job_id)}")

    def delete_document(self, document_id: str) -> Steps[None]:
        yield from self._send("DELETE", f"{_OWN}/documents/{quote(document_id)}")

    def create_batch(self, source: str, destination: str, options: Mapping[str, Any]) -> Steps[Batch]:
        body = {"source": source, "destination": destination}
        body |= {_camel(name): value for name, value in options.items()}
        return cast(Batch, (yield from self._post(f"{_OWN}/batches", body)))

    def get_batch(self, batch_id: str) -> Steps[Batch]:
        return cast(Batch, (yield from self._get(f"{_OWN}/batches/{quote(batch_id)}")))

    def list_batches(self, limit: int | None, cursor: str | None) -> Steps[BatchList]:
        return cast(BatchList, (yield from self._get(f"{_OWN}/batches", {"limit": limit, "cursor": cursor})))

    def cancel_batch(self, batch_id: str) -> Steps[Batch]:
        return cast(Batch, (yield from self._post(f"{_OWN}/batches/{quote(batch_id)}/cancel", {})))

    def _get(self, path: str, query: Mapping[str, Any] | None = None) -> Steps[dict[str, Any]]:
        response = yield from self._send("GET", path, query=query)
        return cast("dict[str, Any]", json.loads(response.body))

    def _post(self, path: str, body: dict[str, Any]) -> Steps[dict[str, Any]]:
        """Under an idempotency key of its own unless there is one, so that a repetition does nothing twice."""
        key = body.pop("idempotencyKey", None) or str(uuid.uuid4())
        headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
        response = yield from self._send("POST", path, headers=headers, body=_opener(json.dumps(body).encode()))
        return cast("dict[str, Any]", json.loads(response.body))

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        body: Callable[[], IO[bytes]] | None = None,
    ) -> Steps[Response]:
        """Repeats what a busy server (429, 503) or a broken connection refused; raises what is an error in the end."""
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = urljoin(self._base, path) + ("?" + urlencode(given) if given else "")
        sent = {"Authorization": f"Bearer {self._key}", **(headers or {})}
        request = Request(method, url, {name: text for name, text in sent.items() if text}, body)
        for tried in itertools.count():
            response: Response = yield request
            if 200 <= response.status < 300:
                return response
            if response.status not in (0, 429, 503) or tried >= self._retries:
                raise self._error(response)
            after = response.headers.get("retry-after")
            yield Delay(min(_MOST_DELAY, float(after) if after else 0.25 * 2**tried))
        raise AssertionError

    def _error(self, response: Response) -> ScriptoriumError:
        if response.status == 0:
            return ScriptoriumError(0, f"Failed to connect to {self._base}: {response.body.decode()}")
        try:
            body = json.loads(response.body)
        except ValueError:
            body = {}
        request_id = response.headers.get("x-request-id")
        return error_of(response.status, body if isinstance(body, dict) else {}, request_id)


def _opener(source: Document) -> Callable[[], IO[bytes]]:
    if isinstance(source, bytes):
        return lambda: io.BytesIO(source)
    path = Path(source)
    # A file that is not there is said before anything is sent.
    path.stat()
    return lambda: path.open("rb")


def _name_of(source: Document) -> str | None:
    return None if isinstance(source, bytes) else Path(source).name


def _form(name: str, value: str) -> tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    part = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n--{boundary}--\r\n'
    return boundary, part.encode()


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
