PRAGMA foreign_keys = ON;

CREATE TABLE journal_entry (
  id INTEGER PRIMARY KEY,
  date TEXT NOT NULL DEFAULT '2026-01-01T00:00:00.000Z' CHECK (date IS strftime('%Y-%m-%dT%H:%M:%fZ', date, '+0 days')),
  height TEXT,
  location TEXT,
  period TEXT,
  rating INTEGER NOT NULL DEFAULT 3 CHECK (rating BETWEEN 0 AND 5),
  wind TEXT,
  water_temperature REAL,
  photo BLOB
) STRICT;
CREATE INDEX journal_entry_by_date_idx ON journal_entry (date DESC);
CREATE INDEX journal_entry_by_location_and_rating_idx ON journal_entry (location, rating DESC);
