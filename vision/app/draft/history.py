"""A draft and the way back."""

from __future__ import annotations

from dataclasses import dataclass

from vision.app.draft.draft import Draft

MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class History:
    """A draft and those before it, the last one first to come back."""

    present: Draft
    past: tuple[Draft, ...] = ()

    def then(self, draft: Draft) -> History:
        """With another present; an edit that changes nothing is none."""
        if draft == self.present:
            return self
        return History(draft, (*self.past, self.present)[-MOST_STEPS:])

    def undone(self) -> History:
        """One step back, or the same at the beginning."""
        return History(self.past[-1], self.past[:-1]) if self.past else self
