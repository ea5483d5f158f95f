import MomentumModel

/// Hashes entities. Each entity is hashed once, because its hash is part of the hashes of its
/// sub-entities.
struct EntityHasher {
  private let model: ObjectModel
  private var hashes: [EntityID: [UInt8]] = [:]
  /// The names and digests of the properties that each entity declares, attributes first; the index
  /// is `EntityID.index`. They are kept because an inherited property is part of the hash of every
  /// sub-entity.
  private let ownDigests: [[(name: String, digest: [UInt8])]]

  init(model: ObjectModel) {
    self.model = model
    let properties = PropertyHasher(model: model)
    ownDigests = model.entityIDs.map { properties.digests(of: $0) }
  }

  /// The hash of an entity. It covers, in this order: the name, whether the entity is abstract, the
  /// parent's hash, the digests of own and inherited properties by name, the modifier, the
  /// uniqueness constraints.
  mutating func hash(of id: EntityID) -> [UInt8] {
    // Hash from the root down instead of recursing to the parent, because the recursion could
    // overflow the stack in a deep hierarchy.
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

  /// The digests of an entity's own and inherited properties, sorted by name, without transient
  /// properties. If a name is declared twice, the declaration nearest to the entity counts.
  private func propertyDigests(of id: EntityID) -> [[UInt8]] {
    var digests: [String: [UInt8]] = [:]
    for owner in model.lineage(of: id) {
      for (name, digest) in ownDigests[owner.index] where digests[name] == nil {
        digests[name] = digest
      }
    }
    return digests.sorted { NameOrder.isBefore($0.key, $1.key) }.map(\.value)
  }
}
