-- worker4.sql
-- Worker 4, which is new and has no partition yet: host=worker4 port=5432 dbname=postgres

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

CREATE TABLE project (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text,
  account_id uuid NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT project_slug_key UNIQUE (account_id, slug)
) PARTITION BY HASH (account_id);
COMMENT ON TABLE project IS 'slug is unique among the rows of one Account only.';

CREATE TABLE "user" (
  id uuid NOT NULL,
  entity text NOT NULL CHECK (entity IN ('Guest', 'Member')),
  name text,
  account_id uuid NOT NULL,
  level smallint CHECK (entity = 'Member' OR level IS NULL),
  PRIMARY KEY (account_id, id)
) PARTITION BY HASH (account_id);

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

CREATE TABLE tag_tasks (
  account_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  task_id uuid NOT NULL,
  PRIMARY KEY (account_id, tag_id, task_id)
) PARTITION BY HASH (account_id);
CREATE INDEX tag_tasks_task_id_idx ON tag_tasks (task_id, tag_id);
COMMENT ON TABLE tag_tasks IS 'Tag.tasks and its inverse Task.tags.';
COMMENT ON COLUMN tag_tasks.account_id IS 'The key of the row''s Account.';

CREATE TABLE task_blocked_by (
  account_id uuid NOT NULL,
  task_id uuid NOT NULL,
  blocked_by_id uuid NOT NULL,
  PRIMARY KEY (account_id, task_id, blocked_by_id)
) PARTITION BY HASH (account_id);
CREATE INDEX task_blocked_by_blocked_by_id_idx ON task_blocked_by (blocked_by_id, task_id);
COMMENT ON TABLE task_blocked_by IS 'Task.blockedBy and its inverse Task.blocks.';
COMMENT ON COLUMN task_blocked_by.account_id IS 'The key of the row''s Account.';

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

-- move4-1-target.sql
-- Worker 4: tables for the rows of partition 4.

CREATE TABLE account_p4 (LIKE account INCLUDING ALL);
CREATE TABLE project_p4 (LIKE project INCLUDING ALL);
CREATE TABLE user_p4 (LIKE "user" INCLUDING ALL);
CREATE TABLE task_p4 (LIKE task INCLUDING ALL);
CREATE TABLE tag_tasks_p4 (LIKE tag_tasks INCLUDING ALL);
CREATE TABLE task_blocked_by_p4 (LIKE task_blocked_by INCLUDING ALL);

-- move4-2-coordinator.sql
-- The coordinator: copies the rows of partition 4 to worker 4.
-- Writes through the coordinator wait. Stop those to the workers' own connections first.
-- If the connection is lost at COMMIT, the rows may be on the new worker while the old one
-- still counts: empty the new tables before you run this again.

CREATE SERVER IF NOT EXISTS worker4 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'worker4', port '5432', dbname 'postgres', fetch_size '10000', batch_size '1000', async_capable 'true');
CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER worker4;

BEGIN;
LOCK TABLE ONLY account IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE ONLY project IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE ONLY "user" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE ONLY task IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE ONLY tag_tasks IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE ONLY task_blocked_by IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE account DETACH PARTITION account_p4;
ALTER FOREIGN TABLE account_p4 RENAME TO account_p4_old;
CREATE FOREIGN TABLE account_p4 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker4 OPTIONS (table_name 'account_p4');
INSERT INTO account_p4 (id, name, number) SELECT id, name, number FROM account_p4_old;
DROP FOREIGN TABLE account_p4_old;

ALTER TABLE project DETACH PARTITION project_p4;
ALTER FOREIGN TABLE project_p4 RENAME TO project_p4_old;
CREATE FOREIGN TABLE project_p4 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker4 OPTIONS (table_name 'project_p4');
INSERT INTO project_p4 (id, name, slug, account_id) SELECT id, name, slug, account_id FROM project_p4_old;
DROP FOREIGN TABLE project_p4_old;

