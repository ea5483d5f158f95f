-- absolute
SELECT 0, t0.id FROM loan t0 WHERE ABS( t0.fee) = ?;
SELECT 0, t0.id FROM loan t0 WHERE CAST(ABS( t0.fee) AS DOUBLE) = ?;

-- any-count
SELECT COUNT(DISTINCT t0.id) FROM person t0 WHERE ( EXISTS (SELECT 0 FROM loan t1 WHERE (t0.id = t1.reader_id AND ( t1.days >= ?)) ) AND  t0.entity IN (?,?));
SELECT COUNT(DISTINCT t0.id) FROM person t0 WHERE ( EXISTS (SELECT 0 FROM loan t1 WHERE (t0.id = t1.reader_id AND (( t1.days IS NOT NULL AND  t1.days >= ?))) ) AND  t0.entity IN (?,?));

-- average
SELECT t0.entity, t0.id FROM person t0 WHERE ((SELECT AVG(CAST( t1.days AS DOUBLE)) FROM loan t1 WHERE (t0.id = t1.reader_id) ) = ? AND  t0.entity IN (?,?));

-- begins-with-c
SELECT 0, t0.id FROM book t0 WHERE (LEFT( t0.title, CHAR_LENGTH(?)) = ? COLLATE utf8mb4_uca1400_nopad_as_ci AND ? <> '');

-- begins-with
SELECT 0, t0.id FROM book t0 WHERE ( t0.title COLLATE utf8mb4_nopad_bin >= ? AND  t0.title COLLATE utf8mb4_nopad_bin < ?);

-- between-dates
SELECT 0, t0.id FROM loan t0 WHERE  t0.due BETWEEN CAST(? AS DATETIME(3)) AND CAST(? AS DATETIME(3));

-- between-decimals
SELECT 0, t0.id FROM book t0 WHERE  t0.price BETWEEN CAST(? AS DECIMAL(65,30)) AND CAST(? AS DECIMAL(65,30));

-- bitwise
SELECT 0, t0.id FROM loan t0 WHERE CAST( t0.days & ? AS SIGNED) = ?;

-- boolean
SELECT t0.entity, t0.id FROM person t0 WHERE ( t0.active = ? AND  t0.entity IN (?,?));

-- cast-column
SELECT DISTINCT CAST( t0.days AS CHAR) AS __var0 FROM loan t0 ORDER BY __var0 COLLATE utf8mb4_nopad_bin;

-- cast-number-to-string
SELECT 0, t0.id FROM loan t0 WHERE CAST( t0.days AS CHAR) = ?;

-- cast-string-to-number
SELECT 0, t0.id FROM loan t0 WHERE (CASE WHEN CAST( t0.days AS CHAR) REGEXP '^\\s*[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?\\s*$' THEN CAST(CAST( t0.days AS CHAR) AS DOUBLE) END) >= ?;

-- contains-wildcards
SELECT 0, t0.id FROM book t0 WHERE ((LOCATE(?,  t0.title COLLATE utf8mb4_nopad_bin) > 0 AND ? <> '') AND (LOCATE(?,  t0.title COLLATE utf8mb4_nopad_bin) > 0 AND ? <> ''));

-- date-difference
SELECT ((TIMESTAMPDIFF(MICROSECOND, '2001-01-01 00:00:00',  t0.due) / 1e6) - (TIMESTAMPDIFF(MICROSECOND, '2001-01-01 00:00:00', CAST(? AS DATETIME(3))) / 1e6)) FROM loan t0 WHERE  t0.days = ? ORDER BY t0.id;

-- date-plus
SELECT 0, t0.id FROM loan t0 WHERE TIMESTAMPADD(MICROSECOND, ROUND(((TIMESTAMPDIFF(MICROSECOND, '2001-01-01 00:00:00',  t0.due) / 1e6) + ?) * 1000000), CAST('2001-01-01' AS DATETIME(6))) >= CAST(? AS DATETIME(3));

-- decimal-order
SELECT t0.entity, t0.id FROM person t0 WHERE ( t0.balance > CAST(? AS DECIMAL(65,30)) AND  t0.entity IN (?,?));

-- derived-group
SELECT t0.count, COUNT( t0.id) FROM box t0 GROUP BY  t0.count ORDER BY t0.count;

