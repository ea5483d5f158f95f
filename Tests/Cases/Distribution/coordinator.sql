-- The coordinator: run this after the workers' scripts. PostgreSQL 14 or later.

CREATE EXTENSION IF NOT EXISTS postgres_fdw;

CREATE SERVER IF NOT EXISTS worker1 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'worker1', port '5432', dbname 'postgres', fetch_size '10000', batch_size '1000', async_capable 'true');
CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER worker1;

CREATE SERVER IF NOT EXISTS worker2 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'worker2', port '5432', dbname 'postgres', fetch_size '10000', batch_size '1000', async_capable 'true');
CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER worker2;

CREATE SERVER IF NOT EXISTS worker3 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'worker3', port '5432', dbname 'postgres', fetch_size '10000', batch_size '1000', async_capable 'true');
CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER worker3;

-- Joins and aggregates by the root's key are computed by the workers.
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_partitionwise_join = on', current_database()); END $$;
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_partitionwise_aggregate = on', current_database()); END $$;

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
  number integer NOT NULL
) PARTITION BY HASH (id);
COMMENT ON TABLE account IS 'Not enforced: name is unique.';
CREATE FOREIGN TABLE account_p0 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 0) SERVER worker1 OPTIONS (table_name 'account_p0');
CREATE FOREIGN TABLE account_p1 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 1) SERVER worker2 OPTIONS (table_name 'account_p1');
CREATE FOREIGN TABLE account_p2 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 2) SERVER worker3 OPTIONS (table_name 'account_p2');
CREATE FOREIGN TABLE account_p3 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 3) SERVER worker1 OPTIONS (table_name 'account_p3');
CREATE FOREIGN TABLE account_p4 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker2 OPTIONS (table_name 'account_p4');
CREATE FOREIGN TABLE account_p5 PARTITION OF account FOR VALUES WITH (MODULUS 6, REMAINDER 5) SERVER worker3 OPTIONS (table_name 'account_p5');

CREATE TABLE project (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text,
  account_id uuid NOT NULL
) PARTITION BY HASH (account_id);
COMMENT ON TABLE project IS 'slug is unique among the rows of one Account only.';
CREATE FOREIGN TABLE project_p0 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 0) SERVER worker1 OPTIONS (table_name 'project_p0');
CREATE FOREIGN TABLE project_p1 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 1) SERVER worker2 OPTIONS (table_name 'project_p1');
CREATE FOREIGN TABLE project_p2 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 2) SERVER worker3 OPTIONS (table_name 'project_p2');
CREATE FOREIGN TABLE project_p3 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 3) SERVER worker1 OPTIONS (table_name 'project_p3');
CREATE FOREIGN TABLE project_p4 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker2 OPTIONS (table_name 'project_p4');
CREATE FOREIGN TABLE project_p5 PARTITION OF project FOR VALUES WITH (MODULUS 6, REMAINDER 5) SERVER worker3 OPTIONS (table_name 'project_p5');

