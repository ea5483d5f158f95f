/// The objects of a to-one relationship, by their owners.
///
/// ```swift
/// let categories = try store.related(\.category, of: venues)
/// for venue in venues { print(venue.name, categories[venue]?.name ?? "") }
/// ```
public struct RelatedObject<Owner: StoredEntity, Destination: StoredEntity>: Sendable {
  private let destinations: [Int64: Destination]
  private let keys: [Owner.ID: Int64]

  package init(_ destinations: [Int64: Destination], _ keys: [Owner.ID: Int64]) {
    self.destinations = destinations
    self.keys = keys
  }

  /// The object of an owner; `nil` if the owner has none, or was not passed to `related`.
  public subscript(owner: Owner) -> Destination? { self[owner.objectID] }

  /// The object of the owner with this key; `nil` if the owner has none, or was not passed to
  /// `related`.
  public subscript(owner: Owner.ID) -> Destination? { keys[owner].flatMap { destinations[$0] } }
}

/// The objects of a to-many relationship, by their owners.
///
/// ```swift
/// let members = try store.related(\.venues, of: categories)
/// for category in categories { print(category.name, members[category].count) }
/// ```
public struct RelatedObjects<Owner: StoredEntity, Destination: StoredEntity>: Sendable {
  private let destinations: [Int64: [Destination]]

  package init(_ destinations: [Int64: [Destination]]) { self.destinations = destinations }

  /// The objects in the order of the relationship, or by key if it is not ordered. Empty if the
  /// owner has none, or was not passed to `related`.
  public subscript(owner: Owner) -> [Destination] { self[owner.objectID] }

  /// The objects of the owner with this key; empty if it has none or was not passed to `related`.
  public subscript(owner: Owner.ID) -> [Destination] { destinations[owner.rawValue] ?? [] }
}
