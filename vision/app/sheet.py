"""An evening's score sheet: four players, sixteen hands, kept in one SQLite file.

Every call opens the file, does its work in one transaction and closes it, so any number of visitors
can share it and nothing is lost when the server stops.
"""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scoring import FANS, HOUSE_FANS, Score, Tile, format_hand

PLAYERS = 4
HANDS = 16
LONGEST_NAME = 16
WINDS = tuple(Tile(code) for code in "ESWN")
FILE = "tables.sqlite3"
_FANS = {fan.chinese: fan for fan in (*FANS, *HOUSE_FANS)}

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  key TEXT PRIMARY KEY,
  started TEXT NOT NULL,
  players TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS hands (
  key TEXT NOT NULL REFERENCES tables (key) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  played TEXT NOT NULL,
  winner INTEGER,
  discarder INTEGER,
  total INTEGER,
  notation TEXT,
  fans TEXT NOT NULL,
  changes TEXT NOT NULL,
  photo BLOB,
  PRIMARY KEY (key, number)
);
"""


class SheetError(ValueError):
    """A table that does not exist, or an entry that cannot be made.

    key, values: the sentence of the page that says so, and what is filled in.
    """

    def __init__(self, message: str, key: str, **values: object) -> None:
        super().__init__(message)
        self.key, self.values = key, values


class StorageError(Exception):
    """The file of the sheets cannot be opened, read or written; nothing in it was changed.

    key, values: as of SheetError.
    """

    key = "sheets_unreadable"

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.values = {"path": path}


@dataclass(frozen=True)
class Entry:
    """One hand of the evening. winner and discarder: players by position, None for nobody.

    fans: by their Chinese names, each as often as it counts. changes: what each of the four
    players won or lost. photo: a small JPEG, or None.
    """

    number: int
    winner: int | None
    discarder: int | None
    total: int | None
    notation: str | None
    fans: tuple[str, ...]
    changes: tuple[int, int, int, int]
    played: str
    photo: bytes | None = None

    def fan_names(self, language: str) -> tuple[str, ...]:
        """The fans in a language; one that is not among the known fans as it was entered."""
        return tuple(_FANS[name].name(language) if name in _FANS else name for name in self.fans)


@dataclass(frozen=True)
class Table:
    """A table's sheet. players: in the order of their first seats, East first."""

    key: str
    started: str
    players: tuple[str, str, str, str]
    entries: tuple[Entry, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the four players."""
        return tuple(sum(entry.changes[k] for entry in self.entries) for k in range(PLAYERS))

    @property
    def number(self) -> int:
        """Which hand comes now, from 0."""
        return len(self.entries)

    @property
    def finished(self) -> bool:
        return self.number >= HANDS

    @property
    def dealer(self) -> int:
        """Who deals now; the deal passes on after every hand."""
        return self.number % PLAYERS

    @property
    def prevalent_wind(self) -> Tile:
        return WINDS[min(self.number, HANDS - 1) // PLAYERS]

    def seat_wind(self, player: int) -> Tile:
        """Which wind a player has now."""
        return WINDS[(player - self.dealer) % PLAYERS]


def changes_of(value: Score, winner: int, discarder: int | None) -> tuple[int, int, int, int]:
    """What a score means for the four players. Raises SheetError if it does not fit them."""
    if not value.reaches_minimum:
        minimum = value.rules.minimum
        raise SheetError(
            f"A hand below {minimum} points does not win.", "entry_too_low", minimum=minimum
        )
    if value.circumstances.self_drawn != (discarder is None):
        raise SheetError("A self-drawn hand has no discarder, any other has one.", "entry_players")
    players = range(PLAYERS)
    if discarder == winner or winner not in players or discarder not in (None, *players):
        raise SheetError(
            "The winner is one of the four players, the discarder another.", "entry_players"
        )
    amounts = {payment.player: payment.amount for payment in value.payments}

    def change(player: int) -> int:
        if player == winner:
            return amounts["winner"]
        return amounts["discarder" if player == discarder else "other"]

    return tuple(change(player) for player in range(PLAYERS))


class Sheets:
    """The score sheets in one folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=20)) as connection:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.executescript(_SCHEMA)
                with connection:
                    yield connection
        except (OSError, sqlite3.Error) as error:
            raise StorageError(self.path) from error

    def start(self, players: Sequence[str]) -> Table:
        """A table for four players. Raises SheetError for names that are missing or alike."""
        names = tuple(" ".join(name.split())[:LONGEST_NAME] for name in players)
        if len(names) != PLAYERS or not all(names) or len(set(names)) != PLAYERS:
            raise SheetError("A table needs four different names.", "names_needed")
        key = secrets.token_hex(4)
        with self._open() as connection:
            connection.execute(
                "INSERT INTO tables VALUES (?, ?, ?)",
                (key, _now(), json.dumps(names, ensure_ascii=False)),
            )
        return self.table(key)

    def table(self, key: str, *, photos: bool = False) -> Table:
        """The table with that key; with its photos only where asked. Raises SheetError."""
        with self._open() as connection:
            found = connection.execute(
                "SELECT started, players FROM tables WHERE key = ?", (key,)
            ).fetchone()
            if found is None:
                raise SheetError(f"There is no table {key!r}.", "table_unknown")
            rows = connection.execute(
                "SELECT number, winner, discarder, total, notation, fans, changes, played, "
                f"{'photo' if photos else 'NULL'} FROM hands WHERE key = ? ORDER BY number",
                (key,),
            ).fetchall()
        entries = tuple(
            Entry(
                number,
                winner,
                discarder,
                total,
                notation,
                tuple(json.loads(fans)),
                tuple(json.loads(changes)),
                played,
                photo,
            )
            for number, winner, discarder, total, notation, fans, changes, played, photo in rows
        )
        return Table(key, found[0], tuple(json.loads(found[1])), entries)

    def tables(self, limit: int = 20) -> tuple[Table, ...]:
        """The tables that were started last, without their hands."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT key, started, players FROM tables ORDER BY started DESC, rowid DESC "
                "LIMIT ?",
                (limit,),
            ).fetchall()
        return tuple(Table(key, started, tuple(json.loads(names))) for key, started, names in rows)

    def add_win(
        self,
        key: str,
        value: Score,
        winner: int,
        discarder: int | None,
        photo: bytes | None = None,
    ) -> Table:
        """One more hand that was won."""
        fans = [row.fan.chinese for row in value.fans for _ in range(row.count)]
        notation = format_hand(value.hand, value.circumstances)
        changes = changes_of(value, winner, discarder)
        return self._add(key, winner, discarder, value.total, notation, fans, changes, photo)

    def add_draw(self, key: str) -> Table:
        """One more hand, which nobody won."""
        return self._add(key, None, None, None, None, (), (0,) * PLAYERS, None)

    def undo(self, key: str) -> Table:
        """Without the last hand."""
        with self._open() as connection:
            connection.execute(
                "DELETE FROM hands WHERE key = ? AND number = "
                "(SELECT max(number) FROM hands WHERE key = ?)",
                (key, key),
            )
        return self.table(key)

    def _add(self, key, winner, discarder, total, notation, fans, changes, photo) -> Table:
        self.table(key)
        with self._open() as connection:
            # From here on no other visitor can add a hand of the same number.
            connection.execute("BEGIN IMMEDIATE")
            (number,) = connection.execute(
                "SELECT count(*) FROM hands WHERE key = ?", (key,)
            ).fetchone()
            if number >= HANDS:
                raise SheetError("All four rounds are played: start another table.", "table_full")
            connection.execute(
                "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    key,
                    number,
                    _now(),
                    winner,
                    discarder,
                    total,
                    notation,
                    json.dumps(list(fans), ensure_ascii=False),
                    json.dumps(list(changes)),
                    photo,
                ),
            )
        return self.table(key)


def to_json(table: Table) -> str:
    """The sheet for programs, which know fans by their Chinese names."""
    return json.dumps(
        {
            "started": table.started,
            "players": list(table.players),
            "totals": list(table.totals),
            "hands": [
                {
                    "number": entry.number + 1,
                    "played": entry.played,
                    "prevalent_wind": WINDS[entry.number // PLAYERS].code,
                    "dealer": table.players[entry.number % PLAYERS],
                    "winner": _name(table, entry.winner),
                    "discarder": _name(table, entry.discarder),
                    "total": entry.total,
                    "hand": entry.notation,
                    "fans": list(entry.fans),
                    "changes": dict(zip(table.players, entry.changes, strict=True)),
                }
                for entry in table.entries
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def to_csv(table: Table, language: str = "en") -> str:
    """The sheet for spreadsheets: a line for each hand, and the totals. language: of the fans."""
    out = io.StringIO()
    writer = csv.writer(out)
    names = [_plain(name) for name in table.players]
    writer.writerow(
        ["hand", "round", "dealer", "winner", "discarder", "points", *names, "fans", "tiles"]
    )
    for entry in table.entries:
        writer.writerow(
            [
                entry.number + 1,
                WINDS[entry.number // PLAYERS].code,
                names[entry.number % PLAYERS],
                _plain(_name(table, entry.winner) or ""),
                _plain(_name(table, entry.discarder) or ""),
                "" if entry.total is None else entry.total,
                *entry.changes,
                _plain("; ".join(entry.fan_names(language))),
                _plain(entry.notation or ""),
            ]
        )
    writer.writerow(["total", "", "", "", "", "", *table.totals, "", ""])
    return out.getvalue()


def _name(table: Table, player: int | None) -> str | None:
    return None if player is None else table.players[player]


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def data_folder() -> Path:
    """Where score sheets and problem cases are kept: $FANLENS_DATA, or ~/.fanlens."""
    return Path(os.environ.get("FANLENS_DATA") or Path.home() / ".fanlens")
