"""Who is told how a job goes on."""

from __future__ import annotations

from collections.abc import Callable

from .types import Job

#: Called once for each page, with how many are done and how many there are.
OnPage = Callable[[int, int], None]
#: Called with each state of the job.
OnProgress = Callable[[Job], None]


class Watch:
    def __init__(self, on_page: OnPage | None, on_progress: OnProgress | None):
        self._on_page = on_page
        self._on_progress = on_progress
        self._told = 0

    def see(self, job: Job) -> None:
        if self._on_progress:
            self._on_progress(job)
        if not self._on_page:
            return
        done, total = _pages_of(job)
        for page in range(self._told + 1, done + 1):
            self._on_page(page, total)
        self._told = max(self._told, done)


def _pages_of(job: Job) -> tuple[int, int]:
    """Pages that are done, and all; none as long as they are not counted."""
    if "pageRange" not in job:
        return 0, 0
    total = job["pageRange"]["end"] - job["pageRange"]["start"] + 1
    if job["status"] == "succeeded" or job.get("stage") == "finalizing":
        return total, total
    share = job.get("stageProgress", 0) if job.get("stage") == "converting" else 0
    return int(total * share / 100), total
