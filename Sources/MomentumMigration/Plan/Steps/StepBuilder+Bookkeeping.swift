import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

extension StepBuilder {
  /// Writes the rows of `Z_PRIMARYKEY` again, with the highest key that each root entity has used.
  mutating func addEntityNumbers() {
    let wanted = primaryKeyRows()
    let present = catalog.entityNumbers.map { [$0.number, $0.parent] }
    let names = catalog.entityNumbers.map(\.name)
    let history = Set((matches.new.schema.history?.entities ?? []).map(\.number))
    let isSame =
      wanted.map { [$0.number, $0.parent] } == present.filter { !history.contains($0[0]) }
      && wanted.map(\.name)
        == zip(present, names).filter { !history.contains($0.0[0]) }.map(\.1)
      && plans.entities.allSatisfy { !$0.match.isSplit && keepsRoot($0) && hasLastKey($0) }
    guard !isSame else { return }
    // Also delete rows whose number belongs to no entity of the models. Rows of the history stay.
    let numbers = unique(
      (matches.old.numbers.filter { $0 > 0 } + wanted.map(\.number)
        + present.map { $0[0] }.filter {
          $0 < StepBuilder.firstHistoryNumber && !history.contains($0)
        })
        .sorted())
    guard !numbers.isEmpty else { return }
    var statements: [MigrationPlan.Statement] = [
      StepBuilder.lastKeys.create(
        as: "SELECT Z_ENT AS number, CAST(Z_MAX AS INTEGER) AS maximum FROM Z_PRIMARYKEY"),
      "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT IN (\(numbers: numbers))",
    ]
    statements += wanted.map {
      .primaryKeyRow(number: $0.number, name: $0.name, parent: $0.parent, lastKey: $0.maximum)
    }
    add(
      MigrationPlan.Step(
        comment: "numbers the entities in Z_PRIMARYKEY", statements: statements,
        rowCount: Int64(wanted.count)))
  }

  /// The temporary table with the highest keys of the entities, which are saved before the rows of
  /// `Z_PRIMARYKEY` are replaced.
  private static let lastKeys = TemporaryTable("momentum_keys")

  /// The new rows of `Z_PRIMARYKEY`. `Z_MAX` of a root entity is an expression; that of a
  /// sub-entity is 0 (observed in 360 of 360 cases).
  private func primaryKeyRows()
    -> [(number: Int, name: String, parent: Int, maximum: SQLFragment)]
  {
    let tables = Dictionary(plans.entities.map { ($0.match.root, $0) }) { first, _ in first }
    return matches.new.model.entityIDs.sorted {
      matches.newNumber(of: $0) < matches.newNumber(of: $1)
    }.map { id in
      let storage = matches.new.schema[id]
      return (
        storage.number, name(of: id), storage.parentNumber,
        tables[id].map { maximumKey(of: $0) } ?? "0"
      )
    }
  }

  /// The lowest entity number of the persistent history (observed).
  private static let firstHistoryNumber = 16001

  /// Whether `Z_MAX` is at least the highest key of the table; `true` if the catalog has no highest
  /// key.
  private func hasLastKey(_ table: TablePlan) -> Bool {
    guard let last = table.match.source?.lastKey else { return true }
    let number = matches.newNumber(of: table.match.root)
    return catalog.entityNumbers.first { $0.number == number }.map { $0.maximumKey >= last }
      ?? false
  }

  /// Whether the root entity, whose row has `Z_MAX`, has the same number before and after.
  private func keepsRoot(_ table: TablePlan) -> Bool {
    table.match.members.allSatisfy {
      matches.old.number(of: matches.old.families.root(of: $0.old))
        == matches.newNumber(of: table.match.root)
    }
  }

  /// The entity's name for `Z_PRIMARYKEY`. Core Data's own migration keeps the old name of a
  /// renamed entity (observed in the stores that show it).
  ///
  /// The old name is not kept if another entity has it now: readers would take one entity for the
  /// other.
  private func name(of id: EntityID) -> String {
    guard style == .asCoreData, let source = matches.correspondence.source(of: id),
      let row = catalog.entityNumbers.first(where: { $0.number == matches.old.number(of: source) }),
      matches.new.model.entity(named: row.name) == nil
    else { return matches.new.model[id].name }
    return row.name
  }

