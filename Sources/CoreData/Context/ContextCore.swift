import MomentumObjects

/// The context of the object graph behind an `NSManagedObjectContext`.
final class ContextCore: ObjectContext, @unchecked Sendable {
  /// The context that the program sees, which holds this one.
  weak var face: NSManagedObjectContext?

  override func shouldHandleInaccessibleFault(
    _ object: ManagedObject, triggeredBy key: String?
  ) -> Bool {
    guard let face, let object = object as? ObjectCore else {
      return super.shouldHandleInaccessibleFault(object, triggeredBy: key)
    }
    let fault = ManagedObjectClasses.shared.object(of: object)
    let property = key.flatMap { fault.entity.propertiesByName[$0] }
    return face.shouldHandleInaccessibleFault(
      fault, for: fault.objectID, triggeredByProperty: property)
  }
}
