"""A LlamaIndex reader that converts documents with a Scriptorium server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document
from scriptorium_client import AsyncScriptorium, Conversion, ConvertOptions, Scriptorium

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["ScriptoriumReader"]


class ScriptoriumReader(BaseReader):
    """Reads a path or an http(s) URL as Markdown: one Document, or one for each chunk.

    Without ``server`` and ``key``, reads SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY from the environment. ``options`` are
    those of a conversion in snake_case, such as ``ocr="force"``. ``chunks`` makes a Document of each chunk, with its
    headings and pages in the metadata. Raises ScriptoriumError.
    """

    def __init__(
        self,
        *,
        server: str | None = None,
        key: str | None = None,
        chunks: bool = False,
        **options: Unpack[ConvertOptions],
    ) -> None:
        self.chunks = chunks
        self._access = (server, key)
        self._options: ConvertOptions = {**options, "outputs": ["chunks"]} if chunks else options

    def lazy_load_data(
        self, file: str | Path, extra_info: dict[str, Any] | None = None
    ) -> Iterable[Document]:
        client = Scriptorium(*self._access)
        converted = client.convert(file, **self._options)
        yield from self._documents(converted, client.chunks(converted) if self.chunks else None, extra_info)

    async def aload_data(
        self, file: str | Path, extra_info: dict[str, Any] | None = None
    ) -> list[Document]:
        client = AsyncScriptorium(*self._access)
        converted = await client.convert(file, **self._options)
        chunks = await client.chunks(converted) if self.chunks else None
        return list(self._documents(converted, chunks, extra_info))

    def _documents(
        self, converted: Conversion, chunks: list[dict[str, Any]] | None, extra_info: dict[str, Any] | None
    ) -> Iterator[Document]:
        metadata: dict[str, Any] = {
            **(extra_info or {}),
            "job_id": converted.job["id"],
            "warnings": [warning["message"] for warning in converted.warnings],
        }
        if chunks is None:
            yield Document(text=converted.markdown, metadata=metadata)
            return
        for chunk in chunks:
            yield Document(
                text=chunk["text"],
                metadata={**metadata, "headings": chunk["headings"], "pages": chunk["pages"], "index": chunk["index"]},
            )
