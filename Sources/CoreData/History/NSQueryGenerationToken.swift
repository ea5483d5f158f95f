import MomentumObjects

/// A state of the stores that a context reads, although others save meanwhile.
open class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
  // `@unchecked`: the token is a constant, and its state of the stores may be read by several threads.
  // `NSObject` is not marked `Sendable`; the class is open because Apple's is, and nothing makes
  // objects of a subclass.
  let core: QueryGeneration

  init(_ core: QueryGeneration) { self.core = core }

  /// The state at the moment of the first fetch.
  open class var current: NSQueryGenerationToken { shared }

  private static let shared = NSQueryGenerationToken(.current)

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override var hash: Int { core.hashValue }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSQueryGenerationToken)?.core == core
  }
}

extension NSManagedObjectContext {
  /// The state that the context reads; `nil` for the newest one.
  public var queryGenerationToken: NSQueryGenerationToken? {
    core.queryGeneration.map { NSQueryGenerationToken($0) }
  }

  /// Lets the context read one state of its stores, or the newest one with `nil`.
  public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    try CoreDataException.reporting(in: self) {
      try core.setQueryGeneration(generation?.core)
    }
  }
}
