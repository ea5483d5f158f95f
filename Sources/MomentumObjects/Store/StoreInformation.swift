package import MomentumPropertyList

/// What a store says of itself: the dictionary that Core Data calls the metadata.
package struct StoreInformation: Sendable, Hashable {
  /// All keys, `NSStoreUUID`, `NSStoreType` and the hashes among them.
  package var values: [String: PropertyList]

  package init(_ values: [String: PropertyList] = [:]) { self.values = values }

  package subscript(key: String) -> PropertyList? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
