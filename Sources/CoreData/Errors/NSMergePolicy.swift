// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MomentumObjects

/// How a save treats conflicts. Source of the numbers: documented.
public enum NSMergePolicyType: UInt, Sendable {
  case errorMergePolicyType = 0
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  case overwriteMergePolicyType = 3
  case rollbackMergePolicyType = 4
}

/// Resolves the conflicts of a save. A subclass may change the objects first, and then calls its
/// superclass.
///
/// `@unchecked`: the type never changes. The conflicts of a save are set and used by the one thread
/// that runs the save, which Core Data does not let other threads enter; a policy that several
/// contexts share is called by each of them with conflicts of its own.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  public let mergeType: NSMergePolicyType

  public init(merge ty: NSMergePolicyType) { mergeType = ty }

  public class var error: NSMergePolicy { shared[0] }
  public class var mergeByPropertyStoreTrump: NSMergePolicy { shared[1] }
  public class var mergeByPropertyObjectTrump: NSMergePolicy { shared[2] }
  public class var overwrite: NSMergePolicy { shared[3] }
  public class var rollback: NSMergePolicy { shared[4] }

  private static let shared = [
    NSMergePolicy(merge: .errorMergePolicyType),
    NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType),
    NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType),
    NSMergePolicy(merge: .overwriteMergePolicyType),
    NSMergePolicy(merge: .rollbackMergePolicyType),
  ]

  // MARK: - Resolving

  /// Resolves conflicts of both kinds. An override changes the objects, and then calls this method.
  open func resolve(mergeConflicts list: [Any]) throws { try resolvePresentConflicts() }

  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    try resolve(mergeConflicts: list)
  }

  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    try resolve(mergeConflicts: list)
  }

  private static let threadKey = "com.apple.CoreData.saveConflicts"

  private func resolvePresentConflicts() throws {
    let conflicts = Thread.current.threadDictionary[Self.threadKey] as? SaveConflicts
    try conflicts?.resolve(by: basePolicy)
  }

  private var basePolicy: MergePolicy {
    switch mergeType {
    case .errorMergePolicyType: .error
    case .mergeByPropertyStoreTrumpMergePolicyType: .storeTrump
    case .mergeByPropertyObjectTrumpMergePolicyType: .objectTrump
    case .overwriteMergePolicyType: .overwrite
    case .rollbackMergePolicyType: .rollback
    }
  }

  /// The policy of the object graph: one of the five, or one that asks the subclass.
  func policy(in context: NSManagedObjectContext) -> MergePolicy {
    guard type(of: self) != NSMergePolicy.self else { return basePolicy }
    return .custom(
      CustomMergePolicy { [weak context] conflicts in
        Thread.current.threadDictionary[Self.threadKey] = conflicts
        defer { Thread.current.threadDictionary.removeObject(forKey: Self.threadKey) }
        if !conflicts.rows.isEmpty {
          try self.resolve(
            optimisticLockingConflicts: conflicts.rows.map { NSMergeConflict($0, $1, in: context) })
        } else {
          try self.resolve(
            constraintConflicts: conflicts.constraints.map {
              NSConstraintConflict($0.properties, $0.existing, $0.objects)
            })
        }
      })
  }
}

public let NSErrorMergePolicy: NSMergePolicy = .error
public let NSMergeByPropertyStoreTrumpMergePolicy: NSMergePolicy = .mergeByPropertyStoreTrump
public let NSMergeByPropertyObjectTrumpMergePolicy: NSMergePolicy = .mergeByPropertyObjectTrump
public let NSOverwriteMergePolicy: NSMergePolicy = .overwrite
public let NSRollbackMergePolicy: NSMergePolicy = .rollback
