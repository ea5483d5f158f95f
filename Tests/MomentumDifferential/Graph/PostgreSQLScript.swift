import MomentumModel
package import MomentumSQL
package import MomentumStore

/// A script that makes the tables of a plain layout in PostgreSQL, fills them and asks one thing, all in
/// a transaction that is rolled back.
package enum PostgreSQLScript {
  /// Begins the one line that stands for the rows of a query that failed.
  package static let errorMark = "error: "

  /// `nil` where a value is one that PostgreSQL has not: a text with a NUL.
  ///
  /// - Parameter keepsGoing: Whether a query that fails is told in place of its rows.
  package static func ask(
    _ queries: [SQLText], of graph: ObjectGraph, in schema: PlainSchema, keepsGoing: Bool = false
  ) -> String? {
    var lines = [
      "BEGIN;", "CREATE SCHEMA momentum_case;", "SET search_path = momentum_case;",
      // Rows may refer to rows that come later.
      "SET session_replication_role = replica;",
    ]
    lines += schema.creationStatements(.postgreSQL).map { $0 + ";" }
    for row in PlainRows.rows(of: graph, in: schema, foldsAllLetters: true) {
      guard let line = insert(row) else { return nil }
      lines.append(line)
    }
    if keepsGoing {
      lines += [
        "SET timezone = 'UTC';", "\\set ON_ERROR_STOP off", "\\set ON_ERROR_ROLLBACK on",
      ]
    }
    for (index, query) in queries.enumerated() {
      guard let values = literals(query.bindings) else { return nil }
      lines.append("PREPARE query\(index) AS \(query.text);")
      if keepsGoing {
        lines.append("\\if :ERROR\n\\echo '\(errorMark)' :LAST_ERROR_MESSAGE\n\\else")
      }
      lines.append(
        "EXECUTE query\(index)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))");")
      if keepsGoing {
        lines.append("\\if :ERROR\n\\echo '\(errorMark)' :LAST_ERROR_MESSAGE\n\\endif\n\\endif")
      }
      lines.append("SELECT '--';")
    }
    return (lines + ["ROLLBACK;"]).joined(separator: "\n") + "\n"
  }

  private static func insert(_ row: PlainRows.Row) -> String? {
    var values: [String] = []
    for cell in row.cells {
      guard let value = cell.value else {
        values.append("NULL")
        continue
      }
      guard let constant = SQLDialect.postgreSQL.types.constant(value, cell.type) else {
        return nil
      }
      values.append(constant.text(in: .postgreSQL))
    }
    let names = row.cells.map { PlainRows.quoted($0.column) }.joined(separator: ", ")
    return "INSERT INTO \(PlainRows.quoted(row.table)) (\(names)) OVERRIDING SYSTEM VALUE "
      + "VALUES (\(values.joined(separator: ", ")));"
  }

  private static func literals(_ bindings: [SQLBinding]) -> [String]? {
    var result: [String] = []
    for binding in bindings {
      guard case .value(let value) = binding, let text = literal(value) else { return nil }
      result.append(text)
    }
    return result
  }

  private static func literal(_ value: SQLValue) -> String? {
    switch value {
    case .null: return "NULL"
    // In quotes, so that it is read as the parameter's type: a Boolean is an integer here.
    case .integer(let number): return "'\(number)'"
    case .real(let number): return "'\(number)'"
    case .text(let text): return text.utf8.contains(0) ? nil : SQLPrinter.literal(text)
    case .blob(let bytes):
      let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      return "'\\x\(digits.joined())'"
    }
  }
}
