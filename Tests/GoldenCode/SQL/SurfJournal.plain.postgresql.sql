CREATE TABLE journal_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  date timestamptz NOT NULL DEFAULT '2026-01-01T00:00:00.000Z',
  height text,
  location text,
  period text,
  rating smallint NOT NULL DEFAULT 3 CHECK (rating BETWEEN 0 AND 5),
  wind text,
  water_temperature real,
  photo bytea
);
CREATE INDEX journal_entry_by_date_idx ON journal_entry (date DESC);
CREATE INDEX journal_entry_by_location_and_rating_idx ON journal_entry (location, rating DESC);
