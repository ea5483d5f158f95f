public import MomentumDiagnostics

/// What a review of a checked model has to say, sorted by case.
///
/// The standing of each rule is in the catalogue of diagnostics.
public enum ReviewMessage: DiagnosticMessage, Hashable {
  case abstractLeaf(String)
  case acrossConfigurations(String, entity: String, destination: String)
  case badDerivation(String, reason: String)
  case badIndexElement(String, index: String, reason: String)
  case badUniqueness(String, entity: String, reason: String)
  case cascadeCycle(String, inverse: String)
  case cloudDelete(String)
  case cloudInverse(String)
  case cloudOptional(String, isAttribute: Bool)
  case cloudOrdered(String)
  case cloudReservedName(String)
  case cloudType(String, type: String)
  case cloudUnique(String)
  case defaultOutOfBounds(String)
  case duplicateClass(String, entity: String, other: String)
  case emptyIndex(String)
  case fetchedPropertyWithoutRequest(String)
  case insecureTransformer(String, transformer: String?)
  case keyword(String)
  case noActionRule(String, destination: String)
  case noDefault([String], entity: String)
  case nullifyRequired(String, inverse: String, destination: String)
  case optionalScalar(String, type: String)
  case optionalUnique(String, entity: String)
  case redundantIndex(String, relationship: String)
  case repeatedRenamingIdentifier(String, of: String, other: String)
  case reservedName(String, owner: String)
  case uselessOrder(String)

  public var id: String {
    switch self {
    case .abstractLeaf: "model.abstract-leaf"
    case .acrossConfigurations: "model.across-configurations"
    case .badDerivation: "model.bad-derivation"
    case .badIndexElement: "model.bad-index-element"
    case .badUniqueness: "model.bad-uniqueness"
    case .cascadeCycle: "model.cascade-cycle"
    case .cloudDelete: "cloudkit.deny-rule"
    case .cloudInverse: "cloudkit.missing-inverse"
    case .cloudOptional: "cloudkit.required-property"
    case .cloudOrdered: "cloudkit.ordered-relationship"
    case .cloudReservedName: "cloudkit.reserved-name"
    case .cloudType: "cloudkit.unsupported-type"
    case .cloudUnique: "cloudkit.unique-constraint"
    case .defaultOutOfBounds: "model.default-out-of-bounds"
    case .duplicateClass: "model.duplicate-class"
    case .emptyIndex: "model.empty-index"
    case .fetchedPropertyWithoutRequest: "model.fetched-property-without-request"
    case .insecureTransformer: "model.insecure-transformer"
    case .keyword: "model.swift-keyword"
    case .noActionRule: "model.no-action-rule"
    case .noDefault: "model.required-without-default"
    case .nullifyRequired: "model.nullify-required"
    case .optionalScalar: "model.optional-scalar"
    case .optionalUnique: "model.optional-unique"
    case .redundantIndex: "model.redundant-index"
    case .repeatedRenamingIdentifier: "model.repeated-renaming-identifier"
    case .reservedName: "model.reserved-name"
    case .uselessOrder: "model.ordered-to-one"
    }
  }

  public var severity: Severity {
    switch self {
    case .badDerivation, .badUniqueness, .reservedName, .cloudDelete, .cloudInverse,
      .cloudOptional, .cloudOrdered, .cloudType, .cloudUnique:
      .error
    case .acrossConfigurations, .badIndexElement, .cascadeCycle, .cloudReservedName,
      .defaultOutOfBounds, .duplicateClass, .emptyIndex, .fetchedPropertyWithoutRequest,
      .insecureTransformer, .noActionRule, .nullifyRequired, .optionalUnique,
      .repeatedRenamingIdentifier:
      .warning
    // Matters of style: the author of the program sees the effect at once, and no stored value is lost.
    case .abstractLeaf, .keyword, .noDefault, .optionalScalar, .redundantIndex, .uselessOrder: .info
    }
  }

