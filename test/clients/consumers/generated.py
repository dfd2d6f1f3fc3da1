"""Converts a file with clients that openapi-python-client made of the description: URL, key, file."""

import json
import sys
import urllib.request
from io import BytesIO
from pathlib import Path

from openapi.api.artifacts import list_job_artifacts
from openapi.api.convert import convert
from openapi.api.jobs import create_job, get_job
from openapi.api.uploads import create_upload
from openapi.client import AuthenticatedClient
from openapi.models import (
    ApiError,
    ArtifactList,
    ConvertFilesBody,
    CreateJobBody,
    CreateUploadBody,
    DocumentSource,
    ErrorCode,
    Job,
    JobStatus,
    UploadSlot,
)
from openapi.types import File

url, key, path = sys.argv[1:4]
document = Path(path).read_bytes()
client = AuthenticatedClient(base_url=url, token=key)

# Fields with defaults may be left out.
slot = create_upload.sync(client=client, body=CreateUploadBody(file_name="sample.pdf", file_type="application/pdf"))
assert isinstance(slot, UploadSlot), slot
urllib.request.urlopen(urllib.request.Request(slot.upload_url, document, method="PUT")).close()
job = create_job.sync(
    client=client, body=CreateJobBody(source=DocumentSource(type_="document", document_id=slot.document_id))
)
assert isinstance(job, Job), job
while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
    read = get_job.sync(job.id, client=client)
    assert isinstance(read, Job), read
    job = read
artifacts = list_job_artifacts.sync(job.id, client=client)
assert isinstance(artifacts, ArtifactList), artifacts

form = ConvertFilesBody(file=File(payload=BytesIO(document), file_name="sample.pdf"), end_page=1)
converted = convert.sync(client=client, body=form)
assert isinstance(converted, str), converted

missing = get_job.sync("job-none", client=client)
assert isinstance(missing, ApiError) and isinstance(missing.code, ErrorCode), missing
print(
    json.dumps({"inFiveCalls": artifacts.artifacts[0].text, "inOneCall": converted, "code": missing.code.value})
)
