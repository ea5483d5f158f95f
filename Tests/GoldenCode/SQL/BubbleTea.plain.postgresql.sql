CREATE TABLE venue_category (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category_id text NOT NULL,
  name text NOT NULL,
  CONSTRAINT venue_category_category_id_key UNIQUE (category_id)
);
COMMENT ON COLUMN venue_category.category_id IS 'VenueCategory.categoryID.';

CREATE TABLE venue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  favorite boolean NOT NULL DEFAULT FALSE,
  identifier uuid NOT NULL,
  name text NOT NULL,
  note text,
  opened_on timestamptz,
  phone text CHECK (phone ~ '^(?:[0-9 +-]*)$'),
  special_count integer NOT NULL DEFAULT 0 CHECK (special_count >= 0),
  website text,
  category_id bigint REFERENCES venue_category (id) ON DELETE SET NULL,
  CONSTRAINT venue_identifier_key UNIQUE (identifier)
);
CREATE INDEX venue_category_id_idx ON venue (category_id);
CREATE INDEX venue_by_name_and_favorite_idx ON venue (name, favorite DESC);
CREATE INDEX venue_by_special_count_idx ON venue (special_count DESC);

CREATE TABLE location (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address text,
  city text,
  country text DEFAULT 'DE',
  distance real NOT NULL DEFAULT '0.0',
  latitude double precision NOT NULL DEFAULT 0.0 CHECK (latitude BETWEEN -90.0 AND 90.0),
  longitude double precision NOT NULL DEFAULT 0.0 CHECK (longitude BETWEEN -180.0 AND 180.0),
  zipcode text,
  venue_id bigint REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT location_venue_id_key UNIQUE (venue_id)
);

CREATE TABLE price_info (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  price_category text,
  venue_id bigint REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT price_info_venue_id_key UNIQUE (venue_id)
);

CREATE TABLE stats (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  checkins_count integer NOT NULL DEFAULT 0,
  tip_count integer NOT NULL DEFAULT 0,
  users_count integer,
  venue_id bigint REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT stats_venue_id_key UNIQUE (venue_id)
);
