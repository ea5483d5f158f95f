package import MomentumModel

/// Explains in plain sentences why the version hashes of an entity differ between two models.
///
/// Compares only what is hashed, so an empty list means equal hashes. A sub-entity's hash contains
/// its parent's, so a difference of the parent is listed for its sub-entities too.
package enum HashDifference {
  /// The differences as sentences; empty if the hashes are equal, `nil` if one of the models does
  /// not have the entity.
  package static func describe(
    entity name: String, in old: ObjectModel, and new: ObjectModel
  ) -> [String]? {
    differences(entity: name, in: old, and: new)?.map(\.text)
  }

  /// A difference of a property, or of the entity itself.
  package struct Difference: Sendable, Hashable {
    /// The name of the attribute or relationship; `nil` for the entity itself.
    package var property: String?
    /// The facts that differ, such as `type`; empty if one model does not have the property.
    package var facts: [String]
    package var text: String
  }

  /// The differences of an entity between two models; `nil` if one of the models does not have the
  /// entity.
  package static func differences(
    entity name: String, in old: ObjectModel, and new: ObjectModel
  ) -> [Difference]? {
    guard let oldID = old.entity(named: name), let newID = new.entity(named: name) else {
      return nil
    }
    let left = EntityFacts(of: oldID, in: old)
    let right = EntityFacts(of: newID, in: new)
    var result = zip(left.own, right.own).compactMap { old, new in
      old.value == new.value
        ? nil
        : Difference(facts: [old.name], text: "\(old.name): \(old.value) → \(new.value)")
    }
    for property in Set(left.properties.keys).union(right.properties.keys).sorted() {
      func add(_ name: String, _ facts: [String], _ text: String) {
        result.append(Difference(property: name, facts: facts, text: "\(property): \(text)"))
      }
      switch (left.properties[property], right.properties[property]) {
      case (let old?, let new?):
        let (facts, texts) = changes(old.facts, new.facts)
        if !facts.isEmpty { add(old.name, facts, texts.joined(separator: ", ")) }
      case (nil, let new?): add(new.name, [], "added")
      case (let old?, nil): add(old.name, [], "removed")
      case (nil, nil): break
      }
    }
    return result
  }

  /// The facts that differ, with a text for each: `type String → Date`, or `type String → none`;
  /// then the facts that only the new model has, such as `derivation now()`.
  private static func changes(
    _ old: [String: String], _ new: [String: String]
  ) -> (facts: [String], texts: [String]) {
    let changed = old.keys.filter { old[$0] != new[$0] }.sorted()
    let added = new.keys.filter { old[$0] == nil }.sorted()
    return (
      changed + added,
      changed.map { "\($0) \(old[$0] ?? "") → \(new[$0] ?? "none")" }
        + added.map { "\($0) \(new[$0] ?? "")" }
    )
  }
}

/// Everything that is hashed for one entity, as pairs of a name and a text.
private struct EntityFacts {
  /// The facts of the entity itself, sorted by name.
  var own: [(name: String, value: String)]
  /// The name and the facts of each property; the key consists of the property's kind and name.
  var properties: [String: (name: String, facts: [String: String])] = [:]

  init(of id: EntityID, in model: ObjectModel) {
    let entity = model[id]
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: "+") }
    own = [
      ("abstract", entity.isAbstract ? "yes" : "no"),
      ("hash modifier", entity.versionHashModifier.map { "'\($0)'" } ?? "none"),
      ("parent", entity.parent.map { model[$0].name } ?? "none"),
      ("unique", constraints.sorted().joined(separator: ", ")),
    ]
    for owner in model.lineage(of: id) {
      let tombstones = HistoryTombstones.names(of: model[owner])
      for var attribute in model[owner].attributes where !attribute.isTransient {
        // An attribute that the entity's user info names is hashed as if it had the flag. Without
        // this line, a difference of two hashes would remain without a reason.
        if tombstones.contains(attribute.name) {
          attribute.preservesValueInHistoryOnDeletion = true
        }
        add("attribute", attribute.name, EntityFacts.facts(of: attribute, in: model))
      }
      for index in model[owner].relationships.indices {
        let relationship = RelationshipID(owner, index)
        guard !model[relationship].isTransient else { continue }
        add(
          "relationship", model[relationship].name,
          EntityFacts.facts(of: relationship, in: model))
      }
    }
  }

  private mutating func add(_ kind: String, _ name: String, _ facts: [String: String]) {
    // The declaration nearest to the entity is added first, and is the one that is hashed.
    let key = "\(kind) '\(name)'"
    if properties[key] == nil { properties[key] = (name, facts) }
  }

  private static func facts(of attribute: Attribute, in model: ObjectModel) -> [String: String] {
    if let derivation = attribute.derivation {
      return ["derivation": DerivationExpression.printed(derivation)]
    }
    if case .composite(let id) = attribute.type {
      let leaves = EntityFacts.leaves(of: id, in: model, depth: 0).sorted()
      return ["elements": leaves.joined(separator: ", ")]
    }
    return [
      "optional": attribute.isOptional ? "yes" : "no",
      "type": attribute.type.xmlName,
      "hash modifier": attribute.versionHashModifier.map { "'\($0)'" } ?? "none",
      "external storage": attribute.allowsExternalStorage ? "yes" : "no",
      "kept in history": attribute.preservesValueInHistoryOnDeletion ? "yes" : "no",
    ]
  }

  /// A text such as `zip optional Integer 32` for each hashed element of a composite. The names of
  /// the composite and of composites inside are not hashed.
  private static func leaves(of id: CompositeID, in model: ObjectModel, depth: Int) -> [String] {
    guard depth < PropertyHasher.compositeDepthMax else { return [] }
    return model[id].elements.filter { !$0.isTransient }.flatMap { element -> [String] in
      if case .composite(let inner) = element.type {
        return leaves(of: inner, in: model, depth: depth + 1)
      }
      let marks = [
        element.isOptional ? "optional" : nil, element.allowsExternalStorage ? "external" : nil,
        element.preservesValueInHistoryOnDeletion ? "kept" : nil,
        element.versionHashModifier.map { "'\($0)'" }, element.derivation,
      ]
      return [
        ([element.name] + marks.compactMap { $0 } + [element.type.xmlName]).joined(separator: " ")
      ]
    }
  }

  private static func facts(of id: RelationshipID, in model: ObjectModel) -> [String: String] {
    let relationship = model[id]
    // A relationship that is its own inverse is hashed without the inverse's name.
    let inverse = relationship.inverse.flatMap { $0 == id ? nil : model[$0].name }
    return [
      "optional": relationship.isOptional ? "yes" : "no",
      "destination": model[relationship.destination].name,
      "inverse": inverse ?? "none",
      "minimum": "\(relationship.minimumCount)", "maximum": "\(relationship.maximumCount)",
      "ordered": relationship.isOrdered ? "yes" : "no",
      "hash modifier": relationship.versionHashModifier.map { "'\($0)'" } ?? "none",
    ]
  }
}
