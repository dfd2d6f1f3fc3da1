"""Converts documents by one peer engine. Reads lines of JSON {"in", "out"}; answers each by {"ms"} (CPU time, children too) or {"error"}.

A first line {"version"} tells which engine this is, once it is loaded: a peer that cannot start on this machine says nothing. Each engine runs with its own defaults for Markdown, image bodies left out.
"""
import atexit
import ctypes
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from importlib.metadata import version
from pathlib import Path


def markitdown():
    from markitdown import MarkItDown

    converter = MarkItDown()
    return lambda path: converter.convert(path).text_content


def pymupdf4llm():
    import pymupdf4llm as engine

    return lambda path: engine.to_markdown(path)


def opendataloader():
    import opendataloader_pdf as engine

    def convert_all(paths):
        """All documents by one Java process, since its start would count for each of them."""
        with tempfile.TemporaryDirectory() as folder:
            engine.convert(paths, output_dir=folder, format="markdown", quiet=True, image_output="off")
            return {path.stem: path.read_text(encoding="utf-8") for path in Path(folder).glob("*.md")}

    return convert_all


def edgeparse():
    import edgeparse as engine

    return lambda path: engine.convert(path, format="markdown")


def kreuzberg():
    from kreuzberg import ExtractionConfig, extract_file_sync

    config = ExtractionConfig(output_format="markdown", use_cache=False)
    return lambda path: extract_file_sync(path, config=config).content


def liteparse():
    from liteparse import LiteParse

    parser = LiteParse(output_format="markdown", image_mode="off", quiet=True, ocr_enabled=False)
    return lambda path: parser.parse(path).text


def pdf_inspector():
    import pdf_inspector as engine

    def convert(path):
        markdown = engine.process_pdf(path).markdown
        if markdown is None:
            raise ValueError("no text layer")
        return markdown

    return convert


def pdf_oxide():
    from pdf_oxide import PdfDocument

    return lambda path: PdfDocument(path).to_markdown_all()


def dumb_pdf2md():
    import dumb_pdf2md as engine

    return lambda path: engine.to_markdown(path)


def unpdf():
    import unpdf as engine

    return lambda path: engine.to_markdown(path)


def docling_rs():
    from docling_rs import DocumentConverter

    converter = DocumentConverter()
    return lambda path: converter.convert(path).document.export_to_markdown()


def unstructured():
    """The text layer only (`fast`): `hi_res` reads pages by models that a hub serves."""
    os.environ["DO_NOT_TRACK"] = "true"
    from unstructured.partition.auto import partition
    from unstructured.staging.base import elements_to_md

    def convert(path):
        elements = partition(path, strategy="fast", languages=["eng"])
        if not elements:
            raise ValueError("no elements")  # it logs its own errors and goes on
        return elements_to_md(elements)

    return convert


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def tika():
    """The server, asked for Markdown, without the process that watches over it, so that its CPU time can be read."""
    jar = sorted((Path(sys.prefix).parent / "tika").glob("tika-server-standard-*.jar"))[-1]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(["java", "-jar", jar, "--noFork", "--host", "127.0.0.1", "--port", str(port)], stdout=2, stderr=2, preexec_fn=end_with_parent)
    atexit.register(server.kill)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/version").close()
            break
        except OSError:
            if server.poll() is not None:
                raise
            time.sleep(0.1)

    def convert(path):
        name = urllib.parse.quote(Path(path).name)
        headers = {"Accept": "application/json", "Content-Type": "application/octet-stream", "Content-Disposition": f"attachment; filename={name}"}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/rmeta/md", Path(path).read_bytes(), headers, method="PUT")
        with urllib.request.urlopen(request) as response:
            return json.load(response)[0].get("X-TIKA:content", "")

    convert.pid = server.pid
    convert.version = jar.stem.removeprefix("tika-server-standard-")
    return convert


ENGINES = {
    "markitdown": ("markitdown", markitdown),
    "pymupdf4llm": ("pymupdf4llm", pymupdf4llm),
    "opendataloader": ("opendataloader-pdf", opendataloader),
    "edgeparse": ("edgeparse", edgeparse),
    "kreuzberg": ("kreuzberg", kreuzberg),
    "liteparse": ("liteparse", liteparse),
    "pdf-inspector": ("pdf_inspector", pdf_inspector),
    "pdf-oxide": ("pdf-oxide", pdf_oxide),
    "dumb-pdf2md": ("dumb-pdf2md", dumb_pdf2md),
    "unpdf": ("unpdf-markdown", unpdf),
    "docling.rs": ("docling-rs", docling_rs),
    "unstructured": ("unstructured", unstructured),
    "tika": (None, tika),
}


def cpu(pid=None):
    """CPU milliseconds of this process and its ended children, and of a server that it runs."""
    if pid is not None:
        ticks = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return 1000 * (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime)


def convert_batch(convert_all, answer):
    jobs = [json.loads(line) for line in sys.stdin]
    start = cpu()
    texts = convert_all([job["in"] for job in jobs])
    each = (cpu() - start) / max(1, len(jobs))
    for job in jobs:
        text = texts.get(Path(job["in"]).stem)
        if text is None:
            answer({"error": "no output"})
        else:
            Path(job["out"]).write_text(text, encoding="utf-8")
            answer({"ms": each})


def main():
    package, load = ENGINES[sys.argv[1]]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def answer(value):
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    convert = load()
    answer({"version": version(package) if package else convert.version})
    pid = getattr(convert, "pid", None)
    if len(sys.argv) > 2:
        return
    if sys.argv[1] == "opendataloader":
        convert_batch(convert, answer)
        return
    for line in sys.stdin:
        job = json.loads(line)
        start = cpu(pid)
        try:
            markdown = convert(job["in"])
            Path(job["out"] + ".tmp").write_text(markdown, encoding="utf-8", errors="replace")
            shutil.move(job["out"] + ".tmp", job["out"])
            answer({"ms": cpu(pid) - start})
        except BaseException as error:  # an engine's own exceptions are of every kind
            answer({"error": f"{type(error).__name__}: {error}"[:300]})


main()
