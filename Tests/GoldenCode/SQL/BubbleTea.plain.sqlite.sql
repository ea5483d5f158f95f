PRAGMA foreign_keys = ON;

CREATE TABLE venue_category (
  id INTEGER PRIMARY KEY,
  category_id TEXT NOT NULL, -- VenueCategory.categoryID.
  name TEXT NOT NULL,
  CONSTRAINT venue_category_category_id_key UNIQUE (category_id)
) STRICT;

CREATE TABLE venue (
  id INTEGER PRIMARY KEY,
  favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)),
  identifier TEXT NOT NULL CHECK (length(identifier) = 36 AND identifier = lower(identifier)),
  name TEXT NOT NULL,
  note TEXT,
  opened_on TEXT CHECK (opened_on IS strftime('%Y-%m-%dT%H:%M:%fZ', opened_on, '+0 days')),
  phone TEXT, -- In the model it matches [0-9 +-]*
  special_count INTEGER NOT NULL DEFAULT 0 CHECK (special_count >= 0),
  website TEXT,
  category_id INTEGER REFERENCES venue_category (id) ON DELETE SET NULL,
  CONSTRAINT venue_identifier_key UNIQUE (identifier)
) STRICT;
CREATE INDEX venue_category_id_idx ON venue (category_id);
CREATE INDEX venue_by_name_and_favorite_idx ON venue (name, favorite DESC);
CREATE INDEX venue_by_special_count_idx ON venue (special_count DESC);

CREATE TABLE location (
  id INTEGER PRIMARY KEY,
  address TEXT,
  city TEXT,
  country TEXT DEFAULT 'DE',
  distance REAL NOT NULL DEFAULT 0.0,
  latitude REAL NOT NULL DEFAULT 0.0 CHECK (latitude BETWEEN -90.0 AND 90.0),
  longitude REAL NOT NULL DEFAULT 0.0 CHECK (longitude BETWEEN -180.0 AND 180.0),
  zipcode TEXT,
  venue_id INTEGER REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT location_venue_id_key UNIQUE (venue_id)
) STRICT;

CREATE TABLE price_info (
  id INTEGER PRIMARY KEY,
  price_category TEXT,
  venue_id INTEGER REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT price_info_venue_id_key UNIQUE (venue_id)
) STRICT;

CREATE TABLE stats (
  id INTEGER PRIMARY KEY,
  checkins_count INTEGER NOT NULL DEFAULT 0,
  tip_count INTEGER NOT NULL DEFAULT 0,
  users_count INTEGER,
  venue_id INTEGER REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT stats_venue_id_key UNIQUE (venue_id)
) STRICT;
