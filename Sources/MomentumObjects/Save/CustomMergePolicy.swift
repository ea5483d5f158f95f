/// A merge policy of the app: a closure that resolves the conflicts of a save.
///
/// ```swift
/// context.mergePolicy = .custom(
///   CustomMergePolicy { conflicts in
///     for (object, saved) in conflicts.rows {
///       guard case .attribute(.integer(let theirs))? = saved?["count"],
///         case .attribute(.integer(let ours)) = object["count"]
///       else { continue }
///       object["count"] = .integer(max(ours, theirs))
///     }
///     try conflicts.resolve(by: .objectTrump)
///   })
/// ```
///
/// The save is then tried again. It fails if the closure throws, or has resolved nothing.
public struct CustomMergePolicy: Sendable, Hashable {
  /// Compared by identity: a closure is equal only to itself.
  private final class Body: Sendable, Hashable {
    let resolve: @Sendable (SaveConflicts) throws -> Void

    init(_ resolve: @escaping @Sendable (SaveConflicts) throws -> Void) { self.resolve = resolve }

    static func == (left: Body, right: Body) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private let body: Body

  /// A policy that calls a closure on the queue of the context, for rows that others have changed,
  /// and then for objects that break a uniqueness constraint.
  public init(_ resolve: @escaping @Sendable (SaveConflicts) throws -> Void) {
    body = Body(resolve)
  }

  // MARK: - Calling the closure

  func resolve(
    _ rows: [(id: ObjectID, present: RowSnapshot?)], in context: ObjectContext
  ) throws {
    let known = rows.compactMap { row in
      context.object(savedAs: row.id).map { (object: $0, present: row.present) }
    }
    let conflicts = SaveConflicts(context, .rows(rows))
    try body.resolve(conflicts)
    let open = known.filter { !$0.object.agrees(with: $0.present) }
    guard !conflicts.wasResolved, !open.isEmpty else { return }
    throw ObjectMisuse.unresolvedConflict(open.map(\.object))
  }

  func resolve(_ violations: [ConstraintViolation], in context: ObjectContext) throws {
    let conflicts = SaveConflicts(context, .constraints(violations))
    let before = conflicts.constraints
    try body.resolve(conflicts)
    let open = zip(violations, before).filter { violation, conflict in
      conflict.objects.allSatisfy { $0.stillHas(violation) }
    }
    guard !conflicts.wasResolved, !open.isEmpty else { return }
    throw ObjectMisuse.unresolvedConflict(open.flatMap(\.1.objects))
  }
}

/// The conflicts of a save, for a ``CustomMergePolicy``.
///
/// ```swift
/// for conflict in conflicts.constraints { print(conflict.properties, conflict.objects.count) }
/// ```
public final class SaveConflicts {
  enum Kind {
    case rows([(id: ObjectID, present: RowSnapshot?)])
    case constraints([ConstraintViolation])
  }

  private let context: ObjectContext
  private let kind: Kind
  private(set) var wasResolved = false
  /// The objects whose rows others have changed since they were read, each with the attributes and
  /// to-one relationships that the store has now; `nil` if the row was deleted.
  public let rows: [(object: ManagedObject, saved: [String: StoredValue]?)]
  /// The uniqueness constraints that objects break, each with the names of its properties, the
  /// object of the row that has the values already, and the objects of the save that want them.
  public let constraints:
    [(properties: [String], existing: ManagedObject?, objects: [ManagedObject])]

  init(_ context: ObjectContext, _ kind: Kind) {
    self.context = context
    self.kind = kind
    switch kind {
    case .rows(let rows):
      self.rows = rows.compactMap { id, present in
        context.object(savedAs: id).map { ($0, present?.record(context.model)) }
      }
      constraints = []
    case .constraints(let violations):
      rows = []
      constraints = violations.map { violation in
        let existing = violation.present.map { context.object(of: $0) }
        let objects = violation.objects.compactMap { context.object(savedAs: $0) }
        return (violation.constraint, existing, objects.filter { $0 !== existing })
      }
    }
  }

  /// Resolves all conflicts as another policy does, with the values that the objects have now.
  ///
  /// Throws ``ObjectError`` for the policy ``MergePolicy/error``.
  public func resolve(by policy: MergePolicy) throws {
    let resolver = ConflictResolver(context, policy)
    switch kind {
    case .rows(let rows): try resolver.resolve(rows: rows)
    case .constraints(let violations): try resolver.resolve(constraints: violations)
    }
    wasResolved = true
  }
}

extension ManagedObject {
  /// Whether a save of the object would find the row that it expects.
  fileprivate final func agrees(with present: RowSnapshot?) -> Bool {
    guard context != nil, hasChanges else { return true }
    return present.map { row?.version == $0.version } ?? (isInserted || isDeleted)
  }

  /// Whether the object still has the values with which it breaks the constraint.
  fileprivate final func stillHas(_ violation: ConstraintViolation) -> Bool {
    guard context != nil, hasChanges, !isDeleted else { return false }
    return zip(violation.constraint, violation.values).allSatisfy { name, value in
      switch (plan.place(of: name).flatMap { valueInMemory(at: $0) }, value) {
      case (.attribute(let now)?, .attribute(let wanted)?): now == wanted
      case (.object(let now)?, .identity(let wanted)?): now.savedID == wanted
      default: false
      }
    }
  }
}

extension ObjectMisuse {
  /// Source: the first sentence is observed in logs of three projects, where the program ends
  /// (OG-628).
  fileprivate static func unresolvedConflict(_ objects: [ManagedObject]) -> ObjectMisuse {
    ObjectMisuse(
      "NSInternalInconsistencyException",
      "Unable to recover from optimistic locking failure. The merge policy has resolved no conflict of "
        + objects.map(\.objectID.uri).joined(separator: ", ") + ".")
  }
}
