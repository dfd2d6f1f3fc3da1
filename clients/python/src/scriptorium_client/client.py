"""A Scriptorium server, with an API key."""

from __future__ import annotations

import io
import itertools
import json
import os
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import IO, Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urljoin
from urllib.request import Request, urlopen

from .errors import ConversionFailed, ScriptoriumError, error_of
from .types import Artifact, Job, JobList, Quote, Receipt, Source, Warning

_ENDED = {"succeeded", "failed", "canceled", "expired"}
# The first polls come sooner: most documents are short.
_POLLS = (0.25, 0.5, 1.0, 2.0)
_WAIT_SECONDS = 25
_MOST_DELAY = 60.0


@dataclass(frozen=True)
class Conversion:
    """A finished conversion."""

    markdown: str
    job: Job
    #: The Markdown, and the images if ``include_images`` is true.
    artifacts: list[Artifact]
    #: What could not be read as it should be.
    warnings: list[Warning] = field(default_factory=list)


class Scriptorium:
    """Without arguments, reads SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY from the environment."""

    def __init__(self, server: str | None = None, key: str | None = None, *, retries: int = 8, timeout: float = 90):
        server = server or os.environ.get("SCRIPTORIUM_SERVER")
        key = key or os.environ.get("SCRIPTORIUM_KEY")
        if not server or not key:
            raise ValueError("Set server and key, or the variables SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY.")
        self._base = server if server.endswith("/") else server + "/"
        self._key = key
        self._retries = retries
        self._timeout = timeout

    def convert(
        self,
        source: str | os.PathLike[str] | bytes,
        *,
        file_name: str | None = None,
        password: str | None = None,
        idempotency_key: str | None = None,
        on_progress: Callable[[Job], None] | None = None,
        **options: Any,
    ) -> Conversion:
        """Converts a path, an http(s) URL or bytes, and waits for the Markdown, however long it takes.

        Options are those of ``POST /convert`` in snake_case, such as start_page, end_page and include_images.
        """
        query = {"fileName": file_name, **{_camel(name): value for name, value in options.items()}}
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        query |= {"output": "json", "wait": _WAIT_SECONDS}
        data: Callable[[], IO[bytes]] | None = None
        if isinstance(source, str) and source.lower().startswith(("http://", "https://")):
            query["url"] = source
        elif password is not None:
            query |= {"documentId": self.upload(source, file_name), "fileName": None}
        else:
            headers["Content-Type"] = "application/octet-stream"
            query["fileName"] = file_name or _name_of(source)
            data = _opener(source)
        if password is not None:
            # A field of a form, since URLs are written to logs.
            boundary, form = _form("password", password)
            headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
            data = _opener(form)
        response = self._send("POST", "convert", query=query, headers=headers, data=data)
        with closing(response):
            answer = json.load(response)
        if response.status != 202:
            if on_progress:
                on_progress(answer["job"])
            return Conversion(answer["markdown"], answer["job"], answer["artifacts"], answer["warnings"])
        job = self.wait(answer["id"], on_progress=on_progress)
        artifacts = self.artifacts(job["id"])
        markdown = next(artifact for artifact in artifacts if artifact["kind"] == "markdown")
        return Conversion(self.text(markdown), job, artifacts, self.warnings(job["id"]))

    def upload(self, source: str | os.PathLike[str] | bytes, file_name: str | None = None) -> str:
        """Uploads a document straight to the object store; returns its documentId."""
        name = file_name or _name_of(source) or "document"
        slot = self._post("api/v1/uploads", {"fileName": name, "fileType": "application/octet-stream"})
        headers = {"Content-Type": "application/octet-stream", "Authorization": ""}
        self._send("PUT", slot["uploadUrl"], headers=headers, data=_opener(source)).close()
        return str(slot["documentId"])

    def create_job(self, source: Source, **options: Any) -> Job:
        """Options are the fields of createJob in snake_case."""
        body = {"source": source, **{_camel(name): value for name, value in options.items()}}
        return cast(Job, self._post("api/v1/jobs", body))

    def get_job(self, job_id: str) -> Job:
        return cast(Job, self._get(f"api/v1/jobs/{quote(job_id)}"))

    def cancel_job(self, job_id: str) -> Job:
        return cast(Job, self._post(f"api/v1/jobs/{quote(job_id)}/cancel", {}))

    def wait(self, job_id: str, *, on_progress: Callable[[Job], None] | None = None) -> Job:
        """Polls a job until it has succeeded; raises ConversionFailed, or PaymentRequired if it needs credits."""
        polls = 0
        while True:
            job = self.get_job(job_id)
            if on_progress:
                on_progress(job)
            if job["status"] == "succeeded":
                return job
            if job["status"] in _ENDED:
                body = {"code": job.get("errorCode", job["status"]), "jobId": job_id}
                raise ConversionFailed(422, job.get("error", f"The job is {job['status']}."), body)
            time.sleep(_POLLS[min(polls, len(_POLLS) - 1)])
            polls += 1

    def artifacts(self, job_id: str) -> list[Artifact]:
        return cast("list[Artifact]", self._get(f"api/v1/jobs/{quote(job_id)}/artifacts")["artifacts"])

    def warnings(self, job_id: str) -> list[Warning]:
        """What could not be read as it should be, most serious first."""
        return cast("list[Warning]", self._get(f"jobs/{quote(job_id)}/warnings")["warnings"])

    def text(self, artifact: Artifact) -> str:
        """The text of an artifact such as the Markdown."""
        return artifact["text"] if "text" in artifact else self.download(artifact).decode()

    def download(self, artifact: Artifact) -> bytes:
        if "text" in artifact:
            return artifact["text"].encode()
        url = artifact.get("downloadUrl") or self._get(f"api/v1/artifacts/{quote(artifact['id'])}")["downloadUrl"]
        with closing(self._send("GET", str(url), headers={"Authorization": ""})) as response:
            return response.read()

    def create_quote(self, source: Source, **options: Any) -> Quote:
        body = {"source": source, **{_camel(name): value for name, value in options.items()}}
        return cast(Quote, self._post("api/v1/quotes", body))

    def receipt(self, job_id: str) -> Receipt:
        return cast(Receipt, self._get("api/v1/receipts", {"jobId": job_id}))

    def list_jobs(self, **options: Any) -> JobList:
        return cast(JobList, self._get("jobs", options))

    def delete_job(self, job_id: str) -> None:
        """Deletes the results of a finished job."""
        self._send("DELETE", f"jobs/{quote(job_id)}").close()

    def delete_document(self, document_id: str) -> None:
        self._send("DELETE", f"documents/{quote(document_id)}").close()

    def _get(self, path: str, query: dict[str, Any] | None = None) -> dict[str, Any]:
        with closing(self._send("GET", path, query=query)) as response:
            return cast("dict[str, Any]", json.load(response))

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Under an idempotency key of its own, so that a repetition does nothing twice."""
        headers = {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": "application/json"}
        data = json.dumps(body).encode()
        with closing(self._send("POST", path, headers=headers, data=lambda: io.BytesIO(data))) as response:
            return cast("dict[str, Any]", json.load(response))

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        data: Callable[[], IO[bytes]] | None = None,
    ) -> HTTPResponse:
        """Repeats what a busy server (429, 503) or a broken connection refused; raises what is an error in the end."""
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = urljoin(self._base, path) + ("?" + urlencode(given) if given else "")
        sent = {"Authorization": f"Bearer {self._key}", **(headers or {})}
        for tried in itertools.count():
            delay = 0.25 * 2**tried
            body = data() if data else None
            try:
                if body:
                    sent["Content-Length"] = str(body.seek(0, os.SEEK_END))
                    body.seek(0)
                request = Request(url, body, {name: text for name, text in sent.items() if text}, method=method)
                return cast(HTTPResponse, urlopen(request, timeout=self._timeout))
            except HTTPError as refused:
                error, after = _refusal(refused), refused.headers.get("Retry-After")
                if refused.code not in (429, 503) or tried >= self._retries:
                    raise error from None
                delay = float(after) if after else delay
            except (URLError, HTTPException, OSError) as broken:
                if tried >= self._retries:
                    raise ScriptoriumError(0, f"Failed to connect to {self._base}: {broken}") from broken
            finally:
                if body:
                    body.close()
            time.sleep(min(delay, _MOST_DELAY))
        raise AssertionError


def _refusal(response: HTTPError) -> ScriptoriumError:
    with response:
        try:
            body = json.load(response)
        except ValueError:
            body = {}
        return error_of(response.code, body if isinstance(body, dict) else {}, response.headers.get("X-Request-Id"))


def _opener(source: str | os.PathLike[str] | bytes) -> Callable[[], IO[bytes]]:
    if isinstance(source, bytes):
        return lambda: io.BytesIO(source)
    path = Path(source)
    # A file that is not there is said before anything is sent.
    path.stat()
    return lambda: path.open("rb")


def _name_of(source: str | os.PathLike[str] | bytes) -> str | None:
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
