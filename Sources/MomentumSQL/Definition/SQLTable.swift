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
    let definitions = columns.map(\.sql) + constraints.map(\.sql)
    let body: SQLFragment =
      switch spacing {
      case .tight: "(\(list: definitions))"
      case .blanks: "( \(list: definitions) )"
      case .openingBlank: "( \(list: definitions))"
      case .lines: "(\n\(sql: lines(definitions)))"
      }
    let comments = notes.map { SQLFragment(printed: "-- \($0)\n") }.joined()
    return "\(sql: comments)CREATE \(sql: isTemporary ? "TEMP " : "")TABLE "
      + "\(sql: .name(name, schema: schema)) \(sql: body)\(sql: options)"
  }

  private func lines(_ definitions: [SQLFragment]) -> SQLFragment {
    let comments = columns.map(\.comment)
    return definitions.enumerated().map { position, definition in
      let comma: SQLFragment = position + 1 < definitions.count ? "," : ""
      let comment = position < comments.count ? comments[position] : nil
      return "  \(sql: definition)\(sql: comma)"
        + SQLFragment(printed: comment.map { " -- \($0)" } ?? "") + "\n"
    }.joined()
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
    let parts = [.name(name), type] + constraints
    return "\(list: parts.filter { !$0.isEmpty }, separator: " ")"
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
  /// The name of a foreign key's constraint, its column, and the text after the column, such as
  /// `REFERENCES b (id)`: `CONSTRAINT a_b_id_fkey FOREIGN KEY (b_id) REFERENCES b (id)`.
  case foreignKey(String, column: String, SQLFragment)

  var sql: SQLFragment {
    switch self {
    case .primaryKey(let columns): "PRIMARY KEY (\(names: columns))"
    case .unique(let name, let columns):
      "CONSTRAINT \(name: name) UNIQUE (\(names: columns))"
    case .check(let condition): "CHECK (\(sql: condition))"
    case .foreignKey(let name, let column, let reference):
      "CONSTRAINT \(name: name) FOREIGN KEY (\(name: column)) \(sql: reference)"
    }
  }
}
