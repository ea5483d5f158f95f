import MomentumModel

// Rows 13 to 17 of the decision table: the type of an attribute.

extension ChangeAssessor {
  func typeChanged(
    _ before: AttributeType, _ after: AttributeType, entity: String, property: String
  ) -> Assessment? {
    let place = "\(entity).\(property)"
    let names = "from \(before.text(in: old)) to \(after.text(in: new))"
    let keep = "keep attributeType=\"\(before.xmlName)\" on attribute '\(place)'"
    switch AttributeTypeChange(before, after) {
    case .none: return nil
    case .widened:
      return make(
        .lossless, .attributeTypeWidened,
        "stored values of '\(place)' stay as they are: the wider type holds them all")
    case .narrowed:
      return make(
        .dependsOnData, .attributeTypeNarrowed,
        "stored values of '\(place)' that \(after.xmlName) cannot hold stay in the column, and "
          + "nothing checks them",
        recipe: keep)
    case .floating:
      return make(
        .lossless, .attributeTypeFloating,
        "stored integers of '\(place)' are read as \(after.xmlName)")
    case .rounded(let limit):
      let wider = after == .float && before != .integer64 ? ", or take Double" : ""
      return make(
        .dependsOnData, .attributeTypeRounded,
        "stored integers of '\(place)' are read as \(after.xmlName), which has not every one beyond "
          + "\(limit) and -\(limit): those are read as the nearest that it has",
        recipe: keep + wider)
    case .boolean:
      return make(
        .unproven, .attributeTypeBoolean,
        "'\(place)' goes \(names): one app shipped that, no store has shown what its rows become",
        recipe: "\(keep), or try it on a copy of a real store: momentum migrate STORE --to MODEL "
          + "--rehearse")
    case .decimal:
      return make(
        .unproven, .attributeTypeDecimal,
        "'\(place)' goes \(names): whether Core Data infers that has not been shown, and apps wrote "
          + "mapping models for it",
        recipe: "\(keep), or write a mapping model")
    case .numeric:
      return make(
        .unproven, .attributeTypeNumeric,
        "'\(place)' goes \(names): what becomes of stored values has not been shown",
        recipe: "\(keep), or try it on a copy of a real store: momentum migrate STORE --to MODEL "
          + "--rehearse")
    case .incompatible:
      return make(
        .notInferrable, .attributeTypeIncompatible,
        "the migration fails for every store: Core Data does not convert '\(place)' \(names)",
        error: .incompatibleTypes(entity: entity, property: property),
        recipe: "\(keep) and add a new attribute for the new type, filled in a custom migration "
          + "stage; or write a mapping model")
    }
  }
}
