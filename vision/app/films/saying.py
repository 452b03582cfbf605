"""What is said of hands goes into the results at once, and the exported lists follow.

Writing the lists takes a while where there are many hands, so a thread does it; whoever downloads
one waits for it.
"""

from __future__ import annotations

import threading
from pathlib import Path

from vision.footage import listing
from vision.footage.listing import FilmResults, ListingError, drop_review, export, save_review
from vision.footage.review import Review

# The reviews of a film are read, changed and written by one visitor at a time.
_one = threading.RLock()


def say(film: FilmResults, review: Review) -> None:
    """Keep what was said of an event. Raises ListingError, or OSError."""
    with _one:
        save_review(film.folder, review)
    lists.follow(film.folder.parent)


def unsay(film: FilmResults, identity: str) -> None:
    """Back to what was detected. Raises ListingError, or OSError."""
    with _one:
        drop_review(film.folder, identity)
    lists.follow(film.folder.parent)


class Lists:
    """Writes the lists of the folders whose hands have changed, one folder after the other."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due: dict[Path, None] = {}
        self._writing: Path | None = None
        self._thread: threading.Thread | None = None
        self._failed: set[Path] = set()

    def follow(self, folder: Path) -> None:
        """The lists in a folder are to be written again."""
        with self._changed:
            self._due[folder] = None
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def catch_up(self, film: FilmResults) -> None:
        """Have the lists written where an earlier server ended before it came to that."""
        review, lines = film.folder / listing.REVIEW, film.folder.parent / listing.JSONL
        try:
            behind = review.stat().st_mtime_ns > lines.stat().st_mtime_ns
        except FileNotFoundError:
            behind = not lines.exists()
        folder = film.folder.parent
        with self._changed:
            known = folder in self._due or folder == self._writing or folder in self._failed
        if behind and not known:
            self.follow(folder)

    def failed(self, folder: Path) -> bool:
        """Whether the lists could not be written when that was last tried."""
        return folder in self._failed

    def wait(self, folder: Path) -> None:
        """Return once nothing is left to be written for a folder."""
        with self._changed:
            self._changed.wait_for(lambda: folder not in self._due and folder != self._writing)

    def read(self, folder: Path, name: str) -> bytes:
        """One of the lists, as it is after all changes. Raises OSError."""
        self.wait(folder)
        return (folder / name).read_bytes()

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._due:
                    self._thread = None
                    return
                folder = self._writing = next(iter(self._due))
                del self._due[folder]
            try:
                export(folder)
                self._failed.discard(folder)
            except (ListingError, OSError):
                self._failed.add(folder)
            finally:
                with self._changed:
                    self._writing = None
                    self._changed.notify_all()


lists = Lists()
