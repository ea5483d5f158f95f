-- Not enforced: Department.employees has at most 500.
CREATE TABLE department (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  budget DOUBLE NOT NULL DEFAULT 0.0,
  name LONGTEXT NOT NULL,
  employee_count BIGINT -- Derived in the model: employees.@count.
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE employee (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  badge BIGINT NOT NULL DEFAULT 0,
  hired_on DATETIME(3) NOT NULL,
  kind LONGTEXT NOT NULL DEFAULT 'permanent',
  name LONGTEXT NOT NULL,
  salary DECIMAL(65,30) DEFAULT 0,
  department_id BIGINT NOT NULL REFERENCES department (id) ON DELETE RESTRICT,
  employees_position INT,
  manager_id BIGINT REFERENCES employee (id) ON DELETE SET NULL,
  CONSTRAINT employee_badge_key UNIQUE (badge),
  CONSTRAINT employee_name_kind_key UNIQUE (name, kind)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX employee_department_id_idx ON employee (department_id, employees_position);
CREATE INDEX employee_manager_id_idx ON employee (manager_id);

CREATE TABLE contract (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  date_planned DATETIME(3),
  sum_planned DECIMAL(65,30) NOT NULL DEFAULT 0 CHECK (sum_planned >= 0),
  supplier_name LONGTEXT NOT NULL,
  owner_id BIGINT REFERENCES employee (id) ON DELETE RESTRICT
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX contract_owner_id_idx ON contract (owner_id);

-- Employee.friendOf and its inverse Employee.friends.
CREATE TABLE employee_friend_of (
  employee_id BIGINT NOT NULL REFERENCES employee (id) ON DELETE CASCADE,
  friend_of_id BIGINT NOT NULL REFERENCES employee (id) ON DELETE CASCADE,
  PRIMARY KEY (employee_id, friend_of_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
CREATE INDEX employee_friend_of_friend_of_id_idx ON employee_friend_of (friend_of_id, employee_id);
