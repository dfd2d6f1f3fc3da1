"""Converts documents to Markdown with a Scriptorium server."""

from .client import Conversion, Scriptorium
from .errors import ConversionFailed, PaymentRequired, ScriptoriumError
from .types import Artifact, Job, JobList, Quote, Receipt, Source, Usage, Warning

__all__ = [
    "Artifact",
    "Conversion",
    "ConversionFailed",
    "Job",
    "JobList",
    "PaymentRequired",
    "Quote",
    "Receipt",
    "Scriptorium",
    "ScriptoriumError",
    "Source",
    "Usage",
    "Warning",
]
