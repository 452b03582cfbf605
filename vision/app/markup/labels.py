"""What Streamlit's own widgets say."""

from __future__ import annotations

import json

from vision.app.films.sent import MOST_MEGABYTES
from vision.app.texts import Texts

# Where films are uploaded.
_FILMS = '[class*="st-key-film_"]'
_MARKDOWN = frozenset(r"\`*_{}[]()#+-.!|~$:<>")


def words_of_buttons(texts: Texts) -> str:
    """The page's words on what Streamlit labels in English alone."""
    words = {
        '[data-testid="stFileUploaderDropzone"] button': texts("upload"),
        f'{_FILMS} [data-testid="stFileUploaderDropzone"] button': texts("film_upload"),
        f'{_FILMS} [data-testid="stFileChip"][aria-invalid="true"]': texts(
            "film_not_taken", megabytes=MOST_MEGABYTES
        ),
        '[data-testid="stCameraInputButton"]': texts("shutter"),
    }
    rules = "".join(
        f"{button}::after{{content:{json.dumps(word, ensure_ascii=False)}}}"
        for button, word in words.items()
    )
    return f"<style>{rules}</style>"


def plain_label(text: str) -> str:
    """Text that a Streamlit label, which takes Markdown, shows as it is."""
    return "".join(f"\\{sign}" if sign in _MARKDOWN else sign for sign in text)


def sentence(message: str, language: str) -> str:
    """A message as a sentence of its own, beside others."""
    end = "" if message[-1:] in ".?!。？！" else "." if language == "en" else "。"
    return message[:1].upper() + message[1:] + end
