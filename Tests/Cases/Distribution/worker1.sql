-- Worker 1 of 3: host=worker1 port=5432 dbname=postgres

CREATE TABLE state (
  id uuid NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE tag (
  id uuid NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE account (
  id uuid NOT NULL,
  name text NOT NULL,
  number integer NOT NULL,
  PRIMARY KEY (id)
) PARTITION BY HASH (id);
CREATE INDEX account_name_idx ON account (name);
COMMENT ON TABLE account IS 'Not enforced: name is unique.';
CREATE TABLE account_p0 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 0);
CREATE TABLE account_p3 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 3);

CREATE TABLE project (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text,
  account_id uuid NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT project_slug_key UNIQUE (account_id, slug)
) PARTITION BY HASH (account_id);
COMMENT ON TABLE project IS 'slug is unique among the rows of one Account only.';
CREATE TABLE project_p0 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 0);
CREATE TABLE project_p3 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 3);

CREATE TABLE "user" (
  id uuid NOT NULL,
  entity text NOT NULL CHECK (entity IN ('Guest', 'Member')),
  name text,
  account_id uuid NOT NULL,
  level smallint CHECK (entity = 'Member' OR level IS NULL),
  PRIMARY KEY (account_id, id)
) PARTITION BY HASH (account_id);
CREATE TABLE user_p0 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 0);
CREATE TABLE user_p3 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 3);

CREATE TABLE task (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  title text,
  points integer,
  price numeric,
  due timestamptz,
  project_id uuid NOT NULL,
  assignee_id uuid,
  parent_id uuid,
  state_id uuid,
  PRIMARY KEY (account_id, id)
) PARTITION BY HASH (account_id);
CREATE INDEX task_project_id_idx ON task (project_id);
CREATE INDEX task_assignee_id_idx ON task (assignee_id);
CREATE INDEX task_parent_id_idx ON task (parent_id);
CREATE INDEX task_state_id_idx ON task (state_id);
COMMENT ON TABLE task IS 'Not enforced: the program sets assignee_id to NULL before it deletes the row that it refers to. Not enforced: the program sets parent_id to NULL before it deletes the row that it refers to.';
COMMENT ON COLUMN task.account_id IS 'The key of the row''s Account.';
CREATE TABLE task_p0 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 0);
CREATE TABLE task_p3 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 3);

CREATE TABLE tag_tasks (
  account_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  task_id uuid NOT NULL,
  PRIMARY KEY (account_id, tag_id, task_id)
) PARTITION BY HASH (account_id);
CREATE INDEX tag_tasks_task_id_idx ON tag_tasks (task_id, tag_id);
COMMENT ON TABLE tag_tasks IS 'Tag.tasks and its inverse Task.tags.';
COMMENT ON COLUMN tag_tasks.account_id IS 'The key of the row''s Account.';
CREATE TABLE tag_tasks_p0 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 0);
CREATE TABLE tag_tasks_p3 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 3);

CREATE TABLE task_blocked_by (
  account_id uuid NOT NULL,
  task_id uuid NOT NULL,
  blocked_by_id uuid NOT NULL,
  PRIMARY KEY (account_id, task_id, blocked_by_id)
) PARTITION BY HASH (account_id);
CREATE INDEX task_blocked_by_blocked_by_id_idx ON task_blocked_by (blocked_by_id, task_id);
COMMENT ON TABLE task_blocked_by IS 'Task.blockedBy and its inverse Task.blocks.';
COMMENT ON COLUMN task_blocked_by.account_id IS 'The key of the row''s Account.';
CREATE TABLE task_blocked_by_p0 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 0);
CREATE TABLE task_blocked_by_p3 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 3);

ALTER TABLE project ADD CONSTRAINT project_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE;
ALTER TABLE "user" ADD CONSTRAINT user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE;
ALTER TABLE task ADD CONSTRAINT task_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES project (account_id, id) ON DELETE CASCADE;
ALTER TABLE task ADD CONSTRAINT task_assignee_id_fkey FOREIGN KEY (account_id, assignee_id) REFERENCES "user" (account_id, id) ON DELETE NO ACTION;
ALTER TABLE task ADD CONSTRAINT task_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES task (account_id, id) ON DELETE NO ACTION;
ALTER TABLE task ADD CONSTRAINT task_state_id_fkey FOREIGN KEY (state_id) REFERENCES state (id) ON DELETE SET NULL;
ALTER TABLE tag_tasks ADD CONSTRAINT tag_tasks_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag (id) ON DELETE CASCADE;
ALTER TABLE tag_tasks ADD CONSTRAINT tag_tasks_task_id_fkey FOREIGN KEY (account_id, task_id) REFERENCES task (account_id, id) ON DELETE CASCADE;
ALTER TABLE task_blocked_by ADD CONSTRAINT task_blocked_by_task_id_fkey FOREIGN KEY (account_id, task_id) REFERENCES task (account_id, id) ON DELETE CASCADE;
ALTER TABLE task_blocked_by ADD CONSTRAINT task_blocked_by_blocked_by_id_fkey FOREIGN KEY (account_id, blocked_by_id) REFERENCES task (account_id, id) ON DELETE CASCADE;
