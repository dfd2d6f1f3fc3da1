"""Uses the package scriptorium-client as it is installed: URL, key, file, a server that is busy at times, descriptions."""

import asyncio
import json
import os
import signal
import sys
import threading
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import scriptorium_client
from scriptorium_client import AsyncScriptorium, ConversionFailed, Job, Scriptorium, ScriptoriumError

server, key, file, busy, description = sys.argv[1:6]
os.environ["SCRIPTORIUM_SERVER"] = server
os.environ["SCRIPTORIUM_KEY"] = key

converted = Scriptorium().convert(file)
markdown = converted.markdown
assert converted.job["status"] == "succeeded"

client = Scriptorium(server, key)
assert client.convert(Path(file).read_bytes(), file_name="sample.pdf", end_page=1).markdown == markdown

assert client.convert(file, password="not needed").markdown == markdown
document_id = client.upload(Path(file))
assert client.create_quote({"type": "document", "documentId": document_id})["maximumCredits"] == 1
seen: list[Job] = []
job = client.create_job({"type": "document", "documentId": document_id}, force_refresh=True)
ended = client.wait(job["id"], on_progress=seen.append)
assert seen[-1] == ended
artifact = client.artifacts(job["id"])[0]
assert client.text(artifact) == markdown and client.download(artifact).decode() == markdown
assert client.receipt(job["id"])["settledCredits"] == 1
assert client.list_batches(limit=1) == {"batches": []}
try:
    client.create_batch("s3://acme-in/", "s3://acme-out/", parallelism=2)
except ScriptoriumError as error:
    assert error.status == 400 and "S3_BUCKET" in str(error), error
else:
    raise AssertionError("this service has no bucket")
assert client.list_jobs(limit=1)["jobs"][0]["id"] == job["id"]
assert client.list_jobs(query="SAMPLE", from_=job["createdAt"])["jobs"][0]["documentName"] == "sample.pdf"
client.delete_job(job["id"])
client.delete_document(document_id)
assert client.artifacts(job["id"]) == []

# Each page is told once, in order, also of a document that is converted in ranges.
rows = b"Place,Depth\n" + b"".join(b"Station %d,%d.5\n" % (row, row) for row in range(4000))
pages: list[tuple[int, int]] = []
long = client.convert(rows, file_name="long.csv", ocr="off", outputs=["chunks"], on_page=lambda *page: pages.append(page))
total = long.job["pageRange"]["end"]
assert total > 10 and pages == [(page, total) for page in range(1, total + 1)], pages
assert [artifact["kind"] for artifact in long.artifacts] == ["markdown", "chunks"]
chunks = client.chunks(long)
assert len(chunks) > 1 and [chunk["index"] for chunk in chunks] == list(range(len(chunks)))
# A line separator within a text ends no chunk.
separated = client.convert("# Title\n\nfirst\u2028second\n".encode(), file_name="a.md", outputs=["chunks"])
assert "first\u2028second" in client.chunks(separated)[0]["text"]


def cancels(stop: Any) -> None:
    """Whoever stops waiting has the job canceled."""
    waiting = threading.Event()
    jobs: list[Job] = []

    def see(state: Job) -> None:
        jobs.append(state)
        if state["status"] in ("queued", "running") and not waiting.is_set():
            waiting.set()
            stop()

    try:
        client.convert(rows, file_name="stopped.csv", force_refresh=True, on_progress=see)
    except KeyboardInterrupt:
        assert client.get_job(jobs[0]["id"])["status"] in ("canceled", "succeeded")
    else:
        raise AssertionError("not interrupted")


cancels(lambda: os.kill(os.getpid(), signal.SIGINT))


