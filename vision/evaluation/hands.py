"""Whole hands counted photo by photo: one row each, from which the summary is made."""

from __future__ import annotations

import csv
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

from scoring import Circumstances, Hand, InvalidHand, Tile, score
from vision.detections import Detection, certain
from vision.evaluation.report import not_measured, share, table
from vision.evaluation.tiles import ReadsPhotos
from vision.evaluation.truth import TrueHand
from vision.hand import ReadHand, read_hand
from vision.images import ImageError, load_photo
from vision.labels import LabelError
from vision.labels import read as read_labels
from vision.layout import arrange
from vision.refusing import Refuse, stop

STAGES = ("load", "locate", "read", "faces", "hand", "score")


@dataclass(frozen=True)
class HandRow:
    """What came of one photo.

    tiles: how many the true hand has; found, right: how many the reading has of them, and with the
    right face. best_class_exact: whether the hand is exact when every box is taken for its
    likeliest tile. grouping_exact: None where the photo shows no groups. winning_tile_right: None
    where none lies apart. total_exact: None for photos of no finished hand. The seconds are of each
    stage.
    """

    photo: str
    session: str
    complete: bool
    tiles: int
    found: int
    right: int
    hand_exact: bool
    best_class_exact: bool
    melds_exact: bool
    grouping_exact: bool | None
    winning_tile_right: bool | None
    total: int | None
    true_total: int | None
    status: str
    probability: float
    load: float
    locate: float
    read: float
    faces: float
    hand: float
    score: float

    @property
    def confirmed(self) -> bool:
        return self.status == "confirmed"

    @property
    def confirmed_right(self) -> bool:
        """Confirmed, and a finished hand with the right tiles and melds."""
        return self.confirmed and self.complete and self.hand_exact and self.melds_exact

    @property
    def total_exact(self) -> bool | None:
        return None if self.true_total is None else self.total == self.true_total


def evaluate(
    truths: Sequence[TrueHand],
    reader: ReadsPhotos,
    progress: Callable[[int, int], None] = lambda done, total: None,
    refuse: Refuse = stop,
) -> Iterator[HandRow]:
    """A row for each photo, read from its bytes to its score.

    A photo that cannot be read is left out if `refuse` takes its ImageError.
    """
    for done, truth in enumerate(truths):
        progress(done, len(truths))
        started = time.perf_counter()
        try:
            photo = load_photo(truth.photo)
        except ImageError as error:
            refuse(error)
            continue
        load = time.perf_counter() - started
        reading = reader.read(photo)
        yield judge(truth, reading.detections, {"load": load, **reading.seconds})
    progress(len(truths), len(truths))


def evaluate_labels(truths: Sequence[TrueHand], refuse: Refuse = stop) -> Iterator[HandRow]:
    """The same with the labels of the photos in place of a reading: what geometry can reach.

    A photo that cannot be read, or whose labels cannot, is left out if `refuse` takes its
    ImageError or LabelError.
    """
    for truth in truths:
        try:
            labels = read_labels(truth.photo, load_photo(truth.photo).size)
        except (ImageError, LabelError) as error:
            refuse(error)
            continue
        yield judge(truth, [Detection.of_tile(tile, box) for tile, box in labels], {})


def judge(
    truth: TrueHand, detections: Sequence[Detection], seconds: Mapping[str, float]
) -> HandRow:
    """Hold the reading of some detections against the truth."""
    started = time.perf_counter()
    read = read_hand(detections)
    finished = time.perf_counter()
    total = _total(read.hand)
    scored = time.perf_counter()
    plain = read_hand([replace(d, probabilities=certain(d.tile)) for d in detections])
    true_tiles, tiles = truth.tiles, _tiles(read)
    winner = None
    if truth.winning_tile is not None:
        winner = read.winning_tile is truth.winning_tile and not read.winning_tile_guessed
    seconds = {**seconds, "hand": finished - started, "score": scored - finished}
    return HandRow(
        photo=truth.photo.stem,
        session=truth.session,
        complete=truth.complete,
        tiles=true_tiles.total(),
        found=min(true_tiles.total(), tiles.total()),
        right=(true_tiles & tiles).total(),
        hand_exact=tiles == true_tiles,
        best_class_exact=_tiles(plain) == true_tiles,
        melds_exact=_melds_exact(truth, read),
        grouping_exact=_grouping_exact(truth, read, detections),
        winning_tile_right=winner,
        total=total,
        true_total=_true_total(truth, read),
        status=", ".join(read.status.names),
        probability=round(read.probability, 4),
        **{stage: round(seconds.get(stage, 0.0), 4) for stage in STAGES},
    )


