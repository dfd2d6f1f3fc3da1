"""Runs the two loaders of Open WebUI, as its wheel has them, against a service: URL, key, file, wheel."""
import json
import logging
import os
import re
import sys
import types
import zipfile

import requests
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

url, key, path, wheel = sys.argv[1:5]


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

loaders = {
    "external": External(path, url, key, mime_type="application/pdf", timeout=60),
    "docling": Docling(url, api_key=key, file_path=path, mime_type="application/pdf", params={"do_ocr": True}),
}
print(json.dumps({name: loader.load()[0].page_content for name, loader in loaders.items()}))
