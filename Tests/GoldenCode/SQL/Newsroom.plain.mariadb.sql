CREATE TABLE category (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name LONGTEXT NOT NULL,
  article_count INT, -- Derived in the model: articles.@count.
  parent_id BIGINT REFERENCES category (id) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX category_parent_id_idx ON category (parent_id);

CREATE TABLE person (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  entity LONGTEXT NOT NULL CHECK (entity IN ('Contributor', 'Editor')),
  email LONGTEXT,
  name LONGTEXT NOT NULL,
  fee_per_word DECIMAL(65,30),
  level SMALLINT CHECK ((entity = 'Editor') = (level IS NOT NULL)), -- Default in the model: 0.
  since DATETIME(3) CHECK (entity = 'Editor' OR since IS NULL),
  desk_id BIGINT REFERENCES category (id) ON DELETE SET NULL -- Not enforced: only Editor may have a value.
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX person_desk_id_idx ON person (desk_id);

CREATE TABLE article (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  body LONGTEXT,
  category_name LONGTEXT, -- Derived in the model: category.name.
  creation_date DATETIME(3) NOT NULL,
  draft BOOLEAN,
  identifier UUID NOT NULL,
  is_pinned BOOLEAN NOT NULL DEFAULT FALSE,
  layout_columns SMALLINT DEFAULT 0, -- Article.layout.columns.
  layout_margin DOUBLE DEFAULT 0.0, -- Article.layout.margin.
  layout_theme LONGTEXT, -- Article.layout.theme.
  modified_at DATETIME(3), -- Derived in the model: now().
  name LONGTEXT NOT NULL,
  protocol LONGTEXT,
  search_name LONGTEXT, -- Derived in the model: canonical:(name).
  tag_list LONGBLOB,
  url LONGTEXT,
  views INT NOT NULL DEFAULT 0,
  author_id BIGINT REFERENCES person (id) ON DELETE SET NULL,
  category_id BIGINT REFERENCES category (id) ON DELETE SET NULL,
  CONSTRAINT article_identifier_key UNIQUE (identifier)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX article_author_id_idx ON article (author_id);
CREATE INDEX article_category_id_idx ON article (category_id);
CREATE INDEX article_by_creation_date_idx ON article (creation_date);
CREATE INDEX article_by_pinned_and_views_idx ON article (is_pinned DESC, views DESC);

CREATE TABLE attachment (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  checksum LONGBLOB,
  extension LONGTEXT,
  is_downloaded BOOLEAN NOT NULL DEFAULT FALSE,
  payload LONGBLOB,
  size BIGINT NOT NULL DEFAULT 0,
  article_id BIGINT REFERENCES article (id) ON DELETE CASCADE,
  attachments_position INT
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX attachment_article_id_idx ON attachment (article_id, attachments_position);

CREATE TABLE tag (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name LONGTEXT NOT NULL,
  CONSTRAINT tag_name_key UNIQUE (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

-- Article.related.
CREATE TABLE article_related (
  article_id BIGINT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  related_id BIGINT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  PRIMARY KEY (article_id, related_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX article_related_related_id_idx ON article_related (related_id, article_id);

-- Article.tags and its inverse Tag.articles.
CREATE TABLE article_tags (
  article_id BIGINT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  tag_id BIGINT NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  articles_position INT,
  PRIMARY KEY (article_id, tag_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX article_tags_tag_id_idx ON article_tags (tag_id, article_id);
