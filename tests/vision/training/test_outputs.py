"""Where results may go."""

import pytest

from vision.training.outputs import OutError, apart


@pytest.mark.parametrize(
    ("place", "around", "words"),
    [
        ("source", False, "is the same as source"),
        ("source/", False, "is the same as source"),
        ("other/../source", False, "is the same as source"),
        ("link", False, "is the same as source"),
        ("source/new", False, "lies in source"),
        ("link/new/deep", False, "lies in source"),
        (".", True, "holds source"),
        (".", False, None),
        ("source2", True, None),
        ("new", True, None),
    ],
)
def test_what_is_read_is_not_written_to(place, around, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "source").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "link").symlink_to("source")
    if words is None:
        apart(place, [None, "source"], around=around)
        return
    with pytest.raises(OutError, match=f"^--out {place} {words}, .*; name a place apart"):
        apart(place, [None, "source"], around=around)
