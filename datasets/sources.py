"""Where the real photos come from: sources, licences, folders, class orders, capture sessions.

The only place that knows any of it. A source is recognised by its folders; each of its pictures
comes out with the tile code of every class in its label file, its session, and its split.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scoring.tiles import TILES
from vision import labels

CODES = tuple(tile.code for tile in TILES)
TRAIN, VAL = "train", "val"
# What a publisher's own train, valid and test parts may be called.
MEASURED_PARTS = frozenset({"val", "valid", "validation", "test"})


class SourceError(ValueError):
    """A folder that is no source of labelled photos; the message says what is missing."""


@dataclass(frozen=True)
class Picture:
    """One labelled picture of a source.

    stem: its file name in the data set, without suffix. classes: the tile code of each class in its
    label file. strips: classes whose boxes may cover
    only what is printed in a flower's corner. original: the picture's name where it was published.
    key: equal for two publications of the same photo. lacking: tiles known to have no box.
    """

    path: Path
    labels: Path
    stem: str
    source: str
    licence: str
    session: str
    split: str
    original: str
    key: str
    classes: tuple[str, ...] = CODES
    strips: frozenset[int] = frozenset()
    lacking: int = 0


@dataclass(frozen=True)
class Refused:
    """Pictures that are left out before anything is looked at, and why."""

    path: Path
    reason: str
    count: int = 1


@dataclass(frozen=True)
class Part:
    """A folder with `images` and `labels` in it. `name` begins the original names of its pictures;
    `refused` says why none of them is used."""

    folder: str
    name: str = ""
    refused: str = ""


@dataclass(frozen=True)
class Rule:
    """Pictures whose original name matches `pattern` belong to `session` and `split`; without a
    split they are left out for the reason in `session`."""

    pattern: str
    session: str
    split: str | None = TRAIN


@dataclass(frozen=True)
class Source:
    """A public repository of labelled photos. `family` is shared by sources that publish the same
    photos; the first rule that matches decides. names and codes: the classes in the order of the
    label files, as their publisher calls them and as tile codes, with spaces between."""

    name: str
    family: str
    licence: str
    marker: str
    parts: tuple[Part, ...]
    names: str
    codes: str
    rules: tuple[Rule, ...]
    # Names of classes whose boxes cover only what is printed in a flower's corner.
    strips: str = ""

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(self.codes.split())


MIRRORED = "mirrored by its publisher: half of the pictures show characters that no tile has"
UNDECIDED = "hands of a part that the agreed split leaves out"


def _numbered(*suits: str) -> str:
    return " ".join(suit.replace("#", str(n)) for suit in suits for n in range(1, 10))


KIM_WONG = Source(
    name="KimWongWL/MahjongClassifier",
    family="A",
    licence="CC BY 4.0 (the repository around the export asks for no commercial use)",
    marker="Datas/2",
    parts=(Part("Datas/2/all"), Part("Datas/1", refused=MIRRORED)),
    names=_numbered("b#", "c#", "d#") + " dg dr dw "
    "f1 f1-s f2 f2-s f3 f3-s f4 f4-s s1 s1-s s2 s2-s s3 s3-s s4 s4-s we wn ws ww",
    # All publishers number the third flower chrysanthemum, h, and the fourth bamboo, g.
    codes=_numbered("#s", "#m", "#p") + " F C P e e f f h h g g a a b b c c d d E N S W",
    strips="f1 f2 f3 f4 s1 s2 s3 s4",
    rules=(
        Rule(r"[0-9A-F]{8}-[0-9A-F]{4}-", "A/hands", VAL),
        Rule(r"Screenshot-2024-09-23-at-4-(4[4-9]|5\d)-", "A/stream4", VAL),
        Rule(r"Screenshot-2024-09-23-at-4-", "A/stream4"),
        Rule(r"Pasted-Graphic", "A/stream0"),
        Rule(r"(rotated_)?home-mj-", "A/home"),
        Rule(r"(rotated_)?IMG_1[78]\d\d", "A/couch17"),
        Rule(r"(rotated_)?IMG_3[234]\d\d", "A/mat32"),
        Rule(r"(rotated_)?IMG_6\d\d\d_jpeg", "A/wood60"),
        Rule(r"(rotated_)?IMG_6[123]\d\d", "A/fur61"),
        Rule(r"(rotated_)?IMG_64\d\d", "A/img64"),
        Rule("", "A/web"),
    ),
)

B_RULES = (
    Rule(r"test/\d{9}_", "B/fb", VAL),
    Rule(r"valid/hand_", "B/hand", VAL),
    Rule(r"test/hand_", UNDECIDED, None),
    Rule(r"\w+/\d{9}_", "B/fb"),
    Rule(r"\w+/hand_", "B/hand"),
    Rule(r"\w+/IMG_2023", "B/case"),
    Rule("", "B/other"),
)

ALAN_CHOI = Source(
    name="alanchoi00/mahjong_detection",
    family="B",
    licence="CC BY 4.0",
    marker="data/valid/labels",
    parts=(
        Part("data/valid", "valid"),
        Part("data/test", "test"),
        Part("data/train", "train", MIRRORED),
    ),
    names="bs1 sc1 sd1 sb1 hwe bs2 sc2 sd2 sb2 hws bs3 sc3 sd3 sb3 hww bs4 sc4 sd4 sb4 hwn "
    "bf1 sc5 sd5 sb5 hdw bf2 sc6 sd6 sb6 hdg bf3 sc7 sd7 sb7 hdr bf4 sc8 sd8 sb8 sc9 sd9 sb9",
    codes="a 1m 1p 1s E b 2m 2p 2s S c 3m 3p 3s W d 4m 4p 4s N "
    "e 5m 5p 5s P f 6m 6p 6s F h 7m 7p 7s C g 8m 8p 8s 9m 9p 9s",
    rules=B_RULES,
)

LAST_THERAPY = Source(
    name="LastTherapy/MahjongRecognition",
    family="B",
    licence="CC BY 4.0 by its shared origin with alanchoi00/mahjong_detection",
    marker="dataset/train/labels",
    parts=(Part("dataset/train", "train"),),
    # The repository's data.yaml belongs to another data set. No list of these labels' names was
    # published; their order follows from pictures that both publications of family B hold.
    names="",
    codes=_numbered("#s", "#m", "#p") + " e f h g E F N C S W P a b c d",
    rules=B_RULES,
)

SOURCES = (KIM_WONG, ALAN_CHOI, LAST_THERAPY)

# Sessions whose pictures show tiles that nobody labelled, by what shows of them. Elsewhere a find
# without a label is something else (print on a rack, dice, keys) that a detector has to learn.
FACES, BACKS = "faces", "backs"
UNLABELLED = {
    "A/home": {FACES},
    "A/web": {FACES, BACKS},
    "A/stream0": {BACKS},
    "A/stream4": {BACKS},
    "A/fur61": {BACKS},
    "B/fb": {FACES, BACKS},
    "B/hand": {FACES, BACKS},
    "B/other": {FACES, BACKS},
}
# Of those sessions, articles in whose text a model sees tiles.
PRINTED = frozenset({"A:26_20", "A:31_20"})


def pictures(folder: Path) -> tuple[list[Picture], list[Refused]]:
    """Every labelled picture of a source folder, and what of it is refused out of hand.

    `folder` is a clone of one of `SOURCES`, a folder in YOLO's form whose data.yaml names the
    classes by tile code (with manifest.csv if it knows its sessions), or pictures with label files
    and nothing else, as the app saves problem cases or as they were put side by side. Raises
    SourceError for anything else.
    """
    if not folder.is_dir():
        raise SourceError(f"There is no folder {folder}.")
    for source in SOURCES:
        if (folder / source.marker).is_dir():
            return _clone(folder, source)
    if (folder / labels.CLASSES).is_file():
        return list(_yolo(folder)), []
    return _cases(folder)


def _clone(folder: Path, source: Source) -> tuple[list[Picture], list[Refused]]:
    taken: dict[str, Picture] = {}
    refused = []
    names = source.names.split()
    strips = frozenset(names.index(name) for name in source.strips.split())
    for part in source.parts:
        if not (folder / part.folder).is_dir():
            continue
        images = labels.pictures(folder / part.folder)
        if part.refused:
            refused.append(Refused(folder / part.folder, part.refused, len(images)))
            continue
        _check_names(folder / part.folder, source)
        for path in images:
            original = f"{part.name}/{_original(path.stem)}".lstrip("/")
            rule = next(rule for rule in source.rules if re.match(rule.pattern, original))
            if rule.split is None:
                refused.append(Refused(path, rule.session))
            elif original in taken:
                refused.append(Refused(path, "another version of a picture that is taken"))
            elif not labels.label_file(path).is_file():
                refused.append(Refused(path, "it has no label file"))
            else:
                taken[original] = Picture(
                    path,
                    labels.label_file(path),
                    _stem(rule.session, original),
                    source.name,
                    source.licence,
                    rule.session,
                    rule.split,
                    original,
                    _key(source.family, original),
                    source.classes,
                    strips,
                )
    return list(taken.values()), refused


def _stem(session: str, original: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "_", f"{session}_{original}").strip("_.")


def _original(stem: str) -> str:
    """The name that a picture had before its publisher's export."""
    return re.sub(r"_(jpe?g|png|webp|heic)\.rf\.[0-9a-f]+$", "", stem, flags=re.IGNORECASE)


