"""Runs the clients of Unstructured's API against a service: URL, key, file."""
import json
import sys
import zlib
from base64 import b64decode
from pathlib import Path

from langchain_unstructured import UnstructuredLoader
from unstructured_client import UnstructuredClient
from unstructured_client.models import operations, shared
from unstructured_client.models.errors import HTTPValidationError, SDKError

url, key, path = sys.argv[1:4]
client = UnstructuredClient(api_key_auth=key, server_url=url)


def partition(name=Path(path).name, content=Path(path).read_bytes(), **more):
    files = shared.Files(content=content, file_name=name)
    request = operations.PartitionRequest(partition_parameters=shared.PartitionParameters(files=files, **more))
    return client.general.partition(request=request)


def pages(count):
    """A PDF that the client splits."""
    from pypdf import PdfReader, PdfWriter
    from io import BytesIO

    writer, out = PdfWriter(), BytesIO()
    for _ in range(count):
        writer.append(PdfReader(path))
    writer.write(out)
    return out.getvalue()


chunks = partition(chunking_strategy="by_title", max_characters=400).elements
split = partition(name="long.pdf", content=pages(6), split_pdf_page=True, split_pdf_concurrency_level=3).elements
try:
    partition(name="broken.pdf", content=b"%PDF-1.7 nothing", split_pdf_page=False)
except (HTTPValidationError, SDKError) as error:
    failure = str(error)
found = {
    "elements": partition(coordinates=True, strategy="hi_res", languages=["eng"]).elements,
    "csv": partition(output_format="text/csv").csv_elements,
    "chunks": [[chunk["type"], len(chunk["text"])] for chunk in chunks],
    "from": json.loads(zlib.decompress(b64decode(chunks[0]["metadata"]["orig_elements"])))[0]["text"],
    "pages": sorted({element["metadata"]["page_number"] for element in split}),
    "failure": failure,
    "langchain": [
        [document.page_content, document.metadata["category"], document.metadata["filename"]]
        for document in UnstructuredLoader(path, partition_via_api=True, api_key=key, url=url).load()
    ],
}
print(json.dumps(found))
