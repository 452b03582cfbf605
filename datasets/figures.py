"""Every figure in datasets/README.md, counted again.

`python -m datasets.figures DIR` counts in a folder that `datasets.real` wrote and writes the tables
between the README's marks `<!-- figures: NAME -->` and `<!-- end -->` again; with --check it only
says whether they are right.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from datasets import corrections
from datasets.real import ADOPTED, CORRECTED, MASKED, REPORT, kind_of
from datasets.sources import TRAIN, VAL
from scoring.tiles import FLOWERS, PLAYING_TILES, TILES
from vision import labels
from vision.images import load_photo

README = Path(__file__).with_name("README.md")
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


class FigureError(ValueError):
    """A folder without what the figures are counted from, or a README without their places."""


class Import:
    """A folder written by `datasets.real`. Raises FigureError for any other."""

    def __init__(self, folder: Path) -> None:
        try:
            self.manifest = _table(folder / labels.MANIFEST)
            self.report = _table(folder / REPORT)
        except FileNotFoundError as error:
            missing = Path(error.filename).name
            raise FigureError(
                f"{folder} lacks {missing}; python -m datasets.real writes it."
            ) from error
        self.rows: dict[str, list] = {}
        self.sides: dict[str, list[float]] = {}
        for line in self.manifest:
            picture = folder / line["image"]
            path = labels.label_file(picture)
            rows = labels.parse(path.read_text("utf-8"), path.name)
            size = load_photo(picture).size if rows else (1, 1)
            boxes = [labels.scaled(box, *size) for _, box in rows]
            self.rows[line["image"]] = rows
            self.sides[line["image"]] = [min(b[2] - b[0], b[3] - b[1]) for b in boxes]


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _split(line: dict[str, str]) -> str:
    return line["image"].split("/")[0]


def sessions(data: Import) -> list[list[object]]:
    """Pictures and tiles by split and session."""
    members = defaultdict(list)
    for line in data.manifest:
        members[_split(line), line["session"]].append(line)
    done = Counter((row["split"], row["session"], row["action"]) for row in data.report)
    table: list[list[object]] = [
        [
            *("split", "session", "pictures", "tiles", "tile's shorter side, median px"),
            *("of them labelled by the models", "painted out", "corrected"),
        ]
    ]
    for split in (TRAIN, VAL):
        total = Counter()
        every: list[float] = []
        for session in sorted(s for which, s in members if which == split):
            lines = members[split, session]
            sides = [side for line in lines for side in data.sides[line["image"]]]
            counts = {
                "pictures": len(lines),
                "tiles": len(sides),
                "adopted": done[split, session, ADOPTED],
                "painted": done[split, session, MASKED],
                "corrected": done[split, session, CORRECTED],
            }
            total.update(counts)
            every += sides
            table.append(_session_row(split, session, counts, sides))
        table.append(_session_row(split, "**all**", total, every))
    return table


def _session_row(
    split: str, session: str, counts: dict[str, int], sides: list[float]
) -> list[object]:
    return [
        *(split, session, counts["pictures"], counts["tiles"]),
        round(median(sides)) if sides else "",
        *(counts[action] or "" for action in ("adopted", "painted", "corrected")),
    ]


def tiles(data: Import) -> list[list[object]]:
    """How often each tile occurs, train / val."""
    counts = {split: Counter() for split in (TRAIN, VAL)}
    for line in data.manifest:
        counts[_split(line)].update(index for index, _ in data.rows[line["image"]])
    table: list[list[object]] = [["tile: train / val", *[""] * 8]]
    groups = [PLAYING_TILES[:9], PLAYING_TILES[9:18], PLAYING_TILES[18:27], PLAYING_TILES[27:]]
    for group in (*groups, FLOWERS, TILES[-1:]):
        cells = [f"{t}: {counts[TRAIN][t.index]} / {counts[VAL][t.index]}" for t in group]
        table.append([*cells, *[""] * (9 - len(cells))])
    return table


def changes(data: Import) -> list[list[object]]:
    """What the import did, by action and reason."""
    done = Counter((row["action"], kind_of(row["reason"])) for row in data.report)
    return [
        ["action", "reason", "how often"],
        *[[action, reason, count] for (action, reason), count in sorted(done.items())],
    ]


def faults(data: Import) -> list[list[object]]:
    """The labels in corrections.csv, by session and kind."""
    session_of = {Path(line["image"]).stem: line["session"] for line in data.manifest}
    found: dict[str, Counter] = defaultdict(Counter)
    for stem, entries in corrections.load().items():
        for entry in entries:
            kind = "missing" if not entry.was else "no such tile" if not entry.now else "wrong tile"
            found[session_of.get(stem, "not imported")][kind] += 1
    kinds = ["wrong tile", "no such tile", "missing"]
    return [
        ["session", *kinds],
        *[
            [session, *[counts[k] or "" for k in kinds]]
            for session, counts in sorted(found.items())
        ],
    ]


TABLES = {"sessions": sessions, "tiles": tiles, "changes": changes, "faults": faults}


def markdown(table: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in table]
    return "\n".join([lines[0], "|" + " --- |" * len(table[0]), *lines[1:]]) + "\n"


def rebuild(text: str, data: Import) -> str:
    """The README with all its tables counted again. Raises FigureError if one has no place."""
    missing = set(TABLES) - {name for _, name, _ in BLOCK.findall(text)}
    if missing:
        raise FigureError(f"The README has no place for the figures {', '.join(sorted(missing))}.")

    def replaced(found: re.Match) -> str:
        name = found[2]
        if name not in TABLES:
            raise FigureError(f"Nothing counts the figures {name} that the README asks for.")
        return found[1] + markdown(TABLES[name](data)) + found[3]

    return BLOCK.sub(replaced, text)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m datasets.figures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="what datasets.real wrote")
    parser.add_argument("--readme", type=Path, default=README, help="the file with the tables")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if they differ")
    options = parser.parse_args(arguments)
    try:
        old = options.readme.read_text("utf-8")
        new = rebuild(old, Import(options.folder))
    except (FigureError, labels.LabelError, OSError) as error:
        print(f"datasets.figures: {error}", file=sys.stderr)
        return 2
    if options.check:
        print("The figures are right." if old == new else "The figures differ; count them again.")
        return int(old != new)
    options.readme.write_text(new, "utf-8")
    print(f"{options.readme}: {len(TABLES)} tables")
    return 0


if __name__ == "__main__":
    sys.exit(main())
