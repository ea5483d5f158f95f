CREATE TABLE category (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  article_count integer,
  parent_id bigint REFERENCES category (id) ON DELETE SET NULL
);
CREATE INDEX category_parent_id_idx ON category (parent_id);
COMMENT ON COLUMN category.article_count IS 'Derived in the model: articles.@count.';

CREATE TABLE person (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL CHECK (entity IN ('Contributor', 'Editor')),
  email text,
  name text NOT NULL,
  fee_per_word numeric,
  level smallint CHECK ((entity = 'Editor') = (level IS NOT NULL)),
  since timestamptz CHECK (entity = 'Editor' OR since IS NULL),
  desk_id bigint CHECK (entity = 'Editor' OR desk_id IS NULL) REFERENCES category (id) ON DELETE SET NULL
);
CREATE INDEX person_desk_id_idx ON person (desk_id);
COMMENT ON COLUMN person.level IS 'Default in the model: 0.';

CREATE TABLE article (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body text,
  category_name text,
  creation_date timestamptz NOT NULL,
  draft boolean,
  identifier uuid NOT NULL,
  is_pinned boolean NOT NULL DEFAULT FALSE,
  layout_columns smallint DEFAULT 0,
  layout_margin double precision DEFAULT 0.0,
  layout_theme text,
  modified_at timestamptz,
  name text NOT NULL,
  protocol text,
  search_name text,
  tag_list bytea,
  url text,
  views integer NOT NULL DEFAULT 0,
  author_id bigint REFERENCES person (id) ON DELETE SET NULL,
  category_id bigint REFERENCES category (id) ON DELETE SET NULL,
  CONSTRAINT article_identifier_key UNIQUE (identifier)
);
CREATE INDEX article_author_id_idx ON article (author_id);
CREATE INDEX article_category_id_idx ON article (category_id);
CREATE INDEX article_by_creation_date_idx ON article (creation_date);
CREATE INDEX article_by_pinned_and_views_idx ON article (is_pinned DESC, views DESC);
COMMENT ON COLUMN article.category_name IS 'Derived in the model: category.name.';
COMMENT ON COLUMN article.layout_columns IS 'Article.layout.columns.';
COMMENT ON COLUMN article.layout_margin IS 'Article.layout.margin.';
COMMENT ON COLUMN article.layout_theme IS 'Article.layout.theme.';
COMMENT ON COLUMN article.modified_at IS 'Derived in the model: now().';
COMMENT ON COLUMN article.search_name IS 'Derived in the model: canonical:(name).';

CREATE TABLE attachment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  checksum bytea,
  extension text,
  is_downloaded boolean NOT NULL DEFAULT FALSE,
  payload bytea,
  size bigint NOT NULL DEFAULT 0,
  article_id bigint REFERENCES article (id) ON DELETE CASCADE,
  attachments_position integer
);
CREATE INDEX attachment_article_id_idx ON attachment (article_id, attachments_position);

CREATE TABLE tag (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  CONSTRAINT tag_name_key UNIQUE (name)
);

CREATE TABLE article_related (
  article_id bigint NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  related_id bigint NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  PRIMARY KEY (article_id, related_id)
);
CREATE INDEX article_related_related_id_idx ON article_related (related_id, article_id);
COMMENT ON TABLE article_related IS 'Article.related.';

CREATE TABLE article_tags (
  article_id bigint NOT NULL REFERENCES article (id) ON DELETE CASCADE,
  tag_id bigint NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  articles_position integer,
  PRIMARY KEY (article_id, tag_id)
);
CREATE INDEX article_tags_tag_id_idx ON article_tags (tag_id, article_id);
COMMENT ON TABLE article_tags IS 'Article.tags and its inverse Tag.articles.';
