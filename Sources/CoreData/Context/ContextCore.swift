import MomentumObjects

/// The context of the object graph behind an `NSManagedObjectContext`.
final class ContextCore: ObjectContext, @unchecked Sendable {
  /// The context that the program sees, which holds this one.
  weak var face: NSManagedObjectContext?
  /// The batches of fetches that were not read yet, by their objects.
  private var batches: [ObjectID: BatchToRead] = [:]

  private final class BatchToRead {
    let batch: FetchedBatch

    init(_ batch: FetchedBatch) { self.batch = batch }
  }

  /// The objects of a request with a batch size. They are faults, and the rows of a batch are read when
  /// a property of one of its objects is.
  func fetchFaults(_ request: ObjectRequest) throws -> [ManagedObject] {
    let fetched = try fetchInBatches(request)
    guard let unread = fetched.unreadBatches else { return Array(fetched) }
    for part in unread {
      let batch = BatchToRead(part)
      for id in part.ids { batches[id] = batch }
    }
    return unread.flatMap { $0.ids.map { object(with: $0) } }
  }

  /// Reads the batch of an object if it was not read yet.
  func readBatch(of object: ObjectCore) {
    guard !batches.isEmpty, let found = batches[object.objectID] else { return }
    for id in found.batch.ids { batches[id] = nil }
    found.batch.read(in: self)
  }

  func forgetBatches() { batches = [:] }

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
