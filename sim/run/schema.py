"""The tables of ``counts.db``.

Rules are apart from tasks because many tasks share them, and cells from tasks because two studies,
or two cells of one, may ask for the same task. Everything in ``blocks`` is an integer or counts.
"""

from __future__ import annotations

import sqlite3

VERSION = 1
APPLICATION = 0x6461_6968  # "daih": what tells our file from any other SQLite database
PAGE_SIZE = 16384
"""Bytes: a dozen blocks each, so that little of a page stays empty."""

TABLES = (
    """CREATE TABLE layouts (
        number INTEGER PRIMARY KEY,
        fields TEXT NOT NULL)""",  # hash of it; JSON: [[name, shape], ...] of the counts
    """CREATE TABLE rule_sets (
        number INTEGER PRIMARY KEY,
        rules TEXT NOT NULL UNIQUE)""",  # JSON: every option as text
    """CREATE TABLE tasks (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        rule_set INTEGER NOT NULL REFERENCES rule_sets,
        rest TEXT NOT NULL)""",  # JSON: Task.describe() without its rules
    """CREATE TABLE studies (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        about TEXT NOT NULL)""",  # JSON: title, question, text of the file, changes to it, part
    """CREATE TABLE cells (
        study INTEGER NOT NULL REFERENCES studies,
        position INTEGER NOT NULL,
        task INTEGER NOT NULL REFERENCES tasks,
        labels TEXT NOT NULL,
        matches INTEGER NOT NULL,
        PRIMARY KEY (study, position))""",
    """CREATE TABLE runs (
        number INTEGER PRIMARY KEY,
        study INTEGER NOT NULL REFERENCES studies,
        started TEXT NOT NULL,
        ended TEXT,
        about TEXT NOT NULL)""",  # JSON: command, versions, engine, threads, games wanted
    """CREATE TABLE blocks (
        task INTEGER NOT NULL REFERENCES tasks,
        first INTEGER NOT NULL,
        matches INTEGER NOT NULL CHECK (matches > 0),
        layout INTEGER NOT NULL REFERENCES layouts,
        counts BLOB NOT NULL,
        checksum INTEGER NOT NULL)""",
    "CREATE UNIQUE INDEX block_ranges ON blocks (task, first, matches)",
    # Stored ranges never overlap, so the last one that begins before the new one's end decides.
    """CREATE TRIGGER no_overlap BEFORE INSERT ON blocks
        WHEN (SELECT first + matches FROM blocks
              WHERE task = NEW.task AND first < NEW.first + NEW.matches
              ORDER BY first DESC LIMIT 1) > NEW.first
        BEGIN SELECT RAISE(ABORT, 'overlap'); END""",
)


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty database, in one transaction."""
    db.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute("BEGIN IMMEDIATE")
    for statement in TABLES:
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def versions(db: sqlite3.Connection) -> tuple[int, int]:
    """The application id and the schema version of a database."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return application, version
