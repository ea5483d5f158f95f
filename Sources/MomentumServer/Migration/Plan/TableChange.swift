internal import MomentumSQL
internal import MomentumStore

/// What changes in a table that keeps its rows: names, constraints and indexes that stay, go or come.
struct TableChange {
  let match: TableMatch
  let old: PlainTable
  let new: PlainTable
  /// Each old column's name after the renames.
  private(set) var current: [String: String] = [:]
  /// The name that a computed column has until the old one of its name is gone, by its last name.
  private(set) var working: [String: String] = [:]

  private(set) var keptChecks: [(from: String, to: String)] = []
  private(set) var droppedChecks: [NamedConstraint] = []
  private(set) var addedChecks: [NamedConstraint] = []
  private(set) var keptKeys: [(from: String, to: String)] = []
  private(set) var droppedKeys: [NamedConstraint] = []
  private(set) var addedKeys: [PlainForeignKey] = []
  private(set) var keptUniques: [(from: String, to: String)] = []
  private(set) var droppedUniques: [PlainUniqueConstraint] = []
  private(set) var addedUniques: [PlainUniqueConstraint] = []
  private(set) var keptIndexes: [(from: String, to: String)] = []
  /// Old indexes as they are written with the names before the renames.
  private(set) var droppedIndexes: [PlainIndex] = []
  private(set) var addedIndexes: [PlainIndex] = []

  init?(_ match: TableMatch, _ context: ChangeContext) {
    guard let old = match.old else { return nil }
    self.match = match
    self.old = old
    new = match.new
    nameColumns()
    compareChecks(context)
    compareKeys(context)
    compareUniques(context)
    compareIndexes(context)
  }

  // MARK: - Columns

  private mutating func nameColumns() {
    let kept = match.keptNames
    let dropped = Set(match.droppedColumns.map(\.name))
    let wanted = Set(new.columns.map(\.name))
    var used = Set(old.columns.map(\.name)).union(wanted)
    for column in match.columns {
      guard case .gathered = column.source, dropped.contains(column.new.name) else { continue }
      let name = PlainNameScope.free("\(column.new.name)_new", besides: used)
      working[column.new.name] = name
      used.insert(name)
    }
    for column in old.columns {
      if let name = kept[column.name] {
        current[column.name] = name
      } else if wanted.contains(column.name), working[column.name] == nil {
        let name = PlainNameScope.free("\(column.name)_old", besides: used)
        current[column.name] = name
        used.insert(name)
      } else {
        current[column.name] = column.name
      }
    }
  }

  func now(_ column: String) -> String { current[column] ?? column }
  func during(_ column: String) -> String { working[column] ?? column }

  /// Whether all these old columns stay.
  private func keeps(_ columns: [String], _ kept: [String: String]) -> Bool {
    columns.allSatisfy { kept[$0] != nil }
  }

  // MARK: - Checks

  private mutating func compareChecks(_ context: ChangeContext) {
    let kept = match.keptNames
    var rest = context.newNames.checks[new.name] ?? []
    for (fresh, check) in context.oldNames.checks[old.name] ?? [] {
      let actual = context.names.constraint(fresh, of: old.name)
      if keeps(check.columns, kept),
        let place = rest.firstIndex(where: { $0.check == check.renaming(kept) })
      {
        keptChecks.append((actual, rest.remove(at: place).name))
      } else if let condition = check.condition(.postgreSQL) {
        droppedChecks.append(
          NamedConstraint(
            name: actual, definition: "CHECK (\(sql: condition))", table: old.name))
      }
    }
    addedChecks = rest.compactMap { name, check in
      check.renaming(working).condition(.postgreSQL).map {
        NamedConstraint(name: name, definition: "CHECK (\(sql: $0))", table: new.name)
      }
    }
  }

  // MARK: - Foreign keys

  private mutating func compareKeys(_ context: ChangeContext) {
    let kept = match.keptNames
    var rest = new.foreignKeys
    for key in old.foreignKeys {
      let fresh = context.oldNames.keys[old.name]?[key.column] ?? key.name
      let actual = context.names.constraint(fresh, of: old.name)
      let place = rest.firstIndex { other in
        kept[key.column] == other.column && key.onDelete == other.onDelete
          && key.isDeferred == other.isDeferred
          && context.keptTables[key.table] == other.table
      }
      if let place {
        let other = rest.remove(at: place)
        keptKeys.append(
          (actual, context.newNames.keys[new.name]?[other.column] ?? other.name))
      } else {
        droppedKeys.append(NamedConstraint(key, named: actual, table: old.name))
      }
    }
    addedKeys = rest.map { key in
      var key = key
      key.name = context.newNames.keys[new.name]?[key.column] ?? key.name
      key.column = during(key.column)
      return key
    }
  }

  // MARK: - Unique constraints

  private mutating func compareUniques(_ context: ChangeContext) {
    let kept = match.keptNames
    var rest = new.uniqueConstraints
    for constraint in old.uniqueConstraints {
      let actual = context.names.constraint(constraint.name, of: old.name)
      if keeps(constraint.columns, kept),
        let place = rest.firstIndex(where: {
          $0.columns == constraint.columns.map { kept[$0] ?? $0 }
        })
      {
        keptUniques.append((actual, rest.remove(at: place).name))
      } else {
        droppedUniques.append(PlainUniqueConstraint(name: actual, columns: constraint.columns))
      }
    }
    addedUniques = rest.map { constraint in
      PlainUniqueConstraint(
        name: constraint.name, columns: constraint.columns.map(during))
    }
  }

  // MARK: - Indexes

  private mutating func compareIndexes(_ context: ChangeContext) {
    let kept = match.keptNames
    var rest = new.indexes
    for index in old.indexes {
      var actual = index
      actual.name = context.names.index(index.name)
      let renamed = index.renaming(kept)
      if keeps(index.terms.map(\.column) + (index.condition?.columns ?? []), kept),
        let place = rest.firstIndex(where: {
          $0.isUnique == renamed.isUnique && $0.terms == renamed.terms
            && $0.condition == renamed.condition
        })
      {
        keptIndexes.append((actual.name, rest.remove(at: place).name))
      } else {
        droppedIndexes.append(actual)
      }
    }
    addedIndexes = rest.map { $0.renaming(working) }
  }
}

/// What the changes of all tables share.
struct ChangeContext {
  var names: ServerNames
  var oldNames: FreshNames
  var newNames: FreshNames
  /// The new name of each old table that stays.
  var keptTables: [String: String]
}

extension NamedConstraint {
  init(_ key: PlainForeignKey, named name: String, table: String) {
    var key = key
    key.name = name
    // The definition has the name; ADD CONSTRAINT writes it again.
    let whole = key.constraint(.postgreSQL)
    guard case .foreignKey(_, let columns, let reference) = whole else {
      self.init(name: name, definition: "", table: table)
      return
    }
    self.init(
      name: name, definition: "FOREIGN KEY (\(names: columns)) \(sql: reference)", table: table,
      referenced: key.table)
  }
}

extension PlainIndex {
  func renaming(_ names: [String: String]) -> PlainIndex {
    var index = self
    index.terms = terms.map { Term(names[$0.column] ?? $0.column, isAscending: $0.isAscending) }
    index.condition = condition?.renaming(names)
    return index
  }
}
