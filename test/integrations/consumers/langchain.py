"""Loads documents by langchain-scriptorium as it is installed: URL, key, file, address of the same file."""

import asyncio
import json
import os
import sys

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_scriptorium import ScriptoriumLoader

server, key, file, address = sys.argv[1:5]
os.environ["SCRIPTORIUM_SERVER"] = server
os.environ["SCRIPTORIUM_KEY"] = key

loader = ScriptoriumLoader(file)
assert isinstance(loader, BaseLoader)
(document,) = loader.load()
assert document.metadata["source"] == file and document.metadata["job_id"].startswith("job-")

both = ScriptoriumLoader([file, address], server=server, key=key, end_page=1)
lazy = both.lazy_load()
first = next(lazy)
assert first.page_content == document.page_content and next(lazy).metadata["source"] == address
assert next(lazy, None) is None


async def awaited() -> list[Document]:
    return [each async for each in both.alazy_load()]


assert [each.page_content for each in asyncio.run(awaited())] == [document.page_content] * 2
assert [each.page_content for each in asyncio.run(loader.aload())] == [document.page_content]

chunks = ScriptoriumLoader(file, chunks=True, chunk_size=300).load()
assert len(chunks) > 1 and all(len(chunk.page_content) <= 300 for chunk in chunks)
assert {page for chunk in chunks for page in chunk.metadata["pages"]} == {1}
assert ["Harbour survey 2026"] in [chunk.metadata["headings"][:1] for chunk in chunks]
assert [chunk.metadata["index"] for chunk in chunks] == list(range(len(chunks)))
again = asyncio.run(ScriptoriumLoader(file, chunks=True, chunk_size=300).aload())
assert [chunk.page_content for chunk in again] == [chunk.page_content for chunk in chunks]
print(json.dumps({"markdown": document.page_content}))
