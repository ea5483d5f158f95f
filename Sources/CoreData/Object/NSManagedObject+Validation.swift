import MomentumObjects

/// A pointer to a variable of the caller. Objective-C gives it this name; here it is any pointer.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// How a set is changed, in the notices of a change. Source of the numbers: documented.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  case union = 1
  case minus = 2
  case intersect = 3
  case set = 4
}

extension NSManagedObject {
  // Nobody observes keys by Objective-C here: the notices of a changed set do what those of a changed
  // value do. They cannot be overridden, which an extension's methods cannot be on a Mac either.

  public func willChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) { willChangeValue(forKey: inKey) }

  public func didChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) { didChangeValue(forKey: inKey) }
}

extension ObjectCore {
  /// Lets the class of the program check a value, and replace it. The rules of the model are checked
  /// afterwards.
  ///
  /// An object of `NSManagedObject` itself has no checks of its own.
  func validateByClass(_ value: inout PropertyValue, forKey key: String) throws {
    guard let object = face, type(of: object) != NSManagedObject.self else { return }
    let conversion = object.conversion
    let old = conversion.value(of: value, forKey: key).map { $0 as AnyObject }
    var new = old
    checking = ValueCheck(key: key, value: old)
    defer { checking = nil }
    try object.validateValue(&new, forKey: key)
    if new !== old { value = conversion.propertyValue(of: new, forKey: key) }
  }

  /// Checks a value by the rules of the model, unless the core is about to do that itself.
  func validateByModel(_ value: AnyObject?, forKey key: String) throws {
    if let checking, checking.key == key, checking.value === value { return }
    guard let face else { return }
    let outer = checking
    checking = ValueCheck(key: key, value: value)
    defer { checking = outer }
    try validateByRules(face.conversion.propertyValue(of: value, forKey: key), forKey: key)
  }
}

/// A value that is checked at the moment.
struct ValueCheck {
  let key: String
  let value: AnyObject?
}