  public var text: String {
    switch self {
    case .abstractLeaf(let name):
      "entity '\(name)' is abstract and has no sub-entities; no object of it can be made"
    case .acrossConfigurations(let name, let entity, let destination):
      "relationship '\(name)' leads from '\(entity)' to '\(destination)', which share no configuration; objects of two stores cannot refer to each other"
    case .badDerivation(let name, let reason):
      "the derivation of '\(name)' cannot be computed: \(reason)"
    case .badIndexElement(let name, let index, let reason):
      "'\(name)' cannot stand in fetch index '\(index)': \(reason)"
    case .badUniqueness(let name, let entity, let reason):
      "'\(name)' cannot be unique in '\(entity)': \(reason)"
    case .cascadeCycle(let name, let inverse):
      "'\(name)' and its inverse '\(inverse)' both cascade; deleting one object deletes all that hang together"
    case .cloudDelete(let name): "CloudKit cannot sync the delete rule Deny of '\(name)'"
    case .cloudInverse(let name): "CloudKit needs an inverse for relationship '\(name)'"
    case .cloudOptional(let name, let isAttribute):
      "CloudKit needs '\(name)' to be optional\(isAttribute ? " or to have a default" : "")"
    case .cloudOrdered(let name): "CloudKit cannot sync the ordered relationship '\(name)'"
    case .cloudReservedName(let name):
      "Core Data puts 'CD_' before names in CloudKit; '\(name)' has it already"
    case .cloudType(let name, let type):
      "CloudKit has no field for '\(name)' of type '\(type)'"
    case .cloudUnique(let entity):
      "CloudKit cannot keep the uniqueness constraints of entity '\(entity)'"
    case .defaultOutOfBounds(let name):
      "the default of '\(name)' is outside its bounds; an object that keeps it cannot be saved"
    case .duplicateClass(let name, let entity, let other):
      "class '\(name)' would be generated for both '\(entity)' and '\(other)'"
    case .emptyIndex(let name): "fetch index '\(name)' has no elements"
    case .fetchedPropertyWithoutRequest(let name):
      "fetched property '\(name)' has no fetch request; reading it fails"
    case .insecureTransformer(let name, let transformer):
      "transformable '\(name)' uses \(transformer.map { "'\($0)'" } ?? "the default transformer"), which decodes any class; 'NSSecureUnarchiveFromData' does not"
    case .keyword(let name): "'\(name)' is a keyword of Swift; code has to write it in backticks"
    case .noActionRule(let name, let destination):
      "the delete rule No Action of '\(name)' leaves '\(destination)' objects that refer to what is deleted"
    case .noDefault(let names, let entity):
      "\(list(names)) of '\(entity)' \(names.count == 1 ? "is" : "are") required without a default; a new object cannot be saved before \(names.count == 1 ? "it is" : "they are") set, and migration has no value for old ones"
    case .nullifyRequired(let name, let inverse, let destination):
      "deleting an object nullifies '\(inverse)' of its '\(destination)' objects, which is required, so the save fails; give '\(name)' the rule Cascade or Deny"
    case .optionalScalar(let name, let type):
      "'\(name)' is optional, but a scalar \(type) has no nil; a missing value reads as \(zero(type))"
    case .optionalUnique(let name, let entity):
      "'\(name)' is optional; any number of '\(entity)' objects may lack it in spite of the uniqueness constraint"
    case .redundantIndex(let name, let relationship):
      "fetch index '\(name)' is not created: Core Data indexes relationship '\(relationship)' by itself"
    case .repeatedRenamingIdentifier(let identifier, let name, let other):
      identifier == other
        ? "'\(name)' has the renaming identifier '\(identifier)', but '\(other)' is still there under that name"
        : "'\(name)' and '\(other)' have one renaming identifier, '\(identifier)'; the old values can go to one of them only"
    case .reservedName(let name, let owner):
      "a property cannot be called '\(name)', which is a method of \(owner)"
    case .uselessOrder(let name): "'\(name)' leads to one object, so being ordered has no meaning"
    }
  }

  /// What a scalar type holds when nothing was set.
  private func zero(_ type: String) -> String {
    switch type {
    case "Bool": "false"
    case "TimeInterval": "2001-01-01"
    default: "0"
    }
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
