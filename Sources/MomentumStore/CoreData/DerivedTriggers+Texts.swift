import MomentumModel
import MomentumSQL

// Derived attributes with `canonical:`, `uppercase:` and `lowercase:`.
//
// Documented (NSDerivedAttributeDescription): a save computes them. How Core Data does it was not found
// in any store, so the file gets no trigger, which Core Data might not be able to run. Each connection
// of the object graph makes triggers for itself, so that saves and batch requests compute the values.

extension DerivedTriggers {
  /// The triggers for the texts of a root entity and its sub-entities, sorted by entity number and
  /// attribute name.
  func connectionTriggers(of root: EntityID) -> [SQLTrigger] {
    guard framework.hasDerivedTriggers else { return [] }
    return index.family(of: root).flatMap { entity in
      index.storedAttributes(of: entity).flatMap { textTriggers(of: $0) }
    }
  }

  private func textTriggers(of id: AttributeID) -> [SQLTrigger] {
    guard let expression = index.model[id].derivation, let target = target(id),
      case .text(let function, let path)? = Derivation(expression),
      let name = SQLScalarFunction(rawValue: function.rawValue)?.row.registeredName
    else { return [] }
    switch path.count {
    case 1: return ownTextTriggers(target, name, path[0])
    case 2: return farTextTriggers(target, name, path[0], path[1])
    default: return []
    }
  }

  /// `UPDATE ZBOOK SET ZSORTKEY = MomentumCanonical(NEW.ZTITLE) WHERE Z_PK = NEW.Z_PK`
  private func ownTextTriggers(
    _ target: Target, _ function: String, _ attribute: String
  ) -> [SQLTrigger] {
    guard let value = column(of: attribute, in: target.entity) else { return [] }
    let set = update(
      target, to: "\(name: function)(NEW.\(name: value))",
      "Z_PK = NEW.Z_PK AND \(sql: isOfEntity(target))")
    return [
      trigger("Momentum\(target.name)INSERT", .insert, on: target.table, set),
      trigger("Momentum\(target.name)UPDATE", .update(of: [value]), on: target.table, set),
    ]
  }

  /// The text of an attribute of a to-one relationship's object.
  private func farTextTriggers(
    _ target: Target, _ function: String, _ relationship: String, _ attribute: String
  ) -> [SQLTrigger] {
    guard case .relationship(let id) = index.model.property(named: relationship, in: target.entity),
      !index.model[id].isToMany,
      let key = columns[index.root(of: id.entity)]?.foreignKeys[id]?.column,
      let value = column(of: attribute, in: index.model[id].destination)
    else { return [] }
    let table = index.table(of: index.model[id].destination)
    let near = "Momentum\(target.name)SOURCE_"
    let far = "Momentum\(target.name)PARAMETER_"
    let read = update(
      target,
      to: "(SELECT \(name: function)(\(name: value)) FROM \(name: table) "
        + "WHERE Z_PK = NEW.\(name: key))",
      "Z_PK = NEW.Z_PK AND \(sql: isOfEntity(target))")
    let write = update(
      target, to: "\(name: function)(NEW.\(name: value))",
      "\(name: key) = NEW.Z_PK AND \(sql: isOfEntity(target))")
    return [
      trigger(near + "INSERT", .insert, on: target.table, read),
      trigger(near + "UPDATE", .update(of: [key]), on: target.table, read),
      trigger(far + "INSERT", .insert, on: table, write),
      trigger(far + "UPDATE", .update(of: [value]), on: table, write),
    ]
  }

  /// Rows of other entities in the same table do not have the attribute.
  private func isOfEntity(_ target: Target) -> SQLFragment {
    let last = index.lastNumbers[target.entity.index]
    return "\(number: index.number(of: target.entity)) <= Z_ENT AND Z_ENT <= \(number: last)"
  }

  private func column(of name: String, in entity: EntityID) -> String? {
    guard case .attribute(let id) = index.model.property(named: name, in: entity) else {
      return nil
    }
    return columns[index.root(of: id.entity)]?.attributeColumns[id]
  }
}
