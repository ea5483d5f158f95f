CREATE TABLE person (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL CHECK (entity IN ('Author', 'Person')),
  name text
);

CREATE TABLE shelf (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  count bigint,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  room_id bigint REFERENCES shelf (id) ON DELETE SET NULL
);
CREATE INDEX shelf_room_id_idx ON shelf (room_id);
COMMENT ON TABLE shelf IS 'Not made: R-tree index ''byPlace'' of Shelf.';
COMMENT ON COLUMN shelf.count IS 'Derived in the model: books.@count.';

CREATE TABLE tag (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);

CREATE TABLE work (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL CHECK (entity IN ('Book', 'Comic', 'Film')),
  title text NOT NULL,
  day timestamptz,
  title_copy text GENERATED ALWAYS AS (title) STORED,
  changed timestamptz,
  owner_id bigint REFERENCES person (id) ON DELETE CASCADE,
  book_size smallint CHECK (book_size BETWEEN 1 AND 9) CHECK ((entity IN ('Book', 'Comic')) = (book_size IS NOT NULL)),
  where_city text CHECK (entity IN ('Book', 'Comic') OR where_city IS NULL),
  where_zip integer CHECK (entity IN ('Book', 'Comic') OR where_zip IS NULL),
  image_url text CHECK ((entity IN ('Book', 'Comic')) = (image_url IS NOT NULL)),
  shelf_id bigint CHECK (entity IN ('Book', 'Comic') OR shelf_id IS NULL) REFERENCES shelf (id) ON DELETE CASCADE,
  books_position integer,
  shelf_name text CHECK (entity = 'Comic' OR shelf_name IS NULL),
  comic_size double precision CHECK (entity = 'Comic' OR comic_size IS NULL),
  is_long boolean CHECK ((entity = 'Film') = (is_long IS NOT NULL)),
  made_on timestamptz CHECK ((entity = 'Film') = (made_on IS NOT NULL)),
  poster_bytes bytea CHECK ((entity = 'Film') = (poster_bytes IS NOT NULL)),
  rate numeric CHECK ((entity = 'Film') = (rate IS NOT NULL)),
  weight_kg real CHECK ((entity = 'Film') = (weight_kg IS NOT NULL)),
  note_text text CHECK ((entity = 'Film') = (note_text IS NOT NULL)),
  CONSTRAINT work_title_key UNIQUE (title),
  CONSTRAINT work_title_day_key UNIQUE (title, day),
  CONSTRAINT work_book_size_key UNIQUE (book_size)
);
CREATE INDEX work_owner_id_idx ON work (owner_id);
CREATE INDEX work_shelf_id_idx ON work (shelf_id, books_position);
CREATE INDEX work_day_title_idx ON work (day, title);
CREATE INDEX work_by_day_idx ON work (day DESC);
CREATE INDEX work_both_idx ON work (title, owner_id);
CREATE INDEX work_thick_idx ON work (book_size) WHERE book_size > 5;
COMMENT ON TABLE work IS 'Not enforced: delete rule Deny of Work.owner.';
COMMENT ON COLUMN work.changed IS 'Derived in the model: now().';
COMMENT ON COLUMN work.book_size IS 'Book.size. Default in the model: 3.';
COMMENT ON COLUMN work.where_city IS 'Book.where.city.';
COMMENT ON COLUMN work.where_zip IS 'Book.where.zip. Default in the model: 7.';
COMMENT ON COLUMN work.image_url IS 'Book.imageURL. Default in the model: ''a:b''.';
COMMENT ON COLUMN work.shelf_name IS 'Derived in the model: shelf.name.';
COMMENT ON COLUMN work.comic_size IS 'Comic.size.';
COMMENT ON COLUMN work.is_long IS 'Default in the model: NO.';
COMMENT ON COLUMN work.made_on IS 'Default in the model: 2001-01-01T00:00:00.000Z.';
COMMENT ON COLUMN work.poster_bytes IS 'Default in the model: 2 bytes.';
COMMENT ON COLUMN work.rate IS 'Default in the model: 2.';
COMMENT ON COLUMN work.weight_kg IS 'Film.weightKG. Default in the model: 0.5.';
COMMENT ON COLUMN work.note_text IS 'Default in the model: ''it''s''.';

CREATE TABLE author_films (
  author_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  film_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  PRIMARY KEY (author_id, film_id)
);
CREATE INDEX author_films_film_id_idx ON author_films (film_id, author_id);
COMMENT ON TABLE author_films IS 'Author.films and its inverse Film.stars.';

CREATE TABLE book_readers (
  book_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  PRIMARY KEY (book_id, person_id)
);
CREATE INDEX book_readers_person_id_idx ON book_readers (person_id, book_id);
COMMENT ON TABLE book_readers IS 'Book.readers and its inverse Person.read.';

CREATE TABLE shelf_labels (
  shelf_id bigint NOT NULL REFERENCES shelf (id) ON DELETE CASCADE,
  tag_id bigint NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (shelf_id, tag_id)
);
CREATE INDEX shelf_labels_tag_id_idx ON shelf_labels (tag_id, shelf_id);
COMMENT ON TABLE shelf_labels IS 'Shelf.labels.';

CREATE TABLE tag_works (
  tag_id bigint NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  work_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  tags_position integer,
  PRIMARY KEY (tag_id, work_id)
);
CREATE INDEX tag_works_work_id_idx ON tag_works (work_id, tag_id);
COMMENT ON TABLE tag_works IS 'Tag.works and its inverse Work.tags.';

CREATE TABLE work_sequels (
  work_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  sequels_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  PRIMARY KEY (work_id, sequels_id)
);
CREATE INDEX work_sequels_sequels_id_idx ON work_sequels (sequels_id, work_id);
COMMENT ON TABLE work_sequels IS 'Work.sequels and its inverse Work.sources.';

CREATE TABLE work_twins (
  work_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  twins_id bigint NOT NULL REFERENCES work (id) ON DELETE CASCADE,
  PRIMARY KEY (work_id, twins_id),
  CHECK (work_id <= twins_id)
);
CREATE INDEX work_twins_twins_id_idx ON work_twins (twins_id, work_id);
COMMENT ON TABLE work_twins IS 'Work.twins, its own inverse. Each pair has one row, the smaller key first.';
