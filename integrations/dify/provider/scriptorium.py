from typing import Any

from dify_plugin import ToolProvider
from dify_plugin.errors.tool import ToolProviderCredentialValidationError
from scriptorium_client import Scriptorium, ScriptoriumError


class ScriptoriumProvider(ToolProvider):
    def _validate_credentials(self, credentials: dict[str, Any]) -> None:
        try:
            Scriptorium(credentials["server"], credentials["key"], retries=1, timeout=10).list_jobs(limit=1)
        except ScriptoriumError as error:
            raise ToolProviderCredentialValidationError(str(error)) from error
