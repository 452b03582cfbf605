"""From a photo, or a typed hand, to its score."""

from __future__ import annotations

import streamlit as st

from scoring import Tile
from vision.app import markup
from vision.app.screens import circumstances, correction, keeping, sources
from vision.app.state import Visit, visit
from vision.app.verdict import Verdict, judge
from vision.app.widgets import board


def show(here: Visit) -> None:
    """The screen."""
    left, right = st.columns([11, 9], gap="medium")
    with left:
        sources.show(here)
        if here.refusal:
            st.error(here.refusal)
            if here.started:
                st.button(here.texts("keep_earlier"), key="keep_earlier", on_click=_keep_earlier)
        if here.started:
            verdict = judge(here.draft, here.rules)
            correction.show(here, verdict)
        st.caption(here.texts("privacy"))
    if here.started:
        with right:
            _show_score(here, verdict)
            circumstances.show(here)
            if not here.refusal:
                keeping.show(here, verdict)


def _keep_earlier() -> None:
    visit().refusal = None


def _show_score(here: Visit, verdict: Verdict) -> None:
    texts, rules = here.texts, here.rules
    value = verdict.score
    if value is None:
        messages = [problem.message(here.language) for problem in verdict.problems]
        html = markup.problems_html(messages, texts)
        if here.draft.size == 13:
            html += markup.waits_html(verdict.waits, texts, rules.minimum)
        board(html, key="score")
        return
    board(
        markup.total_html(
            value,
            texts,
            verdict.confirmed,
            _in_question(here, verdict),
            verdict.span,
            earlier=here.refusal is not None,
        )
        + markup.fans_html(value, texts)
        + markup.dropped_html(value, texts)
        + markup.alternatives_html(value, texts)
        + markup.payments_html(value, texts),
        key="score",
    )


def _in_question(here: Visit, verdict: Verdict) -> list[Tile]:
    ids = sorted({identity for question in verdict.questions for identity in question.pieces})
    return [here.draft.piece(identity).tile for identity in ids]
