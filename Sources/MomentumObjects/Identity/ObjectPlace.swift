import Foundation
import MomentumModel

/// A store and an entity, which the identities of many objects share.
///
/// It is a class so that an identity is only a pointer and a number: a context may keep millions.
package final class ObjectPlace: Sendable {
  /// `NSStoreUUID` of the store; `nil` for temporary identities.
  package let store: String?
  package let entity: EntityPlan
  /// The hash of the store and the root entity. An entity and its sub-entities share a table, so an
  /// identity that names an ancestor must have the same hash.
  let rowsHash: Int
  /// Returns the text that a custom store has given to the object with a number, for the object's
  /// URI; `nil` for stores that know their objects by number.
  private let references: (@Sendable (Int64) -> String)?

  package init(
    store: String?, entity: EntityPlan, references: (@Sendable (Int64) -> String)? = nil
  ) {
    self.store = store
    self.entity = entity
    self.references = references
    var hasher = Hasher()
    hasher.combine(store)
    hasher.combine(entity.root)
    rowsHash = hasher.finalize()
  }

  func hasSameRows(as other: ObjectPlace) -> Bool {
    store == other.store && entity.root == other.entity.root
  }

  func reference(_ number: Int64) -> String { references?(number) ?? String(number) }

  /// The object's text in its URI: characters that a path cannot contain are escaped, except `/`.
  func escapedReference(_ number: Int64) -> String {
    guard let text = references?(number) else { return String(number) }
    return Self.escaped(text)
  }

  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? text
  }

  /// A UUID in the URIs of all temporary identities of this process.
  static let process = UUID().uuidString
}

/// The `ObjectPlace` of each entity of a model in one store.
package struct ObjectPlaces: Sendable {
  private let places: [ObjectPlace]

  /// - Parameter store: The identifier of the store; `nil` for temporary identities.
  package init(
    store: String?, _ model: ModelPlan, references: (@Sendable (Int64) -> String)? = nil
  ) {
    places = model.entities.map { ObjectPlace(store: store, entity: $0, references: references) }
  }

  package subscript(entity: EntityPlan) -> ObjectPlace { places[entity.id.index] }
}
