PRAGMA foreign_keys = ON;

-- Not enforced: Department.employees has at most 500.
CREATE TABLE department (
  id INTEGER PRIMARY KEY,
  budget REAL NOT NULL DEFAULT 0.0,
  name TEXT NOT NULL,
  employee_count INTEGER -- Derived in the model: employees.@count.
) STRICT;

CREATE TABLE employee (
  id INTEGER PRIMARY KEY,
  badge INTEGER NOT NULL DEFAULT 0,
  hired_on TEXT NOT NULL CHECK (hired_on IS strftime('%Y-%m-%dT%H:%M:%fZ', hired_on, '+0 days')),
  kind TEXT NOT NULL DEFAULT 'permanent',
  name TEXT NOT NULL,
  salary TEXT DEFAULT '0' CHECK (salary GLOB '*[0-9]*' AND salary NOT GLOB '*[^-.0-9]*'),
  department_id INTEGER NOT NULL REFERENCES department (id) ON DELETE RESTRICT,
  employees_position INTEGER,
  manager_id INTEGER REFERENCES employee (id) ON DELETE SET NULL,
  CONSTRAINT employee_badge_key UNIQUE (badge),
  CONSTRAINT employee_name_kind_key UNIQUE (name, kind)
) STRICT;
CREATE INDEX employee_department_id_idx ON employee (department_id, employees_position);
CREATE INDEX employee_manager_id_idx ON employee (manager_id);

CREATE TABLE contract (
  id INTEGER PRIMARY KEY,
  date_planned TEXT CHECK (date_planned IS strftime('%Y-%m-%dT%H:%M:%fZ', date_planned, '+0 days')),
  sum_planned TEXT NOT NULL DEFAULT '0' CHECK (sum_planned GLOB '*[0-9]*' AND sum_planned NOT GLOB '*[^-.0-9]*') CHECK (CAST(sum_planned AS REAL) >= 0),
  supplier_name TEXT NOT NULL,
  owner_id INTEGER REFERENCES employee (id) ON DELETE RESTRICT
) STRICT;
CREATE INDEX contract_owner_id_idx ON contract (owner_id);

-- Employee.friendOf and its inverse Employee.friends.
CREATE TABLE employee_friend_of (
  employee_id INTEGER NOT NULL REFERENCES employee (id) ON DELETE CASCADE,
  friend_of_id INTEGER NOT NULL REFERENCES employee (id) ON DELETE CASCADE,
  PRIMARY KEY (employee_id, friend_of_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX employee_friend_of_friend_of_id_idx ON employee_friend_of (friend_of_id, employee_id);
