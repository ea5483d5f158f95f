internal import MomentumModel
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

/// Puts the steps in order: constraints that no longer hold go first, then names change, new tables
/// and columns come, rows are filled, constraints are added and checked, and what is left over goes
/// last.
struct StepBuilder {
  let match: SchemaMatch
  let context: ChangeContext
  let changes: [TableChange]
  let namePlan: NamePlan
  private(set) var steps: [ServerMigrationStep] = []

  init(_ match: SchemaMatch, _ names: ServerNames) {
    self.match = match
    let context = ChangeContext(
      names: names, oldNames: FreshNames(match.old.schema), newNames: FreshNames(match.new.schema),
      keptTables: Dictionary(
        match.tables.compactMap { table in table.old.map { ($0.name, table.new.name) } }
      ) { first, _ in first })
    self.context = context
    changes = match.tables.compactMap { TableChange($0, context) }
    namePlan = NamePlan(changes, dropped: match.droppedTables, new: match.new.schema, context)
  }

  mutating func build() {
    dropConstraints()
    add("change names", namePlan.actions + detailActions())
    createTables()
    addColumns()
    moveRows()
    requireValues()
    addChecks()
    addIndexes()
    addKeys()
    swapColumns()
    dropRest()
    comment()
  }

  mutating func add(
    _ title: String, _ actions: [MigrationAction], form: MigrationPart.Form = .transaction
  ) {
    guard !actions.isEmpty else { return }
    steps.append(ServerMigrationStep(title, actions, form: form))
  }

  mutating func append(_ step: ServerMigrationStep) { steps.append(step) }

  // MARK: - Constraints that no longer hold

  private mutating func dropConstraints() {
    for table in match.droppedTables {
      add(
        "release \(table.name), which will be dropped",
        table.foreignKeys.map { key in
          let fresh = context.oldNames.keys[table.name]?[key.column] ?? key.name
          return .drop(
            NamedConstraint(
              key, named: context.names.constraint(fresh, of: table.name), table: table.name))
        })
    }
    for change in changes {
      let table = change.old.name
      var actions = (change.droppedKeys + change.droppedChecks).map { MigrationAction.drop($0) }
      actions += change.droppedUniques.map { .drop($0, table: table) }
      for column in change.match.columns where column.new.isNullable {
        guard let kept = column.keptName, change.oldColumn(kept)?.isNullable == false else {
          continue
        }
        actions.append(.dropNotNull(kept, table: table))
      }
      for column in change.match.droppedColumns where column.isGenerated(in: .postgreSQL) {
        actions.append(.dropGenerated(column.definition(), table: table))
      }
      add("drop constraints of \(table)", actions)
    }
  }

  // MARK: - Tables and columns

  private mutating func createTables() {
    for table in match.tables where table.old == nil {
      let name = table.new.name
      let statements = table.new.statements(.postgreSQL) + versions(table.new)
      add(
        "create \(name)",
        statements.enumerated().map { place, statement in
          MigrationAction(
            up: statement,
            down: place == 0
              ? [MigrationPart(.transaction, ["DROP TABLE \(name: name)"])] : [])
        })
    }
  }

  /// What gives a new table versions of rows, if the tables of the database have them.
  private func versions(_ table: PlainTable) -> [SQLFragment] {
    guard context.names.hasVersions, case .entity = table.kind else { return [] }
    let tables = ObjectTables(schema: match.new.schema)
    return tables.usesVersionColumn ? [] : tables.statements(table.name)
  }

  private mutating func addColumns() {
    for change in changes {
      let table = change.new.name
      let actions = change.match.columns.compactMap { column -> MigrationAction? in
        let new = column.new
        switch column.source {
        case .kept, .generated: return nil
        case .gathered:
          return .addColumn(
            new.definition(named: change.during(new.name), isNullable: true), table: table)
        case .none where column.role == .entity:
          let name = change.match.members.first?.new ?? ""
          return .addColumn(new.definition(defaultConstant: .text(name)), table: table)
        case .none:
          let constant = new.defaultConstant(.postgreSQL)
          return .addColumn(
            new.definition(
              isNullable: new.isNullable || constant == nil, defaultConstant: constant),
            table: table)
        }
      }
      add("add columns to \(table)", actions)
      add("fill new columns of \(table) when rows are written", fillTrigger(change))
    }
  }

  // MARK: - Required values

