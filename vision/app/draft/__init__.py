"""The hand on the page: what a photo was read as, and what the visitor made of it.

A `Draft` is a frozen value; every edit returns another one, and a `History` keeps those before it.
Detections are never changed: a tile remembers the box that it was read from.
"""

from vision.app.draft.draft import Draft
from vision.app.draft.history import History
from vision.app.draft.reading import draft_of_reading
from vision.app.draft.values import DraftError, DraftMeld, Piece, Place, Question

__all__ = [
    "Draft",
    "DraftError",
    "DraftMeld",
    "History",
    "Piece",
    "Place",
    "Question",
    "draft_of_reading",
]
