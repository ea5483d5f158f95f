/// A type as it is written.
package indirect enum SwiftType: Sendable, Hashable {
  /// `Foundation.Date`, `Array<Int>`: names joined by periods, each with its generic arguments.
  case named([Component])
  /// `T?`
  case optional(SwiftType)
  /// `T!`
  case implicitlyUnwrapped(SwiftType)
  /// `[T]`
  case array(SwiftType)
  /// `[K: V]`
  case dictionary(SwiftType, SwiftType)
  /// `(A, B)`; labels are left out. `(A)` is `A` itself.
  case tuple([SwiftType])
  /// `some T`, `any T`
  case opaque(SwiftType)
  /// `A & B`
  case composition([SwiftType])
  /// A function type, `T.Type`, and other types that no value of a model has.
  case other

  package struct Component: Sendable, Hashable {
    package var name: String
    package var arguments: [SwiftType]

    package init(_ name: String, _ arguments: [SwiftType] = []) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// The name with its periods and without generic arguments; `nil` for a type that is not named.
  package var name: String? {
    guard case .named(let components) = self else { return nil }
    return components.map(\.name).joined(separator: ".")
  }

  /// Whether the type is an optional of an optional: `Int??`.
  package var isNestedOptional: Bool {
    switch self {
    case .optional(let inner), .implicitlyUnwrapped(let inner): inner.unwrapped.isOptional
    case .named(let components):
      components.last?.name == "Optional"
        && components.last?.arguments.first?.unwrapped.isOptional == true
    default: false
    }
  }

  /// The type inside `?`, `!` and `Optional<…>`, and whether one of them was there.
  package var unwrapped: (type: SwiftType, isOptional: Bool) {
    switch self {
    case .optional(let inner), .implicitlyUnwrapped(let inner): (inner.unwrapped.type, true)
    case .named(let components):
      if components.last?.name == "Optional", components.last?.arguments.count == 1,
        let inner = components.last?.arguments.first
      {
        (inner.unwrapped.type, true)
      } else {
        (self, false)
      }
    default: (self, false)
    }
  }
}

extension SwiftType: CustomStringConvertible {
  /// The type as Swift writes it.
  package var description: String {
    switch self {
    case .named(let components):
      components.map { component in
        component.arguments.isEmpty
          ? component.name
          : "\(component.name)<\(component.arguments.map(\.description).joined(separator: ", "))>"
      }.joined(separator: ".")
    case .optional(let inner): "\(inner.suffixed)?"
    case .implicitlyUnwrapped(let inner): "\(inner.suffixed)!"
    case .array(let inner): "[\(inner)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .tuple(let inner): "(\(inner.map(\.description).joined(separator: ", ")))"
    case .opaque(let inner): "any \(inner)"
    case .composition(let inner): inner.map(\.description).joined(separator: " & ")
    case .other: "…"
    }
  }

  private var suffixed: String {
    switch self {
    case .opaque, .composition: "(\(self))"
    default: description
    }
  }
}
