"""Reads documents by llama-index-readers-scriptorium as it is installed: URL, key, file, address of the same file."""

import asyncio
import json
import sys

from llama_index.core import SimpleDirectoryReader
from llama_index.core.readers.base import BaseReader
from llama_index.readers.scriptorium import ScriptoriumReader

server, key, file, address = sys.argv[1:5]

reader = ScriptoriumReader(server=server, key=key, end_page=1)
assert isinstance(reader, BaseReader)
(document,) = reader.load_data(file, extra_info={"own": "yes"})
assert document.metadata["own"] == "yes" and document.metadata["job_id"].startswith("job-")
assert [each.text for each in reader.load_data(address)] == [document.text]
assert [each.text for each in asyncio.run(reader.aload_data(file))] == [document.text]

# As the documentation of LlamaIndex plugs readers in.
(read,) = SimpleDirectoryReader(input_files=[file], file_extractor={".pdf": reader}).load_data()
assert read.text == document.text and read.metadata["file_name"] == "sample.pdf"

chunked = ScriptoriumReader(server=server, key=key, chunks=True, chunk_size=300)
chunks = chunked.load_data(file)
assert len(chunks) > 1 and all(len(chunk.text) <= 300 and chunk.metadata["pages"] == [1] for chunk in chunks)
assert [chunk.text for chunk in asyncio.run(chunked.aload_data(file))] == [chunk.text for chunk in chunks]
print(json.dumps({"markdown": document.text}))
