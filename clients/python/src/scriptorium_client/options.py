"""Options of the operations, in snake_case."""

from __future__ import annotations

from typing import Literal, TypedDict

Status = Literal["queued", "running", "input_required", "succeeded", "failed", "canceled", "expired"]


class _SharedOptions(TypedDict, total=False):
    """Of each conversion, alone or in a batch."""

    include_images: bool
    ocr: Literal["auto", "force", "off"]
    ocr_languages: list[str]
    emphasis: bool
    page_markers: bool
    outputs: list[Literal["document", "docling", "chunks"]]
    chunk_size: int
    force_refresh: bool
    #: Asked about pages that OCR doubts; by default that of the workspace.
    converter_class_name: str


class ConvertOptions(_SharedOptions, total=False):
    """Of a conversion; docs/options.md describes them."""

    start_page: int
    end_page: int
    allow_partial: bool
    content_hash: str
    webhook_url: str
    #: By default, that of the path or the URL.
    file_name: str
    #: Of an encrypted document.
    password: str
    #: A call with the same key and the same document returns the same conversion.
    idempotency_key: str


class CreateJobOptions(TypedDict, total=False):
    """Fields of createJob besides the source."""

    operation: Literal["convert"]
    capability_version: Literal["1"]
    include_images: bool
    force_refresh: bool
    allow_partial: bool
    start_page: int
    content_hash: str
    idempotency_key: str
    webhook_url: str


class BatchOptions(_SharedOptions, total=False):
    """Of a batch besides its folders."""

    suffixes: list[str]
    parallelism: int
    capability_version: Literal["1"]
    idempotency_key: str


class QuoteOptions(TypedDict, total=False):
    """Fields of createQuote besides the source."""

    operation: Literal["convert"]
    capability_version: Literal["1"]
    include_images: bool
    start_page: int
    idempotency_key: str


class ListOptions(TypedDict, total=False):
    """Which jobs to list. Times are such as ``2026-11-21T09:00:00Z``."""

    query: str
    status: Status
    #: ``from`` is a word of Python.
    from_: str
    to: str
    sort: Literal["-createdAt", "createdAt"]
    limit: int
    cursor: str
