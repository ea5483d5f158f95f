import MomentumModel

/// Hashes entities. Each is hashed once, since an entity's hash is part of those of its
/// sub-entities.
struct EntityHasher {
  private let model: ObjectModel
  private var hashes: [EntityID: [UInt8]] = [:]
  /// Kept, since an inherited property is part of the hash of every sub-entity.
  private var attributeDigests: [AttributeID: [UInt8]] = [:]
  private var relationshipDigests: [RelationshipID: [UInt8]] = [:]

  init(model: ObjectModel) { self.model = model }

  /// The hash of: the name, whether the entity is abstract, the parent's hash, the digests of own
  /// and inherited properties by name, the modifier, the uniqueness constraints.
  mutating func hash(of id: EntityID) -> [UInt8] {
    // From the root down, since recursion to the parent could overflow the stack in a deep
    // hierarchy.
    for ancestor in model.lineage(of: id).reversed() where hashes[ancestor] == nil {
      hashes[ancestor] = digest(of: ancestor)
    }
    return hashes[id] ?? []
  }

  private mutating func digest(of id: EntityID) -> [UInt8] {
    let entity = model[id]
    var parts: [DigestInput.Part] = [.text(entity.name), .flag8(entity.isAbstract)]
    if let parent = entity.parent.flatMap({ hashes[$0] }) { parts.append(.bytes(parent)) }
    parts += propertyDigests(of: id).map { .bytes($0) }
    if let modifier = entity.versionHashModifier { parts.append(.text(modifier)) }
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
    parts += constraints.sorted(by: NameOrder.isBefore).map { .text($0) }
    return DigestInput(parts).sha256
  }

  /// Ascending by name; if a name is declared twice, the nearest declaration; without transient
  /// properties.
  private mutating func propertyDigests(of id: EntityID) -> [[UInt8]] {
    var digests: [String: [UInt8]] = [:]
    for owner in model.lineage(of: id) {
      let entity = model[owner]
      for index in entity.attributes.indices {
        let name = entity.attributes[index].name
        if !entity.attributes[index].isTransient, digests[name] == nil {
          digests[name] = attributeDigest(AttributeID(owner, index))
        }
      }
      for index in entity.relationships.indices {
        let relationship = RelationshipID(owner, index)
        let name = model[relationship].name
        if !model[relationship].isTransient, digests[name] == nil {
          digests[name] = relationshipDigest(relationship)
        }
      }
    }
    return digests.sorted { NameOrder.isBefore($0.key, $1.key) }.map(\.value)
  }

  private mutating func attributeDigest(_ id: AttributeID) -> [UInt8] {
    if let digest = attributeDigests[id] { return digest }
    let tombstones = HistoryTombstones.names(of: model[id.entity])
    let newDigest = digest(of: model[id], isTombstone: tombstones.contains(model[id].name))
    attributeDigests[id] = newDigest
    return newDigest
  }

  private mutating func relationshipDigest(_ id: RelationshipID) -> [UInt8] {
    if let digest = relationshipDigests[id] { return digest }
    let newDigest = digest(of: id)
    relationshipDigests[id] = newDigest
    return newDigest
  }

  // MARK: - Properties

  private func base(
    name: String, isOptional: Bool, isTransient: Bool, modifier: String?
  ) -> [UInt8] {
    let flags: UInt16 = (isOptional ? 1 : 0) | (isTransient ? 2 : 0)
    return DigestInput(
      [.text(name), .number16(flags)] + (modifier.map { [.text($0)] } ?? [])
    ).sha256
  }

  private func digest(of attribute: Attribute, isTombstone: Bool = false) -> [UInt8] {
    // Name, flags and type do not count for a derived attribute (observed in 32 pairs), nor for a
    // composite (8 pairs).
    if let derivation = attribute.derivation {
      return DigestInput([.text(DerivationExpression.printed(derivation))]).sha256
    }
    if case .composite(let id) = attribute.type {
      let leaves = leafElements(of: id, depth: 0).sorted { NameOrder.isBefore($0.name, $1.name) }
      return DigestInput(leaves.map { .bytes(digest(of: $0)) }).sha256
    }
    var parts: [DigestInput.Part] = [
      .bytes(
        base(
          name: attribute.name, isOptional: attribute.isOptional,
          isTransient: attribute.isTransient, modifier: attribute.versionHashModifier)),
      .number32(attribute.type.number),
    ]
    if attribute.allowsExternalStorage { parts.append(.flag8(true)) }
    if attribute.preservesValueInHistoryOnDeletion || isTombstone { parts.append(.flag8(true)) }
    return DigestInput(parts).sha256
  }

  /// Composites inside composites are followed this far.
  static let compositeDepthMax = 16

  private func leafElements(of id: CompositeID, depth: Int) -> [Attribute] {
    // A checked model has no cycles, but a model made in code may have one, and this recursion
    // would not end.
    guard depth < EntityHasher.compositeDepthMax else { return [] }
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
          isTransient: relationship.isTransient, modifier: relationship.versionHashModifier)),
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
