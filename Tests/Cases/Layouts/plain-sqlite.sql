PRAGMA foreign_keys = ON;

CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  entity TEXT NOT NULL CHECK (entity IN ('Author', 'Person')),
  name TEXT
) STRICT;

-- Not made: R-tree index 'byPlace' of Shelf.
CREATE TABLE shelf (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  count INTEGER, -- Derived in the model: books.@count.
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  room_id INTEGER REFERENCES shelf (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX shelf_room_id_idx ON shelf (room_id);

CREATE TABLE tag (
  id INTEGER PRIMARY KEY
) STRICT;

-- Not enforced: delete rule Deny of Work.owner.
CREATE TABLE work (
  id INTEGER PRIMARY KEY,
  entity TEXT NOT NULL CHECK (entity IN ('Book', 'Comic', 'Film')),
  title TEXT NOT NULL,
  day TEXT CHECK (day IS strftime('%Y-%m-%dT%H:%M:%fZ', day, '+0 days')),
  title_copy TEXT GENERATED ALWAYS AS (title) STORED,
  changed TEXT CHECK (changed IS strftime('%Y-%m-%dT%H:%M:%fZ', changed, '+0 days')), -- Derived in the model: now().
  owner_id INTEGER REFERENCES person (id) ON DELETE CASCADE,
  book_size INTEGER CHECK (book_size BETWEEN 1 AND 9) CHECK ((entity IN ('Book', 'Comic')) = (book_size IS NOT NULL)), -- Book.size. Default in the model: 3.
  where_city TEXT CHECK (entity IN ('Book', 'Comic') OR where_city IS NULL), -- Book.where.city.
  where_zip INTEGER CHECK (entity IN ('Book', 'Comic') OR where_zip IS NULL), -- Book.where.zip. Default in the model: 7.
  image_url TEXT CHECK ((entity IN ('Book', 'Comic')) = (image_url IS NOT NULL)), -- Book.imageURL. Default in the model: 'a:b'.
  shelf_id INTEGER CHECK (entity IN ('Book', 'Comic') OR shelf_id IS NULL) REFERENCES shelf (id) ON DELETE CASCADE,
  books_position INTEGER,
  shelf_name TEXT CHECK (entity = 'Comic' OR shelf_name IS NULL), -- Derived in the model: shelf.name.
  comic_size REAL CHECK (entity = 'Comic' OR comic_size IS NULL), -- Comic.size.
  is_long INTEGER CHECK (is_long IN (0, 1)) CHECK ((entity = 'Film') = (is_long IS NOT NULL)), -- Default in the model: NO.
  made_on TEXT CHECK (made_on IS strftime('%Y-%m-%dT%H:%M:%fZ', made_on, '+0 days')) CHECK ((entity = 'Film') = (made_on IS NOT NULL)), -- Default in the model: 2001-01-01T00:00:00.000Z.
  poster_bytes BLOB CHECK ((entity = 'Film') = (poster_bytes IS NOT NULL)), -- Default in the model: 2 bytes.
  rate TEXT CHECK (rate GLOB '*[0-9]*' AND rate NOT GLOB '*[^-.0-9]*') CHECK ((entity = 'Film') = (rate IS NOT NULL)), -- Default in the model: 2.
  weight_kg REAL CHECK ((entity = 'Film') = (weight_kg IS NOT NULL)), -- Film.weightKG. Default in the model: 0.5.
  note_text TEXT CHECK ((entity = 'Film') = (note_text IS NOT NULL)), -- Default in the model: 'it's'.
  CONSTRAINT work_title_key UNIQUE (title),
  CONSTRAINT work_title_day_key UNIQUE (title, day),
  CONSTRAINT work_book_size_key UNIQUE (book_size)
) STRICT;
CREATE INDEX work_owner_id_idx ON work (owner_id);
CREATE INDEX work_shelf_id_idx ON work (shelf_id, books_position);
CREATE INDEX work_day_title_idx ON work (day, title);
CREATE INDEX work_by_day_idx ON work (day DESC);
CREATE INDEX work_both_idx ON work (title, owner_id);
CREATE INDEX work_thick_idx ON work (book_size) WHERE book_size > 5;

-- Author.films and its inverse Film.stars.
CREATE TABLE author_films (
  author_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  film_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  PRIMARY KEY (author_id, film_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX author_films_film_id_idx ON author_films (film_id, author_id);

-- Book.readers and its inverse Person.read.
CREATE TABLE book_readers (
  book_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  PRIMARY KEY (book_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_readers_person_id_idx ON book_readers (person_id, book_id);

-- Shelf.labels.
CREATE TABLE shelf_labels (
  shelf_id INTEGER NOT NULL REFERENCES shelf (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (shelf_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shelf_labels_tag_id_idx ON shelf_labels (tag_id, shelf_id);

-- Tag.works and its inverse Work.tags.
CREATE TABLE tag_works (
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  work_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  tags_position INTEGER,
  PRIMARY KEY (tag_id, work_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_works_work_id_idx ON tag_works (work_id, tag_id);

-- Work.sequels and its inverse Work.sources.
CREATE TABLE work_sequels (
  work_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  sequels_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  PRIMARY KEY (work_id, sequels_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_sequels_sequels_id_idx ON work_sequels (sequels_id, work_id);

-- Work.twins, its own inverse.
-- Each pair has one row, the smaller key first.
CREATE TABLE work_twins (
  work_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  twins_id INTEGER NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  PRIMARY KEY (work_id, twins_id),
  CHECK (work_id <= twins_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_twins_twins_id_idx ON work_twins (twins_id, work_id);
