import MomentumDiagnostics

/// A message about a mapping model for a pair of models. MappingMessage+References.swift has the
/// messages about names and expressions.
struct MappingMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String
  /// The severity, if it differs from that of the rule.
  var ownSeverity: Severity?

  var severity: Severity { ownSeverity ?? rule.severity }

  static let rules: [DiagnosticRule] =
    referenceRules + [
      abstractEntityRule, duplicateNameRule, inheritedOmittedRule, missingAttributeRule,
      missingEntityRule, policyClassRule, preemptedRule, addsNothingRule, staleRule,
      storeDiffersRule, unregisteredMethodRule, unregisteredPolicyRule,
    ]

  static let mappingModels = DiagnosticRule.Standing.observed(
    "129 mapping models of 35 public repositories, and a compiled one of which the source is known")

  static let abstractEntityRule = DiagnosticRule(
    "mapping.abstract-entity",
    .error(.refused(by: .coreData, .assumed)),
    "An entity mapping makes objects of an abstract entity.",
    """
    An abstract entity has no objects, neither in the old model nor in the new one. Add an entity \
    mapping for each concrete sub-entity, with the inherited properties too, and delete this one.
    """, mappingModels)

  static func abstractEntity(_ entity: String, mapping: String) -> Self {
    Self(
      rule: abstractEntityRule,
      text:
        "entity mapping '\(mapping)' is of the abstract entity '\(entity)', which has no objects")
  }

  static let duplicateNameRule = DiagnosticRule(
    "mapping.duplicate-name", .error(.noMeaning("one name leads to two mappings")),
    "Several entity mappings have the same name.",
    """
    Relationships find the new objects by the name of the entity mapping that made them. Xcode \
    makes this name from the two entities; two mappings between the same entities need different \
    names. Rename one of them.
    """, .documented("NSMappingModel.entityMappingsByName"))

  static func duplicateName(_ name: String) -> Self {
    Self(rule: duplicateNameRule, text: "several entity mappings are called '\(name)'")
  }

  static let inheritedOmittedRule = DiagnosticRule(
    "mapping.inherited-omitted", .warning,
    "An entity mapping leaves out properties that its entity inherits.",
    """
    Entity mappings do not inherit property mappings: each entity mapping has to name the \
    properties of its parent entities too. Xcode's assistant omits them. Add them, or the values \
    are lost. An entity mapping with a policy class is not reported, because the code of the class \
    may set them.
    """, .observed("openradar 19079060"))

  static func inheritedOmitted(_ names: [String], mapping: String, entity: String) -> Self {
    Self(
      rule: inheritedOmittedRule,
      text:
        "entity mapping '\(mapping)' omits \(quotedList(names, max: 10)), which '\(entity)' inherits; the values are lost"
    )
  }

  static let missingAttributeRule = DiagnosticRule(
    "mapping.missing-attribute", .warning, "An attribute of the new model has no mapping.",
    """
    Every object gets the default of the attribute. If the attribute is required and has no \
    default, the migration fails, and this is an error. Xcode adds no property mapping for an \
    attribute that is added to the model later. Add a property mapping to the entity mapping. An \
    entity mapping with a policy class is not reported, because the code of the class may set the \
    attribute.
    """, mappingModels)

  static func missingAttribute(_ path: String, mapping: String, isRequired: Bool) -> Self {
    Self(
      rule: missingAttributeRule,
      text: isRequired
        ? "entity mapping '\(mapping)' has no mapping for '\(path)', which is required and has no default; every object fails"
        : "entity mapping '\(mapping)' has no mapping for '\(path)', which gets its default in every object",
      ownSeverity: isRequired ? .error : nil)
  }

  static let missingEntityRule = DiagnosticRule(
    "mapping.missing-entity", .warning, "No entity mapping makes objects of an entity.",
    """
    The store's objects of this entity are lost silently. Add an entity mapping for it, unless you \
    want to lose the objects. If the mapping model names a policy class, this is only a note, \
    because the class may make objects of any entity. If the entity was added and should be empty, \
    it needs no mapping; then this has the severity info, which '--pedantic' shows.
    """, mappingModels)

  /// - Parameters:
  ///   - hasSource: Whether the old model has the entities, so that their objects are lost.
  ///     Otherwise the entities are new and begin without objects.
  ///   - mayBeMade: Whether the mapping model names a policy class, which may make objects of any
  ///     entity.
  static func missingEntity(_ names: [String], hasSource: Bool, mayBeMade: Bool) -> Self {
    Self(
      rule: missingEntityRule,
      text: "no entity mapping makes objects of \(quotedList(names, max: 10))"
        + (mayBeMade
          ? "; a policy class of another one may"
          : hasSource ? "; those in the store are lost" : ""),
      ownSeverity: !hasSource ? .info : mayBeMade ? .note : nil)
  }

  static let policyClassRule = DiagnosticRule(
    "mapping.policy-class", .note, "An entity mapping names a policy class.",
    """
    What the class does is defined in the app's code. The app that migrates needs the class under \
    this name, with its module. 'momentum migrate' cannot run it; with the library you can replace \
    it by a closure for each method.
    """, .documented("NSEntityMigrationPolicy"))

  static func policyClass(_ name: String, mapping: String) -> Self {
    Self(
      rule: policyClassRule,
      text:
        "entity mapping '\(mapping)' needs the policy class '\(name)': its code is not in the model, so what it does is not known here"
    )
  }

  static let preemptedRule = DiagnosticRule(
    "mapping.preempted", .warning,
    "Core Data may infer the migration instead of using the mapping model.",
    """
    With NSInferMappingModelAutomaticallyOption, which persistent containers set, the inferred \
    migration may run although there is a mapping model; then the policies and values of the \
    mapping model are not used, and attributes stay NULL. Set \
    NSInferMappingModelAutomaticallyOption to false for this migration, or migrate with \
    NSMigrationManager.
    """, .observed("WordPress-iOS #13014"))

  static func preempted(from old: String, to new: String, policies: [String]) -> Self {
    Self(
      rule: preemptedRule,
      text:
        "Core Data also infers a migration from '\(old)' to '\(new)'; with automatic migration on, the inferred one may run instead, and \(policies.isEmpty ? "what this one sets" : quotedList(policies, max: 10)) would not"
    )
  }

  static let addsNothingRule = DiagnosticRule(
    "mapping.adds-nothing", .warning,
    "A mapping model does what Core Data infers without it.",
    """
    No entity mapping has a policy, a filter or a value of its own, and Core Data can infer the \
    migration between the two versions. With a mapping model Core Data loads every object, gives \
    each a new primary key, and needs many times the memory and time. Delete the file, unless you \
    want the new primary keys.
    """, .observed("36 of 129 mapping models"))

  static func addsNothing(from old: String, to new: String) -> Self {
    Self(
      rule: addsNothingRule,
      text:
        "the mapping model from '\(old)' to '\(new)' does what Core Data infers by itself; without it objects keep their identity, and no object is loaded"
    )
  }

  static let staleRule = DiagnosticRule(
    "mapping.stale",
    .error(.refused(by: .coreData, .documented("NSMigrationMissingMappingModelError"))),
    "A mapping model fits no two versions of the model.",
    """
    Core Data finds a mapping model by the version hashes of both models' entities. After a change \
    of either model the hashes differ, Core Data ignores the mapping model silently, and the \
    migration is inferred or fails with code 134140. Open the mapping model in Xcode, choose both \
    models again and build. For an '.xcmappingmodel' only names can be compared, so 'momentum \
    check' reports a warning; 'momentum migrate' refuses such a file.
    """, .observed("12 of 121 mapping models are stale by their names"))

  /// - Parameter isCertain: `true` if entity hashes differ. `false` if only the copies of the
  ///   models in Xcode's `xcmapping.xml` differ: these copies may be out of date although the
  ///   compiled mapping model fits.
  static func stale(reasons: [String], isCertain: Bool) -> Self {
    Self(
      rule: staleRule,
      text:
        "the mapping model fits no two of these models, so Core Data does not find it: \(reasons.joined(separator: "; "))",
      ownSeverity: isCertain ? nil : .warning)
  }

  static let storeDiffersRule = DiagnosticRule(
    "mapping.store-differs",
    .error(.noMeaning("the store does not have the tables that its hashes name")),
    "A store does not have the tables that a mapping model needs.",
    """
    The hashes of the store name a model, but another program has changed the tables, so Momentum \
    does not migrate the store. Either a table or a column of that model is missing: then migrate \
    a backup of the store from before the change, or restore the table. Or a table of the other \
    program has a name that the new model needs: then rename that table.
    """, .own)

  /// - Parameter problem: One sentence about the table, column or name that is missing.
  static func storeDiffers(_ problem: String) -> Self {
    Self(rule: storeDiffersRule, text: problem)
  }

  static let unregisteredMethodRule = DiagnosticRule(
    "mapping.unregistered-method",
    .error(.noMeaning("the value of the expression cannot be computed")),
    "No code is given for a method of a policy.",
    """
    The mapping model calls the method by its selector. Add a closure under that selector to \
    the EntityMigrationPolicy of the class.
    """, .own)

  static func unregisteredMethod(_ selector: String, policy: String) -> Self {
    Self(
      rule: unregisteredMethodRule,
      text: "no code is given for the method '\(selector)' of the policy class '\(policy)'")
  }

  static let unregisteredPolicyRule = DiagnosticRule(
    "mapping.unregistered-policy",
    .error(.noMeaning("Momentum does not have the code of the policy")),
    "No code is given for a policy class.",
    """
    The code of the class is not in the mapping model, and without it values would be lost. Give \
    MappingMigration an EntityMigrationPolicy under the class name of the mapping model. The \
    command line cannot run policies.
    """, .own)

  static func unregisteredPolicy(_ name: String, mapping: String) -> Self {
    Self(
      rule: unregisteredPolicyRule,
      text: "no code is given for the policy class '\(name)' of entity mapping '\(mapping)'")
  }
}

extension MappingMessage {
  /// Whether the error becomes a warning if Core Data runs an entity mapping with a policy class:
  /// its code may ignore the property mappings.
  var isForPolicy: Bool {
    [
      Self.typeMismatchRule, Self.unknownEntityMappingRule, Self.unknownKeyPathRule,
      Self.unknownPropertyRule, Self.unsupportedExpressionRule,
    ].contains(rule)
  }

  /// Whether the error becomes a warning if Momentum runs an entity mapping whose policy's code
  /// makes the objects: a value of a wrong type is left out. Other errors stay, because
  /// `insertAsMapped` would drop a value that Core Data computes.
  var isForCreator: Bool { rule == Self.typeMismatchRule }
}
