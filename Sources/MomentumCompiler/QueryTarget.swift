import MomentumModel
public import MomentumQuery
import MomentumSQL

/// The tables and the database that a request is compiled for.
public enum QueryTarget: String, Sendable, Hashable, CaseIterable {
  /// A store of Core Data.
  case coreData = "coredata"
  /// The plain layout in SQLite.
  case plainSQLite = "plain-sqlite"
  /// The plain layout in PostgreSQL.
  case plainPostgreSQL = "plain-postgresql"
}

extension CompiledModel {
  /// The table and column of each property. For the plain target each call lays the model out
  /// again: keep the result if several requests are compiled.
  public func queryLayout(_ target: QueryTarget) -> QueryLayout {
    switch target {
    case .coreData: storeLayout
    case .plainSQLite: .plain(model, plainSchema, .sqlite)
    case .plainPostgreSQL: .plain(model, plainSchema, .postgreSQL)
    }
  }
}
