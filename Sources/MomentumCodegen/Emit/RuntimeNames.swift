// Names of the runtime in generated code. They always include the module, because an entity may be
// named `Row`.

extension TypeReference {
  /// A type of the runtime: `MomentumRuntime.Row`.
  static func runtime(_ name: Identifier) -> TypeReference {
    .member(.named("MomentumRuntime"), name)
  }

  /// A generic type of the runtime: `MomentumRuntime.AttributePath<Bool>`.
  static func runtime(_ name: Identifier, of argument: TypeReference) -> TypeReference {
    .specialized(.runtime(name), [argument])
  }
}

extension Declaration {
  /// Declarations that are compiled only with the runtime: `#if canImport(MomentumRuntime)`.
  static func forStores(_ members: [Declaration]) -> Declaration {
    .whenPresent("MomentumRuntime", members, else: [])
  }
}

extension Statement {
  /// The statement that appends one value to a row: `row.append(<value>)`.
  static func append(_ value: Expression, label: Identifier? = nil) -> Statement {
    .expression(.call(.member(.name("row"), "append"), [.init(label, value)]))
  }

  /// The statement that names the variable of the next values: `row.variable("CATEGORY")`.
  static func variable(_ name: String) -> Statement {
    .expression(.call(.member(.name("row"), "variable"), [.init(nil, .string(name))]))
  }
}
