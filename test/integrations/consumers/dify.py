"""Runs the Dify plugin as its daemon does, over standard input and output: URL, key, file, its address, the plugin."""

import json
import os
import subprocess
import sys
from typing import Any

server, key, file, address, plugin = sys.argv[1:6]
environment = {**os.environ, "INSTALL_METHOD": "local", "HEARTBEAT_INTERVAL": "60"}
daemon = subprocess.Popen(
    [sys.executable, "main.py"], cwd=plugin, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
assert daemon.stdin and daemon.stdout
sessions = 0


def ask(**data: Any) -> tuple[list[dict[str, Any]], str | None]:
    """One request, with the provider of the plugin; what it streamed, and its error."""
    global sessions
    sessions += 1
    session = f"session-{sessions}"
    request = {"type": "tool", "user_id": "user", "provider": "scriptorium", **data}
    daemon.stdin.write(json.dumps({"session_id": session, "event": "request", "data": request}) + "\n")
    daemon.stdin.flush()
    streamed: list[dict[str, Any]] = []
    while True:
        line = daemon.stdout.readline()
        assert line, "the plugin ended"
        event = json.loads(line) if line.strip() else {}
        if event.get("session_id") != session:
            continue
        answer = event["data"]
        if answer["type"] == "stream":
            streamed.append(answer["data"])
        elif answer["type"] == "error":
            return streamed, json.dumps(answer["data"])
        elif answer["type"] == "end":
            return streamed, None


def convert(**parameters: Any) -> tuple[str, dict[str, Any], str | None]:
    streamed, error = ask(
        action="invoke_tool",
        tool="convert",
        credentials={"server": server, "key": key},
        tool_parameters=parameters,
    )
    texts = [each["message"]["text"] for each in streamed if each["type"] == "text"]
    variables = [each["message"] for each in streamed if each["type"] == "variable"]
    return "".join(texts), {each["variable_name"]: each["variable_value"] for each in variables}, error


try:
    good, error = ask(action="validate_tool_credentials", credentials={"server": server, "key": key})
    assert error is None and good[-1]["result"] is True, (good, error)
    _, error = ask(action="validate_tool_credentials", credentials={"server": server, "key": "scr_live_wrong"})
    assert error and "API key" in error, error

    # Dify names files by addresses of its own.
    own = {"dify_model_identity": "__dify__file__", "url": address, "filename": "sample.pdf", "type": "document"}
    markdown, variables, error = convert(file=own, ocr="off")
    assert error is None, error
    assert variables["job_id"].startswith("job-") and variables["warnings"] == [], variables
    assert convert(url=address)[0] == markdown
    assert "Set a file or a URL" in (convert()[2] or "")
finally:
    daemon.terminate()
print(json.dumps({"markdown": markdown}))
