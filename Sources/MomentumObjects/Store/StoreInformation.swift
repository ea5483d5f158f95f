package import MomentumPropertyList

/// The metadata of a store, as Core Data calls it: a dictionary that describes the store.
package struct StoreInformation: Sendable, Hashable {
  /// All keys, `NSStoreUUID`, `NSStoreType` and the hashes among them.
  package var values: [String: PropertyList]

  package init(_ values: [String: PropertyList] = [:]) { self.values = values }

  package subscript(key: String) -> PropertyList? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
