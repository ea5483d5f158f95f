public import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumSQL
import MomentumStore

/// The tables that SQL is made for.
///
/// ```swift
/// let model = try DataModel(contentsOf: "App.xcdatamodeld")
/// print(model.schema(.coreData))
/// print(model.schema(.plainPostgreSQL))
/// ```
public enum TableLayout: Sendable, Hashable, CaseIterable {
  /// The tables that Core Data makes, in SQLite: `ZVENUE` with `Z_PK`, `Z_ENT` and `Z_OPT`.
  case coreData
  /// Tables for a database of your own, in SQLite: `venue` with `id`.
  case plainSQLite
  /// The same tables in PostgreSQL.
  case plainPostgreSQL

  var target: QueryTarget {
    switch self {
    case .coreData: .coreData
    case .plainSQLite: .plain(.sqlite)
    case .plainPostgreSQL: .plain(.postgreSQL)
    }
  }
}

extension DataModel {
  /// The SQL that makes the model's tables, indexes and triggers in an empty database. Each
  /// statement ends with a semicolon and a line break.
  public func schema(_ layout: TableLayout = .coreData) -> String {
    switch layout.target {
    case .coreData: compiled.schemaScript
    case .plain(let dialect): compiled.plainSchema.creationScript(dialect)
    }
  }

  /// Compiles a fetch request to one SELECT, with its values as literals.
  ///
  /// Names that the model does not have, and values of other types than their attributes, are
  /// ``DataModelError/rejected(_:)`` with the place in the text.
  public func sql(
    for request: RequestText, _ layout: TableLayout = .coreData
  ) throws(DataModelError) -> String {
    var diagnostics = Diagnostics()
    let fetch = compiled.compile(request, target: layout.target, &diagnostics)
    guard let fetch, !diagnostics.hasErrors else { throw .rejected(diagnostics) }
    return fetch.sql.text
  }
}
