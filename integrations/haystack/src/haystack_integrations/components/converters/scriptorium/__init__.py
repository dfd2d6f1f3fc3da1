"""A Haystack component that converts documents with a Scriptorium server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict
from haystack.components.converters.utils import normalize_metadata
from haystack.dataclasses import ByteStream
from haystack.utils import Secret, deserialize_secrets_inplace
from scriptorium_client import AsyncScriptorium, Conversion, Scriptorium

__all__ = ["ScriptoriumConverter"]


@component
class ScriptoriumConverter:
    """Converts paths, http(s) URLs and ByteStreams to Markdown, one Document each.

    Without ``server``, reads SCRIPTORIUM_SERVER from the environment. ``options`` are those of a conversion in
    snake_case, such as ``{"ocr": "force"}``. Raises ScriptoriumError.
    """

    def __init__(
        self,
        key: Secret = Secret.from_env_var("SCRIPTORIUM_KEY"),
        server: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.key = key
        self.server = server
        self.options = options

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(self, key=self.key.to_dict(), server=self.server, options=self.options)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ScriptoriumConverter:
        deserialize_secrets_inplace(data["init_parameters"], keys=["key"])
        return default_from_dict(cls, data)

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        client = Scriptorium(self.server, self.key.resolve_value())
        documents = []
        for source, own in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            given, options = self._request(source)
            documents.append(_document(source, own, client.convert(given, **options)))
        return {"documents": documents}

    @component.output_types(documents=list[Document])
    async def run_async(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        client = AsyncScriptorium(self.server, self.key.resolve_value())
        documents = []
        for source, own in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            given, options = self._request(source)
            documents.append(_document(source, own, await client.convert(given, **options)))
        return {"documents": documents}

    def _request(self, source: str | Path | ByteStream) -> tuple[str | Path | bytes, dict[str, Any]]:
        options = dict(self.options or {})
        if not isinstance(source, ByteStream):
            return source, options
        name = source.meta.get("file_name") or source.meta.get("file_path")
        return source.data, {"file_name": Path(name).name, **options} if name else options


def _document(source: str | Path | ByteStream, meta: dict[str, Any], converted: Conversion) -> Document:
    own = source.meta if isinstance(source, ByteStream) else {"file_path": str(source)}
    warnings = [warning["message"] for warning in converted.warnings]
    return Document(
        content=converted.markdown, meta={**own, **meta, "job_id": converted.job["id"], "warnings": warnings}
    )
