"""Reads DoclingDocuments of a service with docling-core and LlamaIndex: URL, key, file."""
import json
import sys
from pathlib import Path

import requests
from docling_core.transforms.chunker.hierarchical_chunker import HierarchicalChunker
from docling_core.types.doc import DoclingDocument
from llama_index.core import Document
from llama_index.node_parser.docling import DoclingNodeParser

url, key, path = sys.argv[1:4]
headers = {"Authorization": f"Bearer {key}"}
content = Path(path).read_bytes()

artifact = requests.post(f"{url}/convert", headers=headers, params={"output": "docling"}, data=content, timeout=60)
artifact.raise_for_status()
answer = requests.post(
    f"{url}/v1/convert/file",
    headers=headers,
    files={"files": (Path(path).name, content, "application/pdf")},
    data={"to_formats": "json"},
    timeout=60,
)
answer.raise_for_status()

documents = {
    "artifact": DoclingDocument.model_validate_json(artifact.text),
    "docling-serve": DoclingDocument.model_validate(answer.json()["document"]["json_content"]),
}
one = documents["docling-serve"]
(table,) = one.tables
nodes = DoclingNodeParser().get_nodes_from_documents([Document(text=json.dumps(one.export_to_dict()))])
print(
    json.dumps(
        {
            **{name: document.export_to_markdown() for name, document in documents.items()},
            "origin": one.origin.filename,
            "table": [[cell.text for cell in row] for row in table.data.grid],
            "page": one.texts[0].prov[0].page_no,
            "headings": [chunk.meta.headings for chunk in HierarchicalChunker().chunk(one)],
            "nodes": [node.text for node in nodes],
        }
    )
)
