package import MomentumCompiler
package import MomentumModel
package import MomentumQuery
package import MomentumSQL
import MomentumStore

extension CompiledModel {
  /// The object of a row as text: entity name, slash, `p`, primary key, for example `Venue/p1`.
  ///
  /// A request for an entity also returns objects of its sub-entities, whose rows say so by the
  /// entity's number: with the request's own entity the text would name no object.
  package func objectName(
    _ row: [SQLValue], _ columns: [FetchColumn], _ entity: EntityID
  ) -> String {
    var name = model[entity].name
    var key: Int64 = 0
    for (column, value) in zip(columns, row) {
      guard case .integer(let number) = value else { continue }
      switch column {
      case .primaryKey: key = number
      case .entityNumber: name = schema.entities.first { Int64($0.number) == number }?.name ?? name
      case .constant, .optimisticLock, .attribute, .compositeElement, .toOne, .toOneEntity, .value,
        .count:
        break
      }
    }
    return "\(name)/p\(key)"
  }
}
