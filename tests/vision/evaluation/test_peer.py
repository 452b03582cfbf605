"""The peer is measured by its own code, on the same photos."""

from __future__ import annotations

import pytest

from scoring.tiles import PLAYING_TILES
from vision.images import load_photo

pytest.importorskip("mahjong_detector", reason="needs the package mahjong-detector")


def test_its_names_are_our_tiles():
    from vision.evaluation.peer import Peer

    assert sorted(Peer()._tiles) == list(PLAYING_TILES)


def test_it_reads_a_photo(shared):
    import mahjong_detector

    from vision.evaluation.peer import HONOURS, Peer

    path = shared / "photos" / "val" / "images" / "B_hand_1059.jpg"
    reading = Peer().read(load_photo(path))
    names = mahjong_detector.detect_tiles(path)
    assert [d.tile.code for d in reading.detections] == [HONOURS.get(n, n) for n in names]
    assert len(names) > 5
