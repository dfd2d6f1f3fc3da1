"""An Airflow provider that converts documents with a Scriptorium server."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any


def get_provider_info() -> dict[str, Any]:
    """What Airflow lists of the provider."""
    return {
        "package-name": "airflow-provider-scriptorium",
        "name": "Scriptorium",
        "description": "Converts documents to Markdown.",
        "versions": [version("airflow-provider-scriptorium")],
    }
