import MomentumDiagnostics

/// What is wrong with a mapping model for a pair of models, sorted by id.
enum MappingMessage: DiagnosticMessage, Hashable {
  case abstractEntity(String, mapping: String)
  case addsNothing(from: String, to: String)
  case duplicateName(String)
  case inheritedOmitted([String], mapping: String, entity: String)
  case missingAttribute(String, mapping: String, isRequired: Bool)
  /// `hasSource`: the old model has the entities, so objects are lost; others are new and begin without objects.
  /// `mayBeMade`: the mapping model names a policy class, which may make objects of any entity.
  case missingEntity([String], hasSource: Bool, mayBeMade: Bool)
  case policyClass(String, mapping: String)
  case preempted(from: String, to: String, policies: [String])
  /// By hashes it is certain; by the names in the editor's copies of the models it is not.
  case stale(reasons: [String], isCertain: Bool)
  /// A table, a column or a name, in one sentence.
  case storeDiffers(String)
  case typeMismatch(of: String, from: String, to: String)
  case unknownEntity(String, side: String, mapping: String)
  case unknownEntityMapping(String, of: String)
  case unknownKeyPath(String, of: String, reason: String)
  case unknownProperty(String, entity: String, mapping: String)
  case unregisteredMethod(String, policy: String)
  case unregisteredPolicy(String, mapping: String)
  /// Core Data evaluates what Momentum does not, so this is an error only where Momentum is to run it.
  case unsupportedExpression(of: String, reason: String, isRun: Bool)
  case unsupportedFilter(of: String, reason: String)

  var id: String {
    switch self {
    case .abstractEntity: "mapping.abstract-entity"
    case .addsNothing: "mapping.adds-nothing"
    case .duplicateName: "mapping.duplicate-name"
    case .inheritedOmitted: "mapping.inherited-omitted"
    case .missingAttribute: "mapping.missing-attribute"
    case .missingEntity: "mapping.missing-entity"
    case .policyClass: "mapping.policy-class"
    case .preempted: "mapping.preempted"
    case .stale: "mapping.stale"
    case .storeDiffers: "mapping.store-differs"
    case .typeMismatch: "mapping.type-mismatch"
    case .unknownEntity: "mapping.unknown-entity"
    case .unknownEntityMapping: "mapping.unknown-entity-mapping"
    case .unknownKeyPath: "mapping.unknown-key-path"
    case .unknownProperty: "mapping.unknown-property"
    case .unregisteredMethod: "mapping.unregistered-method"
    case .unregisteredPolicy: "mapping.unregistered-policy"
    case .unsupportedExpression: "mapping.unsupported-expression"
    case .unsupportedFilter: "mapping.unsupported-filter"
    }
  }

  var severity: Severity {
    switch self {
    case .stale(_, let isCertain): isCertain ? .error : .warning
    case .abstractEntity, .duplicateName, .storeDiffers, .typeMismatch, .unknownEntity,
      .unregisteredMethod, .unregisteredPolicy,
      .unknownEntityMapping, .unknownKeyPath, .unknownProperty, .unsupportedFilter:
      .error
    case .unsupportedExpression(_, _, let isRun): isRun ? .error : .warning
    case .missingEntity(_, let hasSource, let mayBeMade):
      !hasSource ? .info : mayBeMade ? .note : .warning
    case .missingAttribute(_, _, let isRequired): isRequired ? .error : .warning
    case .addsNothing, .inheritedOmitted, .preempted: .warning
    case .policyClass: .note
    }
  }

  var text: String {
    switch self {
    case .abstractEntity(let entity, let mapping):
      "entity mapping '\(mapping)' is of the abstract entity '\(entity)', which has no objects"
    case .addsNothing(let old, let new):
      "the mapping model from '\(old)' to '\(new)' does what Core Data infers by itself; without it objects keep their identity, and no object is loaded"
    case .duplicateName(let name): "several entity mappings are called '\(name)'"
    case .inheritedOmitted(let names, let mapping, let entity):
      "entity mapping '\(mapping)' omits \(list(names)), which '\(entity)' inherits; the values are lost"
    case .missingAttribute(let path, let mapping, let isRequired):
      isRequired
        ? "entity mapping '\(mapping)' has no mapping for '\(path)', which is required and has no default; every object fails"
        : "entity mapping '\(mapping)' has no mapping for '\(path)', which gets its default in every object"
    case .missingEntity(let names, let hasSource, let mayBeMade):
      "no entity mapping makes objects of \(list(names))"
        + (mayBeMade
          ? "; a policy class of another one may"
          : hasSource ? "; those in the store are lost" : "")
    case .policyClass(let name, let mapping):
      "entity mapping '\(mapping)' needs the policy class '\(name)': its code is not in the model, so what it does is not known here"
    case .preempted(let old, let new, let policies):
      "Core Data also infers a migration from '\(old)' to '\(new)'; with automatic migration on, the inferred one may run instead, and \(policies.isEmpty ? "what this one sets" : list(policies)) would not"
    case .stale(let reasons, _):
      "the mapping model fits no two of these models, so Core Data does not find it: \(reasons.joined(separator: "; "))"
    case .storeDiffers(let problem): problem
    case .typeMismatch(let owner, let old, let new):
      "the expression of \(owner) gives \(old), which an attribute of type \(new) does not take"
    case .unknownEntity(let entity, let side, let mapping):
      "entity mapping '\(mapping)' names '\(entity)', which the \(side) model does not have"
    case .unknownEntityMapping(let name, let owner):
      "the expression of \(owner) names an entity mapping '\(name)', which does not exist or makes nothing of those objects"
    case .unknownKeyPath(let path, let owner, let reason):
      "the expression of \(owner) has a key path '\(path)' that leads nowhere: \(reason)"
    case .unknownProperty(let name, let entity, let mapping):
      "entity mapping '\(mapping)' has a mapping for '\(name)', which '\(entity)' does not have"
    case .unregisteredMethod(let selector, let policy):
      "no code is given for the method '\(selector)' of the policy class '\(policy)'"
    case .unregisteredPolicy(let name, let mapping):
      "no code is given for the policy class '\(name)' of entity mapping '\(mapping)'"
    case .unsupportedExpression(let owner, let reason, let isRun):
      isRun
        ? "the expression of \(owner) is not carried out: \(reason)"
        : "the expression of \(owner) is for Core Data alone, 'momentum migrate' does not carry it out: \(reason)"
    case .unsupportedFilter(let owner, let reason):
      "the filter of entity mapping '\(owner)' cannot be used: \(reason)"
    }
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
  }
}

extension MappingMessage {
  /// Whether the code of a policy class may do something else than what the message complains of, since it need not
  /// read the property mappings.
  var isForPolicy: Bool {
    switch self {
    case .typeMismatch, .unknownEntityMapping, .unknownKeyPath, .unknownProperty,
      .unsupportedExpression:
      true
    case .abstractEntity, .addsNothing, .duplicateName, .inheritedOmitted, .missingAttribute,
      .missingEntity, .policyClass, .preempted, .stale, .storeDiffers, .unknownEntity,
      .unregisteredMethod, .unregisteredPolicy, .unsupportedFilter:
      false
    }
  }

  /// Whether nothing is lost in a run when the policy's own code makes the objects and the property mapping is left
  /// out. Other messages stay errors: `insertAsMapped` would drop a value that Core Data computes.
  var isForCreator: Bool {
    if case .typeMismatch = self { true } else { false }
  }
}
