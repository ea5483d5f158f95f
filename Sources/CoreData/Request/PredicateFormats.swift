// Initialisers of Foundation's classes that are marked unavailable on Linux (CL-2).
//
// An extension of a protocol can declare them once more: the call finds this initialiser, the static
// type stays Foundation's, and the object is of a subclass that has what is missing.

/// Only for the initialisers of `NSPredicate`.
public protocol PredicateWithFormat {}

extension NSPredicate: PredicateWithFormat {}

extension PredicateWithFormat {
  /// A predicate with a format and the values of its placeholders.
  public init(format: String, _ arguments: Any?...) {
    self = predicate(FormatPredicate(filling: format, arguments.map(flat)).specific)
  }

  /// A predicate with a format and the values of its placeholders.
  public init(format: String, argumentArray: [Any]?) {
    self = predicate(FormatPredicate(filling: format, (argumentArray ?? []).map(flat)).specific)
  }

  /// A predicate with values for its `$VARIABLES`.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    guard let own = self as? NSPredicate else { return self }
    return predicate(own.binding(variables))
  }
}

/// The new predicate as the type that the call names: `NSPredicate`, whose subclass it is.
///
/// The cast fails if a program calls the initialiser on a subclass of its own. A Mac has no such
/// subclass either: its `NSPredicate(format:)` is a factory that returns the classes it chooses.
/// The error names the class, and there is no other result that could be returned.
private func predicate<Result>(_ predicate: NSPredicate) -> Result {
  guard let result = predicate as? Result else {
    CoreDataException.raise(
      "NSInvalidArgumentException",
      "a predicate with a format cannot be of the class '\(Result.self)'.")
  }
  return result
}

/// The value in an optional that was passed as `Any`; `nil` for none.
func flat(_ value: Any?) -> Any? {
  guard let value else { return nil }
  guard let optional = value as? any OptionalValue else { return value is NSNull ? nil : value }
  return optional.anyValue.flatMap(flat)
}

private protocol OptionalValue {
  var anyValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var anyValue: Any? { self }
}

/// Only for the initialisers of `NSSortDescriptor`.
public protocol SortDescriptorWithKey {}

extension NSSortDescriptor: SortDescriptorWithKey {}

extension SortDescriptorWithKey {
  /// Sorts by the value of a key path.
  public init(key: String?, ascending: Bool) {
    self = descriptor(KeySortDescriptor(key ?? "self", ascending, nil))
  }

  /// Sorts by the value of a key path, with a comparison: `localizedStandardCompare:`.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    self = descriptor(KeySortDescriptor(key ?? "self", ascending, selector))
  }

  /// Sorts by a property of a managed object.
  public init<Root: NSManagedObject, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self = descriptor(KeySortDescriptor(keyPath.keyName, ascending, nil))
  }

  /// The key path; `nil` for a descriptor that Foundation has made of a Swift key path.
  public var key: String? { (self as? KeySortDescriptor)?.keyName }

  /// The comparison; `nil` for the usual one.
  public var selector: Selector? { (self as? KeySortDescriptor)?.comparison }
}

/// The new descriptor as the type that the call names: `NSSortDescriptor`. A subclass of a program
/// has initialisers of its own, so the cast fails for nobody who could compile the same source on a
/// Mac.
private func descriptor<Result>(_ descriptor: NSSortDescriptor) -> Result {
  guard let result = descriptor as? Result else {
    CoreDataException.raise(
      "NSInvalidArgumentException",
      "a sort descriptor with a key cannot be of the class '\(Result.self)'.")
  }
  return result
}
