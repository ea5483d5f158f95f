import MomentumModel

// Rows 25 to 28 and 42 to 45 of the decision table.

extension ChangeAssessor {
  func entityAdded(_ id: EntityID) -> Assessment {
    make(
      .lossless, .entityAdded,
      "no stored row changes; later entities of the model get new numbers in the store")
  }

  func entityRemoved(_ id: EntityID) -> Assessment {
    let entity = old[id]
    let label = ModelCorrespondence.Label(entity.name, entity.renamingIdentifier)
    if let suspicion = suspicion(of: .entity(id)), case .entity(let other) = suspicion.new {
      return make(
        entity.isAbstract ? .lossless : .dropsData, .entityRenamedWithoutIdentifier,
        "all rows of '\(entity.name)' are dropped, though '\(new[other].name)' looks like its new "
          + "name",
        recipe: "add \(Recipe.renamingIdentifier(label)) to entity '\(new[other].name)'")
    }
    if entity.isAbstract {
      return make(
        .lossless, .entityRemovedAbstract, "no row is of '\(entity.name)': it was abstract")
    }
    return make(
      .dropsData, .entityRemoved,
      "all rows of '\(entity.name)' are dropped without an error, with the links to them",
      recipe: "if it has a new name, add \(Recipe.renamingIdentifier(label)) to the entity that it "
        + "became; otherwise acknowledge the loss")
  }

  func entityChanged(
    _ source: EntityID, _ id: EntityID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    var result: [Assessment] = []
    if differences.contains(.parent) { result += parentChanged(source, id) }
    if differences.contains(.abstract) { result.append(abstractChanged(after)) }
    if let joined = joinedByName(.entity(source), .entity(id), rows: [source]) {
      result.append(joined)
    }
    if differences.contains(.name) {
      result.append(
        make(
          .lossless, .entityRenamed,
          "all rows of '\(before.name)' stay, under the entity name '\(after.name)'"))
    }
    if differences.contains(.versionHashModifier) {
      result.append(modifierChanged("entity '\(after.name)'"))
    }
    return result
  }

  private func abstractChanged(_ after: Entity) -> Assessment {
    if after.isAbstract {
      return make(
        .dependsOnData, .entityMadeAbstract,
        "rows of '\(after.name)' itself cannot be fetched any more: an abstract entity has no "
          + "objects",
        recipe: "keep isAbstract off entity '\(after.name)', or move its rows to a sub-entity in a "
          + "custom migration stage")
    }
    return make(
      .lossless, .entityMadeConcrete,
      "no stored row changes: '\(after.name)' was abstract and has none")
  }

  // MARK: - Hierarchies

  private func parentChanged(_ source: EntityID, _ id: EntityID) -> [Assessment] {
    let name = new[id].name
    let roots = pair.sourceRoots(of: pair.new.root(of: id))
    if roots.count > 1 {
      return [
        make(
          .notInferrable, .entityHierarchiesMerged,
          "the migration fails for every store: rows of \(list(roots, of: old)) are in tables of their own, and "
            + "Core Data does not put them into one under '\(new[pair.new.root(of: id)].name)'",
          error: .mergedHierarchies,
          recipe: "\(stay(source, name)), or write a mapping model")
      ]
    }
    let lost = lostByMoving(source)
    let gained = gainedByMoving(id)
    var result: [Assessment] = []
    if !lost.isEmpty {
      result.append(
        make(
          .dropsData, .entityLostInherited,
          "rows of '\(name)' lose their values of \(quoted(lost)), which they no longer inherit",
          recipe: "add \(quoted(lost)) to entity '\(name)', or acknowledge the loss"))
    }
    let left = destinationsLeft(source, id)
    if !left.isEmpty {
      result.append(
        make(
          .dropsData, .entityLeftDestination,
          "links of \(quoted(left)) to rows of '\(name)' are dropped: it is no longer below the "
            + "entity that they lead to",
          recipe: "leave '\(name)' below that entity, or acknowledge the loss"))
    }
    if !gained.isEmpty {
      result.append(
        make(
          .dependsOnData, .entityGainedRequired,
          "the migration fails as soon as a store has one row of '\(name)': it now inherits "
            + "\(quoted(gained)), required and without a default",
          error: .missingValues,
          recipe: "make \(quoted(gained)) optional, or give them defaults"))
    }
    for link in gainedLinks(id) {
      result.append(
        requiredRelationshipAdded(
          new[link], place: "\(name).\(new[link].name)", to: pair.gainers(of: link)))
    }
    let parent = new[id].parent.map { "under '\(new[$0].name)'" } ?? "without a parent"
    return result + [
      make(
        .lossless, .entityParentChanged,
        "rows of '\(name)' keep all their values, now \(parent)")
    ]
  }

  private func stay(_ source: EntityID, _ name: String) -> String {
    let root = pair.old.root(of: source)
    return root == source
      ? "leave '\(name)' without a parent"
      : "leave '\(name)' in the hierarchy of '\(old[root].name)'"
  }

  /// Inherited properties that other rows keep and those of the entity or its sub-entities do not.
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

  /// Relationships that led to rows of the entity, as rows of an ancestor, and no longer do: `Tag.favourite`.
  private func destinationsLeft(_ source: EntityID, _ id: EntityID) -> [String] {
    guard !pair.givers(source).isEmpty else { return [] }
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

  /// Required attributes that other rows have already and those of the entity or its sub-entities do not.
  private func gainedByMoving(_ id: EntityID) -> [String] {
    let ancestors = Set(pair.new.lineages[id.index].dropFirst())
    let gained = pair.gained(below: id).attributes.filter {
      ancestors.contains($0.entity) && !pair.sources(of: $0).isEmpty
        && isRequiredWithoutDefault(new[$0])
    }
    return Set(gained.map { new[$0].name }).sorted()
  }

  /// The same of relationships that a row must have, ascending by name.
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
      return CompositeMember.all(of: attribute, in: new).contains { $0.isRequiredWithoutDefault }
    }
    return !attribute.isOptional && attribute.defaultValue == nil
  }

  private func quoted(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }

  // MARK: - Lists of entities

  /// `'Venue'`, `'Venue' and 'Cafe'`, `'Venue' and 3 other entities`.
  func list(_ entities: [EntityID], of model: ObjectModel, _ word: String = "and") -> String {
    guard let first = entities.first else { return "no entity" }
    switch entities.count {
    case 1: return "'\(model[first].name)'"
    case 2: return "'\(model[first].name)' \(word) '\(model[entities[1]].name)'"
    default: return "'\(model[first].name)' \(word) \(entities.count - 1) other entities"
    }
  }

  /// `'Venue' and 'Cafe'` of the new model.
  func list(_ entities: [EntityID]) -> String { list(entities, of: new) }

  /// `'Venue' or 'Cafe'` of the new model.
  func anyOf(_ entities: [EntityID]) -> String { list(entities, of: new, "or") }
}
