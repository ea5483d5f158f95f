import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Runs the statements of a mapping model, and the code of its policies between them.
struct MappingRun {
  /// How many rows are in memory at a time while a policy's code is called for each.
  private static let pageSize = 1000

  let plan: MappingPlan
  let policies: [String: EntityMigrationPolicy]
  let new: PlannedModel
  let runner: StepRunner

  func perform() throws {
    for function in plan.functions { try register(function) }
    var moments = plan.moments[...]
    func reach(_ step: Int) throws {
      while let moment = moments.first, moment.step <= step {
        moments.removeFirst()
        try run(moment)
      }
    }
    try runner.run(plan.plan.steps, before: reach)
    try reach(Int.max)
  }

  // MARK: - Methods

  private func register(_ function: MappingPlan.Function) throws {
    guard let method = policies[function.call.className]?.methods[function.call.selector] else {
      throw MigrationError.stage(
        name: function.call.className, message: "no code for '\(function.call.selector)'")
    }
    let arguments = function.call.arguments
    let names = Dictionary(
      plan.oldTables.schema.entities.map { (Int64($0.number), $0.name) },
      uniquingKeysWith: { first, _ in first })
    try runner.connection.addFunction(
      named: function.name, argumentCount: function.argumentCount
    ) { values in
      try method(MappingRun.arguments(arguments, values, names))
    }
  }

  /// Converts the values of an SQL function call back to a method's arguments.
  private static func arguments(
    _ shapes: [ResolvedMapping.Argument], _ values: [SQLValue], _ names: [Int64: String]
  ) -> [PolicyArgument] {
    var rest = values[...]
    return shapes.map { shape in
      switch shape {
      case .variable(let name): return .variable(name)
      case .value: return .value(rest.popFirst() ?? .null)
      case .object:
        guard case .integer(let number)? = rest.popFirst(),
          case .integer(let key)? = rest.popFirst(),
          let name = names[number]
        else { return .object(nil) }
        return .object(MigratingObject(entity: name, key: key))
      }
    }
  }

  // MARK: - Hooks

  private func run(_ moment: MappingPlan.Moment) throws {
    let program = plan.entities[moment.mapping]
    guard let policy = program.policyClassName.flatMap({ policies[$0] }) else { return }
    let context = MigrationContext(
      mapping: moment.mapping, plan: plan, new: new, runner: runner)
    do {
      switch moment.phase {
      case .begin: try policy.begin?(context)
      case .createInstances:
        if let hook = policy.createDestinationInstances {
          try forEachSource(of: program) { try hook($0, context) }
        }
      case .endInstanceCreation: try policy.endInstanceCreation?(context)
      case .createRelationships:
        if let hook = policy.createRelationships {
          try forEachPair(of: program) { try hook($0, $1, context) }
        }
      case .endRelationshipCreation: try policy.endRelationshipCreation?(context)
      case .performCustomValidation: try policy.performCustomValidation?(context)
      case .end: try policy.end?(context)
      }
    } catch let error as MigrationError {
      throw error
    } catch let error as SQLiteError {
      throw error
    } catch {
      throw MigrationError.stage(name: program.name, message: "\(error)")
    }
  }

  private func forEachSource(
    of program: MappingPlan.EntityProgram, _ body: (MigratingObject) throws -> Void
  ) throws {
    guard let keys = program.sourceKeys, let source = program.source else { return }
    let entity = plan.oldTables.model[source].name
    var last = Int64.min
    while true {
      try runner.checkCancelled()
      let page = try rows(
        """
        SELECT source FROM (\(sql: keys)) WHERE source > \(bind: .integer(last)) \
        ORDER BY source LIMIT \(number: Self.pageSize)
        """)
      for row in page {
        guard case .integer(let key) = row[0] else { continue }
        try body(MigratingObject(entity: entity, key: key))
        last = key
      }
      if page.count < Self.pageSize { return }
    }
  }

  private func forEachPair(
    of program: MappingPlan.EntityProgram,
    _ body: (MigratedObject, MigratingObject) throws -> Void
  ) throws {
    guard let source = program.source else { return }
    let entity = plan.oldTables.model[source].name
    var last = (source: Int64.min, destination: Int64.min)
    while true {
      try runner.checkCancelled()
      let page = try rows(
        """
        SELECT source, destination, entity FROM \(sql: program.mapTable.sql) \
        WHERE (source, destination) > \
        (\(bind: .integer(last.source)), \(bind: .integer(last.destination))) \
        ORDER BY source, destination LIMIT \(number: Self.pageSize)
        """)
      for row in page {
        guard case .integer(let key) = row[0], case .integer(let made) = row[1] else { continue }
        last = (key, made)
        guard case .integer(let number) = row[2],
          let name = new.schema.entities.first(where: { Int64($0.number) == number })?.name
        else { continue }
        try body(
          MigratedObject(entity: name, key: made), MigratingObject(entity: entity, key: key))
      }
      if page.count < Self.pageSize { return }
    }
  }

  private func rows(_ sql: SQLFragment) throws -> [[SQLValue]] {
    let statement = try runner.connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }
}
