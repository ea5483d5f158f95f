CREATE TABLE department (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  budget double precision NOT NULL DEFAULT 0.0,
  name text NOT NULL,
  employee_count bigint
);
COMMENT ON TABLE department IS 'Not enforced: Department.employees has at most 500.';
COMMENT ON COLUMN department.employee_count IS 'Derived in the model: employees.@count.';

CREATE TABLE employee (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  badge bigint NOT NULL DEFAULT 0,
  hired_on timestamptz NOT NULL,
  kind text NOT NULL DEFAULT 'permanent',
  name text NOT NULL,
  salary numeric DEFAULT 0,
  department_id bigint NOT NULL REFERENCES department (id) ON DELETE RESTRICT,
  employees_position integer,
  manager_id bigint REFERENCES employee (id) ON DELETE SET NULL,
  CONSTRAINT employee_badge_key UNIQUE (badge),
  CONSTRAINT employee_name_kind_key UNIQUE (name, kind)
);
CREATE INDEX employee_department_id_idx ON employee (department_id, employees_position);
CREATE INDEX employee_manager_id_idx ON employee (manager_id);

CREATE TABLE contract (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  date_planned timestamptz,
  sum_planned numeric NOT NULL DEFAULT 0 CHECK (sum_planned >= 0),
  supplier_name text NOT NULL,
  owner_id bigint REFERENCES employee (id) ON DELETE RESTRICT
);
CREATE INDEX contract_owner_id_idx ON contract (owner_id);

CREATE TABLE employee_friend_of (
  employee_id bigint NOT NULL REFERENCES employee (id) ON DELETE CASCADE,
  friend_of_id bigint NOT NULL REFERENCES employee (id) ON DELETE CASCADE,
  PRIMARY KEY (employee_id, friend_of_id)
);
CREATE INDEX employee_friend_of_friend_of_id_idx ON employee_friend_of (friend_of_id, employee_id);
COMMENT ON TABLE employee_friend_of IS 'Employee.friendOf and its inverse Employee.friends.';
