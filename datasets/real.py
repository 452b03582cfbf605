"""Import real photos: one YOLO folder out of all sources, checked, split by session.

`python -m datasets.real SOURCE... --out DIR` writes DIR/{train,val}/{images,labels}, data.yaml,
manifest.csv, and report.csv with everything that was dropped, changed, painted out or doubted.
A SOURCE is the prepared folder of photos, a clone of a public source, a YOLO folder that names its
classes by tile code, or a folder of saved problem cases (see datasets/README.md).
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from datasets import adopting, checks, corrections, duplicates, flowers, masking, sheets, sources
from datasets.adopting import Judged
from datasets.sources import BACKS, FACES, TRAIN, UNLABELLED, VAL, Picture
from scoring.tiles import BACK, TILES, Tile
from vision import labels
from vision.detections import Box
from vision.detector import Detector, Found
from vision.engines import ModelError, open_engine
from vision.images import ImageError, load_photo
from vision.outputs import OutError, apart, made_folder
from vision.reading import Reader, default_reader

QUALITY = 95
# Problem cases come at full size, far more than a detector is trained at.
LONGEST_SIDE = 1600
LEFT_OUT, MASKED, ADOPTED = "left out", "painted out", "labelled by the models"
CORRECTED, WHOLE = "corrected", "given its whole tile"

REPORT = "report.csv"
REPORT_COLUMNS = (
    *("split", "session", "image", "action", "reason", "tile", "left", "top", "right", "bottom"),
)
MANIFEST_COLUMNS = (
    *("image", "session", "boxes", "flowers_without_box", "masked", "adopted"),
    *("source", "original", "licence"),
)


@dataclass(frozen=True)
class Finding:
    """One thing that the import did or doubted; `box` in pixels, None for a whole picture."""

    picture: Picture
    action: str
    reason: str
    tile: str = ""
    box: Box | None = None


@dataclass
class Imported:
    """A picture as it goes into the data set. pixels: None where the file is copied as it is."""

    picture: Picture
    tiles: list[tuple[Tile, Box]]
    size: tuple[int, int]
    pixels: np.ndarray | None = None
    masked: list[Box] = field(default_factory=list)
    adopted: list[tuple[Tile, Box]] = field(default_factory=list)
    wholes: list[flowers.Whole] = field(default_factory=list)

    @property
    def lacking(self) -> int:
        return self.picture.lacking + sum(whole.box is None for whole in self.wholes)


def gather(folders: Iterable[Path]) -> tuple[list[Picture], list[Finding]]:
    """The pictures of all sources, each photo once, no photo of val in train.

    Nothing is compared but names here; `separate` compares what the pictures show.
    """
    found, findings = [], []
    for folder in folders:
        taken, refused = sources.pictures(folder)
        found += taken
        for entry in refused:
            stand_in = Picture(entry.path, entry.path, entry.path.name, "", "", "", "", "", "")
            findings += [Finding(stand_in, LEFT_OUT, entry.reason)] * entry.count
    measured = {picture.key for picture in found if picture.split == VAL}
    seen: set[str] = set()
    pictures = []
    for picture in found:
        if picture.split == TRAIN and picture.key in measured:
            findings.append(Finding(picture, LEFT_OUT, "a validation photo by its name"))
        elif picture.key in seen:
            findings.append(Finding(picture, LEFT_OUT, "published twice"))
        else:
            seen.add(picture.key)
            pictures.append(picture)
    return pictures, findings


def separate(pictures: Sequence[Picture]) -> tuple[list[Picture], list[Finding]]:
    """The pictures without those of train that show a photo of val again."""
    by_path = {picture.path: picture for picture in pictures}
    measured = [picture.path for picture in pictures if picture.split == VAL]
    trained = [picture.path for picture in pictures if picture.split == TRAIN]
    findings = {}
    for twin in duplicates.twins(measured, trained):
        reason = f"the same photo as {by_path[twin.original].stem} of val"
        findings[twin.copy] = Finding(by_path[twin.copy], LEFT_OUT, reason)
    kept = [picture for picture in pictures if picture.path not in findings]
    return kept, list(findings.values())


def import_picture(
    picture: Picture,
    look: masking.Look | None,
    known: dict[str, list[corrections.Correction]],
    reader: Reader | None = None,
) -> tuple[Imported | None, list[Finding]]:
    """Check one picture and mend it; None if it is left out.

    look: as `Detector.look`; without it nothing is painted out but what stood under dropped
    labels. reader: labels what `look` finds and it is sure of, instead. Raises ImageError and
    LabelError for files that cannot be read.
    """
    findings: list[Finding] = []

    def note(action: str, reason: str, tile: str = "", box: Box | None = None) -> None:
        findings.append(Finding(picture, action, reason, tile, box))

    photo = load_photo(picture.path)
    text = picture.labels.read_text("utf-8") if picture.labels.is_file() else ""
    rows = labels.parse(text, picture.labels.name)
    if picture.split == TRAIN and picture.stem in known:
        rows, done = corrections.correct(rows, picture.classes, known[picture.stem])
        for _ in range(done):
            note(CORRECTED, "a label known to be wrong")
    checked = checks.check(rows, picture.classes, photo.size)
    for fault in checked.faults:
        note(fault.action, fault.reason, fault.tile, fault.box)
    result = Imported(picture, list(checked.tiles), photo.size)

    places = flowers.strips(checked.tiles, checked.indices, picture.strips)
    if places:
        seen = look(photo.pixels, flowers.SCALE, flowers.CONFIDENCE) if look else Found.none()
        result.wholes = flowers.whole_tiles(checked.tiles, places, seen)
        for place, whole in zip(places, result.wholes, strict=True):
            if whole.box is None:
                note(checks.DROPPED, "only a flower's print is boxed", whole.tile.code, whole.strip)
            else:
                note(WHOLE, "only a flower's print is boxed", whole.tile.code, whole.box)
                result.tiles[place] = (whole.tile, whole.box)
        boxless = {place for place, w in zip(places, result.wholes, strict=True) if w.box is None}
        result.tiles = [t for place, t in enumerate(result.tiles) if place not in boxless]
    if picture.split == VAL:
        return result, findings
    if result.lacking:
        note(LEFT_OUT, f"{result.lacking} tiles are known to have no box")
        return None, findings

    holes = list(checked.holes)
    if look and picture.session in UNLABELLED and picture.key not in sources.PRINTED:
        found = _unlabelled(photo.pixels, look, reader, result.tiles, picture.session)
        for box, tile, sure in found:
            if sure:
                result.adopted.append((tile, box))
            else:
                holes.append(box)
            note(ADOPTED if sure else MASKED, "a tile without a label", tile.code, box)
        result.tiles += result.adopted
    if holes:
        result.masked = holes
        boxes = [box for _, box in result.tiles]
        seed = zlib.crc32(picture.stem.encode())
        result.pixels = masking.paint_out(photo.pixels, holes, boxes, seed)
    return result, findings


def _unlabelled(
    pixels: np.ndarray,
    look: masking.Look,
    reader: Reader | None,
    tiles: Sequence[tuple[Tile, Box]],
    session: str,
) -> list[tuple[Box, Tile, bool]]:
    """What lies there without a label, of the kinds that its session leaves without: its box, what
    it is, and whether the reader is sure of that."""
    found = masking.find(look, pixels, [box for _, box in tiles])
    guesses = [TILES[int(np.argmax(scores))] for scores in found.scores]
    kept = [n for n, tile in enumerate(guesses) if _left_without(tile, session)]
    boxes = [tuple(float(value) for value in found.boxes[n]) for n in kept]
    judged = adopting.judge(reader, pixels, boxes) if reader else [Judged()] * len(boxes)
    entries = []
    for n, box, verdict in zip(kept, boxes, judged, strict=True):
        sure = verdict.tile is not None and _left_without(verdict.tile, session)
        if not verdict.stays:
            entries.append((box, verdict.tile if sure else guesses[n], sure))
    return entries


def _left_without(tile: Tile, session: str) -> bool:
    """Whether the session shows such tiles that nobody labelled."""
    return (BACKS if tile is BACK else FACES) in UNLABELLED[session]


def write(imported: Imported, out: Path) -> dict[str, object]:
    """Write the picture and its labels below `out`; returns its line of the manifest."""
    picture = imported.picture
    name = f"{picture.split}/images/{picture.stem}.jpg"
    target = _fresh(out / name)
    pixels, path = imported.pixels, picture.path
    if pixels is None and path.suffix.lower() == ".jpg" and max(imported.size) <= LONGEST_SIDE:
        shutil.copyfile(path, target)
    else:
        pixels = load_photo(path).pixels if pixels is None else pixels
        shrink = LONGEST_SIDE / max(imported.size)
        if shrink < 1:
            pixels = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(target), pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    width, height = imported.size
    rows = [(tile.index, labels.scaled(box, 1 / width, 1 / height)) for tile, box in imported.tiles]
    _fresh(out / picture.split / "labels" / f"{picture.stem}.txt").write_text(labels.render(rows))
    return dict(
        zip(
            MANIFEST_COLUMNS,
            (
                *(name, picture.session, len(rows), imported.lacking, len(imported.masked)),
                *(len(imported.adopted), picture.source, picture.original, picture.licence),
            ),
            strict=True,
        )
    )


def _fresh(path: Path) -> Path:
    """The path with nothing there: a link of an earlier import may lead to a picture of a source,
    which must not be written through."""
    path.unlink(missing_ok=True)
    return path


def _make_room(
    folders: Iterable[Path], pictures: Iterable[Picture], out: Path, sheet_folder: Path | None
) -> None:
    """The folders to write to. Raises OutError, with nothing made, where a source lies there."""
    places = [out / split / kind for split in (TRAIN, VAL) for kind in ("images", "labels")]
    # A source may link to what an earlier import wrote.
    files = {path for picture in pictures for path in (picture.path, picture.labels)}
    for place in (out, *places):
        apart(place, [*folders, *files], around=True)
    if sheet_folder:
        apart(sheet_folder, folders, "--sheets")
        made_folder(sheet_folder, "--sheets")
    for place in (out, *places):
        made_folder(place)


def import_all(
    folders: Sequence[Path],
    out: Path,
    look: masking.Look | None = None,
    known: dict[str, list[corrections.Correction]] | None = None,
    sheet_folder: Path | None = None,
    reader: Reader | None = None,
    say: Callable[[str], None] | None = None,
) -> tuple[list[dict], list[Finding]]:
    """Import `folders` into `out`; returns the manifest's lines and every finding.

    known: corrections by picture, those of corrections.csv by default. say: gets a line of progress
    now and then. Raises OutError where `out` or `sheet_folder` can be no folder, or a source would
    be written to.
    """
    known = corrections.load() if known is None else known
    pictures, findings = gather(folders)
    _make_room(folders, pictures, out, sheet_folder)
    pictures, again = separate(pictures)
    findings += again
    _fresh(out / labels.CLASSES).write_text(data_yaml())
    lines: list[dict] = []
    pages = sheets.Pages(sheet_folder) if sheet_folder else None
    for number, picture in enumerate(pictures, 1):
        try:
            imported, noted = import_picture(picture, look, known, reader)
        except (ImageError, labels.LabelError) as error:
            findings.append(Finding(picture, LEFT_OUT, str(error)))
            continue
        findings += noted
        if imported is not None:
            lines.append(write(imported, out))
            if pages:
                pages.add(imported)
        if say and number % 100 == 0:
            say(f"{number} of {len(pictures)} pictures")
    if pages:
        pages.close()
    _write_table(out / labels.MANIFEST, MANIFEST_COLUMNS, lines)
    _write_table(out / REPORT, REPORT_COLUMNS, [_report_line(finding) for finding in findings])
    return lines, findings


def data_yaml() -> str:
    names = "\n".join(f'  {tile.index}: "{tile.code}"' for tile in TILES)
    return (
        "# paths are relative to this file\n"
        f"train: {TRAIN}/images\nval: {VAL}/images\nnames:\n{names}\n"
    )


def _report_line(finding: Finding) -> dict[str, object]:
    picture = finding.picture
    box = [f"{value:.1f}" for value in finding.box] if finding.box else [""] * 4
    values = (
        *(picture.split, picture.session, picture.stem),
        *(finding.action, finding.reason, finding.tile, *box),
    )
    return dict(zip(REPORT_COLUMNS, values, strict=True))


def _write_table(path: Path, columns: Sequence[str], lines: Iterable[dict]) -> None:
    with _fresh(path).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def summary(lines: Sequence[dict], findings: Sequence[Finding]) -> str:
    """What came out, by session, and what was done, by action and reason."""
    rows = []
    counts: dict[tuple, Counter] = {}
    for line in lines:
        key = (line["image"].split("/")[0], line["session"])
        counts.setdefault(key, Counter()).update(
            pictures=1, tiles=line["boxes"], masked=line["masked"], adopted=line["adopted"]
        )
    for (split, session), count in sorted(counts.items()):
        rows.append(
            f"{split:5} {session:12} {count['pictures']:5} pictures {count['tiles']:6} tiles "
            f"{count['masked']:6} painted out {count['adopted']:6} {ADOPTED}"
        )
    for (action, reason), count in sorted(
        Counter((finding.action, kind_of(finding.reason)) for finding in findings).items()
    ):
        rows.append(f"{count:6} {action}: {reason}")
    return "\n".join(rows)


def kind_of(reason: str) -> str:
    """A reason without its numbers and names, so that like is counted with like."""
    if reason.startswith("the same photo as"):
        return "the same photo as one of val"
    words = reason.split(maxsplit=1)
    return f"some {words[1]}" if words[0].isdigit() else reason


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m datasets.real",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write")
    parser.add_argument(
        "--mask",
        type=Path,
        metavar="MODEL",
        help="paint out tiles without a label that this model (.onnx, .pt) sees, and let it find "
        "the whole tiles of flowers",
    )
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="label what --mask finds where the reader of this checkout is sure of it, and leave "
        "what it takes for no tile",
    )
    parser.add_argument(
        "--sheets", type=Path, metavar="DIR", help="write contact sheets of all that was changed"
    )
    options = parser.parse_args(arguments)
    if options.adopt and not options.mask:
        parser.error("--adopt labels what --mask finds: name a model for that too.")
    try:
        look = Detector(open_engine(options.mask)).look if options.mask else None
        reader = default_reader() if options.adopt else None
        lines, findings = import_all(
            options.sources,
            options.out,
            look,
            sheet_folder=options.sheets,
            reader=reader,
            say=lambda line: print(line, flush=True),
        )
    except (
        sources.SourceError,
        labels.LabelError,
        ModelError,
        corrections.CorrectionError,
        OutError,
    ) as error:
        print(f"datasets.real: {error}", file=sys.stderr)
        return 2
    print(summary(lines, findings))
    print(f"{len(lines)} pictures in {options.out}; what was changed is in {REPORT} there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
