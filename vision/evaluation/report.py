"""Tables in Markdown from the rows of an evaluation."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

from scoring.tiles import TILES
from vision.evaluation.tiles import MISSED, STAGES, Row
from vision.evaluation.variants import AS_IT_IS

# Tiles that are taken for one another, by the names that players give these traps.
TRAPS = {
    "4p/5p/6p": (("4p", "5p", "6p"),),
    "7s/9s": (("7s", "9s"),),
    "6s/9s": (("6s", "9s"),),
    "1m/2m/3m": (("1m", "2m", "3m"),),
    "1s against F and flowers": (("1s",), ("F", *"abcdefgh")),
    "P against back": (("P",), ("back",)),
}

# Where one size of tiles ends and the next begins, in pixels of the photo.
SIZES = (0, 12, 16, 24, 32, 48, math.inf)


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true rate with 95 % certainty; (0, 1) without any trial."""
    if not trials:
        return 0.0, 1.0
    rate, square = successes / trials, z * z / trials
    middle = (rate + square / 2) / (1 + square)
    half = z * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials)) / (1 + square)
    # At the ends rounding would leave the interval a hair short of the rate itself.
    low = 0.0 if successes == 0 else middle - half
    high = 1.0 if successes == trials else middle + half
    return low, high


def share(successes: int, trials: int) -> str:
    """A rate with its counts and Wilson interval, for example "97.5 % (78/80, 91.3-99.3)"."""
    if not trials:
        return "none"
    low, high = wilson(successes, trials)
    rate = 100 * successes / trials
    return f"{rate:.1f} % ({successes}/{trials}, {100 * low:.1f}-{100 * high:.1f})"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["-"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def not_measured(refusals: Sequence[str], total: int, what: str = "photos") -> str:
    """What no figure counts: a sentence for each photo that was refused, of how many in all."""
    lines = "".join(f"- {sentence}\n" for sentence in refusals)
    return f"## Not measured\n\n{len(refusals)} of {total} {what}:\n\n{lines}"


def report(rows: Sequence[Row], refusals: Sequence[str] = ()) -> str:
    """Every table there is something to say in. refusals: of photos that are in no row."""
    plain = [row for row in rows if row.variant == AS_IT_IS]
    parts = [
        "## By session\n\n" + by_session(plain),
        "## By size\n\n" + by_size(plain),
        "## By tile\n\n" + by_tile(plain),
        "## Taken for one another\n\n" + confusions(plain),
        "## Known traps\n\n" + traps(plain),
        "## Time\n\n" + times(plain),
    ]
    if len(plain) < len(rows):
        parts.insert(1, "## The same photos, changed\n\n" + by_variant(rows))
    text = "\n\n".join(parts) + "\n"
    if refusals:
        text += "\n" + not_measured(refusals, len(plain) + len(refusals))
    return text


def by_session(rows: Sequence[Row]) -> str:
    sessions = sorted({row.session for row in rows})
    groups = [(name, [row for row in rows if row.session == name]) for name in sessions]
    if len(groups) > 1:
        groups.append(("all", list(rows)))
    return table(
        ("session", "photos", "tiles found", "found and right", "photos exact", "false a photo"),
        ((name, len(group), *_counts(group)) for name, group in groups),
    )


def by_variant(rows: Sequence[Row]) -> str:
    """Each variant beside the photos as they are, with what it costs in tiles read right."""
    names = list(dict.fromkeys(row.variant for row in rows))
    groups = {name: [row for row in rows if row.variant == name] for name in names}
    right = {name: sum(row.right for row in group) for name, group in groups.items()}
    tiles = {name: sum(row.tiles for row in group) for name, group in groups.items()}
    rates = {name: right[name] / max(tiles[name], 1) for name in names}
    return table(
        ("photos", "tiles found", "found and right", "photos exact", "false a photo", "change"),
        (
            (name, *_counts(group), f"{100 * (rates[name] - rates[AS_IT_IS]):+.1f}")
            for name, group in groups.items()
        ),
    )


def _counts(rows: Sequence[Row]) -> tuple[str, str, str, str]:
    tiles = sum(row.tiles for row in rows)
    return (
        share(sum(row.found for row in rows), tiles),
        share(sum(row.right for row in rows), tiles),
        share(sum(row.exact for row in rows), len(rows)),
        f"{sum(len(row.false) for row in rows) / max(len(rows), 1):.2f}",
    )


def by_tile(rows: Sequence[Row]) -> str:
    truth, right, missed, false = Counter(), Counter(), Counter(), Counter()
    read_as: dict[str, Counter] = {}
    for row in rows:
        truth.update(row.truth)
        false.update(row.false)
        for true, read in zip(row.truth, row.read, strict=True):
            right[true] += true == read
            missed[true] += read == MISSED
            if read not in (true, MISSED):
                read_as.setdefault(true, Counter())[read] += 1
    lines = []
    for code in (tile.code for tile in TILES):
        if truth[code] or false[code]:
            others = ", ".join(
                f"{other} x{count}" for other, count in read_as.get(code, Counter()).most_common(3)
            )
            lines.append((code, share(right[code], truth[code]), missed[code], others, false[code]))
    return table(("tile", "found and right", "missed", "read as", "made up"), lines)


def by_size(rows: Sequence[Row]) -> str:
    """How well tiles of one size in the photo are read, by the shorter side of their box."""
    lines = []
    for least, most in itertools.pairwise(SIZES):
        codes = [
            codes
            for row in rows
            for side, *codes in zip(row.sides, row.truth, row.read, strict=True)
            if least <= side < most
        ]
        if codes:
            found = sum(read != MISSED for _, read in codes)
            right = sum(true == read for true, read in codes)
            name = f"{least} to {most}" if math.isfinite(most) else f"{least} or more"
            lines.append((name, share(found, len(codes)), share(right, len(codes))))
    return table(("shorter side, pixels", "tiles found", "found and right"), lines)


def confusions(rows: Sequence[Row], most: int = 20) -> str:
    """The pairs of tiles most often taken for one another, in either direction."""
    pairs = Counter()
    for row in rows:
        for true, read in zip(row.truth, row.read, strict=True):
            if read not in (true, MISSED):
                pairs[true, read] += 1
    if not pairs:
        return "None."
    return table(
        ("true", "read as", "times"),
        ((true, read, count) for (true, read), count in pairs.most_common(most)),
    )


def traps(rows: Sequence[Row]) -> str:
    """For each trap: of its tiles that were found, how many were taken for another of the trap."""
    lines = []
    for name, sides in TRAPS.items():
        groups = [{code} for code in sides[0]] if len(sides) == 1 else [set(side) for side in sides]
        met = fallen = 0
        for row in rows:
            for true, read in zip(row.truth, row.read, strict=True):
                own = next((group for group in groups if true in group), None)
                if own is None or read == MISSED:
                    continue
                met += 1
                fallen += any(read in group for group in groups if group is not own)
        lines.append((name, met, fallen, share(met - fallen, met)))
    return table(("trap", "tiles found", "taken for another", "kept apart"), lines)


def times(rows: Sequence[Row]) -> str:
    """The median of each stage over the photos, in milliseconds."""
    medians = [
        f"{1000 * statistics.median(row.seconds[i] for row in rows):.0f}"
        for i in range(len(STAGES))
    ]
    total = f"{1000 * statistics.median(sum(row.seconds) for row in rows):.0f}"
    return table([*(f"{stage} ms" for stage in STAGES), "all ms"], [[*medians, total]])
