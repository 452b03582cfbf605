"""What the commands that score have in common: their options, and what they say in a language."""

from __future__ import annotations

import argparse

from scoring.engine import Score
from scoring.names import LANGUAGES
from scoring.rules import OPTIONS, PRESETS, Rules
from scoring.status import InvalidHand
from scoring.tile_text import NotationError

USUAL_RULES = "national"
USUAL_LANGUAGE = "en"


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options for the rules, as `rules_of` understands them; None and [] unless given."""
    parser.add_argument(
        "--rules", metavar="NAME", help=f"{', '.join(PRESETS)} (default {USUAL_RULES})"
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"answer a disputed point otherwise: {', '.join(OPTIONS)}, minimum, payment",
    )


def preset_of(parsed: argparse.Namespace) -> str:
    """The name of the rules that were chosen, before any option."""
    return USUAL_RULES if parsed.rules is None else parsed.rules


def rules_of(parsed: argparse.Namespace) -> Rules:
    """The rules that were chosen. Raises UnknownRules."""
    rules = Rules.preset(preset_of(parsed))
    for option in parsed.option:
        rules = rules.with_option(option)
    return rules


def add_language(parser: argparse.ArgumentParser) -> None:
    """The option for the language of answers, of questions, and of what is wrong with a hand."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=USUAL_LANGUAGE,
        help=f"of what is said of hands (default {USUAL_LANGUAGE})",
    )


def add_circumstances(
    parser: argparse.ArgumentParser, default: str, signs: str = "0 or 1", more: str = "", **how
) -> None:
    """The option for how hands were won. signs: of which the last four may be; more: about the
    whole; how: what else `add_argument` is told."""
    parser.add_argument(
        "--circumstances",
        metavar="QMzjlk",
        default=default,
        help=f"prevalent wind, seat wind and four signs {signs}: self-drawn, last of its kind, "
        f"last tile of the wall, kong{more} (default {default})",
        **how,
    )


def sentence_of(error: Exception, language: str) -> str:
    """What is wrong, in "en", "zh-Hans" or "zh-Hant" where that is known in more than English."""
    if isinstance(error, NotationError | InvalidHand):
        return error.sentence_in(language)
    return str(error)


def score_values(score: Score, language: str) -> dict:
    """A score as plain values for JSON, with the reasons for what does not count in the language;
    all else is the same in each."""
    values = score.to_dict()
    for dropped, row in zip(values["dropped"], score.dropped, strict=True):
        dropped["reason"] = row.reason_in(language)
    return values
