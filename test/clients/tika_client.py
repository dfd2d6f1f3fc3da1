"""Runs Python's client of Tika against a service: URL, key, file."""
import json
import os
import sys
from urllib.parse import urlparse

url, key, path = sys.argv[1:4]
place = urlparse(url)
os.environ["TIKA_CLIENT_ONLY"] = "True"
# The client has no field for a key.
os.environ["TIKA_SERVER_ENDPOINT"] = f"{place.scheme}://user:{key}@{place.netloc}"

from tika import detector, parser  # noqa: E402
from tika.tika import callServer  # noqa: E402

print(
    json.dumps(
        {
            "file": parser.from_file(path),
            "buffer": parser.from_buffer(open(path, "rb").read())["content"],
            "xml": parser.from_file(path, xmlContent=True)["content"],
            "text": parser.from_file(path, service="text")["content"],
            "meta": parser.from_file(path, service="meta")["metadata"],
            "type": detector.from_file(path),
            "version": callServer("get", os.environ["TIKA_SERVER_ENDPOINT"], "/version", None, {"Accept": "text/plain"})[1],
        }
    )
)
