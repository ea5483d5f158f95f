import MomentumDiagnostics

/// What the checking of a predicate against a model has to say, sorted by id.
///
/// Where Core Data's SQLite store refuses a predicate, its own sentence stands first.
enum PredicateMessage: DiagnosticMessage {
  case allInStore
  case alwaysFalse(String)
  case ambiguousType
  case betweenNeedsTwo(found: Int)
  case boundsReversed
  case compositeAlone(String)
  case constantOnLeftOfQuantifier
  case differentTypes(String, String)
  case ignoredOptions(type: String)
  case inNeedsCollection(type: String)
  case keyBehindAttribute(String, type: String)
  case missingArgument(index: Int, given: Int)
  case missingVariable(String)
  case multipleToMany
  case nullNeedsEquality(String)
  case quantifierWithoutToMany(String)
  case stringOperatorOnOther(String, type: String)
  case subentityKey(String, entity: String, subentity: String)
  case toManyWithoutQuantifier(String, rewrite: String)
  case transient(String, entity: String)
  case tooManyArguments(expected: Int, given: Int)
  case unknownEntityOfObject(String)
  case unknownKey(String, entity: String, near: String?)
  case unknownVariable(String, near: String?)
  case unsupportedCollectionOperator(String)
  case value(String, type: String, hint: String?)
  case valueRange(type: String)
  case variableTypes(String, String, String)
  case variableValue(String, type: String)

  var id: String {
    switch self {
    case .allInStore: "predicate.all"
    case .alwaysFalse: "predicate.always-false"
    case .ambiguousType: "predicate.ambiguous-type"
    case .betweenNeedsTwo: "predicate.between"
    case .boundsReversed: "predicate.reversed-bounds"
    case .compositeAlone: "predicate.composite"
    case .constantOnLeftOfQuantifier: "predicate.quantifier-side"
    case .differentTypes: "predicate.type-mismatch"
    case .ignoredOptions: "predicate.ignored-options"
    case .inNeedsCollection: "predicate.in"
    case .keyBehindAttribute: "predicate.key-behind-attribute"
    case .missingArgument: "predicate.missing-argument"
    case .missingVariable: "predicate.missing-variable"
    case .multipleToMany: "predicate.multiple-to-many"
    case .nullNeedsEquality: "predicate.nil-order"
    case .quantifierWithoutToMany: "predicate.needless-quantifier"
    case .stringOperatorOnOther: "predicate.string-operator"
    case .subentityKey: "predicate.sub-entity-key"
    case .toManyWithoutQuantifier: "predicate.to-many"
    case .transient: "predicate.transient"
    case .tooManyArguments: "predicate.too-many-arguments"
    case .unknownEntityOfObject: "predicate.object"
    case .unknownKey: "predicate.unknown-key"
    case .unknownVariable: "predicate.unknown-variable"
    case .unsupportedCollectionOperator: "predicate.collection-operator"
    case .value: "predicate.value-type"
    case .valueRange: "predicate.value-range"
    case .variableTypes: "predicate.variable-types"
    case .variableValue: "predicate.variable-type"
    }
  }

  var severity: Severity {
    switch self {
    case .allInStore, .alwaysFalse, .boundsReversed, .ignoredOptions, .quantifierWithoutToMany,
      .tooManyArguments, .valueRange:
      .warning
    case .ambiguousType, .betweenNeedsTwo, .compositeAlone, .constantOnLeftOfQuantifier,
      .differentTypes, .inNeedsCollection, .keyBehindAttribute,
      .missingArgument, .missingVariable, .multipleToMany, .nullNeedsEquality,
      .stringOperatorOnOther, .subentityKey, .toManyWithoutQuantifier, .transient,
      .unknownEntityOfObject, .unknownKey, .unknownVariable, .unsupportedCollectionOperator,
      .value, .variableTypes, .variableValue:
      .error
    }
  }

  var text: String {
    switch self {
    case .allInStore:
      "Core Data's SQLite store refuses ALL ('Unsupported predicate'); it is compiled here as NOT EXISTS"
    case .alwaysFalse(let what): "\(what) never holds"
    case .ambiguousType:
      "the type of this comparison cannot be told; one side has to be a key path or a constant"
    case .betweenNeedsTwo(let found):
      "BETWEEN needs a collection of exactly two bounds, found \(found)"
    case .boundsReversed: "the lower bound is above the upper one, so nothing lies between"
    case .compositeAlone(let name):
      "composite attribute '\(name)' cannot be compared as a whole; name one of its elements"
    case .constantOnLeftOfQuantifier:
      "a quantifier asks about the left side, which has to be the to-many key path"
    case .differentTypes(let left, let right): "\(left) cannot be compared with \(right)"
    case .ignoredOptions(let type): "options have no meaning for \(type) and are left out"
    case .inNeedsCollection(let type):
      "IN needs a collection such as {1, 2} or a list argument on the right, found \(type)"
    case .keyBehindAttribute(let name, let type):
      "attribute '\(name)' is \(type) and has no keys of its own"
    case .missingArgument(let index, let given):
      "no argument for this conversion: it is number \(index), given are \(given)"
    case .missingVariable(let name): "no value for the variable '$\(name)'"
    case .multipleToMany:
      "multiple to-many keys not allowed here: a path can cross one to-many relationship"
    case .nullNeedsEquality(let text): "nil can be compared by == and != only, not by \(text)"
    case .quantifierWithoutToMany(let path):
      "'\(path)' reaches one value, so the quantifier does nothing in a store and fails in memory"
    case .stringOperatorOnOther(let text, let type):
      "unimplemented SQL generation for predicate : (\(text)): \(type) is no string"
    case .subentityKey(let name, let entity, let subentity):
      "keypath \(name) not found in entity \(entity): its sub-entity '\(subentity)' declares it, and a fetch of '\(entity)' cannot ask for it"
    case .toManyWithoutQuantifier(let path, let rewrite):
      "to-many key not allowed here: '\(path)' reaches many values; write \(rewrite)"
    case .transient(let name, let entity):
      "'\(name)' of entity '\(entity)' is not stored, so a store cannot ask for it"
    case .tooManyArguments(let expected, let given):
      "the format takes \(expected) arguments, given are \(given); the rest is left out"
    case .unknownEntityOfObject(let type):
      "expected an object of \(type), written as its entity and number: 'Entity/p12'"
    case .unknownKey(let name, let entity, let near):
      "no property '\(name)' in entity '\(entity)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownVariable(let name, let near):
      "the predicate has no variable '$\(name)'" + (near.map { "; did you mean '$\($0)'?" } ?? "")
    case .unsupportedCollectionOperator(let name):
      "'@\(name)' is not compiled in this version; '@count' at the end of a to-many path is"
    case .value(let what, let type, let hint):
      "\(what) is no value of type \(type)" + (hint.map { "; \($0)" } ?? "")
    case .valueRange(let type): "the value lies outside the range of \(type)"
    case .variableTypes(let name, let first, let second):
      "'$\(name)' is \(first) in one place and \(second) in another"
    case .variableValue(let name, let type): "the value of '$\(name)' is no \(type)"
    }
  }
}
