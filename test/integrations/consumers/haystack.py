"""Converts documents by scriptorium-haystack as it is installed: URL, key, file, address of the same file."""

import asyncio
import json
import os
import sys
from pathlib import Path

from haystack import Pipeline
from haystack.components.preprocessors import DocumentSplitter
from haystack.dataclasses import ByteStream
from haystack.utils import Secret
from haystack_integrations.components.converters.scriptorium import ScriptoriumConverter

server, key, file, address = sys.argv[1:5]
os.environ["SCRIPTORIUM_KEY"] = key

converter = ScriptoriumConverter(server=server, options={"end_page": 1})
stream = ByteStream(Path(file).read_bytes(), meta={"file_name": "stream.pdf"})
documents = converter.run([file, address, stream], meta=[{"n": 0}, {"n": 1}, {"n": 2}])["documents"]
markdown = documents[0].content
assert markdown and [each.content for each in documents] == [markdown] * 3
assert [each.meta["n"] for each in documents] == [0, 1, 2]
assert documents[0].meta["file_path"] == file and documents[2].meta["file_name"] == "stream.pdf"
again = asyncio.run(converter.run_async([file], meta={"n": 0}))["documents"]
assert again[0].content == markdown

# A pipeline is stored as YAML without the key, and is the same when it is read.
pipeline = Pipeline()
pipeline.add_component("converter", converter)
pipeline.add_component("splitter", DocumentSplitter(split_by="passage", split_length=1))
pipeline.connect("converter", "splitter")
text = pipeline.dumps()
assert key not in text and "SCRIPTORIUM_KEY" in text
split = Pipeline.loads(text).run({"converter": {"sources": [file]}})["splitter"]["documents"]
assert len(split) > 1 and all(each.content and each.content.strip() in markdown for each in split)

own = Pipeline()
own.add_component("converter", ScriptoriumConverter(key=Secret.from_token(key), server=server))
assert asyncio.run(own.run_async({"converter": {"sources": [file]}}))["converter"]["documents"][0].content == markdown
try:
    own.dumps()
except ValueError:
    pass
else:
    raise AssertionError("a key itself was stored")
print(json.dumps({"markdown": markdown}))
