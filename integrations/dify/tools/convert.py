from collections.abc import Generator
from typing import Any

from dify_plugin import Tool
from dify_plugin.entities.tool import ToolInvokeMessage
from scriptorium_client import Conversion, ConvertOptions, Scriptorium


class ConvertTool(Tool):
    def _invoke(self, tool_parameters: dict[str, Any]) -> Generator[ToolInvokeMessage, None, None]:
        converted = self._converted(tool_parameters)
        yield self.create_text_message(converted.markdown)
        yield self.create_variable_message("job_id", converted.job["id"])
        yield self.create_variable_message("warnings", [warning["message"] for warning in converted.warnings])

    def _converted(self, parameters: dict[str, Any]) -> Conversion:
        credentials = self.runtime.credentials
        client = Scriptorium(credentials["server"], credentials["key"])
        options: ConvertOptions = {"ocr": parameters.get("ocr") or "auto"}
        file = parameters.get("file")
        if file is not None:
            options["file_name"] = file.filename or "document"
            return client.convert(file.blob, **options)
        if parameters.get("url"):
            return client.convert(parameters["url"], **options)
        raise ValueError("Set a file or a URL.")
