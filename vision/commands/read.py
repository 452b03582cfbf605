"""`fanlens read`: from photos to hands and their scores."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from scoring import (
    Circumstances,
    InvalidHand,
    Rules,
    Score,
    format_hand,
    parse_circumstances,
    score,
)
from scoring.command_options import (
    add_circumstances,
    add_language,
    add_rules,
    rules_of,
    score_values,
    sentence_of,
)
from scoring.tables import score_table
from vision.commands.texts import text
from vision.commands.tiles import (
    NOT_READ,
    add_model_options,
    add_photo_options,
    drawing_paths,
    open_reader,
)
from vision.detections import Detection
from vision.draw import save
from vision.footage.outlook import Known, outlook
from vision.hand import ReadHand, read_hand
from vision.hand.drawing import draw_hand
from vision.images import ImageError, Photo, load_photo
from vision.reading import Reader, Reading

LEAST_RUNNER_UP = 0.01


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "read",
        help="from photos to hands and their scores",
        description="Read the hand in each photo and score it. What is in doubt is asked about; "
        "only a reading without doubt is scored in JSON.",
        epilog="Example: fanlens read win.jpg --circumstances ES1000 --draw win-read.jpg",
    )
    add_photo_options(parser, "hand")
    add_circumstances(parser, "EE0000")
    add_rules(parser)
    add_language(parser)
    add_model_options(parser)
    parser.set_defaults(run=run)


@dataclass(frozen=True, eq=False)
class PhotoRead:
    """One photo on its whole way. score: of the best reading, None where it cannot be scored;
    refusal: why a hand that is there has none. points: the least and the most that it can be where
    nothing shows which tile won, the score's own twice elsewhere. guess_scored: whether the score
    is that of the tile guessed to have won; where the circumstances forbid that one, it is the
    least. notation: `+?` in it stands for a winner that nothing shows; None where the hand holds
    tiles that lie face down. seconds: of each stage."""

    path: Path
    photo: Photo
    reading: Reading
    hand: ReadHand
    notation: str | None
    score: Score | None
    refusal: InvalidHand | None
    points: tuple[int, int] | None
    guess_scored: bool
    seconds: dict[str, float]


def read_photo(path: Path, reader: Reader, circumstances: Circumstances, rules: Rules) -> PhotoRead:
    """From a photo's bytes to its score. Raises ImageError for a file that is no picture."""
    started = time.perf_counter()
    photo = load_photo(path)
    loaded = time.perf_counter()
    reading = reader.read(photo)
    read = time.perf_counter()
    hand = read_hand(reading.detections)
    arranged = time.perf_counter()
    result, refusal = _score(hand, circumstances, rules)
    points = None if result is None else (result.total, result.total)
    guess_scored = result is not None and hand.winning_tile_guessed
    if hand.winning_tile_guessed:
        try:
            worth = outlook(hand, Known.of(circumstances), rules)
        except InvalidHand as error:
            refusal = error
        else:
            result, refusal = result or worth.least, None
            points = worth.least.total, worth.most.total
    seconds = {
        "load": loaded - started,
        **reading.seconds,
        "hand": arranged - read,
        "score": time.perf_counter() - arranged,
    }
    notation = _notation(hand, circumstances)
    return PhotoRead(
        *(path, photo, reading, hand, notation, result, refusal, points, guess_scored, seconds)
    )


def _score(
    read: ReadHand, circumstances: Circumstances, rules: Rules
) -> tuple[Score | None, InvalidHand | None]:
    if read.hand is None:
        return None, None
    try:
        return score(read.hand, circumstances, rules), None
    except InvalidHand as error:
        return None, error


def _notation(read: ReadHand, circumstances: Circumstances) -> str | None:
    if read.hand is None or any(tile.is_back for tile in read.hand.tiles):
        return None
    winner = None if read.winning_tile_guessed else read.winning_tile
    return format_hand(replace(read.hand, winning_tile=winner), circumstances)


