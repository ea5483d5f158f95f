import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let entityParentChanged = MigrationRule(
    "migration.entity-parent-changed", number: 42, [.lossless],
    "An entity got another parent.",
    """
    its rows keep all their values. Nothing has to be done.
    """,
    .lightweightMigration)

  package static let entityLostInherited = MigrationRule(
    "migration.entity-lost-inherited", number: 42, [.dropsData],
    "An entity no longer inherits attributes for which its rows have values.",
    """
    the values are dropped. Declare the attributes in the entity itself, or accept the loss by an \
    entry under 'acknowledged' in .momentum.json, which '--baseline' writes.
    """,
    .lightweightMigration)

  package static let entityLeftDestination = MigrationRule(
    "migration.entity-left-destination", number: 42, [.dropsData],
    "Relationships no longer lead to an entity, because it has another parent.",
    """
    links to the entity's rows are dropped, because a relationship can only lead to rows of its \
    destination and of the sub-entities of the destination. Leave the entity where it is, add a \
    relationship for its rows and fill it in a custom migration stage, or accept the loss by an \
    entry under 'acknowledged' in .momentum.json, which '--baseline' writes.
    """,
    .own)

  package static let entityGainedRequired = MigrationRule(
    "migration.entity-gained-required", number: 42, [.dependsOnData],
    "An entity newly inherits a required attribute without a default.",
    """
    the migration fails with error 134110 as soon as a store has one row of the entity. Give the \
    attribute a default, or make it optional.
    """,
    .postedErrors)

  package static let entityHierarchiesMerged = MigrationRule(
    "migration.entity-hierarchies-merged", number: 43, [.notInferrable],
    "Entities with tables of their own were put under one parent.",
    """
    Core Data raises an exception: 'Cannot merge multiple root entity source tables into one \
    destination entity root table'. Leave the entities separate, or write a mapping model.
    """,
    .lightweightMigration,
    refused: .lightweightMigration)

  /// Rules for the parent of an entity.
  static let hierarchies: [MigrationRule] = [
    .entityParentChanged, .entityLostInherited, .entityLeftDestination, .entityGainedRequired,
    .entityHierarchiesMerged,
  ]
}

/// Assesses the effect of a new parent on the rows of an entity and its sub-entities.
struct HierarchyChange {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func parentChanged(_ source: EntityID, _ id: EntityID) -> [Assessment] {
    if let refusal = mergedHierarchies(source, id) { return [refusal] }
    let name = new[id].name
    let links = gainedLinks(id).map { link in
      RelationshipAddition(pair: pair).requiredAdded(
        new[link], place: "\(name).\(new[link].name)", to: pair.entitiesGaining(link))
    }
    let parent = new[id].parent.map { "under '\(new[$0].name)'" } ?? "without a parent"
    return [
      lostValues(source, name), lostDestinations(source, id, name), gainedValues(id, name),
    ].compactMap { $0 } + links + [
      Assessment(
        .entityParentChanged, "rows of '\(name)' keep all their values, now \(parent)")
    ]
  }

  private func mergedHierarchies(_ source: EntityID, _ id: EntityID) -> Assessment? {
    let roots = pair.sourceRoots(of: pair.new.root(of: id))
    guard roots.count > 1 else { return nil }
    return Assessment(
      .entityHierarchiesMerged,
      "the migration fails for every store: rows of \(old.quotedNames(of: roots)) are in tables of their own, "
        + "and Core Data does not put them into one under '\(new[pair.new.root(of: id)].name)'",
      error: .mergedHierarchies,
      repair: "\(recipeToStay(source, new[id].name)), or write a mapping model")
  }

  private func lostValues(_ source: EntityID, _ name: String) -> Assessment? {
    let lost = lostByMoving(source)
    guard !lost.isEmpty else { return nil }
    return Assessment(
      .entityLostInherited,
      "rows of '\(name)' lose their values of \(quoted(lost)), which they no longer inherit",
      repair: "add \(quoted(lost)) to entity '\(name)', or acknowledge the loss")
  }