def _key(family: str, original: str) -> str:
    """Names that only count (hand_001) mean another photo in each part of the publication."""
    name = original.rsplit("/", 1)[-1]
    return f"{family}:{original if re.fullmatch(r'[a-z_]+_[0-9]{3}', name) else name}"


def _check_names(folder: Path, source: Source) -> None:
    for place in (folder / labels.CLASSES, folder.parent / labels.CLASSES):
        if source.names and place.is_file() and labels.class_names(place) != source.names.split():
            raise SourceError(
                f"{place} lists other classes than {source.name} did when its order was written "
                "down; compare them with datasets/sources.py before importing."
            )


def _yolo(folder: Path) -> Iterator[Picture]:
    classes = tuple(labels.class_names(folder / labels.CLASSES))
    foreign = sorted(set(classes) - set(CODES))
    if foreign:
        raise SourceError(
            f"{folder / labels.CLASSES} has classes that are no tile codes, such as {foreign[0]}; "
            f"name them as datasets/sources.py does."
        )
    rows = {}
    if (folder / labels.MANIFEST).is_file():
        with (folder / labels.MANIFEST).open(newline="", encoding="utf-8") as file:
            rows = {folder / row["image"]: row for row in csv.DictReader(file)}
    for path in labels.pictures(folder):
        row = rows.get(path, {})
        measured = MEASURED_PARTS & set(path.relative_to(folder).parts[:-1])
        original = row.get("original") or path.stem
        session = row.get("session") or folder.resolve().name
        # The letter before the slash of a session is the family of its source.
        family = session.split("/")[0]
        yield Picture(
            path,
            labels.label_file(path),
            path.stem,
            row.get("source") or folder.resolve().name,
            row.get("licence") or "",
            session,
            VAL if measured else TRAIN,
            original,
            _key(family, original),
            classes,
            lacking=int(row.get("flowers_without_box") or 0),
        )


def _cases(folder: Path) -> tuple[list[Picture], list[Refused]]:
    """The app keeps what it read and what that became in corrections/NAME.json."""
    name = folder.resolve().name
    taken, refused = [], []
    for path in labels.pictures(folder):
        original = path.relative_to(folder).with_suffix("").as_posix().removeprefix("images/")
        if not labels.label_file(path).is_file():
            refused.append(Refused(path, "it has no label file"))
            continue
        taken.append(
            Picture(
                path,
                labels.label_file(path),
                _stem(f"cases/{name}", original),
                name,
                "",
                f"cases/{name}",
                TRAIN,
                original,
                f"cases/{name}:{original}",
                lacking=_added(folder / "corrections" / f"{original}.json"),
            )
        )
    if not taken:
        raise SourceError(
            f"{folder} is no source of labelled photos: it is no known clone, has no data.yaml, "
            "and no picture in it has a label file."
        )
    return taken, refused


def _added(correction: Path) -> int:
    """How many tiles a visitor added to those that had been seen, of which no box is known."""
    if not correction.is_file():
        return 0
    try:
        return len(json.loads(correction.read_text("utf-8"))["added"])
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{correction} is no correction that the app saved.") from error
