public import MomentumCompiler
import MomentumModel
public import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Work of one's own before or after a stage, inside its transaction.
public enum StageWork: Sendable {
  /// Statements, one each: `.sql(["DELETE FROM \(name: table)"])`.
  case sql([SQLFragment])
  case code(@Sendable (StageStore) throws -> Void)
}

/// The store between two stages. Valid until the work returns.
public final class StageStore {
  /// The version whose tables are there now.
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
  /// - Parameter values: For the placeholders that are written as `?`.
  /// - Returns: The rows that it changed.
  @discardableResult
  public func execute(_ sql: SQLFragment, _ values: [SQLValue] = []) throws -> Int {
    try runner.execute(sql, values)
  }

  /// Runs a statement whose text is made elsewhere, such as one that was read from a file.
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

  /// Calls `body` with each row that a statement gives whose text is made elsewhere.
  public func forEachRow(
    sql: String, _ values: [SQLValue] = [], _ body: ([SQLValue]) throws -> Void
  ) throws {
    try forEachRow(SQLFragment(printed: sql), values, body)
  }

  /// The table of an entity as it stands in a statement: `ZVENUE`; `nil` where the version has no such entity.
  public func table(_ entity: String) -> SQLFragment? {
    model.model.entity(named: entity).map { .name(model.schema[$0].table) }
  }

  /// The condition that only an entity's own rows meet: `Z_ENT = 3`.
  public func condition(_ entity: String) -> SQLFragment? {
    model.model.entity(named: entity).map { "Z_ENT = \(number: model.schema[$0].number)" }
  }

  /// The column of an attribute, or of a to-one relationship, as it stands in a statement: `ZNAME`.
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