ALTER TABLE "user" DETACH PARTITION user_p4;
ALTER FOREIGN TABLE user_p4 RENAME TO user_p4_old;
CREATE FOREIGN TABLE user_p4 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker4 OPTIONS (table_name 'user_p4');
INSERT INTO user_p4 (id, entity, name, account_id, level) SELECT id, entity, name, account_id, level FROM user_p4_old;
DROP FOREIGN TABLE user_p4_old;

ALTER TABLE task DETACH PARTITION task_p4;
ALTER FOREIGN TABLE task_p4 RENAME TO task_p4_old;
CREATE FOREIGN TABLE task_p4 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker4 OPTIONS (table_name 'task_p4');
INSERT INTO task_p4 (account_id, id, number, title, points, price, due, project_id, assignee_id, parent_id, state_id) SELECT account_id, id, number, title, points, price, due, project_id, assignee_id, parent_id, state_id FROM task_p4_old;
DROP FOREIGN TABLE task_p4_old;

ALTER TABLE tag_tasks DETACH PARTITION tag_tasks_p4;
ALTER FOREIGN TABLE tag_tasks_p4 RENAME TO tag_tasks_p4_old;
CREATE FOREIGN TABLE tag_tasks_p4 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker4 OPTIONS (table_name 'tag_tasks_p4');
INSERT INTO tag_tasks_p4 (account_id, tag_id, task_id) SELECT account_id, tag_id, task_id FROM tag_tasks_p4_old;
DROP FOREIGN TABLE tag_tasks_p4_old;

ALTER TABLE task_blocked_by DETACH PARTITION task_blocked_by_p4;
ALTER FOREIGN TABLE task_blocked_by_p4 RENAME TO task_blocked_by_p4_old;
CREATE FOREIGN TABLE task_blocked_by_p4 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker4 OPTIONS (table_name 'task_blocked_by_p4');
INSERT INTO task_blocked_by_p4 (account_id, task_id, blocked_by_id) SELECT account_id, task_id, blocked_by_id FROM task_blocked_by_p4_old;
DROP FOREIGN TABLE task_blocked_by_p4_old;

COMMIT;

-- move4-3-target.sql
-- Worker 4: the tables become partitions; this checks all foreign keys.

BEGIN;

ALTER TABLE task DROP CONSTRAINT task_parent_id_fkey;

ALTER TABLE account ATTACH PARTITION account_p4 FOR VALUES WITH (MODULUS 6, REMAINDER 4);
ALTER TABLE project ATTACH PARTITION project_p4 FOR VALUES WITH (MODULUS 6, REMAINDER 4);
ALTER TABLE "user" ATTACH PARTITION user_p4 FOR VALUES WITH (MODULUS 6, REMAINDER 4);
ALTER TABLE task ATTACH PARTITION task_p4 FOR VALUES WITH (MODULUS 6, REMAINDER 4);
ALTER TABLE tag_tasks ATTACH PARTITION tag_tasks_p4 FOR VALUES WITH (MODULUS 6, REMAINDER 4);
ALTER TABLE task_blocked_by ATTACH PARTITION task_blocked_by_p4 FOR VALUES WITH (MODULUS 6, REMAINDER 4);

ALTER TABLE task ADD CONSTRAINT task_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES task (account_id, id) ON DELETE NO ACTION;

COMMIT;

-- move4-4-source.sql
-- The worker that had partition 4: run this last, when no program reads it there.

BEGIN;

UPDATE task_p4 SET parent_id = NULL;

ALTER TABLE task_blocked_by DETACH PARTITION task_blocked_by_p4;
DROP TABLE task_blocked_by_p4;

ALTER TABLE tag_tasks DETACH PARTITION tag_tasks_p4;
DROP TABLE tag_tasks_p4;

ALTER TABLE task DETACH PARTITION task_p4;
DROP TABLE task_p4;

ALTER TABLE "user" DETACH PARTITION user_p4;
DROP TABLE user_p4;

ALTER TABLE project DETACH PARTITION project_p4;
DROP TABLE project_p4;

ALTER TABLE account DETACH PARTITION account_p4;
DROP TABLE account_p4;

COMMIT;
