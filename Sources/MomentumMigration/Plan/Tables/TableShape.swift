import MomentumSQL
import MomentumStore

/// How an old table becomes a new one.
enum TableShape {
  /// There is no old table; the new one begins empty.
  case created
  /// The table is altered in place: columns are renamed, and new ones are added at the end.
  case altered(TableAlteration)
  /// A new table is made and filled from the old one.
  case rebuilt
}

struct TableAlteration {
  /// The old and new names of the columns whose names change.
  var renames: [(old: String, new: String)] = []
  var additions: [StoreColumn] = []

  /// - Parameters:
  ///   - columns: The columns of the old table in its order.
  ///   - target: All columns of the new table in the order of a fresh store.
  ///   - oldColumns: The old columns whose values new columns keep, by the names of the new
  ///     columns.
  ///   - known: The columns that the old model has; an app or a tool added the others.
  /// - Returns: `nil` if the table must be rebuilt: columns are removed, change their type, or
  ///   would have another position than in a fresh store.
  init?(
    columns: [StoreColumn], target: [StoreColumn], oldColumns: [String: String],
    known: Set<String>, style: MigrationPlan.Style
  ) {
    var newNames: [String: StoreColumn] = [:]
    for column in target {
      guard let oldColumn = oldColumns[column.name] else {
        additions.append(column)
        continue
      }
      newNames[folded(oldColumn)] = column
    }
    var survivors: [String] = []
    for column in columns {
      guard let new = newNames[folded(column.name)] else {
        guard style == .asCoreData, !known.contains(folded(column.name)),
          !target.contains(where: { folded($0.name) == folded(column.name) })
        else { return nil }
        continue
      }
      guard folded(new.sqlType) == folded(column.sqlType) else { return nil }
      if new.name != column.name { renames.append((column.name, new.name)) }
      survivors.append(new.name)
    }
    switch style {
    case .fresh:
      guard survivors == target.prefix(survivors.count).map(\.name) else { return nil }
    case .asCoreData:
      break
    }
    guard survivors.count + additions.count == target.count else { return nil }
  }

  /// Renames columns with `ALTER TABLE … RENAME COLUMN`. If another column still has the new name,
  /// the column gets a temporary name first.
  func renameStatements(
    in table: String, existing: [StoreColumn]
  ) -> [MigrationPlan.Statement] {
    var first: [MigrationPlan.Statement] = []
    var second: [MigrationPlan.Statement] = []
    let present = Set(existing.map { folded($0.name) })
    var number = 0
    for (old, new) in renames {
      guard present.contains(folded(new)) else {
        first.append(.definition(.renameColumn(old, to: new, table: table)))
        continue
      }
      var spare = ""
      repeat {
        number += 1
        spare = "Z_MOMENTUM_\(number)"
      } while present.contains(folded(spare))
        || renames.contains { folded($0.new) == folded(spare) }
      first.append(.definition(.renameColumn(old, to: spare, table: table)))
      second.append(.definition(.renameColumn(spare, to: new, table: table)))
    }
    return first + second
  }

  /// Adds the new columns: `ALTER TABLE ZVENUE ADD COLUMN ZNAME VARCHAR`.
  func additionStatements(in table: String) -> [MigrationPlan.Statement] {
    additions.map { .definition(.addColumn($0.definition, table: table)) }
  }
}
