// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The name of a method, for the comparisons of sort descriptors: `localizedStandardCompare:`.
///
/// Linux has no `#selector`, so the name is written as a text.
public struct Selector: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name with its colons.
  let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }
}

extension Selector: CustomStringConvertible {
  public var description: String { name }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }
