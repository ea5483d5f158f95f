import Foundation
import MomentumModel

// Rows as values by name, the form that custom stores have.

extension EntityPlan {
  /// `name`, or `address.city` for the element of a composite.
  func name(ofLeaf index: Int, _ model: ModelPlan) -> String {
    let leaf = leaves[index]
    return ([model.model[leaf.attribute].name] + leaf.path).joined(separator: ".")
  }
}

extension RowSnapshot {
  /// The values by name.
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

  /// The row of a record. Throws for a value of another type than the model's: a store of somebody
  /// else must not break an object.
  convenience init(
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
