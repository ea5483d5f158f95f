package import MomentumModel
internal import MomentumPropertyList
internal import MomentumVersionHash

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How a store in memory, or a store that is read and written as one file, is opened.
package struct MemoryStoreOptions: Sendable, Hashable {
  /// The configuration whose entities the store has; `nil` for all entities.
  package var configuration: String?
  package var isReadOnly: Bool
  /// `NSIgnorePersistentStoreVersioningOption`: opens a file of another version of the model.
  package var ignoresVersions: Bool

  package init(
    configuration: String? = nil, isReadOnly: Bool = false, ignoresVersions: Bool = false
  ) {
    self.configuration = configuration
    self.isReadOnly = isReadOnly
    self.ignoresVersions = ignoresVersions
  }
}

/// The part of the metadata that comes from the model.
package struct ModelInformation {
  private let hashes: ModelHashes
  private let identifiers: [String]

  /// - Parameter entities: The entities of the store; `nil` for all entities of the model.
  package init(_ model: ModelPlan, entities: Set<EntityID>?) {
    let all = ModelHashes(of: model.model)
    identifiers = model.model.versionIdentifiers
    guard let entities else {
      hashes = all
      return
    }
    let names = Set(entities.map { model[$0].name })
    hashes = ModelHashes(entities: all.entities.filter { names.contains($0.name) })
  }

  /// Whether a store was made with these entities; `false` if its metadata has no hashes.
  func isMade(_ information: StoreInformation) -> Bool {
    let stored = information["NSStoreModelVersionHashes"]?.dictionary ?? [:]
    return !stored.isEmpty && stored.compactMapValues(\.data) == hashes.byEntity
  }

  /// The keys that ``write(to:)`` sets.
  static let keys = [
    "NSStoreModelVersionHashes", "NSStoreModelVersionHashesDigest",
    "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers",
    "NSPersistenceFrameworkVersion",
  ]

  /// Sets the keys that depend on the model; all other keys stay.
  package func write(to information: inout StoreInformation) {
    information["NSStoreModelVersionHashes"] = .dictionary(
      hashes.byEntity.mapValues { .data($0) })
    information["NSStoreModelVersionHashesDigest"] = .string(hashes.digest)
    information["NSStoreModelVersionHashesVersion"] = .integer(3)
    information["NSStoreModelVersionIdentifiers"] = .array(identifiers.map { .string($0) })
    if information["NSPersistenceFrameworkVersion"] == nil {
      information["NSPersistenceFrameworkVersion"] = .integer(Self.framework)
    }
  }

  /// The number of the framework in new files: that of the newest files that were observed.
  private static let framework: Int64 = 1345
}

/// Texts for the objects of a store in memory in URIs, where Core Data has UUIDs (observed).
///
///     x-coredata://4F1C…/Venue/p8D5A9A4E-3C5B-4F0E-0000-000000000007
package struct MemoryReferences: Sendable {
  /// The first 8 bytes of all references of a store; the last 8 bytes are the object's number.
  private let prefix: UInt64

  init(_ identifier: String) {
    // The same identifier always makes the same prefix; another store gets another one.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in identifier.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    prefix = hash
  }

  package func text(_ number: Int64) -> String {
    let high = Self.digits(prefix)
    let low = Self.digits(UInt64(bitPattern: number))
    return "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-\(high.suffix(4))-"
      + "\(low.prefix(4))-\(low.dropFirst(4))"
  }

  /// The number in a reference; `nil` if the text is not a reference of this store.
  package func number(_ text: String) -> Int64? {
    guard let number = UInt64(text.filter { $0 != "-" }.suffix(16), radix: 16) else { return nil }
    let result = Int64(bitPattern: number)
    return self.text(result) == text.uppercased() ? result : nil
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
