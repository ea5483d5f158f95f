public import MomentumCompiler
import MomentumModel
public import MomentumSQL
import MomentumSQLite
import MomentumStore

/// An app's own work before or after a stage, inside the transaction of the migration.
///
/// ```swift
/// let trim = StageWork.sql(["UPDATE ZVENUE SET ZNAME = trim(ZNAME)"])
/// let stage = StagedMigration.Stage("trim names", from: v1, to: v2, before: trim)
/// ```
public enum StageWork: Sendable {
  /// Statements, each an element: `.sql(["DELETE FROM \(name: table)"])`.
  case sql([SQLFragment])
  /// A closure that reads and changes the store. If it throws, the migration fails and the store is
  /// unchanged.
  case code(@Sendable (StageStore) throws -> Void)
}

/// The store before or after a stage, for an app's own work. It is valid until the work returns.
///
/// ```swift
/// let trim = StageWork.code { store in
///   guard let table = store.table("Venue"), let name = store.column("Venue", "name")
///   else { return }
///   try store.execute("UPDATE \(sql: table) SET \(sql: name) = trim(\(sql: name))")
/// }
/// ```
public final class StageStore {
  /// The version whose tables the store has at this point.
  public let model: CompiledModel
  private let runner: StepRunner

  init(model: CompiledModel, runner: StepRunner) {
    self.model = model
    self.runner = runner
  }

  /// Runs one statement to its end.
  ///
  ///     try store.execute("UPDATE \(sql: table) SET ZNAME = \(bind: .text(name))")
  ///
  /// - Parameter values: The values for the placeholders that are written as `?`.
  /// - Returns: The number of rows that the statement changed.
  @discardableResult
  public func execute(_ sql: SQLFragment, _ values: [SQLValue] = []) throws -> Int {
    try runner.execute(sql, values)
  }

  /// Runs a statement from text that was not written as a fragment, such as one from a file.
  @discardableResult
  public func execute(sql: String, _ values: [SQLValue] = []) throws -> Int {
    try execute(SQLFragment(printed: sql), values)
  }

  /// Calls `body` with each row of a result.
  public func forEachRow(
    _ sql: SQLFragment, _ values: [SQLValue] = [], _ body: ([SQLValue]) throws -> Void
  ) throws {
    let statement = try runner.connection.prepare(sql: sql.text)
    try statement.bind(sql.bindings + values)
    while let row = try statement.nextRow() {
      try runner.checkCancelled()
      try body(row)
    }
  }

  /// Calls `body` with each row of a statement from text that was not written as a fragment.
  public func forEachRow(
    sql: String, _ values: [SQLValue] = [], _ body: ([SQLValue]) throws -> Void
  ) throws {
    try forEachRow(SQLFragment(printed: sql), values, body)
  }

  /// The table of an entity for use in a statement: `ZVENUE`; `nil` if the version does not have
  /// the entity.
  public func table(_ entity: String) -> SQLFragment? {
    model.model.entity(named: entity).map { .name(model.schema[$0].table) }
  }

  /// The condition for an entity's own rows, without its sub-entities: `Z_ENT = 3`.
  public func condition(_ entity: String) -> SQLFragment? {
    model.model.entity(named: entity).map { "Z_ENT = \(number: model.schema[$0].number)" }
  }

  /// The column of an attribute or to-one relationship for use in a statement: `ZNAME`.
  public func column(_ entity: String, _ property: String) -> SQLFragment? {
    guard let id = model.model.entity(named: entity) else { return nil }
    switch model.model.property(named: property, in: id) {
    case .attribute(let attribute):
      return model.schema.attributeColumns[attribute].map(SQLFragment.name)
    case .relationship(let relationship):
      guard case .foreignKey(let key) = model.schema.relationships[relationship] else { return nil }
      return .name(key.column)
    case .fetchedProperty, nil: return nil
    }
  }
}
