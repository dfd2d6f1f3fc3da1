"""Uses the package scriptorium-client as it is installed: URL, key, file, a server that is busy at times, descriptions."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import scriptorium_client
from scriptorium_client import ConversionFailed, Job, Scriptorium, ScriptoriumError

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
assert client.list_jobs(limit=1)["jobs"][0]["id"] == job["id"]
client.delete_job(job["id"])
client.delete_document(document_id)
assert client.artifacts(job["id"]) == []

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

# The types have the fields of the descriptions.
schemas = json.loads(Path(description).read_text())["components"]["schemas"]
for name in ("Artifact", "Job", "JobList", "Quote", "Receipt", "Usage", "Warning"):
    fields = {field for kind in getattr(scriptorium_client, name).__mro__ for field in getattr(kind, "__annotations__", {})}
    assert fields == set(schemas[name]["properties"]), (name, fields ^ set(schemas[name]["properties"]))
print(json.dumps({"markdown": markdown}))
