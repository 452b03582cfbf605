"""Twenty visitors who upload at the same moment: nobody is turned away, memory stays bounded."""

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT

VISITORS = 20
MOST_MEGABYTES = 2500

READ_AT_ONCE = f"""
import io, json, resource, statistics, threading, time
from PIL import Image
from vision.app.photos import example, read_photo

out = io.BytesIO()
Image.open(io.BytesIO(example())).resize((4032, 3024)).save(out, "JPEG", quality=90)
photo, started, seconds, failures = out.getvalue(), threading.Barrier({VISITORS}), [], []

def visit():
    started.wait()
    begin = time.monotonic()
    try:
        read_photo(photo)
        seconds.append(time.monotonic() - begin)
    except Exception as error:
        failures.append(repr(error))

threads = [threading.Thread(target=visit) for _ in range({VISITORS})]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({{"failures": failures, "median": statistics.median(seconds), "peak": peak}}))
"""


@pytest.mark.slow
def test_twenty_photos_of_twelve_megapixels_at_once(capsys):
    run = subprocess.run(
        [sys.executable, "-c", READ_AT_ONCE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    told = json.loads(run.stdout.splitlines()[-1])
    with capsys.disabled():
        print(f"\n{VISITORS} at once: median {told['median']:.1f} s, peak {told['peak']:.0f} MB")
    assert told["failures"] == []
    assert told["peak"] < MOST_MEGABYTES
