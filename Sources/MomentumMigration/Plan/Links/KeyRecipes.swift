import MomentumDiff
import MomentumModel
import MomentumStore

/// Tells for each foreign key of a new table where its values come from.
struct KeyRecipes {
  /// The column of a foreign key in a new table.
  struct Key {
    var column: ForeignKey
    /// The relationship that the key stores: to-one, or (`isVirtual`) to-many without inverse, whose
    /// key is in the rows of its destination.
    var relationship: RelationshipID
    var isVirtual: Bool
    /// The entity that the key leads to.
    var target: EntityID
    /// The entity whose rows, with those of its sub-entities, have the key.
    var holder: EntityID
    /// Where the key comes from, by the old entity number of the row.
    var sources: [Int: KeySource]
    /// The old relationships with the same links, by the old entity number of the row that has the
    /// key.
    var origins: [Int: [LinkSource]]
    /// The old entities that the keys led to.
    var oldTargets: Set<EntityID>

    /// Whether the key is chosen among several links of the row, or comes from another table.
    var isChosen: Bool {
      sources.values.contains { source in
        switch source {
        case .links: true
        case .key: false
        }
      }
    }
  }

  enum KeySource: Hashable {
    /// A foreign key in the same row of the old table.
    case key(ForeignKey, target: EntityID)
    /// Links from another table: the index of their list in ``TablePlans/links``.
    case links(Int, target: EntityID)
  }

  private let matches: EntityMatches
  private(set) var keys: [Key] = []

  /// - Parameter links: The lists of links that are copied to temporary tables; this initializer
  ///   appends lists.
  init(_ table: EntityMatches.Table, _ matches: EntityMatches, links: inout [[LinkSource]]) {
    self.matches = matches
    let family = Set(matches.newFamilies.family(of: table.root))
    for (id, key, isVirtual) in KeyRecipes.keys(of: matches.new) {
      let relationship = matches.new.model[id]
      let holder = isVirtual ? relationship.destination : id.entity
      guard family.contains(holder) else { continue }
      var result = Key(
        column: key, relationship: id, isVirtual: isVirtual,
        target: isVirtual ? id.entity : relationship.destination, holder: holder, sources: [:],
        origins: [:], oldTargets: [])
      for entity in matches.newFamilies.family(of: holder) {
        guard let pair = matches.pairs[entity.index],
          let (source, origins, targets) = source(of: result, pair, &links)
        else { continue }
        let number = matches.old.number(of: pair.old)
        result.sources[number] = source
        result.origins[number] = origins
        result.oldTargets.formUnion(targets)
      }
      keys.append(result)
    }
  }

  /// All foreign keys of a schema that are columns of an entity's table.
  static func keys(
    of planned: PlannedModel
  ) -> [(RelationshipID, ForeignKey, isVirtual: Bool)] {
    let model = planned.model
    return model.entityIDs.flatMap { entity in
      model[entity].relationships.indices.compactMap { index in
        let id = RelationshipID(entity, index)
        switch planned.schema.relationships[id] {
        case .foreignKey(let key): return (id, key, false)
        case .inverseForeignKey(let key):
          return EntityMatches.inverse(of: id, in: model) == nil ? (id, key, true) : nil
        case .joinTable, nil: return nil
        }
      }
    }
  }

  private func source(
    of key: Key, _ pair: EntityMatches.Pair, _ links: inout [[LinkSource]]
  ) -> (KeySource, [LinkSource], [EntityID])? {
    if !key.isVirtual, let own = pair.relationships[key.relationship],
      let storage = matches.old.relationships[own]
    {
      let target = matches.old.model[own].destination
      let targets = matches.old.families.family(of: target)
      let source = LinkSource(
        relationship: own, isReversed: false, numbers: nil, targets: survivors(targets, of: key))
      if case .foreignKey(let column) = storage {
        return (.key(column, target: target), [source], targets)
      }
      return (.links(position(of: [source], &links), target: target), [source], targets)
    }
    return sourceFromOtherSide(of: key, pair, &links)
  }

