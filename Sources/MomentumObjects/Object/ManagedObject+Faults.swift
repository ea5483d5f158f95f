import MomentumModel

// Fills faults with values, and turns objects with values into faults.

extension ManagedObject {
  /// Fills in the values if the object is a fault.
  ///
  /// - Parameter place: The property that is read or set; `nil` if no property is.
  final func realize(for place: PropertyPlace? = nil) throws {
    guard state.contains(.fault) else { return }
    guard let context else {
      // After a `reset` of the context, its objects are `inaccessible` and read as empty, as in
      // Core Data. An object whose context was released is not, and reading it is an error.
      guard state.contains(.inaccessible) else { throw ObjectMisuse.inaccessible(objectID) }
      state.remove(.fault)
      row = nil
      begin(with: ObjectDetails(empty: plan))
      return
    }
    try context.fill(self, for: place.map { plan.name(of: $0) })
  }

  /// Takes the values of a row.
  final func fill(_ row: RowSnapshot) {
    if !row.isSame(as: self.row) { self.row = row }
    // The row knows the exact entity; the identity may have come from an ancestor's URI. Both
    // identities are equal, so the context still finds the object.
    if row.place !== objectID.place { objectID = row.id }
    state.remove(.fault)
    state.insert(.awaking)
    awakeFromFetch()
    state.remove(.awaking)
  }

  /// Drops the values. The row is kept, so that the values can be read again without a statement,
  /// unless the object was saved meanwhile.
  final func turnIntoFault() {
    guard !isFault else { return }
    willTurnIntoFault()
    details = nil
    state.insert(.fault)
    state.subtract([.updated, .checked])
    didTurnIntoFault()
  }

  /// Forgets the objects of relationships, when the object or its context is released.
  ///
  /// Two objects that are related in both directions keep each other alive: without this, both
  /// would stay in memory forever. Attributes stay readable.
  final func letGoOfRelated() {
    guard let details else { return }
    details.toOnes = Array(repeating: .stored, count: details.toOnes.count)
    details.toManys = Array(repeating: ObjectDetails.ToMany(), count: details.toManys.count)
    details.endEvent()
    details.fetched = [:]
  }

  /// Fills a fault with its values. Throws if the object's row was deleted.
  public final func fireFault() throws { try realize() }

  /// 0 for an object with its values, 1 for a fault. Other numbers of Core Data are not known
  /// (OG-107).
  package final var faultingState: Int { isFault ? 1 : 0 }
}

extension ObjectError {
  /// The error for a fault whose row another context or process has deleted.
  static func missingRow(_ id: ObjectID) -> ObjectError {
    ObjectError(
      .referentialIntegrity, objects: [id], "CoreData could not fulfill a fault for '\(id.uri)'")
  }
}

extension ObjectMisuse {
  /// Whether the object has no row or no context any more. Another process may have deleted the
  /// row, so the call itself is not wrong, and a property reads as empty instead of stopping the
  /// program.
  package var isOfStore: Bool { name == "NSObjectInaccessibleException" }

  static func inaccessible(_ id: ObjectID) -> ObjectMisuse {
    ObjectMisuse(
      "NSObjectInaccessibleException", "CoreData could not fulfill a fault for '\(id.uri)'")
  }
}
