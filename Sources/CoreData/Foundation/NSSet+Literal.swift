// swift-format-ignore-file: AvoidRetroactiveConformances
// `author.books = [first, second]`: on a Mac, `NSSet` has literals; Foundation on Linux has none.
//
// No extension can declare the `required` initialiser of a class, so that of a protocol stands for it, as
// those of `NSPredicate` do (CL-2).

/// Only for the literals of `NSSet`.
public protocol SetWithLiteral {}

extension NSSet: SetWithLiteral {}

extension SetWithLiteral {
  /// A set with some objects; also for an `NSMutableSet`, whose literals come here, too. So the object is one
  /// of this class. A literal of another subclass would get it as well: make such a set by
  /// `NSCountedSet(array:)`.
  public init(arrayLiteral elements: Any...) {
    guard let made = NSMutableSet(array: elements) as? Self else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "a literal cannot be a set of the class '\(Self.self)'.")
    }
    self = made
  }
}

extension NSSet: @retroactive ExpressibleByArrayLiteral {}
