-- rows: one shard: project.account == $A
SELECT 0, t0.id, t0.due, t0.number, t0.points, t0.price, t0.title, t0.assignee_id, t0.parent_id, t0.project_id, t0.state_id FROM task t0 JOIN project t1 ON (t0.project_id = t1.id AND t0.account_id = t1.account_id) WHERE ( t1.account_id = $1::uuid AND  t1.name = $2::text)

-- collection: one shard: project.account == $A
SELECT 0, t0.id, t0.due, t0.number, t0.points, t0.price, t0.title, t0.assignee_id, t0.parent_id, t0.project_id, t0.state_id FROM task t0 JOIN project t1 ON (t0.project_id = t1.id AND t0.account_id = t1.account_id) WHERE ( t1.account_id = $1::uuid AND  EXISTS (SELECT 0 FROM task_blocked_by t2 JOIN task t3 ON (t2.task_id = t3.id AND t2.account_id = t3.account_id) WHERE ((t0.id = t2.blocked_by_id AND t0.account_id = t2.account_id) AND ( t3.title = $2::text)) ))

-- whole table: all shards
SELECT CAST(coalesce(sum(shards.__p0), 0)::double precision AS bigint) FROM (SELECT t0.account_id, count(*) AS __p0 FROM task t0 GROUP BY t0.account_id) shards

-- filtered: all shards
SELECT CAST(coalesce(sum(shards.__p0), 0)::double precision AS bigint) FROM (SELECT t0.account_id, count(DISTINCT t0.id) AS __p0 FROM task t0 WHERE  t0.points > $1::bigint GROUP BY t0.account_id) shards

-- sorted limit: all shards
SELECT 0, t0.id, t0.due, t0.number, t0.points, t0.price, t0.title, t0.assignee_id, t0.parent_id, t0.project_id, t0.state_id FROM task t0 LEFT OUTER JOIN "user" t1 ON (t0.assignee_id = t1.id AND t0.account_id = t1.account_id) WHERE  t1.name IS NOT NULL ORDER BY t0.points DESC NULLS LAST LIMIT 10

-- grouped: all shards
SELECT shards.__g0, CAST(coalesce(sum(shards.__p0), 0)::double precision AS bigint) AS __var0, coalesce(sum(shards.__p1), 0)::double precision FROM (SELECT t0.account_id, t0.title AS __g0, count(t0.number) AS __p0, sum(t0.points) AS __p1 FROM task t0 WHERE  t0.points > $1::bigint GROUP BY t0.account_id, __g0) shards GROUP BY shards.__g0 HAVING CAST(coalesce(sum(shards.__p0), 0)::double precision AS bigint) > $2::bigint ORDER BY __var0 DESC NULLS LAST

-- grouped by root: all shards
SELECT t1.account_id, avg( t0.points) FROM task t0 LEFT OUTER JOIN project t1 ON (t0.project_id = t1.id AND t0.account_id = t1.account_id) GROUP BY  t1.account_id

-- extremes: all shards
SELECT min(shards.__p0 COLLATE "C"), max(shards.__p1) FROM (SELECT t0.account_id, min(t0.title COLLATE "C") AS __p0, max(t0.points) AS __p1 FROM task t0 GROUP BY t0.account_id) shards