  /// A validated check spares SET NOT NULL the reading of all rows under its lock. Documented:
  /// https://www.postgresql.org/docs/current/sql-altertable.html, "SET NOT NULL".
  private mutating func requireValues() {
    for change in changes {
      let table = change.new.name
      let columns = change.columnsToRequire
      let checks = columns.map { column in
        NamedConstraint(
          name: PlainNameScope.free("\(table)_\(column)_required", besides: []),
          definition: "CHECK (\(name: column) IS NOT NULL)", table: table)
      }
      add("require values in \(table)", checks.map { .add($0) })
      for check in checks {
        add("check that \(check.table) has the values", [.validate(check)], form: .scan)
      }
      let actions = zip(columns, checks).flatMap { column, check -> [MigrationAction] in
        var removal = MigrationAction.drop(check)
        // Back, the check of the step before is not there any more.
        removal.down = []
        return [.setNotNull(column, table: table), removal]
      }
      add("make columns of \(table) NOT NULL", actions)
    }
    for position in steps.indices where steps[position].title.hasPrefix("require values in ") {
      steps[position].down = []
    }
  }

  // MARK: - Checks, indexes and keys

  private mutating func addChecks() {
    for change in changes {
      add("add checks to \(change.new.name)", change.addedChecks.map { .add($0) })
      for check in change.addedChecks {
        add("check the rows of \(check.table)", [.validate(check)], form: .scan)
      }
    }
  }

  private mutating func addIndexes() {
    for change in changes {
      let table = change.new.name
      for constraint in change.addedUniques {
        append(
          .create(
            SQLIndex(
              name: constraint.name, table: table, isUnique: true,
              terms: constraint.columns.map { .name($0) })))
        add("make the index a constraint of \(table)", [.attach(constraint, table: table)])
      }
      for index in change.addedIndexes {
        guard let definition = index.definition(on: change.new, .postgreSQL) else { continue }
        append(.create(definition))
      }
      for index in change.droppedIndexes {
        var index = index.renaming(change.current)
        index.name = namePlan.indexes[index.name] ?? index.name
        guard var definition = index.definition(on: change.old, .postgreSQL) else { continue }
        definition.table = table
        append(.drop(definition))
      }
    }
  }

  private mutating func addKeys() {
    var validations: [NamedConstraint] = []
    func add(_ key: PlainForeignKey, _ table: String, _ steps: inout [ServerMigrationStep]) {
      let constraint = NamedConstraint(key, named: key.name, table: table)
      steps.append(
        ServerMigrationStep("link \(table) to \(key.table)", [.add(constraint)]))
      validations.append(constraint)
    }
    for table in match.tables where table.old == nil {
      for key in table.new.foreignKeys { add(key, table.new.name, &steps) }
    }
    for change in changes {
      for key in change.addedKeys { add(key, change.new.name, &steps) }
    }
    for constraint in validations {
      self.add("check the links of \(constraint.table)", [.validate(constraint)], form: .scan)
    }
  }

  // MARK: - Comments

  private mutating func comment() {
    for change in changes {
      let table = change.new.name
      let new = change.new.storedComments(.postgreSQL)
      var old: [String: String] = [:]
      for (column, text) in change.old.storedComments(.postgreSQL) {
        let isKept = column.isEmpty || change.match.keptNames[column] != nil
        if isKept { old[column.isEmpty ? "" : change.now(column)] = text }
      }
      let columns = [""] + change.new.columns.map(\.name)
      add(
        "comment on \(table)",
        columns.filter { old[$0] != new[$0] }.map {
          .comment(new[$0], formerly: old[$0], column: $0, table: table)
        })
    }
  }
}

extension TableChange {
  func oldColumn(_ name: String) -> PlainColumn? { old.columns.first { $0.name == name } }

  /// The columns, by their names at that time, that get NOT NULL after their rows are filled.
  var columnsToRequire: [String] {
    match.columns.compactMap { column in
      guard !column.new.isNullable else { return nil }
      switch column.source {
      case .kept(let name):
        return oldColumn(name)?.isNullable == true ? column.new.name : nil
      case .gathered: return during(column.new.name)
      case .generated: return nil
      case .none:
        let isFilled = column.role == .entity || column.new.defaultConstant(.postgreSQL) != nil
        return isFilled ? nil : column.new.name
      }
    }
  }
}
