CREATE TABLE journal_entry (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  date DATETIME(3) NOT NULL DEFAULT '2026-01-01 00:00:00.000',
  height LONGTEXT,
  location LONGTEXT,
  period LONGTEXT,
  rating SMALLINT NOT NULL DEFAULT 3 CHECK (rating BETWEEN 0 AND 5),
  wind LONGTEXT,
  water_temperature DOUBLE,
  photo LONGBLOB
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX journal_entry_by_date_idx ON journal_entry (date DESC);
CREATE INDEX journal_entry_by_location_and_rating_idx ON journal_entry (location(255), rating DESC);
