import MomentumModel

/// Hashes the properties of entities.
struct PropertyHasher {
  let model: ObjectModel

  /// The digests of an entity's own properties, without transient ones, which have no column.
  func digests(of id: EntityID) -> [(name: String, digest: [UInt8])] {
    let entity = model[id]
    let tombstones = HistoryTombstones.names(of: entity)
    let attributes = entity.attributes.filter { !$0.isTransient }.map {
      (name: $0.name, digest: digest(of: $0, isTombstone: tombstones.contains($0.name)))
    }
    let relationships = entity.relationships.indices.map { RelationshipID(id, $0) }
      .filter { !model[$0].isTransient }
    return attributes + relationships.map { (name: model[$0].name, digest: digest(of: $0)) }
  }

  /// The digest of the parts that attributes and relationships have in common. The flags are a
  /// number of 16 bits: 1 means optional; 2 means transient, which no hashed property is.
  private func base(
    name: String, isOptional: Bool, modifier: String?
  ) -> [UInt8] {
    var parts: [DigestInput.Part] = [.text(name), .number16(isOptional ? 1 : 0)]
    if let modifier { parts.append(.text(modifier)) }
    return DigestInput(parts).sha256
  }

  private func digest(of attribute: Attribute, isTombstone: Bool) -> [UInt8] {
    // Name, flags and type of a derived attribute are not hashed (observed in 32 pairs of store and
    // model), nor are those of a composite (8 pairs).
    if let derivation = attribute.derivation {
      return DigestInput([.text(DerivationExpression.printed(derivation))]).sha256
    }
    if case .composite(let id) = attribute.type {
      let leaves = leafElements(of: id, depth: 0).sorted { NameOrder.isBefore($0.name, $1.name) }
      return DigestInput(leaves.map { .bytes(digest(of: $0, isTombstone: false)) }).sha256
    }
    var parts: [DigestInput.Part] = [
      .bytes(
        base(
          name: attribute.name, isOptional: attribute.isOptional,
          modifier: attribute.versionHashModifier)),
      .number32(attribute.type.number),
    ]
    if attribute.allowsExternalStorage { parts.append(.flag8(true)) }
    if attribute.preservesValueInHistoryOnDeletion || isTombstone { parts.append(.flag8(true)) }
    return DigestInput(parts).sha256
  }

  /// The greatest depth of composites inside composites; deeper elements are not hashed.
  static let compositeDepthMax = 16

  private func leafElements(of id: CompositeID, depth: Int) -> [Attribute] {
    // A checked model has no cycles, but a model made in code may have one, and this recursion
    // would not end.
    guard depth < PropertyHasher.compositeDepthMax else { return [] }
    return model[id].elements.filter { !$0.isTransient }.flatMap { element -> [Attribute] in
      if case .composite(let inner) = element.type {
        return leafElements(of: inner, depth: depth + 1)
      }
      return [element]
    }
  }

  private func digest(of id: RelationshipID) -> [UInt8] {
    let relationship = model[id]
    var parts: [DigestInput.Part] = [
      .bytes(
        base(
          name: relationship.name, isOptional: relationship.isOptional,
          modifier: relationship.versionHashModifier)),
      .text(model[relationship.destination].name),
    ]
    // A relationship that is its own inverse is hashed without the inverse's name (observed in 23
    // relationships).
    if let inverse = relationship.inverse, inverse != id {
      parts.append(.text(model[inverse].name))
    }
    parts.append(.number32(Int32(truncatingIfNeeded: relationship.maximumCount)))
    parts.append(.number32(Int32(truncatingIfNeeded: relationship.minimumCount)))
    if relationship.isOrdered { parts.append(.number16(1)) }
    return DigestInput(parts).sha256
  }
}
