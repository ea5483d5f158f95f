import MomentumModel
import MomentumObjects

/// An object that was changed here and by somebody else since it was read.
open class NSMergeConflict: NSObject {
  open private(set) var sourceObject: NSManagedObject
  open private(set) var objectSnapshot: [String: Any]?
  open private(set) var cachedSnapshot: [String: Any]?
  open private(set) var persistedSnapshot: [String: Any]?
  open private(set) var newVersionNumber: Int
  open private(set) var oldVersionNumber: Int
  private let text: String?

  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    objectSnapshot = srcObject.committedValues(forKeys: nil)
    text = nil
  }

  init(_ conflict: MergeConflict, in context: NSManagedObjectContext?) {
    sourceObject = NSManagedObject.named(conflict.id, in: context)
    let snapshot = RowValues(context)
    objectSnapshot = conflict.objectSnapshot.map(snapshot.values)
    cachedSnapshot = conflict.cachedSnapshot.map(snapshot.values)
    persistedSnapshot = conflict.persistedSnapshot.map(snapshot.values)
    newVersionNumber = Int(conflict.newVersion)
    oldVersionNumber = Int(conflict.oldVersion)
    text = conflict.description
  }

  /// A conflict that a policy has to resolve, with the values that the store has now.
  init(
    _ object: ManagedObject, _ saved: [String: StoredValue]?, in context: NSManagedObjectContext?
  ) {
    sourceObject = ManagedObjectClasses.shared.object(of: object)
    objectSnapshot = sourceObject.committedValues(forKeys: nil)
    persistedSnapshot = saved.map { RowValues(context).values($0) }
    cachedSnapshot = objectSnapshot
    oldVersionNumber = 0
    newVersionNumber = saved == nil ? 0 : 1
    text = nil
  }

  open override var description: String {
    text ?? "NSMergeConflict for NSManagedObject with objectID '\(sourceObject.objectID)'"
  }
}

/// Objects that break a uniqueness constraint.
open class NSConstraintConflict: NSObject {
  open private(set) var constraint: [String]
  open private(set) var constraintValues: [String: Any]
  open private(set) var databaseObject: NSManagedObject?
  open private(set) var databaseSnapshot: [String: Any]?
  open private(set) var conflictingObjects: [NSManagedObject]
  open private(set) var conflictingSnapshots: [[AnyHashable: Any]]

  public init(
    constraint contraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot as? [String: Any]
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
    constraintValues =
      conflictingObjects.first.map { object in
        Dictionary(contraint.map { ($0, object.value(forKey: $0) ?? NSNull()) }) { $1 }
      } ?? [:]
  }

  /// A conflict without a constraint, as tests of apps make one.
  public override convenience init() {
    self.init(
      constraint: [], database: nil, databaseSnapshot: nil, conflicting: [],
      conflictingSnapshots: [])
  }

  convenience init(_ violation: ConstraintViolation, in context: NSManagedObjectContext?) {
    self.init(
      constraint: violation.constraint,
      database: violation.present.map { NSManagedObject.named($0.id, in: context) },
      databaseSnapshot: violation.present.map { RowValues(context).values($0) },
      conflicting: violation.objects.map { NSManagedObject.named($0, in: context) },
      conflictingSnapshots: violation.objects.map { _ in [AnyHashable: Any]() })
  }

  convenience init(
    _ properties: [String], _ existing: ManagedObject?, _ objects: [ManagedObject]
  ) {
    let existing = existing.map { ManagedObjectClasses.shared.object(of: $0) }
    let objects = objects.map { ManagedObjectClasses.shared.object(of: $0) }
    self.init(
      constraint: properties, database: existing,
      databaseSnapshot: existing?.committedValues(forKeys: nil), conflicting: objects,
      conflictingSnapshots: objects.map { $0.committedValues(forKeys: nil) })
  }
}

extension NSManagedObject {
  /// The object of an identity that an error names; also a new one, by the identity that the failed
  /// save has reserved for it.
  fileprivate static func named(
    _ id: ObjectID, in context: NSManagedObjectContext?
  ) -> NSManagedObject {
    guard let context else {
      CoreDataException.raise(
        "NSInternalInconsistencyException", "an error names '\(id.uri)' without a context.")
    }
    return context.object(named: id)
  }
}

/// Rows as dictionaries of attributes and to-one identities.
private struct RowValues {
  private let context: NSManagedObjectContext?

  init(_ context: NSManagedObjectContext?) { self.context = context }

  func values(_ row: RowSnapshot) -> [String: Any] {
    var result: [String: Any] = [:]
    let entity = row.id.entity
    let (leaves, toOnes) = (row.values, row.toOnes)
    for attribute in entity.attributes where attribute.isPersistent && !attribute.isComposite {
      result[attribute.name] = leaves[attribute.leaves.lowerBound]?.foundationValue ?? NSNull()
    }
    for (index, relationship) in entity.toOnes.enumerated() where !relationship.isTransient {
      result[relationship.name] = toOnes[index].map(identity) ?? NSNull()
    }
    return result
  }

  func values(_ record: [String: StoredValue]) -> [String: Any] {
    record.mapValues { value in
      switch value {
      case .attribute(let value): value.foundationValue
      case .identity(let id): identity(id)
      case .identities(let ids): ids.map(identity)
      }
    }
  }

  private func identity(_ id: ObjectID) -> Any {
    NSManagedObjectID(id, context?.identityCoordinator)
  }
}
