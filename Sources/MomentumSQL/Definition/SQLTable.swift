/// A statement that creates a table:
/// `CREATE TABLE ZVENUE ( Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR )`.
package struct SQLTable: Sendable, Hashable {
  /// The white space around and between the definitions.
  package enum Spacing: Sendable, Hashable {
    /// No blanks inside the parentheses: `(a, b)`.
    case tight
    /// Blanks inside both parentheses: `( a, b )`. Core Data writes tables of entities so.
    case blanks
    /// A blank after the opening parenthesis only: `( a, b)`. Core Data writes a table of an entity
    /// so if it ends with a constraint.
    case openingBlank
    /// Each definition on its own line, followed by its comment.
    case lines
  }

  package var name: String
  /// The schema that gets the table, such as `main`; `nil` if the statement names no schema.
  package var schema: String?
  /// Whether the statement begins with `CREATE TEMP TABLE`.
  package var isTemporary: Bool
  package var columns: [SQLColumnDefinition]
  package var constraints: [SQLTableConstraint]
  package var spacing: Spacing
  /// The text after the closing parenthesis, such as ` STRICT`.
  package var options: SQLFragment
  /// Lines of comment above the statement, without `-- `.
  package var notes: [String]

  package init(
    name: String, isTemporary: Bool = false, columns: [SQLColumnDefinition],
    constraints: [SQLTableConstraint] = [], spacing: Spacing = .tight, options: SQLFragment = "",
    notes: [String] = [], schema: String? = nil
  ) {
    self.name = name
    self.schema = schema
    self.isTemporary = isTemporary
    self.columns = columns
    self.constraints = constraints
    self.spacing = spacing
    self.options = options
    self.notes = notes
  }

  var sql: SQLFragment {
    var sql = SQLFragment()
    write(to: &sql)
    return sql
  }

  /// Appends the statement, with its notes above it.
  func write(to sql: inout SQLFragment) {
    for note in notes { sql += SQLFragment(printed: "-- \(note)\n") }
    sql.append(words: isTemporary ? "CREATE TEMP TABLE " : "CREATE TABLE ")
    sql.append(name: name, schema: schema)
    sql.append(words: " (")
    switch spacing {
    case .tight: break
    case .blanks, .openingBlank: sql.append(words: " ")
    case .lines: sql.append(words: "\n")
    }
    writeDefinitions(to: &sql)
    sql.append(words: spacing == .blanks ? " )" : ")")
    sql += options
  }

  private func writeDefinitions(to sql: inout SQLFragment) {
    let count = columns.count + constraints.count
    for position in 0..<count {
      if spacing == .lines { sql.append(words: "  ") }
      if position < columns.count {
        columns[position].write(to: &sql)
      } else {
        constraints[position - columns.count].write(to: &sql)
      }
      let isLast = position == count - 1
      if spacing == .lines {
        if !isLast { sql.append(words: ",") }
        if position < columns.count, let comment = columns[position].comment {
          sql += SQLFragment(printed: " -- \(comment)")
        }
        sql.append(words: "\n")
      } else if !isLast {
        sql.append(words: ", ")
      }
    }
  }
}

/// The definition of a column inside CREATE TABLE: `ZNAME VARCHAR UNIQUE`.
package struct SQLColumnDefinition: Sendable, Hashable {
  package var name: String
  /// The declared type, such as `VARCHAR`; empty for a column without a type.
  package var type: SQLFragment
  /// The constraints of the column: `PRIMARY KEY`, `NOT NULL`, `DEFAULT 'x'`, `CHECK (…)`, in this
  /// order.
  package var constraints: [SQLFragment]
  /// A comment after the column, for tables with a line for each column. It must not have line
  /// breaks.
  package var comment: String?

  package init(
    _ name: String, _ type: SQLFragment = "", _ constraints: SQLFragment..., comment: String? = nil
  ) {
    self.init(name, type, constraints: constraints, comment: comment)
  }

  package init(
    _ name: String, _ type: SQLFragment, constraints: [SQLFragment], comment: String? = nil
  ) {
    self.name = name
    self.type = type
    self.constraints = constraints
    self.comment = comment
  }

  var sql: SQLFragment {
    var sql = SQLFragment()
    write(to: &sql)
    return sql
  }

  func write(to sql: inout SQLFragment) {
    sql.append(name: name)
    if !type.isEmpty {
      sql.append(words: " ")
      sql += type
    }
    for constraint in constraints where !constraint.isEmpty {
      sql.append(words: " ")
      sql += constraint
    }
  }
}

/// A constraint of a table that is not written with a column.
package enum SQLTableConstraint: Sendable, Hashable {
  /// The columns of the primary key: `PRIMARY KEY (a, b)`.
  case primaryKey([String])
  /// The name of a unique constraint and its columns: `CONSTRAINT a_b UNIQUE (a, b)`.
  case unique(String, [String])
  /// A condition that every row must satisfy: `CHECK (a <= b)`.
  case check(SQLFragment)
  /// The name of a foreign key's constraint, its columns, and the text after the columns, such as
  /// `REFERENCES b (id)`: `CONSTRAINT a_b_id_fkey FOREIGN KEY (b_id) REFERENCES b (id)`.
  case foreignKey(String, columns: [String], SQLFragment)

  var sql: SQLFragment {
    var sql = SQLFragment()
    write(to: &sql)
    return sql
  }

  func write(to sql: inout SQLFragment) {
    switch self {
    case .primaryKey(let columns):
      sql.append(words: "PRIMARY KEY (")
      sql.append(names: columns)
      sql.append(words: ")")
    case .unique(let name, let columns):
      sql += "CONSTRAINT \(name: name) UNIQUE (\(names: columns))"
    case .check(let condition): sql += "CHECK (\(sql: condition))"
    case .foreignKey(let name, let columns, let reference):
      sql += "CONSTRAINT \(name: name) FOREIGN KEY (\(names: columns)) \(sql: reference)"
    }
  }
}
