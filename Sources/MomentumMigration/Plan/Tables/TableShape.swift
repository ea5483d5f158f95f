import MomentumSQL
import MomentumStore

/// How a table of the source becomes one of the target.
enum TableShape {
  /// There is no source.
  case created
  /// In place: columns get other names, and new ones are added at the end.
  case altered(TableAlteration)
  /// A new table is filled from the old one.
  case rebuilt
}

struct TableAlteration {
  /// From the catalogue's name to the target's, where they differ.
  var renames: [(old: String, new: String)] = []
  var additions: [StoreColumn] = []

  /// - Parameters:
  ///   - columns: The source's, in its order.
  ///   - target: All columns of the target, in canonical order.
  ///   - carriers: The old column whose values a new one has, by the new name.
  ///   - known: The columns that the old model has; others are somebody else's.
  /// - Returns: `nil` where the table has to be rebuilt: columns go away, change their type, or would not
  ///   stand where a fresh table has them.
  init?(
    columns: [StoreColumn], target: [StoreColumn], carriers: [String: String],
    known: Set<String>, style: MigrationPlan.Style
  ) {
    var newNames: [String: StoreColumn] = [:]
    for column in target {
      guard let carrier = carriers[column.name] else {
        additions.append(column)
        continue
      }
      newNames[folded(carrier)] = column
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

  /// `ALTER TABLE … RENAME COLUMN`: over a spare name where another column has the wanted one still.
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

  /// `ALTER TABLE ZVENUE ADD COLUMN ZNAME VARCHAR`
  func additionStatements(in table: String) -> [MigrationPlan.Statement] {
    additions.map { .definition(.addColumn($0.definition, table: table)) }
  }
}
