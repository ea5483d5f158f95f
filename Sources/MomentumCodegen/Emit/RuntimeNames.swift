// Names of the runtime in generated code, always with the module: an entity may be named `Row`.

extension TypeReference {
  /// `MomentumRuntime.Row`
  static func runtime(_ name: Identifier) -> TypeReference {
    .member(.named("MomentumRuntime"), name)
  }

  /// `MomentumRuntime.AttributePath<Bool>`
  static func runtime(_ name: Identifier, of argument: TypeReference) -> TypeReference {
    .specialized(.runtime(name), [argument])
  }
}

extension Declaration {
  /// `#if canImport(MomentumRuntime)`
  static func forStores(_ members: [Declaration]) -> Declaration {
    .whenPresent("MomentumRuntime", members)
  }
}

extension Statement {
  /// `row.append(<value>)`
  static func append(_ value: Expression, label: Identifier? = nil) -> Statement {
    .expression(.call(.member(.name("row"), "append"), [.init(label, value)]))
  }
}
