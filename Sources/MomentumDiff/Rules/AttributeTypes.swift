import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let attributeTypeWidened = MigrationRule(
    "migration.attribute-type-widened", number: 13, [.lossless],
    "An integer attribute became wider.",
    """
    every integer type has the same column type, so stored values stay as they are. Nothing has to \
    be done.
    """,
    .migratedStores)

  package static let attributeTypeBoolean = MigrationRule(
    "migration.attribute-type-boolean", number: 13, [.unproven],
    "An attribute changed between Boolean and an integer type.",
    """
    one app released such a change and one app wrote a mapping model for it; no store shows what \
    the values become. Try it on a copy of a real store first.
    """,
    .assumed)

  package static let attributeTypeFloating = MigrationRule(
    "migration.attribute-type-floating", number: 14, [.lossless],
    "An integer attribute became a floating-point one.",
    """
    stored integers are read as floating-point numbers, and the new type can represent all of them \
    exactly. Nothing has to be done.
    """,
    .observed("a migration test of a public app"))

  package static let attributeTypeRounded = MigrationRule(
    "migration.attribute-type-rounded", number: 14, [.dependsOnData],
    "An integer attribute became a floating-point one that cannot represent every integer.",
    """
    Float can represent every integer up to 16777216 (2^24), Double up to 9007199254740992 (2^53); \
    larger integers are read as the nearest number of the type. Keep the type, or use Double for \
    Integer 32.
    """,
    .documented("IEEE 754"))

  package static let attributeTypeNarrowed = MigrationRule(
    "migration.attribute-type-narrowed", number: 15, [.dependsOnData],
    "An integer attribute became narrower.",
    """
    stored values that the new type cannot hold stay in the column, and Core Data does not check \
    them. Keep the wider type, or check the values in a release before this one.
    """,
    .assumed)

  package static let attributeTypeDecimal = MigrationRule(
    "migration.attribute-type-decimal", number: 16, [.unproven],
    "A numeric attribute changed to or from Decimal.",
    """
    apps wrote mapping models for this, and no store shows whether Core Data can infer it. Keep \
    the type, or write a mapping model.
    """,
    .assumed)

  package static let attributeTypeNumeric = MigrationRule(
    "migration.attribute-type-numeric", [.unproven],
    "A numeric attribute got another numeric type.",
    """
    no store shows what the stored values become. Keep the type, or try it on a copy of a real \
    store first.
    """,
    .assumed)

  package static let attributeTypeIncompatible = MigrationRule(
    "migration.attribute-type-incompatible", number: 17, [.notInferrable],
    "An attribute got a type that Core Data does not convert to.",
    """
    every store fails with error 134140, whose underlying error 134190 says 'Source and \
    destination attribute types are incompatible'. A composite is a type too: an attribute cannot \
    become a composite, nor a composite an attribute. Keep the attribute and add another one with \
    the new type, filled in a custom migration stage; or write a mapping model. For composites \
    this is assumed: no store and no report shows such a change.
    """,
    .documented("https://developer.apple.com/documentation/coredata/using-lightweight-migration"),
    refused: .observed(
      """
      'Source and destination attribute types are incompatible', the logged error in a test of \
      johnfairh/TMLPersistentContainer; Stack Overflow, question 17534859
      """))

  /// Rules for the type of an attribute.
  static let attributeTypes: [MigrationRule] = [
    .attributeTypeWidened, .attributeTypeBoolean, .attributeTypeFloating, .attributeTypeRounded,
    .attributeTypeNarrowed, .attributeTypeDecimal, .attributeTypeNumeric,
    .attributeTypeIncompatible,
  ]
}

extension AttributeTypeChange {
  /// The rule of the decision table; `nil` if the type did not change.
  package var rule: MigrationRule? {
    switch self {
    case .none: nil
    case .widened: .attributeTypeWidened
    case .narrowed: .attributeTypeNarrowed
    case .floating: .attributeTypeFloating
    case .rounded: .attributeTypeRounded
    case .boolean: .attributeTypeBoolean
    case .decimal: .attributeTypeDecimal
    case .numeric: .attributeTypeNumeric
    case .incompatible: .attributeTypeIncompatible
    }
  }
}

/// Assesses the effect of a changed type on stored values.
struct AttributeTypeAssessor {
  /// The models, for names of composite types.
  let old: ObjectModel
  let new: ObjectModel

  func assess(
    _ before: AttributeType, _ after: AttributeType, entity: String, property: String
  ) -> Assessment? {
    let change = AttributeTypeChange(before, after)
    guard let rule = change.rule else { return nil }
    let place = "\(entity).\(property)"
    return Assessment(
      rule, effect(change, before, after, place: place),
      error: change == .incompatible
        ? .incompatibleTypes(entity: entity, property: property) : nil,
      repair: repair(change, before, after, place: place))
  }

  private func effect(
    _ change: AttributeTypeChange, _ before: AttributeType, _ after: AttributeType, place: String
  ) -> String {
    let names = "from \(before.text(in: old)) to \(after.text(in: new))"
    return switch change {
    case .none, .widened:
      "stored values of '\(place)' stay as they are: the wider type holds them all"
    case .narrowed:
      "stored values of '\(place)' that \(after.xmlName) cannot hold stay in the column, and "
        + "nothing checks them"
    case .floating: "stored integers of '\(place)' are read as \(after.xmlName)"
    case .rounded(let limit):
      "stored integers of '\(place)' are read as \(after.xmlName), which has not every one beyond "
        + "\(limit) and -\(limit): those are read as the nearest that it has"
    case .boolean:
      "'\(place)' goes \(names): one app shipped that, no store has shown what its rows become"
    case .decimal:
      "'\(place)' goes \(names): whether Core Data infers that has not been shown, and apps wrote "
        + "mapping models for it"
    case .numeric:
      "'\(place)' goes \(names): what becomes of stored values has not been shown"
    case .incompatible:
      "the migration fails for every store: Core Data does not convert '\(place)' \(names)"
    }
  }

  private func repair(
    _ change: AttributeTypeChange, _ before: AttributeType, _ after: AttributeType, place: String
  ) -> String? {
    let keep = "keep attributeType=\"\(before.xmlName)\" on attribute '\(place)'"
    switch change {
    case .none, .widened, .floating: return nil
    case .narrowed: return keep
    case .rounded:
      return keep + (after == .float && before != .integer64 ? ", or take Double" : "")
    case .boolean, .numeric: return "\(keep), or \(Repair.rehearse)"
    case .decimal: return "\(keep), or write a mapping model"
    case .incompatible:
      return "\(keep) and add a new attribute for the new type, filled in a custom migration "
        + "stage; or write a mapping model"
    }
  }
}