  private func lostDestinations(
    _ source: EntityID, _ id: EntityID, _ name: String
  ) -> Assessment? {
    let left = destinationsLeft(source, id)
    guard !left.isEmpty else { return nil }
    return Assessment(
      .entityLeftDestination,
      "links of \(quoted(left)) to rows of '\(name)' are dropped: it is no longer below the "
        + "entity that they lead to",
      repair: "leave '\(name)' below that entity, or acknowledge the loss")
  }

  private func gainedValues(_ id: EntityID, _ name: String) -> Assessment? {
    let gained = gainedByMoving(id)
    guard !gained.isEmpty else { return nil }
    return Assessment(
      .entityGainedRequired,
      "the migration fails as soon as a store has one row of '\(name)': it now inherits "
        + "\(quoted(gained)), required and without a default",
      error: .missingValues, repair: "make \(quoted(gained)) optional, or give them defaults")
  }

  private func recipeToStay(_ source: EntityID, _ name: String) -> String {
    let root = pair.old.root(of: source)
    return root == source
      ? "leave '\(name)' without a parent"
      : "leave '\(name)' in the hierarchy of '\(old[root].name)'"
  }

  /// The inherited properties that rows of the entity and its sub-entities lose because of the
  /// move, while other rows keep them.
  private func lostByMoving(_ id: EntityID) -> [String] {
    let ancestors = Set(pair.old.lineages[id.index].dropFirst())
    let lost = pair.lost(below: id)
    let attributes = lost.attributes.filter {
      ancestors.contains($0.entity) && !pair.destinations(of: $0).isEmpty && !old[$0].isTransient
        && old[$0].derivation == nil
    }
    let links = lost.links.filter {
      ancestors.contains($0.entity) && !pair.destinations(of: $0).isEmpty && !old[$0].isTransient
    }
    return Set(attributes.map { old[$0].name } + links.map { old[$0].name }).sorted()
  }

  /// The relationships to an ancestor that could lead to rows of the entity and no longer can:
  /// `Tag.favourite`.
  private func destinationsLeft(_ source: EntityID, _ id: EntityID) -> [String] {
    guard !pair.survivingSources(below: source).isEmpty else { return [] }
    let ancestors = Set(pair.old.lineages[source.index].dropFirst())
    return old.entityIDs.flatMap { entity in
      old[entity].relationships.indices.compactMap { index -> String? in
        let link = RelationshipID(entity, index)
        guard ancestors.contains(old[link].destination), !old[link].isTransient,
          pair.destinations(of: link).contains(where: {
            !new[$0].isTransient && !pair.new.inherits(id, from: new[$0].destination)
          })
        else { return nil }
        return "\(old[entity].name).\(old[link].name)"
      }
    }
  }

  /// The required attributes that rows of the entity and its sub-entities gain because of the move,
  /// while other rows had them before.
  private func gainedByMoving(_ id: EntityID) -> [String] {
    let ancestors = Set(pair.new.lineages[id.index].dropFirst())
    let gained = pair.gained(below: id).attributes.filter {
      ancestors.contains($0.entity) && !pair.sources(of: $0).isEmpty
        && isRequiredWithoutDefault(new[$0])
    }
    return Set(gained.map { new[$0].name }).sorted()
  }

  /// The required relationships that rows of the entity and its sub-entities gain because of the
  /// move, while other rows had them before; ascending by name.
  private func gainedLinks(_ id: EntityID) -> [RelationshipID] {
    let ancestors = Set(pair.new.lineages[id.index].dropFirst())
    return pair.gained(below: id).links.filter {
      ancestors.contains($0.entity) && !pair.sources(of: $0).isEmpty && !new[$0].isTransient
        && new[$0].needsLinks
    }.sorted { new[$0].name < new[$1].name }
  }

  private func isRequiredWithoutDefault(_ attribute: Attribute) -> Bool {
    guard !attribute.isTransient, attribute.derivation == nil else { return false }
    if attribute.type.isComposite {
      return CompositeMember.all(of: attribute, in: new).contains {
        MissingValueDecision(addedElement: $0.attribute, isWholeAdded: true).result == .refused
      }
    }
    return MissingValueDecision(added: attribute).result == .refused
  }

  private func quoted(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }
}
