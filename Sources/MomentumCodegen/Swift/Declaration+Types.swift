// Finds the types that the signatures of a declaration name. Bodies and values do not count: only
// types in signatures need a public import.

extension Declaration {
  /// Whether a signature in the declaration or in its members contains at least one of the names.
  package func signatureNames(anyOf names: Set<Identifier>) -> Bool {
    switch self {
    case .importFirst, .importFor, .remark, .macro: false
    case .whenPresent(_, let members, let others):
      (members + others).contains { $0.signatureNames(anyOf: names) }
    case .type(let type):
      type.name.names(anyOf: names) || type.inherited.contains { $0.names(anyOf: names) }
        || type.members.contains { $0.signatureNames(anyOf: names) }
    case .variable(let variable): variable.type?.names(anyOf: names) ?? false
    case .function(let function):
      function.parameters.contains { $0.type.names(anyOf: names) }
        || function.result?.names(anyOf: names) ?? false
    case .enumCase(_, let payload, _): payload.contains { $0.names(anyOf: names) }
    case .typeAlias(_, _, _, let type): type.names(anyOf: names)
    }
  }
}

extension TypeReference {
  fileprivate func names(anyOf names: Set<Identifier>) -> Bool {
    switch self {
    case .named(let name): names.contains(name)
    case .generic(let name, let arguments):
      names.contains(name) || arguments.contains { $0.names(anyOf: names) }
    case .specialized(let type, let arguments):
      type.names(anyOf: names) || arguments.contains { $0.names(anyOf: names) }
    case .member(let type, _), .optional(let type), .array(let type), .inOut(let type):
      type.names(anyOf: names)
    case .dictionary(let key, let value): key.names(anyOf: names) || value.names(anyOf: names)
    }
  }
}
