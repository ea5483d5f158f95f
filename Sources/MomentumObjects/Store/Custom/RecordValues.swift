import Foundation
import MomentumModel

// Converts rows to values by name of the property, the form that custom stores use.

extension EntityPlan {
  /// The name of an attribute, or the path of an element in a composite: `name`, `address.city`.
  func name(ofLeaf index: Int, _ model: ModelPlan) -> String {
    let leaf = leaves[index]
    return ([model.model[leaf.attribute].name] + leaf.path).joined(separator: ".")
  }
}

extension RowSnapshot {
  /// The row's values by name of the property.
  func record(_ model: ModelPlan) -> [String: StoredValue] {
    let entity = id.entity
    var record: [String: StoredValue] = [:]
    for index in entity.leaves.indices where !entity.leaves[index].isTransient {
      guard let value = value(index) else { continue }
      record[entity.name(ofLeaf: index, model)] = .attribute(value)
    }
    for (index, relationship) in entity.toOnes.enumerated() {
      if let target = toOne(index) { record[relationship.name] = .identity(target) }
    }
    return record
  }

  /// Makes a row from the values of a custom store. Throws if a value does not have the type in the
  /// model: a mistake in the store must not break an object.
  init(
    _ id: ObjectID, version: Int64, _ record: [String: StoredValue], _ model: ModelPlan
  ) throws {
    let entity = id.entity
    let values = try entity.leaves.indices.map { index -> AttributeValue? in
      let name = entity.name(ofLeaf: index, model)
      switch record[name] {
      case nil: return nil
      case .attribute(let value)?:
        guard let value = value.converted(to: entity.leaves[index].type) else {
          throw ObjectError.wrongRecord(id, name)
        }
        return value
      case .identity?, .identities?: throw ObjectError.wrongRecord(id, name)
      }
    }
    let toOnes = try entity.toOnes.map { relationship -> ObjectID? in
      switch record[relationship.name] {
      case nil: return nil
      case .identity(let target)? where target.entity.inherits(from: relationship.destination):
        return target
      case .identity?, .attribute?, .identities?:
        throw ObjectError.wrongRecord(id, relationship.name)
      }
    }
    self.init(
      id, version: version, values: values, toOnes: toOnes,
      readAt: Date().timeIntervalSinceReferenceDate)
  }
}

extension ObjectError {
  static func wrongRecord(_ id: ObjectID, _ key: String) -> ObjectError {
    ObjectError(
      Code(rawValue: 134_060), objects: [id], key: key,
      "The store has a value of another type for '\(key)' of \(id.entityName).")
  }

  static func missingIdentifier(_ type: String) -> ObjectError {
    ObjectError(
      Code(rawValue: 134_060),
      "A store of the type '\(type)' must have a text under NSStoreUUID in its metadata.")
  }
}