  /// The highest key that the root entities of a table's rows have used:
  ///
  /// `max((SELECT ifnull(max(maximum), 0) FROM temp.momentum_keys WHERE number IN (2, 3)), …)`
  private func maximumKey(of table: TablePlan) -> SQLFragment {
    let roots = unique(table.match.members.map { matches.old.families.root(of: $0.old) })
    let numbers = roots.flatMap { matches.old.familyNumbers(of: $0) }.sorted()
    guard !numbers.isEmpty else { return "0" }
    return "max((SELECT ifnull(max(maximum), 0) FROM \(sql: StepBuilder.lastKeys.sql) "
      + "WHERE number IN (\(numbers: numbers))), "
      + "(SELECT ifnull(max(Z_PK), 0) FROM \(name: table.name)))"
  }

  mutating func addCleanUp() {
    let tables = steps.flatMap(\.definitions).compactMap(\.temporaryTable)
    add(
      MigrationPlan.Step(
        comment: "removes temporary tables", statements: tables.map { $0.drop() }))
  }

  // MARK: - Persistent history

  private var historyTables: [EntityTable] { matches.new.schema.history?.tables ?? [] }

  /// Makes the tables of the persistent history that the target has and the store lacks.
  mutating func addMissingHistory() {
    guard let history = matches.new.schema.history else { return }
    for (table, entity) in zip(history.tables, history.entities)
    where matches.old.catalogTable(named: table.name) == nil {
      add(
        MigrationPlan.Step(
          comment: "makes table \(table.name)",
          statements: [table.creation] + table.indexes.map(\.creation) + [
            .primaryKeyRow(
              number: entity.number, name: entity.name, parent: entity.parentNumber, lastKey: "0",
              replaces: true)
          ], table: table.name))
    }
  }

  /// Adds the columns that keep values of deleted objects, and updates the entities' numbers.
  ///
  /// Assumed: changes of removed entities are deleted, because other entities may have their
  /// numbers now. `ZCOLUMNS`, which tells by position which properties changed, stays unchanged.
  mutating func addHistory() {
    guard let changes = matches.old.catalogTable(named: "ACHANGE") else { return }
    if let target = historyTables.first(where: { $0.name == "ACHANGE" }) {
      let present = Set(changes.columns.map { folded($0.name) })
      let missing = target.columns.filter { !present.contains(folded($0.name)) }
      add(
        MigrationPlan.Step(
          comment: "adds columns to ACHANGE",
          statements: missing.map {
            .definition(.addColumn($0.definition, table: "ACHANGE"))
          }, table: "ACHANGE"))
    }
    guard changes.columns.contains(where: { folded($0.name) == "zentity" }) else { return }
    addHistoryNumbers(changes)
  }

  private mutating func addHistoryNumbers(_ changes: StoreCatalog.Table) {
    var renumbered: [NumberChange] = []
    var gone: [Int] = []
    for id in matches.old.model.entityIDs {
      let number = matches.old.number(of: id)
      if let new = matches.correspondence.destination(of: id) {
        renumbered.append(NumberChange(old: number, new: matches.newNumber(of: new)))
      } else {
        gone.append(number)
      }
    }
    renumbered = renumbered.filter { $0.old != $0.new }.sorted { $0.old < $1.old }
    var statements: [MigrationPlan.Statement] = []
    if !gone.isEmpty {
      statements.append("DELETE FROM ACHANGE WHERE \(sql: numberTest("ZENTITY", gone.sorted()))")
    }
    if !renumbered.isEmpty {
      statements.append(
        .other(
          "UPDATE ACHANGE SET ZENTITY = \(sql: renumbering(of: "ZENTITY", renumbered)) "
            + "WHERE \(sql: numberTest("ZENTITY", renumbered.map(\.old)))"))
    }
    add(
      MigrationPlan.Step(
        comment: "numbers the entities in the history", statements: statements,
        isReversible: gone.isEmpty, table: "ACHANGE", rowCount: changes.rowCount))
  }
}

extension MigrationPlan.Statement {
  /// Inserts a row of `Z_PRIMARYKEY`:
  ///
  /// `INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (2, 'Venue', 0, 17)`
  ///
  /// - Parameter replaces: Whether a row with this number may exist already: `INSERT OR REPLACE`.
  static func primaryKeyRow(
    number: Int, name: String, parent: Int, lastKey: SQLFragment, replaces: Bool = false
  ) -> MigrationPlan.Statement {
    .other(
      "INSERT \(sql: replaces ? "OR REPLACE " : "")INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
        + "VALUES (\(number: number), \(text: name), \(number: parent), \(sql: lastKey))")
  }
}

extension SQLDefinition {
  /// The temporary table that a definition makes; `nil` for other definitions.
  fileprivate var temporaryTable: TemporaryTable? {
    switch self {
    case .createTable(let table) where table.isTemporary: TemporaryTable(table.name)
    case .createTemporaryTable(let name, _): TemporaryTable(name)
    default: nil
    }
  }
}