  /// Takes the links from an old relationship of the other entity, if the rows with the key had no
  /// such relationship: from the new inverse's old one, or, if the key is virtual, from the old
  /// to-many relationship.
  private func sourceFromOtherSide(
    of key: Key, _ pair: EntityMatches.Pair, _ links: inout [[LinkSource]]
  ) -> (KeySource, [LinkSource], [EntityID])? {
    let other =
      key.isVirtual
      ? key.relationship
      : EntityMatches.inverse(of: key.relationship, in: matches.new.model)
    guard let other else { return nil }
    let sources = LinkSources(matches).sources(of: other, isReversed: true).filter {
      matches.old.families.inherits(
        pair.old, from: matches.old.model[$0.relationship].destination)
    }
    guard let first = sources.first else { return nil }
    let targets = sources.flatMap {
      matches.old.families.family(of: $0.relationship.entity)
    }
    let reaching = sources.map { source in
      var source = source
      source.targets = survivors(
        matches.old.families.family(of: source.relationship.entity), of: key)
      return source
    }
    if sources.count == 1,
      case .inverseForeignKey(let column) = matches.old.relationships[first.relationship]
    {
      return (.key(column, target: first.relationship.entity), reaching, targets)
    }
    return (
      .links(position(of: reaching, &links), target: first.relationship.entity), reaching, targets
    )
  }

  /// The numbers of those old entities to whose rows the key may lead afterwards; `nil` for all. If
  /// a row has several links, one to a kept object must be chosen.
  private func survivors(_ targets: [EntityID], of key: Key) -> [Int]? {
    let staying = targets.filter { matches.allBecome(key.target, [$0]) }
    return staying.count == targets.count
      ? nil : staying.map { matches.old.number(of: $0) }.sorted()
  }

  private func position(of sources: [LinkSource], _ links: inout [[LinkSource]]) -> Int {
    if let known = links.firstIndex(of: sources) { return known }
    links.append(sources)
    return links.count - 1
  }
}

/// Finds the old relationships whose links a new relationship gets.
struct LinkSources {
  let matches: EntityMatches

  init(_ matches: EntityMatches) { self.matches = matches }

  /// The old relationships whose links the new relationship gets, in the order of the new entities
  /// that have it.
  func sources(of id: RelationshipID, isReversed: Bool) -> [LinkSource] {
    var entities: [RelationshipID: [EntityID]] = [:]
    var order: [RelationshipID] = []
    for entity in matches.newFamilies.family(of: id.entity) {
      guard let pair = matches.pairs[entity.index], let source = pair.relationships[id],
        matches.old.relationships[source] != nil
      else { continue }
      if entities[source] == nil { order.append(source) }
      entities[source, default: []].append(pair.old)
    }
    return order.map { source in
      LinkSource(
        relationship: source, isReversed: isReversed,
        numbers: restriction(of: source, to: entities[source] ?? []))
    }
  }

  /// The old numbers of the entities that keep the relationship, if it moved to a sub-entity and
  /// others lost it; `nil` if all keep it.
  private func restriction(of source: RelationshipID, to entities: [EntityID]) -> [Int]? {
    let survivors = matches.old.families.family(of: source.entity).filter {
      matches.correspondence.destination(of: $0) != nil
    }
    return Set(survivors) == Set(entities)
      ? nil : entities.map { matches.old.number(of: $0) }.sorted()
  }

  /// The old relationships that the new relationship continues; if there are none, those that its
  /// inverse continues.
  func sourcesOfEitherSide(_ id: RelationshipID) -> [LinkSource] {
    let own = sources(of: id, isReversed: false)
    guard own.isEmpty, let inverse = EntityMatches.inverse(of: id, in: matches.new.model),
      inverse != id
    else { return own }
    return sources(of: inverse, isReversed: true)
  }

  /// The old entities of the rows at the two ends of links.
  func ends(_ source: LinkSource) -> (sources: [EntityID], destinations: [EntityID]) {
    let near = matches.old.families.family(of: source.relationship.entity)
    let far = matches.old.families.family(
      of: matches.old.model[source.relationship].destination)
    return source.isReversed ? (far, near) : (near, far)
  }
}