def _tiles(read: ReadHand) -> Counter[Tile]:
    if read.hand is None:
        return Counter()
    return Counter([*read.hand.tiles, *read.hand.flowers])


def _melds_exact(truth: TrueHand, read: ReadHand) -> bool:
    def kind(name: str) -> str:
        return "kong" if name in ("exposed_kong", "added_kong") else name

    shown = sorted((kind(name), tuple(sorted(tiles))) for name, tiles in truth.melds)
    return shown == sorted((kind(meld.kind.value), meld.tiles) for meld in read.melds)


def _grouping_exact(
    truth: TrueHand, read: ReadHand, detections: Sequence[Detection]
) -> bool | None:
    """Whether the melds are right and, where gaps show groups, the photo falls into those."""
    if not truth.melds and truth.groups is None:
        return None
    if not _melds_exact(truth, read):
        return False
    if truth.groups is None:
        return True
    shown = Counter(tuple(sorted(group)) for group in truth.groups)
    seen = Counter(tuple(sorted(group)) for group in _visible_groups(read, detections))
    # Flowers aside are no group of the hand, unless the truth lists them as one.
    aside = [g for g in seen - shown if set(g) <= set(truth.flowers)]
    return seen - Counter(aside) == shown


def _visible_groups(read: ReadHand, detections: Sequence[Detection]) -> Iterator[tuple[Tile, ...]]:
    """The tiles of the hand as the gaps of the photo part them, flowers with what they touch."""
    for group in arrange(detections).groups:
        boxes = set(group.indices)
        parts = [g.boxes for g in read.groups if boxes.issuperset(g.boxes)]
        if sum(not read.tiles[part[0]].is_flower for part in parts) < 2:
            parts = [tuple(box for part in parts for box in part)]
        yield from (tuple(read.tiles[box] for box in part) for part in parts if part)


def _total(hand: Hand | None) -> int | None:
    if hand is None:
        return None
    try:
        return score(hand, Circumstances()).total
    except InvalidHand:
        return None


def _true_total(truth: TrueHand, read: ReadHand) -> int | None:
    """What the true hand scores, with the winning tile as read where nothing shows it."""
    return _total(truth.won_with(read.winning_tile)) if truth.complete else None


# -- tables ---------------------------------------------------------------------------------------


def write_csv(rows: Sequence[HandRow], path: Path) -> None:
    """One line a photo."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*(field.name for field in fields(HandRow)), "total_exact"])
        for row in rows:
            writer.writerow([*astuple(row), row.total_exact])


def summary(rows: Sequence[HandRow], refusals: Sequence[str] = ()) -> str:
    """The tables in Markdown: by session, what legality adds, and the time of each stage.

    refusals: of photos that are in no row.
    """
    sessions = sorted({row.session for row in rows})
    groups = [(name, [row for row in rows if row.session == name]) for name in sessions]
    if len(groups) > 1:
        groups.append(("all", list(rows)))
    counted = table(
        (
            "session",
            "finished hands",
            "tiles right",
            "hand exact",
            "by the likeliest tile of each box",
            "grouping exact",
            "winning tile right",
            "total exact",
            "confirmed",
            "confirmed and right",
        ),
        ((name, *_counts(group)) for name, group in groups),
    )
    others = [row for row in rows if not row.complete]
    refused = share(sum(not row.confirmed for row in others), len(others))
    medians = [
        f"{1000 * statistics.median(getattr(row, stage) for row in rows):.0f}" for stage in STAGES
    ]
    times = table([f"{stage} ms" for stage in STAGES], [medians])
    left_out = "\n" + not_measured(refusals, len(rows) + len(refusals)) if refusals else ""
    return (
        f"## Hands\n\n{counted}\n\nPhotos of no finished hand that were not confirmed: {refused}."
        f"\n\n## Time\n\n{times}\n{left_out}"
    )


def _counts(rows: Sequence[HandRow]) -> tuple[str | int, ...]:
    hands = [row for row in rows if row.complete]
    tiles = sum(row.tiles for row in hands)
    confirmed = [row for row in rows if row.confirmed]

    def share_of(values: list[bool | None]) -> str:
        known = [value for value in values if value is not None]
        return share(sum(known), len(known))

    return (
        len(hands),
        share(sum(row.right for row in hands), tiles),
        share_of([row.hand_exact for row in hands]),
        share_of([row.best_class_exact for row in hands]),
        share_of([row.grouping_exact for row in hands]),
        share_of([row.winning_tile_right for row in hands]),
        share_of([row.total_exact for row in hands]),
        share(sum(row.confirmed for row in hands), len(hands)),
        share(sum(row.confirmed_right for row in confirmed), len(confirmed)),
    )
