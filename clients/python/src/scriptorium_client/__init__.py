"""Converts documents to Markdown with a Scriptorium server."""

from .async_client import AsyncScriptorium
from .client import Scriptorium
from .errors import ConversionFailed, PaymentRequired, ScriptoriumError
from .options import ConvertOptions, CreateJobOptions, ListOptions, QuoteOptions
from .steps import Conversion
from .types import Artifact, Job, JobList, ListedJob, Quote, Receipt, Source, Usage, Warning

__all__ = [
    "Artifact",
    "AsyncScriptorium",
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