def run(parsed: argparse.Namespace) -> int:
    circumstances = parse_circumstances(parsed.circumstances)
    rules = rules_of(parsed)
    reader = open_reader(parsed)
    drawings = drawing_paths(parsed.draw, parsed.photos)
    values, refused = [], 0
    for path, drawing in zip(parsed.photos, drawings, strict=True):
        try:
            read = read_photo(path, reader, circumstances, rules)
        except ImageError as error:
            print(f"fanlens: {error}", file=sys.stderr)
            refused += 1
            continue
        if drawing:
            try:
                save(draw_hand(read.photo, read.reading.detections, read.hand), drawing)
            except ValueError as error:
                print(f"fanlens: {error}", file=sys.stderr)
                refused += 1
        if read.refusal and read.hand.settled:
            why = sentence_of(read.refusal, parsed.language).rstrip(".。")
            said = text("not_scored", parsed.language, path=path, why=why)
            print(f"fanlens: {said}", file=sys.stderr)
            refused += 1
        if parsed.json:
            values.append(to_dict(read, parsed.language))
        else:
            print(_text(read, parsed.language))
    if parsed.json:
        json.dump(values, sys.stdout, indent=1, ensure_ascii=False)
        print()
    return NOT_READ if refused else 0


def to_dict(read: PhotoRead, language: str = "en") -> dict:
    """Plain values for JSON. Boxes are named by their position in `tiles`; only a settled reading
    has points, and a score if the tile that won is shown or does not matter."""
    hand = read.hand
    points = read.points if hand.settled and read.points else (None, None)
    return {
        "photo": str(read.path),
        "tiles": [
            _tile(detection, tile.code)
            for detection, tile in zip(read.reading.detections, hand.tiles, strict=True)
        ],
        "groups": [
            {
                "role": group.role.value,
                "kind": group.meld.kind.value if group.meld else None,
                "boxes": list(group.boxes),
                "tiles": [tile.code for tile in group.tiles],
            }
            for group in hand.groups
        ],
        "hand": None
        if hand.hand is None
        else {
            "concealed": [tile.code for tile in hand.concealed],
            "melds": [
                {
                    "kind": meld.kind.value,
                    "tiles": [tile.code for tile in meld.tiles],
                    "from": meld.source,
                }
                for meld in hand.melds
            ],
            "flowers": [tile.code for tile in hand.flowers],
            "winning_tile": hand.winning_tile.code if hand.winning_tile else None,
        },
        "notation": read.notation,
        "status": list(hand.status.names),
        "doubts": [
            {
                "kind": doubt.kind.value,
                "message": doubt.message(language),
                "boxes": list(doubt.boxes),
                "place": None if doubt.place is None else [round(v, 1) for v in doubt.place],
                "alternatives": [
                    {"tile": tile.code, "probability": round(probability, 4)}
                    for tile, probability in doubt.alternatives
                ],
            }
            for doubt in hand.doubts
        ],
        "unused": list(hand.unused),
        "points": {"least": points[0], "most": points[1]},
        "score": score_values(read.score, language)
        if points[0] is not None and len({*points}) == 1
        else None,
        "seconds": {stage: round(seconds, 4) for stage, seconds in read.seconds.items()},
    }


def _tile(detection: Detection, code: str) -> dict:
    ranked = [(detection.tile, detection.tile_probability), *detection.runners_up]
    return {
        "tile": code,
        "confidence": round(detection.confidence, 4),
        "box": [round(value, 1) for value in detection.xyxy],
        "runners_up": [
            {"tile": tile.code, "probability": round(probability, 4)}
            for tile, probability in ranked
            if tile.code != code and probability >= LEAST_RUNNER_UP
        ],
    }


def _text(read: PhotoRead, language: str) -> str:
    hand = read.hand
    status = text("and", language).join(text(name, language) for name in hand.status.names)
    notation = read.notation or text("no_notation", language)
    lines = [text("head", language, path=read.path, status=status, hand=notation)]
    for doubt in hand.doubts:
        where = " ".join(hand.tiles[box].code for box in doubt.boxes)
        x, y = doubt.place or (None, None)
        place = "" if x is None else text("place", language, x=x, y=y)
        lines.append(f"  ? {doubt.message(language)}{place}{f' ({where})' if where else ''}")
    if read.score is not None:
        least, most = read.points
        if not hand.settled:
            lines.append("  " + text("if_right", language))
        if least != most:
            key = "range" if read.guess_scored else "range_least"
            lines.append("  " + text(key, language, least=least, most=most))
        lines += ["  " + line for line in score_table(read.score, language).splitlines()]
    return "\n".join(lines)
