import MomentumModel

/// Hashes entities. Each is hashed once, since an entity's hash is part of those of its
/// sub-entities.
struct EntityHasher {
  private let model: ObjectModel
  private var hashes: [EntityID: [UInt8]] = [:]
  /// The names and digests of each entity's own properties, attributes first, by the entity's
  /// position: an inherited property is part of the hash of every sub-entity.
  private let ownDigests: [[(name: String, digest: [UInt8])]]

  init(model: ObjectModel) {
    self.model = model
    let properties = PropertyHasher(model: model)
    ownDigests = model.entityIDs.map { properties.digests(of: $0) }
  }

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
