internal import MomentumSQL
internal import MomentumStore

/// All names that change, as one step: programs see the old names or the new ones.
struct NamePlan {
  private(set) var actions: [MigrationAction] = []
  /// The names of old tables and columns afterwards.
  private(set) var current = CurrentNames()
  /// The names of dropped indexes afterwards, by those before.
  private(set) var indexes: [String: String] = [:]
  private var number = 0

  init(
    _ changes: [TableChange], dropped: [PlainTable], new: PlainSchema, _ context: ChangeContext
  ) {
    for change in changes { renameInside(change) }
    renameRelations(changes, dropped, new, context)
  }

  /// Columns and constraints, whose names are a table's own.
  private mutating func renameInside(_ change: TableChange) {
    var constraints = NameChanges()
    for (from, to) in change.keptChecks + change.keptKeys {
      constraints.add(.constraint, from, to: to)
    }
    append(constraints, table: change.old.name, used: [])
    var columns = NameChanges()
    for column in change.old.columns {
      columns.add(.column, column.name, to: change.now(column.name))
    }
    append(
      columns, table: change.old.name,
      used: Set(change.old.columns.map(\.name)).union(change.new.columns.map(\.name))
        .union(change.working.values))
    current.columns[change.old.name] = change.current
  }

  /// Tables, indexes and sequences, whose names are in one scope.
  private mutating func renameRelations(
    _ changes: [TableChange], _ dropped: [PlainTable], _ new: PlainSchema,
    _ context: ChangeContext
  ) {
    var relations = NameChanges()
    var wanted = Set(new.tables.map(\.name))
    wanted.formUnion(context.newNames.primaryKeys.values)
    wanted.formUnion(context.newNames.sequences.values)
    for table in new.tables {
      wanted.formUnion(table.indexes.map(\.name) + table.uniqueConstraints.map(\.name))
    }
    var used = wanted
    func evicted(_ name: String) -> String {
      guard wanted.contains(name) else { return name }
      let free = PlainNameScope.free("\(name)_old", besides: used)
      used.insert(free)
      return free
    }
    for change in changes {
      let (before, after) = (change.old.name, change.new.name)
      for (from, to) in change.keptUniques + change.keptIndexes {
        relations.add(.index, from, to: to, table: before)
      }
      for index in change.droppedIndexes {
        let name = evicted(index.name)
        indexes[index.name] = name
        relations.add(.index, index.name, to: name, table: before)
      }
      addKeys(of: before, to: after, &relations, context) { $0 }
    }
    for table in dropped {
      let name = evicted(table.name)
      current.tables[table.name] = name
      for index in table.indexes.map({ context.names.index($0.name) }) {
        relations.add(.index, index, to: evicted(index), table: table.name)
      }
      for constraint in table.uniqueConstraints {
        let actual = context.names.constraint(constraint.name, of: table.name)
        relations.add(.index, actual, to: evicted(actual), table: table.name)
      }
      addKeys(of: table.name, to: nil, &relations, context, evicted)
    }
    for change in changes {
      current.tables[change.old.name] = change.new.name
      relations.add(.table, change.old.name, to: change.new.name)
    }
    for table in dropped {
      relations.add(.table, table.name, to: current.table(table.name))
    }
    append(relations, table: "", used: used)
  }

  /// The index of the primary key, and the sequence of its values.
  private func addKeys(
    of table: String, to newTable: String?, _ relations: inout NameChanges,
    _ context: ChangeContext, _ evicted: (String) -> String
  ) {
    if let fresh = context.oldNames.primaryKeys[table] {
      let actual = context.names.constraint(fresh, of: table)
      let name = newTable.flatMap { context.newNames.primaryKeys[$0] } ?? evicted(actual)
      relations.add(.index, actual, to: name, table: table)
    }
    if let fresh = context.oldNames.sequences[table] {
      let actual = context.names.sequences[table] ?? fresh
      let name = newTable.flatMap { context.newNames.sequences[$0] } ?? evicted(actual)
      relations.add(.sequence, actual, to: name)
    }
  }

  private mutating func append(_ changes: NameChanges, table: String, used: Set<String>) {
    var number = self.number
    let ordered = changes.ordered(besides: used) { taken in
      repeat { number += 1 } while taken.contains("momentum_renamed_\(number)")
      return "momentum_renamed_\(number)"
    }
    self.number = number
    actions += ordered.map { $0.action(table: table.isEmpty ? $0.table : table) }
  }
}