async def awaited() -> None:
    twin = AsyncScriptorium(server, key)
    told: list[int] = []
    both = await asyncio.gather(
        twin.convert(file, end_page=1, on_page=lambda done, _: told.append(done)),
        twin.convert(rows, file_name="long.csv", outputs=["chunks"]),
    )
    assert both[0].markdown == markdown and told == [1]
    assert both[1].markdown == long.markdown
    assert await twin.chunks(both[1]) == chunks
    assert await AsyncScriptorium(busy, key).convert(file, idempotency_key="twin") == await twin.convert(
        file, idempotency_key="twin"
    )
    assert await twin.download(both[0].artifacts[0]) == markdown.encode()
    seen_jobs: list[Job] = []
    task = asyncio.create_task(
        twin.convert(rows, file_name="cancelled.csv", force_refresh=True, on_progress=seen_jobs.append)
    )
    while not seen_jobs:
        await asyncio.sleep(0.01)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        assert (await twin.get_job(seen_jobs[0]["id"]))["status"] in ("canceled", "succeeded")
    try:
        await twin.get_job("job-none")
    except ScriptoriumError as missing:
        assert missing.code == "not_found"


asyncio.run(awaited())

# Refuses every other request, breaks a connection, and never waits for a job.
stubborn = Scriptorium(busy, key)
assert stubborn.convert(file, force_refresh=True).markdown == markdown

for each in (client, stubborn):
    long_cell = each.convert(b"Name,Text\nlong," + b"x" * 40_000, file_name="long.csv", force_refresh=True)
    assert [warning["kind"] for warning in long_cell.warnings] == ["cell-truncated"]
    assert each.warnings(long_cell.job["id"]) == long_cell.warnings


def error_of(call: Any) -> ScriptoriumError:
    try:
        call()
    except ScriptoriumError as error:
        return error
    raise AssertionError("no error")


failed = error_of(lambda: client.convert(b"\0\1\2 nothing"))
assert isinstance(failed, ConversionFailed) and failed.code == "unsupported_format"
assert failed.job_id and failed.job_id.startswith("job-")
refused = error_of(lambda: Scriptorium(server, "scr_live_wrong").get_job("job-1"))
assert (refused.status, refused.code) == (401, "unauthorized") and refused.request_id
assert error_of(lambda: Scriptorium("http://127.0.0.1:9", key, retries=0).get_job("job-1")).code == "unreachable"

# The types have the fields of the description, except for former names.
described = json.loads(Path(description).read_text())
schemas = described["components"]["schemas"]
operations = {each["operationId"]: each for methods in described["paths"].values() for each in methods.values()}


def fields_of(name: str) -> set[str]:
    kinds = getattr(scriptorium_client, name).__mro__
    return {field for kind in kinds for field in getattr(kind, "__annotations__", {})}


def camel(name: str) -> str:
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(map(str.capitalize, rest))


for name in ("Artifact", "Batch", "BatchList", "Job", "JobList", "ListedJob", "Quote", "Receipt", "Usage", "Warning"):
    properties = {each for each, schema in schemas[name]["properties"].items() if not schema.get("deprecated")}
    assert fields_of(name) == properties, (name, fields_of(name) ^ properties)
#: What the clients set themselves, aliases, and former names.
own = {"url", "documentId", "output", "wait", "source", "destination", "force_refresh", "content_hash", "after"}
for name, operation in (("ConvertOptions", "convert"), ("ListOptions", "listJobs")):
    query = {each["name"] for each in operations[operation]["parameters"] if each["in"] == "query"}
    aside = {"password", "idempotencyKey"} if operation == "convert" else set()
    assert {camel(field) for field in fields_of(name)} - aside == query - own, name
for name, operation in (("CreateJobOptions", "createJob"), ("QuoteOptions", "createQuote"), ("BatchOptions", "createBatch")):
    body = operations[operation]["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert {camel(field) for field in fields_of(name)} == set(body) - own, name

facts = metadata("scriptorium-client")
assert facts["License-Expression"] == "Apache-2.0" and facts["Keywords"] and facts["License-File"] == "LICENSE"
assert any(url.startswith("Repository, https://") for url in facts.get_all("Project-URL") or [])
print(json.dumps({"markdown": markdown}))
