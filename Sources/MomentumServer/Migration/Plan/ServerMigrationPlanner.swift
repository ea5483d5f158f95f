package import MomentumCompiler
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// The steps that turn a database of one model into one of another.
package struct ServerMigrationPlan: Sendable, Hashable {
  package var steps: [ServerMigrationStep]
  /// Queries for rows that do not fit the new model; they run before any step.
  package var checks: [ServerCheck]

  package init(steps: [ServerMigrationStep] = [], checks: [ServerCheck] = []) {
    self.steps = steps
    self.checks = checks
  }

  /// What is lost when all steps have run, each once.
  package var losses: [String] { unique(steps.compactMap(\.loss)) }
  package var hasWayBack: Bool { steps.allSatisfy { $0.down != nil } }

  /// Whether a server knows all statements of the plan.
  ///
  /// Documented: ALTER TABLE … DROP EXPRESSION came with 13
  /// (<https://www.postgresql.org/docs/13/release-13.html>).
  ///
  /// - Parameter serverVersion: 150018 for 15.18.
  package func isKnown(toServer serverVersion: Int) -> Bool {
    serverVersion >= 130_000 || !steps.contains(where: \.dropsExpression)
  }
}

/// Plans the migration of a database on a server, by the same rules as that of a store: names and
/// renaming identifiers say what continues what.
///
///     let plan = try ServerMigrationPlanner(old: old, new: new).plan()
///     for step in plan.steps { print(step.title, step.locks) }
///
/// Pure: the names that the server has given are passed in.
package struct ServerMigrationPlanner: Sendable {
  let old: CompiledModel
  let new: CompiledModel
  let names: ServerNames

  package init(old: CompiledModel, new: CompiledModel, names: ServerNames = ServerNames()) {
    self.old = old
    self.new = new
    self.names = names
  }

  package func plan() throws(ServerRefusal) -> ServerMigrationPlan {
    let match = SchemaMatch(
      old: TabledModel(old.model, old.plainSchema), new: TabledModel(new.model, new.plainSchema))
    guard match.refusals.isEmpty else {
      throw ServerRefusal(
        reasons: unique(match.refusals).sorted { ($0.place, $0.text) < ($1.place, $1.text) })
    }
    var builder = StepBuilder(match, names)
    builder.build()
    return ServerMigrationPlan(
      steps: builder.steps, checks: ServerCheckFinder(match: match).checks())
  }
}
