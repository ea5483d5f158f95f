package import MomentumDiagnostics
internal import MomentumSQL

// A plan for people: a picture of its steps, a script to read and run, and JSON.

extension ServerMigrationPlan {
  /// The steps with their locks:
  ///
  ///     1  add columns to venue
  ///        locks venue: ACCESS EXCLUSIVE, for a moment
  package func text() -> String {
    var lines: [String] = []
    for (place, step) in steps.enumerated() {
      lines.append("\(place + 1)  \(step.title)")
      lines += step.notes.map { "   \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The steps as a script for `psql`. Statements that no transaction can contain stand outside of
  /// them, so it must not be run as one transaction.
  package func script(title: String) -> String {
    var parts = [
      """
      -- \(title)
      -- Run it with psql and ON_ERROR_STOP, not as one transaction. 'momentum migrate' runs the same
      -- steps, notes which are done, and goes on after an interruption.

      """
    ]
    for (place, step) in steps.enumerated() {
      let notes = ["\(place + 1). \(step.title)"] + step.notes
      parts.append(notes.map { "-- \($0)\n" }.joined() + step.up.script)
    }
    return parts.joined(separator: "\n")
  }

  /// The way back as a script; `nil` if something is lost, which `losses` says.
  package func wayBack(title: String) -> String? {
    guard hasWayBack else { return nil }
    var parts = ["-- \(title)\n-- Run it while no program writes.\n"]
    for (place, step) in steps.enumerated().reversed() {
      guard let down = step.down, !down.isEmpty else { continue }
      parts.append("-- \(place + 1). undo: \(step.title)\n" + down.map(\.script).joined())
    }
    return parts.joined(separator: "\n")
  }

  package var json: JSONText {
    .object([
      ("steps", .array(steps.map(\.json))),
      ("hasWayBack", .bool(hasWayBack)), ("losses", .array(losses.map { .string($0) })),
      ("checks", .integer(checks.count)),
    ])
  }
}

extension ServerMigrationStep {
  /// Lines about locks, work and the way back.
  var notes: [String] {
    var notes: [String] = []
    for (table, lock) in locks.sorted(by: { $0.key < $1.key }) {
      let span = isLong(lock) ? "while it \(work.verb)" : "for a moment"
      notes.append("locks \(table): \(lock.words) (blocks \(lock.blocked)), \(span)")
    }
    switch work {
    case .none: break
    case .scan, .rows, .rewrite: notes.append(work.sentence(up.form))
    }
    if case .createIndex = up.form { notes.append("runs outside of a transaction") }
    if case .dropIndex = up.form { notes.append("runs outside of a transaction") }
    if let loss { notes.append("no way back: \(loss)") }
    return notes
  }

  private func isLong(_ lock: TableLock) -> Bool {
    switch work {
    case .none: false
    case .scan, .rows, .rewrite: true
    }
  }

  var json: JSONText {
    .object([
      ("title", .string(title)), ("form", .string(form.word)),
      ("work", .string(work.rawValue)),
      (
        "locks",
        .array(
          locks.sorted { $0.key < $1.key }.map { table, lock in
            .object([("table", .string(table)), ("lock", .string(lock.words))])
          })
      ),
      ("up", .array(statements.map { .string($0) })),
      ("down", downStatements.map { .array($0.map { .string($0) }) } ?? .null),
      ("loss", loss.map { .string($0) } ?? .null),
    ])
  }
}

extension ServerMigrationStep.Work {
  fileprivate var verb: String {
    switch self {
    case .none: "changes the catalogue"
    case .scan: "reads the rows"
    case .rows: "writes rows"
    case .rewrite: "writes the table anew"
    }
  }

  fileprivate func sentence(_ form: MigrationPart.Form) -> String {
    switch (self, form) {
    case (.none, _): "changes the catalogue alone"
    case (.scan, _): "reads all rows"
    case (.rows, .batches): "writes rows in batches, each in a transaction of its own"
    case (.rows, _): "writes rows in one transaction"
    case (.rewrite, _): "rewrites the table"
    }
  }
}

extension MigrationPart {
  /// The statements with what has to be around them.
  fileprivate var script: String {
    switch form {
    case .transaction, .scan:
      let timeout: SQLFragment = "SET LOCAL lock_timeout = '2s'"
      let all = ["BEGIN", timeout] + statements + ["COMMIT"]
      return all.map { $0.text(in: .postgreSQL) + ";\n" }.joined()
    case .createIndex(let name):
      let removal: SQLFragment = "DROP INDEX CONCURRENTLY IF EXISTS \(name: name)"
      return ([removal] + statements).map { $0.text(in: .postgreSQL) + ";\n" }.joined()
    case .dropIndex: return texts.map { $0 + ";\n" }.joined()
    case .batches(let table, let key):
      return statements.map { loop($0, table, key).text(in: .postgreSQL) + ";\n" }.joined()
    }
  }

  /// A statement of batches as a block that commits after each batch. Documented:
  /// <https://www.postgresql.org/docs/current/plpgsql-transactions.html>.
  private func loop(_ statement: SQLFragment, _ table: String, _ key: String) -> SQLFragment {
    let inner = SQLFragment(
      statement.segments.map { segment in
        guard case .sql(let words) = segment else { return segment }
        return .sql(
          words.replacing("$1", with: "batch_start").replacing("$2", with: "batch_end"))
      })
    let body: SQLFragment = """

      DECLARE batch_start bigint := -9223372036854775808; batch_end bigint;
      BEGIN
        LOOP
          SELECT max(batch_key) INTO batch_end FROM (SELECT \(name: key) AS batch_key
            FROM \(name: table) WHERE \(name: key) > batch_start ORDER BY 1 LIMIT 5000) AS batch;
          EXIT WHEN batch_end IS NULL;
          \(sql: inner);
          COMMIT;
          batch_start := batch_end;
        END LOOP;
      END

      """
    return "DO \(sql: body.dollarQuoted)"
  }
}
