"""Converts documents to Markdown with a Scriptorium server."""

from .async_client import AsyncScriptorium
from .client import Scriptorium
from .errors import ConversionFailed, PaymentRequired, ScriptoriumError
from .options import BatchOptions, ConvertOptions, CreateJobOptions, ListOptions, QuoteOptions
from .steps import Conversion
from .types import (
    Artifact,
    Batch,
    BatchDocuments,
    BatchFailure,
    BatchList,
    Job,
    JobList,
    ListedJob,
    Quote,
    Receipt,
    Source,
    Usage,
    Warning,
)

__all__ = [
    "Artifact",
    "AsyncScriptorium",
    "Batch",
    "BatchDocuments",
    "BatchFailure",
    "BatchList",
    "BatchOptions",
    "Conversion",
    "ConversionFailed",
    "ConvertOptions",
    "CreateJobOptions",
    "Job",
    "JobList",
    "ListOptions",
    "ListedJob",
    "PaymentRequired",
    "Quote",
    "QuoteOptions",
    "Receipt",
    "Scriptorium",
    "ScriptoriumError",
    "Source",
    "Usage",
    "Warning",
]