-- distinct-to-one
SELECT DISTINCT t1.name FROM loan t0 LEFT OUTER JOIN person t1 ON t0.reader_id = t1.id ORDER BY t1.name COLLATE utf8mb4_nopad_bin;

-- distinct-window
SELECT DISTINCT t1.name FROM loan t0 LEFT OUTER JOIN person t1 ON t0.reader_id = t1.id ORDER BY t1.name COLLATE utf8mb4_nopad_bin  LIMIT 2 OFFSET 1;

-- ends-with-c
SELECT 0, t0.id FROM book t0 WHERE (RIGHT( t0.title, CHAR_LENGTH(?)) = ? COLLATE utf8mb4_uca1400_nopad_as_ci AND ? <> '');

-- equal-cd
SELECT 0, t0.id FROM book t0 WHERE STRCMP( t0.title COLLATE utf8mb4_uca1400_nopad_ai_ci, ?) = 0;
SELECT 0, t0.id FROM book t0 WHERE ((STRCMP( t0.title COLLATE utf8mb4_uca1400_nopad_ai_ci, ?) = 0) IS TRUE OR ( t0.title IS NULL AND ? IS NULL));

-- fetch-in
SELECT 0, t0.id FROM loan t0 WHERE  t0.id IN (SELECT n1_t0.id FROM loan n1_t0 WHERE  n1_t0.days > ? ) ORDER BY t0.id;

-- floor
SELECT 0, t0.id FROM loan t0 WHERE FLOOR(CAST( t0.fee AS DOUBLE)) = ?;

-- friends-of
SELECT t0.entity, t0.id FROM person t0 WHERE ( EXISTS (SELECT 0 FROM reader_friend_of t1 JOIN person t2 ON t1.reader_id = t2.id WHERE (t0.id = t1.friend_of_id AND ( t2.name = ?)) ) AND  t0.entity IN (?,?));
SELECT t0.entity, t0.id FROM person t0 WHERE ( EXISTS (SELECT 0 FROM reader_friend_of t1 LEFT OUTER JOIN person t2 ON t1.reader_id = t2.id WHERE (t0.id = t1.friend_of_id AND (( t2.name IS NOT NULL AND  t2.name = ?))) ) AND  t0.entity IN (?,?));

-- group-by-expression
SELECT ( t0.age DIV ?) AS __var0, COUNT( t0.age), MAX(( t0.age + ?)) FROM person t0 WHERE  t0.entity IN (?,?) GROUP BY __var0 ORDER BY __var0;

-- group-sum
SELECT t1.name, CAST(COALESCE(SUM( t0.days), 0) AS DOUBLE) FROM loan t0 LEFT OUTER JOIN person t1 ON t0.reader_id = t1.id GROUP BY  t1.name ORDER BY t1.name COLLATE utf8mb4_nopad_bin;

-- having-sum
SELECT t1.name, CAST(COALESCE(SUM( t0.days), 0) AS DOUBLE) AS __var0 FROM loan t0 LEFT OUTER JOIN person t1 ON t0.reader_id = t1.id GROUP BY  t1.name HAVING __var0 >= ? ORDER BY t1.name COLLATE utf8mb4_nopad_bin;

-- in-list
SELECT 0, t0.id FROM loan t0 WHERE  t0.days IN (?,?);

-- integer-division
SELECT 0, t0.id FROM loan t0 WHERE ( t0.days DIV ?) = ?;

-- length
SELECT 0, t0.id FROM book t0 WHERE (LENGTH(CONVERT( t0.title USING utf16)) DIV 2) = ?;

-- like-c
SELECT 0, t0.id FROM book t0 WHERE ( t0.title COLLATE utf8mb4_uca1400_nopad_as_ci LIKE REGEXP_REPLACE(REGEXP_REPLACE(REGEXP_REPLACE(?, '([%_])', '\\\\\\1'), '(?<!\\\\)\\?', '_'), '(?<!\\\\)\\*', '%') AND ? <> '');

-- lowercase
SELECT 0, t0.id FROM book t0 WHERE LOWER( t0.title) = ?;

-- matches-c
SELECT 0, t0.id FROM book t0 WHERE ( t0.title COLLATE utf8mb4_uca1400_nopad_as_ci REGEXP CONCAT('^(?:', ?, ')$') AND ? <> '');

-- modulus
SELECT 0, t0.id FROM loan t0 WHERE ( t0.days % ?) = ?;

