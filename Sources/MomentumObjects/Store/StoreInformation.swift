package import MomentumPropertyList

/// The metadata of a store, as Core Data calls it: a dictionary that describes the store.
package struct StoreInformation: Sendable, Hashable {
  /// The values of all keys, including `NSStoreUUID`, `NSStoreType` and the hashes.
  package var values: [String: PropertyList]

  package init(_ values: [String: PropertyList] = [:]) { self.values = values }

  package subscript(key: String) -> PropertyList? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
