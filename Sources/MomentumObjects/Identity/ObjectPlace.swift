import Foundation
import MomentumModel

/// A store and an entity: what the identities of many objects have in common.
///
/// It is a class so that an identity is only a pointer and a number: a context may keep millions.
package final class ObjectPlace: Sendable {
  /// `NSStoreUUID` of the store; `nil` for temporary identities.
  package let store: String?
  package let entity: EntityPlan
  /// The hash of the store and the root entity. All entities of a family share a table, and a row
  /// may be known by the name of an ancestor.
  let rowsHash: Int
  /// The text of a number in a URI, for stores whose objects are not numbered.
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

  /// The reference as a part of a URI: what a path cannot have is escaped, `/` stays.
  func escapedReference(_ number: Int64) -> String {
    guard let text = references?(number) else { return String(number) }
    return Self.escaped(text)
  }

  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? text
  }

  /// The part of temporary URIs that is the same in a whole process.
  static let process = UUID().uuidString
}

/// The places of all entities of a model in one store.
package struct ObjectPlaces: Sendable {
  private let places: [ObjectPlace]

  /// - Parameter store: `nil` for temporary identities.
  package init(
    store: String?, _ model: ModelPlan, references: (@Sendable (Int64) -> String)? = nil
  ) {
    places = model.entities.map { ObjectPlace(store: store, entity: $0, references: references) }
  }

  package subscript(entity: EntityPlan) -> ObjectPlace { places[entity.id.index] }
}
