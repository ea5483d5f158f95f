import MomentumModel
package import MomentumQuery
public import MomentumSQL

/// The tables and the database that a request or a schema is compiled for.
///
/// ```swift
/// let model = try DataModel(contentsOf: "App.xcdatamodeld")
/// print(model.schema(for: .coreData), model.schema(for: .plain(.sqlite)))
/// ```
public enum QueryTarget: Sendable {
  /// A store of Core Data.
  case coreData
  /// The plain layout in a database.
  case plain(SQLDialect)

  /// A store of Core Data, and the plain layout in each dialect that the command line offers.
  package static var all: [QueryTarget] { [.coreData] + SQLDialect.all.map { .plain($0) } }
}

extension CompiledModel {
  /// The table and column of each property. For the plain layout, each call computes the layout
  /// again, so a caller that compiles several requests should keep the result.
  package func queryLayout(_ target: QueryTarget) -> QueryLayout {
    switch target {
    case .coreData: storeLayout
    case .plain(let dialect): .plain(model, plainSchema, dialect)
    }
  }
}
