PRAGMA foreign_keys = ON;

CREATE TABLE category (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  article_count INTEGER, -- Derived in the model: articles.@count.
  parent_id INTEGER REFERENCES category (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX category_parent_id_idx ON category (parent_id);

CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  entity TEXT NOT NULL CHECK (entity IN ('Contributor', 'Editor')),
  email TEXT,
  name TEXT NOT NULL,
  fee_per_word TEXT CHECK (fee_per_word GLOB '*[0-9]*' AND fee_per_word NOT GLOB '*[^-.0-9]*'),
  level INTEGER CHECK ((entity = 'Editor') = (level IS NOT NULL)), -- Default in the model: 0.
  since TEXT CHECK (since IS strftime('%Y-%m-%dT%H:%M:%fZ', since, '+0 days')) CHECK (entity = 'Editor' OR since IS NULL),
  desk_id INTEGER CHECK (entity = 'Editor' OR desk_id IS NULL) REFERENCES category (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX person_desk_id_idx ON person (desk_id);

CREATE TABLE article (
  id INTEGER PRIMARY KEY,
  body TEXT,
  category_name TEXT, -- Derived in the model: category.name.
  creation_date TEXT NOT NULL CHECK (creation_date IS strftime('%Y-%m-%dT%H:%M:%fZ', creation_date, '+0 days')),
  draft INTEGER CHECK (draft IN (0, 1)),
  identifier TEXT NOT NULL CHECK (length(identifier) = 36 AND identifier = lower(identifier)),
  is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
  layout_columns INTEGER DEFAULT 0, -- Article.layout.columns.
  layout_margin REAL DEFAULT 0.0, -- Article.layout.margin.
  layout_theme TEXT, -- Article.layout.theme.
  modified_at TEXT CHECK (modified_at IS strftime('%Y-%m-%dT%H:%M:%fZ', modified_at, '+0 days')), -- Derived in the model: now().
  name TEXT NOT NULL,
  protocol TEXT,
  search_name TEXT, -- Derived in the model: canonical:(name).
  tag_list BLOB,
  url TEXT,
  views INTEGER NOT NULL DEFAULT 0,
  author_id INTEGER REFERENCES person (id) ON DELETE SET NULL,
  category_id INTEGER REFERENCES category (id) ON DELETE SET NULL,
  CONSTRAINT article_identifier_key UNIQUE (identifier)
) STRICT;
CREATE INDEX article_author_id_idx ON article (author_id);
CREATE INDEX article_category_id_idx ON article (category_id);
CREATE INDEX article_by_creation_date_idx ON article (creation_date);
CREATE INDEX article_by_pinned_and_views_idx ON article (is_pinned DESC, views DESC);

CREATE TABLE attachment (
  id INTEGER PRIMARY KEY,
  checksum BLOB,
  extension TEXT,
  is_downloaded INTEGER NOT NULL DEFAULT 0 CHECK (is_downloaded IN (0, 1)),
  payload BLOB,
  size INTEGER NOT NULL DEFAULT 0,
  article_id INTEGER REFERENCES article (id) ON DELETE CASCADE,
  attachments_position INTEGER
) STRICT;
CREATE INDEX attachment_article_id_idx ON attachment (article_id, attachments_position);

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  CONSTRAINT tag_name_key UNIQUE (name)
) STRICT;

-- Article.related.
CREATE TABLE article_related (
  article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  related_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  PRIMARY KEY (article_id, related_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_related_related_id_idx ON article_related (related_id, article_id);

-- Article.tags and its inverse Tag.articles.
CREATE TABLE article_tags (
  article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  articles_position INTEGER,
  PRIMARY KEY (article_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_tags_tag_id_idx ON article_tags (tag_id, article_id);
