package import MomentumDiagnostics
import MomentumSwiftSource

/// A list of types, or a part of one, that cannot be read in the sources.
package struct UnreadList: Sendable {
  package enum Reason: Sendable, Hashable {
    /// The list is the result of a call: `make()`, `types.filter { … }`
    case call
    /// The list depends on a condition: `isNew ? a : b`, `if … { a } else { b }`
    case choice
    /// The list is inside an `#if`, or an `#if` is inside the list.
    case condition
    /// The list is computed by several statements of a getter or by a closure.
    case statements
    /// Code changes the variable of this name: `types.append(B.self)`
    case changed(String)
    /// A name that leads to no list in the sources.
    case unknownName(String)
    /// The declaration that should have the list is not in the sources.
    case missing(String)
    case repeated(String)
    /// The expression is no list literal of types or stages.
    case notAList
    /// A version of a stage that is not written as `SchemaV1.self`.
    case version

    package var text: String {
      switch self {
      case .call: "it is the result of a call"
      case .choice: "it depends on a condition"
      case .condition: "'#if' decides what is in it"
      case .statements: "it is made by statements"
      case .changed(let name): "'\(name)' is changed after it is made"
      case .unknownName(let name): "no value of '\(name)' is in these sources"
      case .missing(let name): "'\(name)' is not in these sources"
      case .repeated(let name): "'\(name)' is declared more than once"
      case .notAList: "this is not a list"
      case .version: "its versions are not both written as 'SchemaV1.self'"
      }
    }
  }

  package var reason: Reason
  package var location: SourceLocation
}

extension UnreadList.Reason {
  /// Why an expression that should be a list, or an element of one, cannot be read.
  init(_ expression: SwiftExpression, in tokens: SwiftTokens) {
    switch expression.kind {
    case .call, .subscripted, .macro: self = .call
    case .ternary, .conditional: self = .choice
    case .closure: self = .statements
    case .other:
      let first = expression.tokens.lowerBound
      let isChoice = tokens.token(first, is: "if") || tokens.token(first, is: "switch")
      self = isChoice ? .choice : .statements
    default: self = .notAList
    }
  }
}
