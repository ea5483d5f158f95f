import MomentumModel
public import MomentumSQL
public import MomentumStore

/// A script that makes the tables of a plain layout in PostgreSQL, fills them and asks one thing, all in
/// a transaction that is rolled back.
public enum PostgreSQLScript {
  /// `nil` where a value is one that PostgreSQL has not: a text with a NUL.
  public static func ask(
    _ queries: [SQLText], of graph: ObjectGraph, in schema: PlainSchema
  ) -> String? {
    var lines = [
      "BEGIN;", "CREATE SCHEMA momentum_case;", "SET search_path = momentum_case;",
      // Rows may refer to rows that come later.
      "SET session_replication_role = replica;",
    ]
    lines += schema.creationStatements(.postgreSQL).map { $0 + ";" }
    for row in PlainRows.rows(of: graph, in: schema) {
      guard let line = insert(row) else { return nil }
      lines.append(line)
    }
    for (index, query) in queries.enumerated() {
      guard let values = literals(query.bindings) else { return nil }
      lines.append("PREPARE query\(index) AS \(query.text);")
      lines.append(
        "EXECUTE query\(index)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))");")
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
      guard let text = PlainDialect.postgreSQL.form(cell.type).text(value) else { return nil }
      values.append(text)
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
    case .integer(let number): return "\(number)"
    case .real(let number): return "'\(number)'"
    case .text(let text): return text.utf8.contains(0) ? nil : SQLPrinter.literal(text)
    case .blob(let bytes):
      let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      return "'\\x\(digits.joined())'"
    }
  }
}
