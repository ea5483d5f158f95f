/// The hooks and checks of changed objects before a save writes them.
struct SavePreparation {
  /// The rounds of `willSave` after which a save gives up. The number is Core Data's.
  static let roundsMax = 1000

  let context: ObjectContext

  /// Calls `willSave` of all objects. An object that is changed by a hook is called again.
  func callWillSave() throws {
    guard context.coordinator.hasOwnClasses else { return }
    for object in context.inserted { object.willSave() }
    for object in context.updated where !object.isDeleted { object.willSave() }
    for object in context.deleted { object.willSave() }
    var waiting = objectsChangedByHooks()
    var rounds = 1
    while !waiting.isEmpty {
      rounds += 1
      guard rounds <= SavePreparation.roundsMax else {
        throw ObjectMisuse(
          "NSInternalInconsistencyException",
          "Failed to process pending changes before save.  The context is still dirty after "
            + "\(SavePreparation.roundsMax) attempts.  Typically this recursive dirtying is caused by "
            + "a bad validation method, -willSave, or notification handler.")
      }
      for object in waiting { object.willSave() }
      waiting = objectsChangedByHooks()
    }
  }

  /// Ends the present event and returns the objects that the hooks have changed in it.
  private func objectsChangedByHooks() -> [ManagedObject] {
    let event = context.event
    let changed = event.inserted.elements + event.updated.elements + event.deleted.elements
    context.processPendingChanges(propagates: true)
    return changed.filter { $0.context === context }
  }

  /// Checks all objects that the save writes or deletes.
  ///
  /// - Parameter endsEvents: Whether they forget the values that they had before the event.
  func validate(endsEvents: Bool) throws {
    var errors: [any Error] = []
    func collect(_ body: () throws -> Void) {
      do { try body() } catch { errors.append(error) }
    }
    let mayPass = context.model.rules.isEmpty
    for object in context.inserted.elements {
      let details = object.details
      if endsEvents { details?.endEvent() }
      if mayPass, object.isValidAtOnce(details) { continue }
      collect { try object.validateForInsert() }
    }
    for object in context.updated.elements {
      let details = object.details
      if endsEvents { details?.endEvent() }
      if object.isDeleted || mayPass && object.isValidAtOnce(details) { continue }
      collect { try object.validateForUpdate() }
    }
    for object in context.deleted { collect { try object.validateForDelete() } }
    if let error = ObjectError.combined(errors) { throw error }
  }
}

extension ManagedObject {
  /// Whether the object has a class of the program, which may have hooks and rules of its own.
  final var hasOwnClass: Bool { type(of: self) != ManagedObject.self }

  /// Whether the object keeps all rules of the model, without a doubt. Most objects do, so the
  /// slower check that makes errors is for the others.
  fileprivate final func isValidAtOnce(_ details: ObjectDetails?) -> Bool {
    let plan = plan
    return !hasOwnClass && !isFault && plan.relationshipPlaces.isEmpty
      && plan.allowsAttributes(details, row)
  }
}
