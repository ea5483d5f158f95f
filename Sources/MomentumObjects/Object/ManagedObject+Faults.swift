import MomentumModel

// Fills faults with values, and turns objects with values into faults.

extension ManagedObject {
  /// Fills in the values if the object is a fault.
  ///
  /// - Parameter place: The property that somebody reads or sets; `nil` if it is none.
  final func realize(for place: PropertyPlace? = nil) throws {
    guard state.contains(.fault) else { return }
    guard let context else {
      // `reset` leaves such objects, which read as empty in Core Data. An object whose context was
      // released does not have the state.
      guard state.contains(.inaccessible) else { throw ObjectMisuse.inaccessible(objectID) }
      state.remove(.fault)
      row = nil
      details = ObjectDetails(empty: plan)
      return
    }
    try context.fill(self, for: place.map { plan.name(of: $0) })
  }

  /// Takes the values of a row.
  final func fill(_ row: RowSnapshot) {
    self.row = row
    // The row knows the exact entity; the identity may have come from an ancestor's URI.
    if row.id.place !== objectID.place { objectID = row.id }
    state.remove(.fault)
    state.insert(.awaking)
    awakeFromFetch()
    state.remove(.awaking)
  }

  /// Drops the values. The row is kept, so that reading them again needs no statement unless
  /// the object was saved in the meantime.
  final func turnIntoFault() {
    guard !isFault else { return }
    willTurnIntoFault()
    details = nil
    state.insert(.fault)
    state.subtract([.updated, .checked])
    didTurnIntoFault()
  }

  /// Forgets the objects of relationships, when the object leaves its context or the context goes.
  ///
  /// Two objects that are each other's partner hold each other: without this, both would stay in
  /// memory for ever. Attributes stay readable.
  final func letGoOfRelated() {
    guard let details else { return }
    details.toOnes = Array(repeating: .stored, count: details.toOnes.count)
    details.toManys = Array(repeating: ObjectDetails.ToMany(), count: details.toManys.count)
    details.valuesBeforeEvent = []
    details.fetched = [:]
  }

  /// Fills in the values of a fault without reading one. Throws if the object's row has gone.
  public final func fireFault() throws { try realize() }

  /// 0 for an object with its values, 1 for a fault. Other numbers of Core Data are not known
  /// (OG-107).
  package final var faultingState: Int { isFault ? 1 : 0 }
}

extension ObjectError {
  /// The row of a fault has gone: another context or process has deleted it.
  static func missingRow(_ id: ObjectID) -> ObjectError {
    ObjectError(
      .referentialIntegrity, objects: [id], "CoreData could not fulfill a fault for '\(id.uri)'")
  }
}

extension ObjectMisuse {
  /// Whether the cause is a row that is gone: another process may have deleted it, so the call is not
  /// wrong in any program.
  var isOfStore: Bool { name == "NSObjectInaccessibleException" }

  static func inaccessible(_ id: ObjectID) -> ObjectMisuse {
    ObjectMisuse(
      "NSObjectInaccessibleException", "CoreData could not fulfill a fault for '\(id.uri)'")
  }
}
