import MomentumDiagnostics
package import MomentumModel

/// The version hashes of a model: one for each entity, and two digests of the whole model.
///
/// Core Data compares them to find out whether a store was made with a model. Source: rules
/// observed in 34,655 pairs of a store and its model.
package struct ModelHashes: Sendable, Hashable {
  package struct EntityHash: Sendable, Hashable {
    package var name: String
    /// The hash, 32 bytes.
    package var hash: [UInt8]

    package init(name: String, hash: [UInt8]) {
      self.name = name
      self.hash = hash
    }

    /// The hash as 64 lower-case hexadecimal digits.
    package var hexadecimal: String { hash.hexadecimal }
  }

  /// The hashes, sorted by entity name in the order of `NameOrder`.
  package let entities: [EntityHash]

  /// Base64 of a SHA-256 over the entities' hashes: `NSStoreModelVersionChecksumKey`.
  package let checksum: String

  /// Base64 of a SHA-512 over names and hashes: `NSStoreModelVersionHashesDigest`.
  package let digest: String

  /// Hashes a model.
  package init(of model: ObjectModel) {
    var hasher = EntityHasher(model: model)
    self.init(
      entities: model.entityIDs.map {
        EntityHash(name: model[$0].name, hash: hasher.hash(of: $0))
      })
  }

  /// Computes the two digests from hashes that were not computed here, but read, for example from a
  /// store.
  package init(entities: [EntityHash]) {
    let sorted = entities.sorted { NameOrder.isBefore($0.name, $1.name) }
    self.entities = sorted
    checksum = DigestInput(sorted.map { .bytes($0.hash) }).sha256Base64
    digest = DigestInput(sorted.flatMap { [.text($0.name), .bytes($0.hash)] }).sha512Base64
  }

  /// The hashes by the names of their entities.
  package var byEntity: [String: [UInt8]] {
    Dictionary(entities.map { ($0.name, $0.hash) }) { first, _ in first }
  }

  /// The hash of the entity with a name.
  package subscript(name: String) -> [UInt8]? { entities.first { $0.name == name }?.hash }
}
