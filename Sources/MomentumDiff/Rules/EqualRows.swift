import MomentumModel

/// Finds out whether two stored rows may have equal values of some properties after the migration,
/// so that a uniqueness constraint on these properties makes it fail.
struct EqualRows {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  /// Why several rows may have equal values.
  enum Source {
    /// No two rows can have equal values, because of other constraints or because there are no
    /// rows.
    case none
    /// No two rows can have equal values: all have NULL in this new property, and no NULL equals
    /// another.
    case allNull(String)
    /// The rows get the default value of this attribute.
    case filled(String)
    /// The rows may already have equal values.
    case stored
  }

  /// - Parameter names: The properties of a constraint of the entity.
  func possible(_ names: [String], of id: EntityID) -> Source {
    let entities = pair.destinationsWithRows(below: id)
    guard !entities.isEmpty, !names.isEmpty else { return .none }
    let attributes = new.attributes(of: id).filter { names.contains(new[$0].name) }
    if let empty = attributes.first(where: { isNull($0, in: entities) }) {
      return .allNull(new[empty].name)
    }
    let links = new.relationships(of: id).filter { names.contains(new[$0].name) }
    if let empty = links.first(where: { pair.sources(of: $0).isEmpty }) {
      return .allNull(new[empty].name)
    }
    let filled = attributes.filter { isFilled($0, in: entities) }.map { new[$0].name }
    if isImplied(names, by: id, entities, filled: filled) { return .none }
    return filled.first.map(Source.filled) ?? .stored
  }

  /// Whether all rows of the entities have NULL in a new attribute after the migration.
  private func isNull(_ id: AttributeID, in entities: [EntityID]) -> Bool {
    let attribute = new[id]
    guard attribute.isOptional, !attribute.hasDefault, attribute.derivation == nil else {
      return false
    }
    if pair.sources(of: id).allSatisfy({ old[$0].isTransient }) { return true }
    let gaining = Set(pair.entitiesGaining(id))
    return entities.allSatisfy(gaining.contains)
  }

  /// Whether rows of one of the entities get the attribute's default in the migration.
  private func isFilled(_ id: AttributeID, in entities: [EntityID]) -> Bool {
    let attribute = new[id]
    guard attribute.hasDefault, attribute.derivation == nil else { return false }
    let sources = pair.sources(of: id)
    if sources.contains(where: { old[$0].isTransient || old[$0].isOptional != attribute.isOptional }
    ) {
      return !attribute.isOptional || sources.contains { old[$0].isTransient }
    }
    let gaining = Set(pair.entitiesGaining(id))
    return entities.contains(where: gaining.contains)
  }

  /// Whether an old constraint on all these rows already forbids equal values.
  ///
  /// - Parameter filled: The properties in which the migration replaces NULL by a default. The old
  ///   constraint allowed any number of NULLs, so these do not count.
  private func isImplied(
    _ names: [String], by id: EntityID, _ entities: [EntityID], filled: [String]
  ) -> Bool {
    guard let source = pair.source(of: id) else { return false }
    let wanted = Set(names).subtracting(filled)
    return pair.old.lineages[source.index].contains { owner in
      guard !old[owner].uniquenessConstraints.isEmpty,
        entities.allSatisfy({ entity in
          pair.source(of: entity).map { pair.old.inherits($0, from: owner) } ?? false
        })
      else { return false }
      return pair.constraintsInNewNames(source, id, of: owner).contains { constraint in
        !constraint.isEmpty && constraint.allSatisfy(wanted.contains)
      }
    }
  }
}
