// Swift source as values: the part of the language that the emitters write.

/// A reference to a type: `String`, `[Venue]`, `Location.ID?`.
package indirect enum TypeReference: Sendable, Hashable {
  /// A type by its name: `Int16`.
  case named(Identifier)
  /// A generic type with its arguments: `NSFetchRequest<Venue>`.
  case generic(Identifier, [TypeReference])
  /// A generic type of a module or of another type, with its arguments:
  /// `MomentumRuntime.AttributePath<Bool>`.
  case specialized(TypeReference, [TypeReference])
  /// A type of a module or of another type: `Location.ID`.
  case member(TypeReference, Identifier)
  /// An optional type: `String?`.
  case optional(TypeReference)
  /// An array: `[String]`.
  case array(TypeReference)
  /// A dictionary, with the types of its keys and values: `[String: Any]`.
  case dictionary(TypeReference, TypeReference)
  /// The type of an inout parameter: `inout <type>`.
  case inOut(TypeReference)
}

/// The access level of a generated declaration.
package enum AccessLevel: String, Sendable, Hashable, CaseIterable {
  case `public`
  case `package`
  case `internal`
}

/// A modifier or attribute of a declaration. Modifiers are printed in the order of their array.
package enum Modifier: Sendable, Hashable {
  case access(AccessLevel)
  case `static`
  case `class`
  case `private`
  case final
  case nonisolated
  /// The attribute `@nonobjc`.
  case nonObjC
  /// The attribute `@NSManaged`.
  case managed
  case override
}

/// A macro in source: `@Relationship(deleteRule: .cascade)` above a declaration, or
/// `#Unique<Venue>([\.name])` among the members of a type.
package struct MacroUse: Sendable, Hashable {
  package var name: TypeReference
  package var arguments: [Expression.Argument]

  package init(_ name: TypeReference, _ arguments: [Expression.Argument] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// The macro as an expression: its name, or a call if it has arguments.
  var expression: Expression {
    arguments.isEmpty ? .type(name) : .call(.type(name), arguments)
  }
}

/// The text of a documentation comment or a remark; it is escaped when it is printed.
package struct Comment: Sendable, Hashable {
  package var lines: [String]

  package init(_ lines: String...) { self.lines = lines }
  package init(lines: [String]) { self.lines = lines }
}

package struct Parameter: Sendable, Hashable {
  /// The argument label; `nil` is written as `_`.
  package var label: Identifier?
  package var name: Identifier
  package var type: TypeReference
  package var value: Expression?

  package init(_ name: Identifier, _ type: TypeReference, value: Expression? = nil) {
    (self.label, self.name, self.type, self.value) = (name, name, type, value)
  }

  package init(label: Identifier?, _ name: Identifier, _ type: TypeReference) {
    (self.label, self.name, self.type, self.value) = (label, name, type, nil)
  }
}

package indirect enum Declaration: Sendable, Hashable {
  /// Imports the first module if it exists, otherwise the second: `#if canImport(<first>)`,
  /// `public import <first>`, `#else`, `public import <second>`, `#endif`.
  case importFirst(AccessLevel, Identifier, else: Identifier)
  /// An import whose types may occur in signatures of this access level: `public import <module>`;
  /// plain `import` for internal.
  case importFor(AccessLevel, Identifier)
  /// Declarations that are compiled only if a module exists, and others that are compiled if it does
  /// not: `#if canImport(<module>)`, the declarations, `#else`, the others, `#endif`. A half without
  /// declarations is not written.
  case whenPresent(Identifier, [Declaration], else: [Declaration])
  case type(TypeDeclaration)
  case variable(VariableDeclaration)
  case function(FunctionDeclaration)
  /// A case of an enum, with a payload or a raw value: `case text(String)`, `case name = "name"`.
  case enumCase(Identifier, payload: [TypeReference], rawValue: Expression?)
  case typeAlias(Comment?, [Modifier], Identifier, TypeReference)
  /// `// MARK: …` and other remarks.
  case remark(Comment)
  /// A macro among the members of a type: `#Unique<Venue>([\.name])`.
  case macro(MacroUse)
}

package struct TypeDeclaration: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case `struct`, `enum`, `class`, `protocol`, `extension`
  }

  package var comment: Comment?
  /// The macros above the type, such as `@Model`, each on a line of its own.
  package var macros: [MacroUse] = []
  /// The Objective-C name of the type: `@objc(Venue)`.
  package var objCName: Identifier?
  /// Whether `@objc(Venue)` is written only for systems with Objective-C.
  package var hasObjCNameOnAppleOnly = false
  package var modifiers: [Modifier] = []
  package var kind: Kind
  package var name: TypeReference
  package var inherited: [TypeReference] = []
  package var members: [Declaration] = []

  package init(
    _ kind: Kind, _ name: TypeReference, comment: Comment? = nil, macros: [MacroUse] = [],
    objCName: Identifier? = nil, modifiers: [Modifier] = [], inherited: [TypeReference] = [],
    members: [Declaration] = []
  ) {
    self.kind = kind
    self.macros = macros
    self.name = name
    self.comment = comment
    self.objCName = objCName
    self.modifiers = modifiers
    self.inherited = inherited
    self.members = members
  }
}

package struct VariableDeclaration: Sendable, Hashable {
  package enum Body: Sendable, Hashable {
    case stored(Expression?)
    case getter([Statement])
    case accessors(get: [Statement], set: [Statement])
    /// Accessors that are one expression each: `get { <expression> }`.
    case forwarding(get: Expression, set: Expression)
    /// The accessors that a protocol requires: `{ get set }` or `{ get }`.
    case requirement(isSettable: Bool)
  }

  package var comment: Comment?
  /// The macros above the property, such as `@Attribute(.unique)`, each on a line of its own.
  package var macros: [MacroUse]
  package var modifiers: [Modifier]
  package var isConstant: Bool
  package var name: Identifier
  package var type: TypeReference?
  package var body: Body

  package init(
    _ name: Identifier, _ type: TypeReference?, comment: Comment? = nil, macros: [MacroUse] = [],
    modifiers: [Modifier] = [], isConstant: Bool = false, body: Body = .stored(nil)
  ) {
    self.comment = comment
    self.macros = macros
    self.modifiers = modifiers
    self.isConstant = isConstant
    self.name = name
    self.type = type
    self.body = body
  }
}

package struct FunctionDeclaration: Sendable, Hashable {
  package enum Name: Sendable, Hashable {
    case function(Identifier)
    case initializer(isFailable: Bool)
  }

  /// The parts of the method's Objective-C selector, each of which is followed by a colon:
  /// `insertObject` and `inTipsAtIndex` for `@objc(insertObject:inTipsAtIndex:)`.
  package var selector: [Identifier] = []
  package var comment: Comment?
  package var modifiers: [Modifier]
  package var name: Name
  package var parameters: [Parameter]
  /// The type of errors that the function throws, as in `throws(…)`; `nil` if it throws none.
  package var error: TypeReference?
  package var result: TypeReference?
  /// The statements of the function; `nil` for a requirement of a protocol or an accessor that Core
  /// Data makes.
  package var body: [Statement]?

  package init(
    _ name: Name, comment: Comment? = nil, selector: [Identifier] = [], modifiers: [Modifier] = [],
    parameters: [Parameter] = [], error: TypeReference? = nil,
    result: TypeReference? = nil, body: [Statement]? = nil
  ) {
    self.name = name
    self.comment = comment
    self.selector = selector
    self.modifiers = modifiers
    self.parameters = parameters
    self.error = error
    self.result = result
    self.body = body
  }
}
