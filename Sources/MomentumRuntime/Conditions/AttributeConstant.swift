internal import Foundation
package import MomentumPredicate

/// A value that an attribute can be compared with or set to, as the predicate's checker takes it.
public struct AttributeConstant: Sendable, Hashable {
  package var argument: PredicateArgument

  package init(_ argument: PredicateArgument) { self.argument = argument }
}

/// A Swift type of an attribute's values: the numbers, `Bool`, `String`, `Date`, `Data`, `Decimal`, `UUID`,
/// `URL`, and their optionals.
public protocol AttributeConvertible: Sendable {
  var attributeConstant: AttributeConstant { get }
}

/// A type whose values have an order in a store.
public protocol OrderedAttribute: AttributeConvertible {}

/// `String` and `String?`
public protocol TextAttribute: OrderedAttribute {}
