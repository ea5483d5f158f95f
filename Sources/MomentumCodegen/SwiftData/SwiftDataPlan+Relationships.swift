import MomentumModel

// Decides how relationships are declared.

extension SwiftDataPlan {
  /// The property for a relationship; `nil` for a transient relationship.
  mutating func property(_ relationship: Relationship, at id: RelationshipID) -> Property? {
    let place = SwiftDataPlace.relationship(id)
    if !relationship.userInfo.isEmpty {
      report(.userInfo, place, SwiftDataPlan.keys(of: relationship.userInfo))
    }
    if !relationship.isSyncable { report(.cloudKit, place) }
    guard !relationship.isTransient else {
      report(.transientProperty, place)
      return nil
    }
    if relationship.isOrdered { report(.orderedRelationship, place) }
    if relationship.isIndexed { report(.legacyIndex, place) }
    if relationship.deleteRule == .deny { report(.deleteRule, place) }
    let name = name(relationship.name, of: id.entity, at: place)
    let destination = TypeReference.named(names[relationship.destination])
    let type = relationship.isToMany ? .array(destination) : destination
    let empty: Expression? = relationship.isToMany ? .array([]) : nil
    return Property(
      modelName: relationship.name, name: name,
      type: relationship.isOptional ? .optional(type) : type,
      macros: macros(of: relationship, named: name, at: id), defaultValue: nil,
      argument: relationship.isOptional ? .null : empty)
  }

  /// The annotation of a relationship: `@Relationship(deleteRule: .cascade, inverse: \Tip.cafe)`.
  ///
  /// SwiftData may take two relationships without annotation as inverse to each other, so a
  /// relationship without inverse has the bare annotation.
  private mutating func macros(
    of relationship: Relationship, named name: Identifier, at id: RelationshipID
  ) -> [MacroUse] {
    let inverse = model.pairedInverse(of: id)
    if let written = relationship.inverse, inverse == nil {
      report(
        written == id ? .selfInverse : .oneSidedInverse, .relationship(id), model[written].name)
    }
    var arguments: [Expression.Argument] = []
    if relationship.deleteRule != .nullify {
      arguments.append(.init("deleteRule", .implicitMember(relationship.deleteRule.identifier)))
    }
    if relationship.minimumCount != 0 {
      arguments.append(.init("minimumModelCount", .integer(Int64(relationship.minimumCount))))
    }
    if relationship.isToMany, relationship.maximumCount != 0 {
      arguments.append(.init("maximumModelCount", .integer(Int64(relationship.maximumCount))))
    }
    arguments += SwiftDataPlan.renaming(
      relationship.name, as: name, from: relationship.renamingIdentifier)
    if let inverse, carriers.contains(id) {
      let destination = TypeReference.named(names[inverse.entity])
      arguments.append(
        .init("inverse", .keyPath(destination, names[inverse.entity, model[inverse].name])))
    }
    if let modifier = relationship.versionHashModifier {
      arguments.append(.init("hashModifier", .string(modifier)))
    }
    if arguments.isEmpty, inverse != nil { return [] }
    return [MacroUse(names.macro("Relationship"), arguments)]
  }
}

extension Relationship {
  /// Whether the property needs `@Relationship` for another reason than its inverse.
  var needsAnnotation: Bool {
    deleteRule != .nullify || minimumCount != 0 || (isToMany && maximumCount != 0)
      || renamingIdentifier != nil || versionHashModifier != nil
  }
}

extension Relationship.DeleteRule {
  fileprivate var identifier: Identifier {
    switch self {
    case .noAction: "noAction"
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    }
  }
}
