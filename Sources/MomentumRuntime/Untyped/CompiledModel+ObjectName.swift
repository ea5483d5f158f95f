package import MomentumCompiler
package import MomentumModel
package import MomentumQuery
package import MomentumSQL
import MomentumStore

extension CompiledModel {
  /// The object of a row as text: entity name, slash, `p`, primary key, for example `Venue/p1`. If
  /// the rows may belong to several entities, the entity number in the row decides the name.
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
