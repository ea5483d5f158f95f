internal import MomentumModel
package import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumServerStore

extension PostgreSQLObjectStore {
  /// Reserves numbers of the sequence of a table's keys, which follow each other.
  ///
  ///     SELECT min(n), max(n) FROM (SELECT nextval(…) AS n FROM generate_series(1, $1)) s
  ///
  /// Another program may take a number from between; then the numbers are given up, and others are
  /// taken while the table is locked against insertions.
  package func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64> {
    let place = source.tables.place(of: root.id)
    let wanted = Int64(max(1, count))
    return try call(.save) { link in
      if let range = try await Self.numbers(wanted, place.table, place.identity, link) {
        return range
      }
      let range = try await link.connection.transaction { _ in
        try await link.run(
          "SELECT pg_advisory_xact_lock(hashtext(\(text: "momentum numbers")))")
        try await link.run("LOCK TABLE \(name: place.table) IN SHARE ROW EXCLUSIVE MODE")
        return try await Self.numbers(wanted, place.table, place.identity, link)
      }
      guard let range else {
        throw ObjectError(
          .init(rawValue: 134_030),
          "the sequence of '\(place.table)' gives no \(wanted) numbers that follow each other")
      }
      return range
    }
  }

  /// Takes numbers; `nil` if they do not follow each other.
  private static func numbers(
    _ count: Int64, _ table: String, _ identity: String, _ link: ServerLink
  ) async throws -> ClosedRange<Int64>? {
    let rows = try await link.run(
      "SELECT min(n), max(n) FROM (SELECT nextval(CAST(pg_get_serial_sequence("
        + "quote_ident(\(bind: .null)), \(bind: .null)) AS regclass)) AS n "
        + "FROM generate_series(1, CAST(\(bind: .null) AS bigint))) s",
      [.text(table), .text(identity), .integer(count)])
    guard let row = rows.first, let first = try row.integer(at: 0),
      let last = try row.integer(at: 1), first > 0, last - first == count - 1
    else { return nil }
    return first...last
  }
}
