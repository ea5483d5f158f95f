import MomentumDiagnostics

/// What the checking of a predicate against a model has to say, sorted by id.
///
/// Where Core Data's SQLite store refuses a predicate, its own sentence stands first, then why, then the
/// predicate that works.
enum PredicateMessage: DiagnosticMessage {
  case allInStore(String, rewrite: String?)
  case alwaysFalse(String)
  case ambiguousType
  case argumentInStored(String, variable: String)
  case argumentKey(String, entity: String, near: String?)
  case arithmetic(String)
  case barePosition(String, isKey: Bool)
  case betweenNeedsTwo(found: Int)
  case boundsReversed(String, String)
  case cast(String, known: String)
  case collectionOperator(String, why: String)
  case compositeAlone(String, elements: [String])
  case constantCondition(Bool?, hasText: Bool)
  case constantOnLeftOfQuantifier(rewrite: String?)
  case differentTypes(String, String, String, String)
  case fetchRequest(String)
  case foreignWildcard(String, rewrite: String)
  case functionArgument(String, takes: String, found: String)
  case having(String, sentence: String, rewrite: String)
  case ignoredOptions(String)
  case inNeedsCollection(String, hint: String)
  case keyBehindAttribute(String, type: String)
  case keyOfCollection(String, operator: String)
  case keyOfValue(String, why: String)
  case likeWithoutWildcard(String)
  case listAsValue(String, rewrite: String)
  case membershipOfMany(String, rewrite: String?)
  case missingArgument(String, index: Int, given: Int)
  case missingVariable(String)
  case multipleToMany(rewrite: String?)
  case neverNull(String, rewrite: String)
  case nullInList
  case nullNeedsEquality(String, rewrite: String)
  case order(String, what: String)
  case pattern(String)
  case quantifierWithoutToMany(String)
  case shadowedVariable(String)
  case storeRefuses(sentence: String, why: String)
  case stringOperatorOnOther(String, why: String, hint: String?)
  case subentityKey(String, entity: String, subentity: String)
  case subqueryCollection(String, why: String)
  case substring(String, rewrite: String)
  case toManyInExpression(String, rewrite: String?)
  case toManyWithoutQuantifier(String, rewrite: String)
  case tooDeep(levelsMax: Int)
  case tooManyArguments(expected: Int, given: Int, quoted: String?)
  case transient(String, entity: String)
  case unknownElement(String, composite: String, near: String?, all: [String])
  case unknownFunction(String, near: String?)
  case unknownKey(String, entity: String, near: String?, hint: String?)
  case unknownVariable(String, near: String?)
  case unsupported(String, why: String, rewrite: String?)
  case unsupportedFunction(String, why: String)
  case value(String, of: String, type: String, hint: String?)
  case valueNever(String, of: String, why: String)
  case valueRange(String, of: String, type: String)
  case variableTwice(String)
  case variableTypes(String, String, String)
  case variableValue(String, type: String)

  static let barePositionID = "predicate.bare-position"

  var id: String {
    switch self {
    case .allInStore: "predicate.all"
    case .alwaysFalse: "predicate.always-false"
    case .ambiguousType: "predicate.ambiguous-type"
    case .argumentInStored: "predicate.argument-in-model"
    case .argumentKey: "predicate.unknown-key"
    case .arithmetic: "predicate.arithmetic"
    case .barePosition: PredicateMessage.barePositionID
    case .betweenNeedsTwo: "predicate.between"
    case .boundsReversed: "predicate.reversed-bounds"
    case .cast: "predicate.cast"
    case .collectionOperator: "predicate.collection-operator"
    case .compositeAlone: "predicate.composite"
    case .constantCondition: "predicate.constant-condition"
    case .constantOnLeftOfQuantifier: "predicate.quantifier-side"
    case .differentTypes: "predicate.type-mismatch"
    case .fetchRequest: "predicate.fetch"
    case .foreignWildcard: "predicate.foreign-wildcard"
    case .functionArgument: "predicate.function-argument"
    case .having: "predicate.having"
    case .ignoredOptions: "predicate.ignored-options"
    case .inNeedsCollection: "predicate.in"
    case .keyBehindAttribute: "predicate.key-behind-attribute"
    case .keyOfCollection: "predicate.unknown-key"
    case .keyOfValue: "predicate.key-of-value"
    case .likeWithoutWildcard: "predicate.like-without-wildcard"
    case .listAsValue: "predicate.list"
    case .membershipOfMany: "predicate.two-collections"
    case .missingArgument: "predicate.missing-argument"
    case .missingVariable: "predicate.missing-variable"
    case .multipleToMany: "predicate.multiple-to-many"
    case .neverNull: "predicate.always-false"
    case .nullInList: "predicate.nil-in-list"
    case .nullNeedsEquality: "predicate.nil-order"
    case .order: "predicate.order"
    case .pattern: "predicate.pattern"
    case .quantifierWithoutToMany: "predicate.needless-quantifier"
    case .shadowedVariable: "predicate.shadowed-variable"
    case .storeRefuses: "predicate.store-refuses"
    case .stringOperatorOnOther: "predicate.string-operator"
    case .subentityKey: "predicate.sub-entity-key"
    case .subqueryCollection: "predicate.subquery-collection"
    case .substring: "predicate.substring"
    case .toManyInExpression, .toManyWithoutQuantifier: "predicate.to-many"
    case .tooDeep: "predicate.too-deep"
    case .tooManyArguments: "predicate.too-many-arguments"
    case .transient: "predicate.transient"
    case .unknownElement, .unknownKey: "predicate.unknown-key"
    case .unknownFunction: "predicate.unknown-function"
    case .unknownVariable: "predicate.unknown-variable"
    case .unsupported: "predicate.unsupported"
    case .unsupportedFunction: "predicate.function"
    case .value: "predicate.value-type"
    case .valueNever, .valueRange: "predicate.value-range"
    case .variableTwice: "predicate.variable-twice"
    case .variableTypes: "predicate.variable-types"
    case .variableValue: "predicate.variable-type"
    }
  }

  var severity: Severity {
    switch self {
    case .likeWithoutWildcard, .substring: .note
    case .allInStore, .alwaysFalse, .boundsReversed, .constantCondition, .foreignWildcard,
      .ignoredOptions, .neverNull, .nullInList, .quantifierWithoutToMany, .shadowedVariable,
      .storeRefuses, .tooManyArguments,
      .valueNever, .valueRange:
      .warning
    case .ambiguousType, .argumentInStored, .argumentKey, .arithmetic, .barePosition,
      .betweenNeedsTwo, .cast,
      .collectionOperator, .compositeAlone, .constantOnLeftOfQuantifier, .differentTypes,
      .fetchRequest, .functionArgument, .having, .inNeedsCollection, .keyBehindAttribute,
      .keyOfCollection, .keyOfValue, .listAsValue, .membershipOfMany, .missingArgument,
      .missingVariable,
      .multipleToMany, .nullNeedsEquality, .order, .pattern, .stringOperatorOnOther,
      .subentityKey, .subqueryCollection, .toManyInExpression, .toManyWithoutQuantifier, .tooDeep,
      .transient, .unknownElement, .unknownFunction, .unknownKey, .unknownVariable, .unsupported,
      .unsupportedFunction, .value, .variableTwice, .variableTypes, .variableValue:
      .error
    }
  }
}
