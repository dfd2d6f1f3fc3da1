"""Runs DAGs with airflow-provider-scriptorium as it is installed: URL, key, file, address of the same file."""

import importlib
import json
import os
import sys
from pathlib import Path

server, key, file, address = sys.argv[1:5]
home = Path.cwd() / "home"
os.environ.update(
    AIRFLOW_HOME=str(home),
    AIRFLOW__CORE__LOAD_EXAMPLES="False",
    AIRFLOW__CORE__DAGS_FOLDER=str(Path.cwd() / "dags"),
    AIRFLOW__CORE__UNIT_TEST_MODE="False",
    AIRFLOW_CONN_SCRIPTORIUM_DEFAULT=json.dumps({"conn_type": "http", "host": server, "password": key}),
)

from airflow.triggers.base import BaseTrigger  # noqa: E402
from airflow.utils.db import initdb  # noqa: E402
from airflow_provider_scriptorium.triggers import ScriptoriumJobTrigger  # noqa: E402

initdb()
bad = Path("bad.pdf").absolute()
bad.write_text("%PDF-1.7\nnothing of a PDF follows")
SOURCES = {
    "waits": (file, False),
    "defers": (f"file://{file}", True),
    "fetches": (address, True),
    "fails": (str(bad), False),
    "fails-deferred": (str(bad), True),
}
# Airflow runs what is in its folder.
folder = Path.cwd() / "dags"
folder.mkdir()
(folder / "conversions.py").write_text(
    f"""
from airflow.sdk import DAG
from airflow_provider_scriptorium.operators import ScriptoriumConvertOperator

DAGS = {{}}
for name, (source, deferrable) in {SOURCES!r}.items():
    with DAG(name, schedule=None) as dag:
        ScriptoriumConvertOperator(
            task_id="convert",
            source=source,
            destination="file://{Path.cwd()}/{{{{ dag.dag_id }}}}.md",
            options={{"start_page": 1}},
            deferrable=deferrable,
        )
    DAGS[name] = globals()[name] = dag
"""
)
sys.path.insert(0, str(folder))
DAGS = importlib.import_module("conversions").DAGS

path, arguments = ScriptoriumJobTrigger("job-1", "scriptorium_default").serialize()
assert path == "airflow_provider_scriptorium.triggers.ScriptoriumJobTrigger"
assert key not in json.dumps(arguments)
assert issubclass(ScriptoriumJobTrigger, BaseTrigger)


def run(name: str) -> tuple[str, str]:
    """Runs a DAG of one task with its trigger; the state of the task, and what was written."""
    (instance,) = DAGS[name].test().get_task_instances()
    written = Path(f"{name}.md")
    return str(instance.state), written.read_text() if written.exists() else ""


state, markdown = run("waits")
assert state == "success", state
assert run("defers") == ("success", markdown)
assert run("fetches") == ("success", markdown)
assert run("fails") == ("failed", "")
assert run("fails-deferred") == ("failed", "")
print(json.dumps({"markdown": markdown}))
