/// A declaration of Swift source: its name, its attributes and modifiers, and the places of its parts.
///
/// Ranges are indices of tokens. A part that is not written is `nil`.
package struct SwiftDeclaration: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case `import`
    case `class`
    case `struct`
    case `enum`
    case `extension`
    case `protocol`
    case actor
    case function
    case initializer
    case deinitializer
    case `subscript`
    /// One name of a `var` or `let`; `let a = 1, b = 2` gives two.
    case variable
    case typeAlias
    case associatedType
    /// One case of an enum; `case a, b` gives two.
    case enumCase
    case macro
    case `operator`
    case precedenceGroup
    /// A macro in the place of a declaration: `#Unique<User>([\.name])`.
    case macroExpansion
  }

  package var kind: Kind
  /// The name without back quotes; for an extension the extended type, for an import the module with
  /// its periods. Empty for an initializer and the like, and for a pattern such as `(a, b)`.
  package var name: String
  /// The token of the name, or of the word that introduces a declaration without a name.
  package var nameToken: Int
  package var attributes: [SwiftAttribute] = []
  package var modifiers: [Modifier] = []
  /// Everything from the first attribute to the end of the body.
  package var tokens: Range<Int>
  /// The tokens inside the angle brackets after the name.
  package var genericParameters: Range<Int>?
  /// The types after the colon.
  package var inheritedTypes: [SwiftType] = []
  /// The type of a variable, the result of a function or subscript, the target of a typealias.
  package var type: SwiftType?
  /// The tokens of `type`.
  package var typeTokens: Range<Int>?
  /// The tokens of a variable's initial value, or of a case's raw value.
  package var value: Range<Int>?
  /// The tokens inside the parentheses: parameters of a function, values of a case, arguments of a
  /// macro.
  package var parameters: Range<Int>?
  /// The tokens inside the braces: members, statements, accessors.
  package var body: Range<Int>?
  /// The accessors of a variable or subscript, `get` for a body without the word.
  package var accessors: [Accessor] = []
  /// The members of a type or an extension, in written order.
  package var members: [SwiftDeclaration] = []
  /// The `#if` clauses around the declaration inside its own body or file, outermost first.
  package var conditions: [SwiftCondition] = []
  /// Whether a variable is declared by `let`.
  package var isConstant = false

  package struct Modifier: Sendable, Hashable {
    package var name: String
    /// The word in parentheses: `set` of `private(set)`.
    package var detail: String?
  }

  package struct Accessor: Sendable, Hashable {
    package var name: String
    /// The tokens in the accessor's braces; `nil` for an accessor without a body, as in a protocol.
    package var body: Range<Int>?
  }

  package init(_ kind: Kind, name: String, nameToken: Int, tokens: Range<Int>) {
    self.kind = kind
    self.name = name
    self.nameToken = nameToken
    self.tokens = tokens
  }

  package func hasModifier(_ name: String) -> Bool {
    modifiers.contains { $0.name == name && $0.detail == nil }
  }

  /// The first attribute of a name, which may be written with its module: `@SwiftData.Model`.
  package func attribute(_ name: String) -> SwiftAttribute? {
    attributes.first { $0.name == name }
  }
}

/// An attribute or an attached macro: `@Attribute(.unique)`.
package struct SwiftAttribute: Sendable, Hashable {
  /// The last name: `Model` for `@SwiftData.Model`.
  package var name: String
  package var type: SwiftType
  /// The tokens inside the parentheses.
  package var arguments: Range<Int>?
  /// The tokens from the `@` to the end of the arguments.
  package var tokens: Range<Int>
  /// The `#if` clauses around the attribute alone, outermost first; those around the declaration are
  /// left out.
  package var conditions: [SwiftCondition] = []
}

/// One clause of an `#if`: it holds for the declarations between it and the next clause.
package struct SwiftCondition: Sendable, Hashable {
  /// The word of the clause: `#if`, `#elseif` or `#else`.
  package var word: String
  /// The condition as written, empty for `#else`.
  package var text: String
  package var tokens: Range<Int>
  /// The index of the `#if` that the clause belongs to.
  package var start: Int
  /// The conditions of the clauses before this one: the clause holds only if they are all false.
  package var preceding: [String] = []
}
