"""JSON that a person wrote or gave, with a sentence for every way in which it is none."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path


def values_in(path: Path, what: str, remedy: str, wrong: type[ValueError]) -> object:
    """What a JSON file holds. Else raises `wrong` with a sentence: what should be there, and what
    to do where there is no such file."""

    def named_once(pairs: list[tuple[str, object]]) -> dict:
        """Of a name given twice, JSON would silently keep the last value."""
        values = dict(pairs)
        if len(values) < len(pairs):
            ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
            raise wrong(f"{path} gives {shown(name)} twice in {shown(values)}; take one out.")
        return values

    try:
        return json.loads(path.read_text("utf-8-sig"), object_pairs_hook=named_once)
    except OSError as error:
        raise wrong(f"{path} cannot be read ({error.strerror}); {remedy}.") from error
    except json.JSONDecodeError as error:
        raise wrong(
            f"{path} is no JSON file of {what}: what stands at line {error.lineno}, column "
            f"{error.colno} is no JSON; correct it."
        ) from error
    except wrong:
        raise
    except (ValueError, RecursionError) as error:
        raise wrong(f"{path} is no JSON file of {what}; give one, as UTF-8.") from error


def shown(value: object) -> str:
    """A value as it stands in the file, cut short."""
    text = writable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 40 else f"{text[:39]}…"


def writable(text: str) -> str:
    """A text with halves of characters, which JSON may name but no file can hold, spelt out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
