/// The identity of a managed object: its store, its entity and its number in the store.
///
/// A new object has a temporary identity until it is saved. Two identities are equal if they mean
/// the same row of the same store.
///
/// ```swift
/// let venue = try context.insert("Venue")
/// print(venue.objectID.isTemporary)      // true
/// try context.save()
/// print(venue.objectID)                  // x-coredata://4F1C…/Venue/p1
/// ```
public struct ObjectID: Sendable, Hashable {
  package let place: ObjectPlace
  /// The primary key of the row, or the number of a temporary identity.
  package let number: Int64

  package init(_ place: ObjectPlace, _ number: Int64) {
    self.place = place
    self.number = number
  }

  /// Whether the object has not been saved yet.
  public var isTemporary: Bool { place.store == nil }
  /// The name of the object's entity.
  public var entityName: String { place.entity.name }
  package var entity: EntityPlan { place.entity }

  /// Whether both identities mean the same row.
  public static func == (left: ObjectID, right: ObjectID) -> Bool {
    left.number == right.number
      && (left.place === right.place || left.place.hasSameRows(as: right.place))
  }

  /// Equal identities have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(place.rowsHash)
  }

  // MARK: - Temporary identities

  private static let lastTemporary = Locked<Int64>(1)

  /// A temporary identity that no other object of the process has.
  static func temporary(_ place: ObjectPlace) -> ObjectID {
    let number = lastTemporary.withLock { last in
      last += 1
      return last
    }
    return ObjectID(place, number)
  }
}

extension ObjectID: CustomStringConvertible {
  /// `x-coredata://4F1C…/Venue/p1`, or `x-coredata:///Venue/t…` for a temporary identity.
  ///
  /// Source: both forms observed in logs.
  public var uri: String {
    let head = "x-coredata://\(place.store ?? "")/\(place.entity.name)/"
    return head
      + (isTemporary ? "t\(ObjectPlace.process)\(number)" : "p\(place.escapedReference(number))")
  }

  /// The part of the URI that identifies the object in its store: `p` and the key of its row, or
  /// the text that a custom store has given it.
  public var reference: String { place.reference(number) }

  /// The identity as a URI.
  public var description: String { uri }
}

extension ObjectID {
  /// `NSStoreUUID` of the store; `nil` for a temporary identity.
  package var storeIdentifier: String? { place.store }
}
