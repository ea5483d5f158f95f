internal import MomentumSQL

// Changes of names. Documented: https://www.postgresql.org/docs/current/sql-altertable.html and
// https://www.postgresql.org/docs/current/sql-alterindex.html.

extension MigrationAction {
  /// A change that another statement of the same kind undoes.
  static func undoable(
    _ up: SQLFragment, _ down: SQLFragment, _ table: String, _ lock: TableLock
  ) -> MigrationAction {
    MigrationAction(
      up: up, down: [MigrationPart(.transaction, [down])], locks: [table: lock])
  }

  /// `ALTER TABLE venue RENAME TO place`
  static func renameTable(_ name: String, to newName: String) -> MigrationAction {
    undoable(
      SQLDefinition.renameTable(name, to: newName).sql,
      SQLDefinition.renameTable(newName, to: name).sql, name, .accessExclusive)
  }

  /// `ALTER TABLE venue RENAME COLUMN name TO title`
  static func renameColumn(
    _ name: String, to newName: String, table: String
  ) -> MigrationAction {
    undoable(
      SQLDefinition.renameColumn(name, to: newName, table: table).sql,
      SQLDefinition.renameColumn(newName, to: name, table: table).sql, table, .accessExclusive)
  }

  /// `ALTER TABLE venue RENAME CONSTRAINT venue_rank_check TO place_rank_check`
  static func renameConstraint(
    _ name: String, to newName: String, table: String
  ) -> MigrationAction {
    undoable(
      "ALTER TABLE \(name: table) RENAME CONSTRAINT \(name: name) TO \(name: newName)",
      "ALTER TABLE \(name: table) RENAME CONSTRAINT \(name: newName) TO \(name: name)", table,
      .accessExclusive)
  }

  /// `ALTER INDEX venue_name_key RENAME TO place_name_key`: the constraint that the index belongs to
  /// gets the name, too.
  static func renameIndex(_ name: String, to newName: String, table: String) -> MigrationAction {
    undoable(
      "ALTER INDEX \(name: name) RENAME TO \(name: newName)",
      "ALTER INDEX \(name: newName) RENAME TO \(name: name)", table, .shareUpdateExclusive)
  }

  /// `ALTER SEQUENCE venue_id_seq RENAME TO place_id_seq`
  static func renameSequence(_ name: String, to newName: String) -> MigrationAction {
    undoable(
      "ALTER SEQUENCE \(name: name) RENAME TO \(name: newName)",
      "ALTER SEQUENCE \(name: newName) RENAME TO \(name: name)", name, .accessExclusive)
  }
}

/// Names that change at the same time in one scope, such as the columns of a table.
struct NameChanges {
  struct Item: Hashable {
    var kind: Kind
    var from: String
    var to: String
    /// The table of an index, by its name in the end.
    var table = ""
  }

  enum Kind: Hashable { case table, column, constraint, index, sequence }

  private(set) var items: [Item] = []

  mutating func add(_ kind: Kind, _ from: String, to: String, table: String = "") {
    if from != to { items.append(Item(kind: kind, from: from, to: to, table: table)) }
  }

  /// The changes in an order in which each new name is free. Names that go round in a circle are
  /// changed over one that is nowhere in use.
  func ordered(besides used: Set<String>, _ free: (Set<String>) -> String) -> [Item] {
    var used = used.union(items.map(\.from)).union(items.map(\.to))
    var pending = items
    var result: [Item] = []
    while !pending.isEmpty {
      let taken = Set(pending.map(\.from))
      let ready = pending.filter { !taken.contains($0.to) }
      if !ready.isEmpty {
        result += ready
        pending.removeAll { !taken.contains($0.to) }
        continue
      }
      var item = pending.removeFirst()
      let between = free(used)
      used.insert(between)
      result.append(Item(kind: item.kind, from: item.from, to: between, table: item.table))
      item.from = between
      pending.append(item)
    }
    return result
  }
}

extension NameChanges.Item {
  /// - Parameter table: The table of a column or constraint, as it is called when the change runs.
  func action(table: String) -> MigrationAction {
    switch kind {
    case .table: .renameTable(from, to: to)
    case .column: .renameColumn(from, to: to, table: table)
    case .constraint: .renameConstraint(from, to: to, table: table)
    case .index: .renameIndex(from, to: to, table: table)
    case .sequence: .renameSequence(from, to: to)
    }
  }
}
