"""Where results may go."""

import sys
from pathlib import Path

import pytest

from vision.outputs import OutError, apart, made_folder, writable_file


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


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that not even root writes in")
def test_where_nothing_can_be_written_is_refused_before_any_work():
    with pytest.raises(OutError, match=r"^Nothing can be written in --out /proc/self \(.*; name"):
        made_folder(Path("/proc/self"))
    with pytest.raises(OutError, match=r"^Nothing can be written in --sheet /proc/self "):
        writable_file(Path("/proc/self/new.png"), (".png",), "--sheet")
    with pytest.raises(OutError, match=r"^--out /proc/\S+ cannot be written to \(.*; name another"):
        writable_file(Path("/proc/self/net/dev"))


def test_looking_whether_a_file_can_be_written_changes_nothing(tmp_path):
    kept = tmp_path / "kept.csv"
    kept.write_text("a,b")
    assert writable_file(kept, (".csv",)) == kept
    assert writable_file(tmp_path / "new" / "rows.csv") == tmp_path / "new" / "rows.csv"
    assert sorted(tmp_path.rglob("*")) == [kept, tmp_path / "new"]
    assert kept.read_text() == "a,b"
