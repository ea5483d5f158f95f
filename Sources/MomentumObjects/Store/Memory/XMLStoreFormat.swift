internal import MomentumModel
internal import MomentumPropertyList

/// Reads and writes Core Data's XML store.
struct XMLStoreFormat: StoreFileFormat {
  let type = "XML"

  func information(_ bytes: [UInt8], path: String) throws -> StoreInformation {
    information(try XMLStoreReader.read(bytes, path: path))
  }

  private func information(_ document: XMLStoreDocument) -> StoreInformation {
    var values = document.metadata
    values["NSStoreType"] = .string(type)
    values["NSStoreUUID"] = .string(document.uuid)
    return StoreInformation(values)
  }

  // MARK: - Reading

  func read(_ bytes: [UInt8], path: String, _ model: ModelPlan) throws -> StoreContents {
    let document = try XMLStoreReader.read(bytes, path: path)
    let names = try XMLStoreNames(model, path: path)
    let nodes = try document.objects.map { try node($0, names, path) }
    let highest = nodes.map(\.number).max() ?? 0
    return StoreContents(
      information: information(document), lastNumber: max(document.lastNumber, highest),
      nodes: nodes)
  }

  private func node(
    _ object: XMLStoreDocument.Object, _ names: XMLStoreNames, _ path: String
  ) throws -> StoreNode {
    guard let entity = names.entities[object.type] else {
      throw failure("the model has no entity '\(object.type)'", object.line, path)
    }
    var node = StoreNode(
      entity: entity, number: try number(object.id, object.line, path),
      values: Array(repeating: nil, count: entity.leaves.count),
      toOnes: Array(repeating: nil, count: entity.toOnes.count),
      toManys: Array(repeating: [], count: entity.toManys.count))
    for attribute in object.attributes {
      guard let leaf = names.leaves[entity.id.index][attribute.name] else {
        throw failure("'\(object.type)' has no attribute '\(attribute.name)'", attribute.line, path)
      }
      let type = entity.leaves[leaf].type
      guard let value = XMLStoreValue.value(attribute.text, type) else {
        let reason = "'\(attribute.name)' is no \(XMLStoreValue.name(of: type))"
        throw failure(reason, attribute.line, path)
      }
      node.values[leaf] = value
    }
    for relationship in object.relationships {
      let numbers = try relationship.ids.map { try number($0, relationship.line, path) }
      switch names.relationships[entity.id.index][relationship.name] {
      case .toOne(let index):
        guard numbers.count <= 1 else {
          let reason = "'\(relationship.name)' is a to-one relationship"
          throw failure(reason, relationship.line, path)
        }
        node.toOnes[index] = numbers.first
      case .toMany(let index): node.toManys[index] = numbers
      case .attribute, .fetchedProperty, nil:
        let reason = "'\(object.type)' has no relationship '\(relationship.name)'"
        throw failure(reason, relationship.line, path)
      }
    }
    return node
  }

  /// The number in an object's id: 104 for `z104`.
  private func number(_ id: String, _ line: Int, _ path: String) throws -> Int64 {
    guard id.first == "z", let number = Int64(id.dropFirst()), number > 0 else {
      throw failure("'\(id)' is no id of an object", line, path)
    }
    return number
  }

  private func failure(_ reason: String, _ line: Int, _ path: String) -> MemoryStoreError {
    MemoryStoreError(.corrupt(reason: reason, line: line), path: path)
  }

  // MARK: - Writing

  func write(_ contents: StoreContents, path: String, _ model: ModelPlan) throws -> [UInt8] {
    _ = try XMLStoreNames(model, path: path)
    var metadata = contents.information.values
    metadata["NSStoreType"] = nil
    let uuid = metadata.removeValue(forKey: "NSStoreUUID")?.string ?? ""
    let document = XMLStoreDocument(
      uuid: uuid, lastNumber: contents.lastNumber, metadata: metadata,
      objects: contents.nodes.map { object($0, model) })
    return Array(document.text.utf8)
  }

  private func object(_ node: StoreNode, _ model: ModelPlan) -> XMLStoreDocument.Object {
    var attributes: [XMLStoreDocument.Attribute] = []
    for (index, leaf) in node.entity.leaves.enumerated() where !leaf.isTransient {
      guard let value = node.values[index] else { continue }
      attributes.append(
        XMLStoreDocument.Attribute(
          name: XMLStoreNames.name(of: leaf, in: model.model),
          type: XMLStoreValue.name(of: leaf.type), text: XMLStoreValue.text(value)))
    }
    func relationship(
      _ plan: ObjectRelationship, _ type: String, _ numbers: [Int64]
    ) -> XMLStoreDocument.Relationship? {
      guard !plan.isTransient else { return nil }
      return XMLStoreDocument.Relationship(
        name: plan.name.lowercased(), type: type,
        destination: model[plan.destination].name.uppercased(), ids: numbers.map { "z\($0)" })
    }
    let toOnes = node.entity.toOnes.enumerated().compactMap { index, plan in
      relationship(plan, "1/1", node.toOnes[index].map { [$0] } ?? [])
    }
    let toManys = node.entity.toManys.enumerated().compactMap { index, plan in
      relationship(plan, "0/0", node.toManys[index])
    }
    return XMLStoreDocument.Object(
      type: node.entity.name.uppercased(), id: "z\(node.number)", attributes: attributes,
      relationships: toOnes + toManys)
  }
}

/// The names of a model in the case that an XML store uses: entities in upper case, properties in
/// lower case.
struct XMLStoreNames {
  private(set) var entities: [String: EntityPlan] = [:]
  /// The index in ``EntityPlan/leaves`` by the name of an attribute in the file; the array has an
  /// element for each entity of the model, as has `relationships`.
  private(set) var leaves: [[String: Int]] = []
  private(set) var relationships: [[String: PropertyPlace]] = []

  /// Throws if two names are equal in this case: the values of one property would be lost.
  init(_ model: ModelPlan, path: String) throws {
    for entity in model.entities {
      if let other = entities.updateValue(entity, forKey: entity.name.uppercased()) {
        throw MemoryStoreError(.sameName(other.name, entity.name), path: path)
      }
      var leaves: [String: Int] = [:]
      var relationships: [String: PropertyPlace] = [:]
      var seen: [String: String] = [:]
      func check(_ stored: String, _ name: String) throws {
        guard let other = seen.updateValue(name, forKey: stored) else { return }
        throw MemoryStoreError(.sameName(other, name), path: path)
      }
      for (index, leaf) in entity.leaves.enumerated() where !leaf.isTransient {
        let stored = Self.name(of: leaf, in: model.model)
        try check(stored, ([model.model[leaf.attribute].name] + leaf.path).joined(separator: "."))
        leaves[stored] = index
      }
      for relationship in entity.toOnes + entity.toManys {
        try check(relationship.name.lowercased(), relationship.name)
        relationships[relationship.name.lowercased()] = entity.place(of: relationship.name)
      }
      self.leaves.append(leaves)
      self.relationships.append(relationships)
    }
  }

  /// The name of an attribute, or the path of an element in a composite: `name`, `address.city`
  /// (assumed: no file with a composite was seen).
  static func name(of leaf: LeafPlan, in model: ObjectModel) -> String {
    ([model[leaf.attribute].name] + leaf.path).joined(separator: ".").lowercased()
  }
}
