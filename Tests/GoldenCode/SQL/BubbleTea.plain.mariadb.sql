CREATE TABLE venue_category (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  category_id LONGTEXT NOT NULL, -- VenueCategory.categoryID.
  name LONGTEXT NOT NULL,
  CONSTRAINT venue_category_category_id_key UNIQUE (category_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE venue (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  favorite BOOLEAN NOT NULL DEFAULT FALSE,
  identifier UUID NOT NULL,
  name LONGTEXT NOT NULL,
  note LONGTEXT,
  opened_on DATETIME(3),
  phone LONGTEXT CHECK (phone REGEXP '^(?:[0-9 +-]*)$'),
  special_count INT NOT NULL DEFAULT 0 CHECK (special_count >= 0),
  website LONGTEXT,
  category_id BIGINT REFERENCES venue_category (id) ON DELETE SET NULL,
  CONSTRAINT venue_identifier_key UNIQUE (identifier)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX venue_category_id_idx ON venue (category_id);
CREATE INDEX venue_by_name_and_favorite_idx ON venue (name(255), favorite DESC);
CREATE INDEX venue_by_special_count_idx ON venue (special_count DESC);

CREATE TABLE location (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  address LONGTEXT,
  city LONGTEXT,
  country LONGTEXT DEFAULT 'DE',
  distance DOUBLE NOT NULL DEFAULT 0.0,
  latitude DOUBLE NOT NULL DEFAULT 0.0 CHECK (latitude BETWEEN -90.0 AND 90.0),
  longitude DOUBLE NOT NULL DEFAULT 0.0 CHECK (longitude BETWEEN -180.0 AND 180.0),
  zipcode LONGTEXT,
  venue_id BIGINT REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT location_venue_id_key UNIQUE (venue_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE price_info (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  price_category LONGTEXT,
  venue_id BIGINT REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT price_info_venue_id_key UNIQUE (venue_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE stats (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  checkins_count INT NOT NULL DEFAULT 0,
  tip_count INT NOT NULL DEFAULT 0,
  users_count INT,
  venue_id BIGINT REFERENCES venue (id) ON DELETE CASCADE,
  CONSTRAINT stats_venue_id_key UNIQUE (venue_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
