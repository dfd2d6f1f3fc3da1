"""Converts documents by one peer engine. Reads lines of JSON {"in", "out"}; answers each by {"ms"} (CPU time, children too) or {"error"}.

A first line {"version"} tells which engine this is, once it is loaded: a peer that cannot start on this machine says nothing. Each engine runs with its own defaults for Markdown, image bodies left out.
"""
import json
import os
import resource
import shutil
import sys
import tempfile
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


def docling_rs():
    from docling_rs import DocumentConverter

    converter = DocumentConverter()
    return lambda path: converter.convert(path).document.export_to_markdown()


ENGINES = {
    "markitdown": ("markitdown", markitdown),
    "pymupdf4llm": ("pymupdf4llm", pymupdf4llm),
    "opendataloader": ("opendataloader-pdf", opendataloader),
    "edgeparse": ("edgeparse", edgeparse),
    "kreuzberg": ("kreuzberg", kreuzberg),
    "liteparse": ("liteparse", liteparse),
    "docling.rs": ("docling-rs", docling_rs),
}


def cpu():
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
    answer({"version": version(package)})
    if len(sys.argv) > 2:
        return
    if sys.argv[1] == "opendataloader":
        convert_batch(convert, answer)
        return
    for line in sys.stdin:
        job = json.loads(line)
        start = cpu()
        try:
            markdown = convert(job["in"])
            Path(job["out"] + ".tmp").write_text(markdown, encoding="utf-8", errors="replace")
            shutil.move(job["out"] + ".tmp", job["out"])
            answer({"ms": cpu() - start})
        except BaseException as error:  # an engine's own exceptions are of every kind
            answer({"error": f"{type(error).__name__}: {error}"[:300]})


main()
