public import MomentumCompiler
import MomentumModel
public import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Work of one's own before or after a stage, inside its transaction.
public enum StageWork: Sendable {
  /// Statements, one each.
  case sql([String])
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
  /// - Returns: The rows that it changed.
  @discardableResult
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
    try runner.execute(sql, values)
  }

  /// Calls `body` with each row of a result.
  public func forEachRow(
    _ sql: String, _ values: [SQLValue] = [], _ body: ([SQLValue]) throws -> Void
  ) throws {
    let statement = try runner.connection.prepare(sql: sql)
    try statement.bind(values)
    while let row = try statement.nextRow() {
      try runner.checkCancelled()
      try body(row)
    }
  }

  /// The table of an entity as it stands in a statement: `ZVENUE`; `nil` where the version has no such entity.
  public func table(_ entity: String) -> String? {
    model.model.entity(named: entity).map { SQLPrinter.identifier(model.schema[$0].table) }
  }

  /// The condition that only an entity's own rows meet: `Z_ENT = 3`.
  public func condition(_ entity: String) -> String? {
    model.model.entity(named: entity).map { "Z_ENT = \(model.schema[$0].number)" }
  }

  /// The column of an attribute, or of a to-one relationship, as it stands in a statement: `ZNAME`.
  public func column(_ entity: String, _ property: String) -> String? {
    guard let id = model.model.entity(named: entity) else { return nil }
    switch model.model.property(named: property, in: id) {
    case .attribute(let attribute):
      return model.schema.attributeColumns[attribute].map(SQLPrinter.identifier)
    case .relationship(let relationship):
      guard case .foreignKey(let key) = model.schema.relationships[relationship] else { return nil }
      return SQLPrinter.identifier(key.column)
    case .fetchedProperty, nil: return nil
    }
  }
}