CREATE TABLE "user" (
  id uuid NOT NULL,
  entity text NOT NULL,
  name text,
  account_id uuid NOT NULL,
  level smallint
) PARTITION BY HASH (account_id);
CREATE FOREIGN TABLE user_p0 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 0) SERVER worker1 OPTIONS (table_name 'user_p0');
CREATE FOREIGN TABLE user_p1 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 1) SERVER worker2 OPTIONS (table_name 'user_p1');
CREATE FOREIGN TABLE user_p2 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 2) SERVER worker3 OPTIONS (table_name 'user_p2');
CREATE FOREIGN TABLE user_p3 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 3) SERVER worker1 OPTIONS (table_name 'user_p3');
CREATE FOREIGN TABLE user_p4 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker2 OPTIONS (table_name 'user_p4');
CREATE FOREIGN TABLE user_p5 PARTITION OF "user" FOR VALUES WITH (MODULUS 6, REMAINDER 5) SERVER worker3 OPTIONS (table_name 'user_p5');

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
  state_id uuid
) PARTITION BY HASH (account_id);
COMMENT ON TABLE task IS 'Not enforced: the program sets assignee_id to NULL before it deletes the row that it refers to. Not enforced: the program sets parent_id to NULL before it deletes the row that it refers to.';
COMMENT ON COLUMN task.account_id IS 'The key of the row''s Account.';
CREATE FOREIGN TABLE task_p0 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 0) SERVER worker1 OPTIONS (table_name 'task_p0');
CREATE FOREIGN TABLE task_p1 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 1) SERVER worker2 OPTIONS (table_name 'task_p1');
CREATE FOREIGN TABLE task_p2 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 2) SERVER worker3 OPTIONS (table_name 'task_p2');
CREATE FOREIGN TABLE task_p3 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 3) SERVER worker1 OPTIONS (table_name 'task_p3');
CREATE FOREIGN TABLE task_p4 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker2 OPTIONS (table_name 'task_p4');
CREATE FOREIGN TABLE task_p5 PARTITION OF task FOR VALUES WITH (MODULUS 6, REMAINDER 5) SERVER worker3 OPTIONS (table_name 'task_p5');

CREATE TABLE tag_tasks (
  account_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  task_id uuid NOT NULL
) PARTITION BY HASH (account_id);
COMMENT ON TABLE tag_tasks IS 'Tag.tasks and its inverse Task.tags.';
COMMENT ON COLUMN tag_tasks.account_id IS 'The key of the row''s Account.';
CREATE FOREIGN TABLE tag_tasks_p0 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 0) SERVER worker1 OPTIONS (table_name 'tag_tasks_p0');
CREATE FOREIGN TABLE tag_tasks_p1 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 1) SERVER worker2 OPTIONS (table_name 'tag_tasks_p1');
CREATE FOREIGN TABLE tag_tasks_p2 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 2) SERVER worker3 OPTIONS (table_name 'tag_tasks_p2');
CREATE FOREIGN TABLE tag_tasks_p3 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 3) SERVER worker1 OPTIONS (table_name 'tag_tasks_p3');
CREATE FOREIGN TABLE tag_tasks_p4 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker2 OPTIONS (table_name 'tag_tasks_p4');
CREATE FOREIGN TABLE tag_tasks_p5 PARTITION OF tag_tasks FOR VALUES WITH (MODULUS 6, REMAINDER 5) SERVER worker3 OPTIONS (table_name 'tag_tasks_p5');

CREATE TABLE task_blocked_by (
  account_id uuid NOT NULL,
  task_id uuid NOT NULL,
  blocked_by_id uuid NOT NULL
) PARTITION BY HASH (account_id);
COMMENT ON TABLE task_blocked_by IS 'Task.blockedBy and its inverse Task.blocks.';
COMMENT ON COLUMN task_blocked_by.account_id IS 'The key of the row''s Account.';
CREATE FOREIGN TABLE task_blocked_by_p0 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 0) SERVER worker1 OPTIONS (table_name 'task_blocked_by_p0');
CREATE FOREIGN TABLE task_blocked_by_p1 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 1) SERVER worker2 OPTIONS (table_name 'task_blocked_by_p1');
CREATE FOREIGN TABLE task_blocked_by_p2 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 2) SERVER worker3 OPTIONS (table_name 'task_blocked_by_p2');
CREATE FOREIGN TABLE task_blocked_by_p3 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 3) SERVER worker1 OPTIONS (table_name 'task_blocked_by_p3');
CREATE FOREIGN TABLE task_blocked_by_p4 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 4) SERVER worker2 OPTIONS (table_name 'task_blocked_by_p4');
CREATE FOREIGN TABLE task_blocked_by_p5 PARTITION OF task_blocked_by FOR VALUES WITH (MODULUS 6, REMAINDER 5) SERVER worker3 OPTIONS (table_name 'task_blocked_by_p5');

-- The partition of a root; partition n is on worker n % 3 + 1:
-- SELECT number FROM generate_series(0, 5) AS number WHERE satisfies_hash_partition('account'::regclass, 6, number, $1::uuid)
