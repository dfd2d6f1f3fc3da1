"""Runs the loaders of Open WebUI, as its wheel has them, against a service: URL, key, file, wheel, PDF of several pages."""
import json
import logging
import os
import re
import sys
import tempfile
import types
import zipfile

import requests
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

url, key, path, wheel = sys.argv[1:5]


def load_module(member, class_name, **names):
    """A whole module but for its imports of the application."""
    source = zipfile.ZipFile(wheel).read(f"open_webui/retrieval/loaders/{member}").decode()
    source = re.sub(r"^from (?:open_webui|fastapi)\b.*$", "", source, flags=re.M)
    scope = {"HTTPException": Failure, "status": Statuses(), **names}
    exec(source, scope)
    return scope[class_name]


class Failure(Exception):
    def __init__(self, status, detail):
        super().__init__(detail)


class Statuses:
    def __getattr__(self, name):
        return name


def load(member, class_name, **names):
    """One class of a module whose other imports are those of a whole application."""
    source = zipfile.ZipFile(wheel).read(f"open_webui/retrieval/loaders/{member}").decode()
    found = re.search(rf"^(?:def _\w+.*?)?^class {class_name}\b.*?(?=^class |\Z)", source, re.S | re.M)
    scope = {"requests": requests, "Document": Document, "json": json, "os": os, "log": logging.getLogger(), **names}
    exec("from __future__ import annotations\n" + found.group(0), scope)
    return scope[class_name]


from typing import Iterator, List, Union
from urllib.parse import quote

External = load(
    "external_document.py",
    "ExternalDocumentLoader",
    BaseLoader=BaseLoader,
    quote=quote,
    include_user_info_headers=lambda headers, user: headers,
    parse_custom_headers=lambda *_args, **_more: {},
)
Docling = load("main.py", "DoclingLoader", AIOHTTP_CLIENT_SESSION_SSL=True, REQUESTS_VERIFY=True)
Tika = load("main.py", "TikaLoader", REQUESTS_VERIFY=True)
# Its setting of Tika has no field for a key.
with_key = url.replace("://", f"://user:{key}@")
Mineru = load_module("mineru.py", "MinerULoader")
Marker = load_module(
    "datalab_marker.py", "DatalabMarkerLoader", UPLOAD_DIR=tempfile.mkdtemp(), JSONCodec=json
)

loaders = {
    "mineru": Mineru(path, api_url=with_key),
    "marker": Marker(path, key, f"{url}/marker/upload", output_format="markdown"),
    "tika 3": Tika(with_key, path, mime_type="application/pdf"),
    "tika 4": Tika(with_key, path, mime_type="application/pdf", server_version="4"),
    "external": External(path, url, key, mime_type="application/pdf", timeout=60),
    "docling": Docling(url, api_key=key, file_path=path, mime_type="application/pdf", params={"do_ocr": True}),
}
found = {name: loader.load()[0].page_content for name, loader in loaders.items()}
paged = Docling(url, api_key=key, file_path=sys.argv[5], mime_type="application/pdf").load()
found["pages"] = [[document.metadata["page"], document.page_content] for document in paged]
print(json.dumps(found))
