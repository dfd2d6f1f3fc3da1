"""A LangChain document loader that converts documents with a Scriptorium server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from scriptorium_client import AsyncScriptorium, Conversion, ConvertOptions, Scriptorium

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["ScriptoriumLoader"]


class ScriptoriumLoader(BaseLoader):
    """Loads paths and http(s) URLs as Markdown, one Document each, or one for each chunk.

    Without ``server`` and ``key``, reads SCRIPTORIUM_SERVER and SCRIPTORIUM_KEY from the environment. ``options`` are
    those of a conversion in snake_case, such as ``ocr="force"``. ``chunks`` makes a Document of each chunk, with its
    headings and pages in the metadata. Raises ScriptoriumError.
    """

    def __init__(
        self,
        source: str | Path | Sequence[str | Path],
        *,
        server: str | None = None,
        key: str | None = None,
        chunks: bool = False,
        **options: Unpack[ConvertOptions],
    ) -> None:
        self.sources = [source] if isinstance(source, (str, Path)) else list(source)
        self.chunks = chunks
        self._access = (server, key)
        self._options: ConvertOptions = {**options, "outputs": ["chunks"]} if chunks else options

    def lazy_load(self) -> Iterator[Document]:
        client = Scriptorium(*self._access)
        for source in self.sources:
            converted = client.convert(source, **self._options)
            chunks = client.chunks(converted) if self.chunks else None
            yield from self._documents(source, converted, chunks)

    async def alazy_load(self) -> AsyncIterator[Document]:
        client = AsyncScriptorium(*self._access)
        for source in self.sources:
            converted = await client.convert(source, **self._options)
            chunks = await client.chunks(converted) if self.chunks else None
            for document in self._documents(source, converted, chunks):
                yield document

    def _documents(
        self, source: str | Path, converted: Conversion, chunks: list[dict[str, Any]] | None
    ) -> Iterator[Document]:
        metadata: dict[str, Any] = {
            "source": str(source),
            "job_id": converted.job["id"],
            "warnings": [warning["message"] for warning in converted.warnings],
        }
        if chunks is None:
            yield Document(page_content=converted.markdown, metadata=metadata)
            return
        for chunk in chunks:
            yield Document(
                page_content=chunk["text"],
                metadata={**metadata, "headings": chunk["headings"], "pages": chunk["pages"], "index": chunk["index"]},
            )