-- not-any
SELECT t0.entity, t0.id FROM person t0 WHERE ( NOT ( EXISTS (SELECT 0 FROM loan t1 WHERE (t0.id = t1.reader_id AND ( t1.days = ?)) )) AND  t0.entity IN (?,?));
SELECT t0.entity, t0.id FROM person t0 WHERE ( NOT ( EXISTS (SELECT 0 FROM loan t1 WHERE (t0.id = t1.reader_id AND (( t1.days IS NOT NULL AND  t1.days = ?))) )) AND  t0.entity IN (?,?));

-- not-in-list
SELECT 0, t0.id FROM loan t0 WHERE  NOT ( t0.days IN (?,?));
SELECT 0, t0.id FROM loan t0 WHERE  NOT (( t0.days IN (?,?)) IS TRUE);

-- now
SELECT t0.entity, t0.id FROM person t0 WHERE ( t0.born < UTC_TIMESTAMP(3) AND  t0.entity IN (?,?)) ORDER BY t0.id;

-- shift
SELECT 0, t0.id FROM loan t0 WHERE CAST(CAST(FLOOR( t0.days / POW(2, ?)) AS SIGNED) & CAST(? << ? AS SIGNED) AS SIGNED) = ?;

-- sort-localized-standard
SELECT t0.name FROM tag t0 ORDER BY t0.name COLLATE utf8mb4_uca1400_nopad_as_ci;

-- sort-nil-last
SELECT t0.name FROM person t0 WHERE  t0.entity IN (?,?) ORDER BY t0.name COLLATE utf8mb4_nopad_bin  DESC;

-- sort-to-one
SELECT 0, t0.id FROM loan t0 LEFT OUTER JOIN person t1 ON t0.reader_id = t1.id ORDER BY t1.name COLLATE utf8mb4_nopad_bin , t0.id;

-- string-not-equal
SELECT 0, t0.id FROM book t0 WHERE  t0.title <> ?;
SELECT 0, t0.id FROM book t0 WHERE (NOT ( t0.title <=> ?));

-- sub-entities-group
SELECT t0.age, COUNT( t0.id) FROM person t0 WHERE  t0.entity IN (?,?) GROUP BY  t0.age ORDER BY t0.age;

-- subquery-sum
SELECT t0.entity, t0.id FROM person t0 WHERE ((SELECT CAST(COALESCE(SUM( t1.days), 0) AS DOUBLE) FROM loan t1 WHERE (t0.id = t1.reader_id AND ( t1.fee > ?)) ) = ? AND  t0.entity IN (?,?));

-- ternary
SELECT t0.entity, t0.id FROM person t0 WHERE (CASE WHEN  t0.age IS NULL THEN ? ELSE  t0.age END < ? AND  t0.entity IN (?,?));

-- to-many-median
SELECT (SELECT ((SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT( g_t1.days ORDER BY  g_t1.days), ',', (COUNT( g_t1.days) + 1) DIV 2), ',', -1) + SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT( g_t1.days ORDER BY  g_t1.days), ',', COUNT( g_t1.days) DIV 2 + 1), ',', -1)) / 2) FROM book g_t0 LEFT OUTER JOIN loan g_t1 ON g_t0.id = g_t1.book_id ), COUNT( t0.id) FROM book t0;

-- to-one-nil
SELECT 0, t0.id FROM loan t0 WHERE  t0.book_id IS NULL;

-- two-to-many-sums
SELECT CAST(COALESCE(SUM((SELECT CAST(COALESCE(SUM( t1.days), 0) AS DOUBLE) FROM loan t1 WHERE (t0.id = t1.reader_id) )), 0) AS DOUBLE), CAST(CAST(COALESCE(SUM((SELECT COUNT(t2.id) FROM person t2 WHERE (t0.id = t2.mentor_id) )), 0) AS DOUBLE) AS SIGNED) FROM person t0 WHERE  t0.entity IN (?,?);

-- uuid
SELECT 0, t0.id FROM loan t0 WHERE  t0.code = ?;

-- window-count
SELECT COUNT(*) FROM (SELECT t0.id FROM loan t0  LIMIT 5 OFFSET 3) counted;

-- window
SELECT 0, t0.id FROM loan t0 ORDER BY t0.id LIMIT 2 OFFSET 3;
