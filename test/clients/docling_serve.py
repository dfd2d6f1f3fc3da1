"""Runs the official clients of docling-serve against a service: URL, key, file."""
import asyncio
import base64
import io
import json
import os
import sys
import zipfile
from pathlib import Path

from docling.datamodel.base_models import OutputFormat
from docling.datamodel.service.options import ConvertDocumentsOptions
from docling.datamodel.service.targets import ZipTarget
from docling.service_client import AsyncDoclingServiceClient, DoclingServiceClient, StatusWatcherKind
from docling.service_client.client import ChunkerKind
from docling.service_client.exceptions import DoclingServiceClientError, TaskNotFoundError
from docling_core.types.io import DocumentStream
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from PIL import Image

url, key, path = sys.argv[1:4]
file = Path(path)
found = {}


def stream(name, content):
    return DocumentStream(name=name, stream=io.BytesIO(content))


def picture():
    png = io.BytesIO()
    Image.new("RGB", (90, 60), "#a33").save(png, "PNG")
    return base64.b64encode(png.getvalue()).decode()


# Without a fallback: the websocket has to work.
with DoclingServiceClient(url, key, status_watcher=StatusWatcherKind.WEBSOCKET, ws_fallback_to_poll=False) as client:
    found["health"] = client.health().status
    converted = client.convert(file)
    found["status"] = converted.status.value
    found["markdown"] = converted.document.export_to_markdown()
    found["name"] = converted.input.file.name
    embedded = ConvertDocumentsOptions(image_export_mode="embedded")
    page = f'<h1>A</h1><figure><img alt="a" src="data:image/png;base64,{picture()}"></figure>'
    pictured = client.convert(stream("pictured.html", page.encode()), options=embedded).document
    found["pictures"] = [each.get_image(pictured).size for each in pictured.pictures]
    found["all"] = sorted(result.input.file.name for result in client.convert_all([file, stream("b.md", b"# B\n\nText.")]))
    try:
        client.convert(stream("broken.pdf", b"%PDF-1.7 nothing"))
    except DoclingServiceClientError as error:
        found["failure"] = str(error)
    try:
        client._poll_task_status("job-unknown~e30", 0)
    except TaskNotFoundError as error:
        found["unknown"] = str(error)
    archive = client.submit(file, output_formats=[OutputFormat.MARKDOWN, OutputFormat.TEXT], target=ZipTarget()).result()
    found["archive"] = sorted(zipfile.ZipFile(io.BytesIO(archive.content)).namelist())

with DoclingServiceClient(url, key, status_watcher=StatusWatcherKind.POLLING) as client:
    for kind in ChunkerKind:
        answer = client.chunk(file, chunker=kind)
        found[kind.value] = [[chunk.headings, chunk.doc_items, chunk.page_numbers, chunk.text] for chunk in answer.chunks]


async def natively():
    async with AsyncDoclingServiceClient(url, key, ws_fallback_to_poll=False) as client:
        job = await client.submit(file)
        return (await job.result()).document.export_to_markdown()


async def through_mcp():
    env = {**os.environ, "DOCLING_MCP_SERVICE_URL": url, "DOCLING_MCP_SERVICE_API_KEY": key}
    program = str(Path(sys.executable).with_name("docling-mcp-server"))
    server = StdioServerParameters(command=program, args=["--transport", "stdio"], env=env)
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        made = await session.call_tool("convert_document_into_docling_document", {"source": path})
        document = json.loads(made.content[0].text)["document_key"]
        text = await session.call_tool("export_docling_document_to_markdown", {"document_key": document})
        return json.loads(text.content[0].text)["markdown"]


found["async"] = asyncio.run(natively())
found["docling-mcp"] = asyncio.run(through_mcp())
print(json.dumps(found))
