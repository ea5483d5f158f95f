import MomentumModel
import MomentumVersionHash

/// Two models and their matching properties, for finding and assessing changes.
///
/// An old and a new property match if they match in any entity that has them, own or inherited. So
/// an attribute that moves up from two entities has two old matches.
struct ModelPair: Sendable {
  let old: DiffedModel
  let new: DiffedModel
  let correspondence: ModelCorrespondence
  private let attributes: DeclarationPairs
  private var relationships: DeclarationPairs
  /// The own and inherited properties without a match, by an entity that both models have. Lost
  /// ones are old properties by old entity, gained ones new properties by new entity. An entity
  /// without such properties has no entry.
  private var lostAttributes: [EntityID: Set<AttributeID>] = [:]
  private var lostRelationships: [EntityID: Set<RelationshipID>] = [:]
  private var gainedAttributes: [EntityID: Set<AttributeID>] = [:]
  private var gainedRelationships: [EntityID: Set<RelationshipID>] = [:]
  /// The new relationships that match an old one only because their inverses match.
  private var joinedByInverse: Set<RelationshipID> = []
  /// The old root entities whose rows go into a new root entity's table, by the new root entity.
  private var sourceRoots: [EntityID: Set<EntityID>] = [:]

  init(_ old: DiffedModel, _ new: DiffedModel) {
    self.old = old
    self.new = new
    let correspondence = ModelCorrespondence(old: old.model, new: new.model)
    self.correspondence = correspondence
    var attributes = DeclarationPairs(
      old: old.model.entities.map(\.attributes.count),
      new: new.model.entities.map(\.attributes.count))
    var relationships = DeclarationPairs(
      old: old.model.entities.map(\.relationships.count),
      new: new.model.entities.map(\.relationships.count))
    for id in new.model.entityIDs {
      guard let source = correspondence.source(of: id) else { continue }
      sourceRoots[new.root(of: id), default: []].insert(old.root(of: source))
      let pairs = correspondence.attributePairs(old: source, new: id)
      for (left, right) in pairs {
        attributes.join(left.entity, left.index, right.entity, right.index)
      }
      if pairs.count < old.attributeCount(of: source) {
        lostAttributes[source] = Set(old.model.attributes(of: source))
          .subtracting(pairs.map(\.old))
      }
      if pairs.count < new.attributeCount(of: id) {
        gainedAttributes[id] = Set(new.model.attributes(of: id)).subtracting(pairs.map(\.new))
      }
      let links = correspondence.relationshipPairs(old: source, new: id)
      for (left, right) in links {
        relationships.join(left.entity, left.index, right.entity, right.index)
      }
      if links.count < old.relationshipCount(of: source) {
        lostRelationships[source] = Set(old.model.relationships(of: source))
          .subtracting(links.map(\.old))
      }
      if links.count < new.relationshipCount(of: id) {
        gainedRelationships[id] = Set(new.model.relationships(of: id))
          .subtracting(links.map(\.new))
      }
    }
    self.attributes = attributes
    self.relationships = relationships
    joinByInverse()
  }

  /// Matches relationships that have no match yet through their inverses: if two inverses match,
  /// the relationships have the same links.
  ///
  /// Their entities and destinations must match too, so that only the name differs.
  private mutating func joinByInverse() {
    guard !lostRelationships.isEmpty, !gainedRelationships.isEmpty else { return }
    let lost = Set(lostRelationships.values.joined()).filter { destinations(of: $0).isEmpty }
    let pairs = lost.compactMap { id in partnerByInverse(of: id).map { (old: id, new: $0) } }
    for (id, partner) in pairs {
      relationships.join(id.entity, id.index, partner.entity, partner.index)
      joinedByInverse.insert(partner)
      for entity in old.families[id.entity.index] {
        guard let other = destination(of: entity), new.inherits(other, from: partner.entity) else {
          continue
        }
        lostRelationships[entity]?.remove(id)
        gainedRelationships[other]?.remove(partner)
      }
    }
  }

  private func partnerByInverse(of id: RelationshipID) -> RelationshipID? {
    guard let inverse = old.model[id].inverse, old.model[inverse].inverse == id else { return nil }
    let others = destinations(of: inverse)
    guard let other = others.first, others.count == 1, sources(of: other) == [inverse],
      let partner = new.model[other].inverse, new.model[partner].inverse == other,
      sources(of: partner).isEmpty, isSame(id.entity, partner.entity),
      isSame(old.model[id].destination, new.model[partner].destination),
      !old.model[id].isTransient, !new.model[partner].isTransient,
      !old.model[inverse].isTransient, !new.model[other].isTransient
    else { return nil }
    return partner
  }

  /// Whether a new relationship matches an old one only because their inverses match.
  func isJoinedByInverse(_ id: RelationshipID) -> Bool { joinedByInverse.contains(id) }

  /// Whether the hashes of the models are equal, so that a store of one is a store of the other.
  var isHashEqual: Bool { old.hashes.entities == new.hashes.entities }

  func source(of id: EntityID) -> EntityID? { correspondence.source(of: id) }
  func destination(of id: EntityID) -> EntityID? { correspondence.destination(of: id) }

  /// Whether two entities match.
  func isSame(_ old: EntityID, _ new: EntityID) -> Bool { destination(of: old) == new }

  func isSame(_ old: EntityID?, _ new: EntityID?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return isSame(old, new)
  }

  // MARK: - Declarations

  func destinations(of id: AttributeID) -> [AttributeID] {
    attributes.destinations(id.entity, id.index).map { AttributeID($0, $1) }
  }

  func sources(of id: AttributeID) -> [AttributeID] {
    attributes.sources(id.entity, id.index).map { AttributeID($0, $1) }
  }

  func destinations(of id: RelationshipID) -> [RelationshipID] {
    relationships.destinations(id.entity, id.index).map { RelationshipID($0, $1) }
  }

  func sources(of id: RelationshipID) -> [RelationshipID] {
    relationships.sources(id.entity, id.index).map { RelationshipID($0, $1) }
  }

  /// The uniqueness constraints of an entity with the names of the new model: renamed properties,
  /// own and inherited, have their new names.
  ///
  /// - Parameter owner: The entity whose constraints are returned: `source` by default, or one of
  ///   its ancestors.
  func constraintsInNewNames(
    _ source: EntityID, _ id: EntityID, of owner: EntityID? = nil
  ) -> [[String]] {
    var renamed: [String: String] = [:]
    for (left, right) in correspondence.attributePairs(old: source, new: id) {
      renamed[old.model[left].name] = new.model[right].name
    }
    for (left, right) in correspondence.relationshipPairs(old: source, new: id) {
      renamed[old.model[left].name] = new.model[right].name
    }
    let taken = Set(renamed.values)
    // A removed property's name may now belong to another property. Use "" for it, which is no
    // property's name: the old constraint must not look like one of the new model.
    return old.model[owner ?? source].uniquenessConstraints.map { names in
      names.map { renamed[$0] ?? (taken.contains($0) ? "" : $0) }
    }
  }

  /// The old root entities whose rows go into a new root entity's table, ascending.
  func sourceRoots(of root: EntityID) -> [EntityID] { (sourceRoots[root] ?? []).sorted() }

  // MARK: - Entities that lose or gain a property

  /// The old entities that have rows and the attribute, and whose new entity lacks it.
  func entitiesLosing(_ id: AttributeID) -> [EntityID] {
    survivingSources(below: id.entity).filter { lostAttributes[$0]?.contains(id) ?? false }
  }

  func entitiesLosing(_ id: RelationshipID) -> [EntityID] {
    survivingSources(below: id.entity).filter { lostRelationships[$0]?.contains(id) ?? false }
  }

  /// The old entities that have rows and the old attribute, and whose new entity has the new one.
  func entitiesKeeping(_ source: AttributeID, as id: AttributeID) -> [EntityID] {
    survivingSources(below: source.entity).filter { entity in
      guard lostAttributes[entity]?.contains(source) != true, let other = destination(of: entity)
      else { return false }
      return new.inherits(other, from: id.entity)
    }
  }

  /// The new entities that get old rows and have the attribute, and whose old entity lacked it.
  func entitiesGaining(_ id: AttributeID) -> [EntityID] {
    destinationsWithRows(below: id.entity).filter { gainedAttributes[$0]?.contains(id) ?? false }
  }

  func entitiesGaining(_ id: RelationshipID) -> [EntityID] {
    destinationsWithRows(below: id.entity).filter { gainedRelationships[$0]?.contains(id) ?? false }
  }

  /// The properties that rows of an old entity and its sub-entities lose.
  func lost(below id: EntityID) -> (attributes: Set<AttributeID>, links: Set<RelationshipID>) {
    let sources = survivingSources(below: id)
    return (
      sources.reduce(into: []) { $0.formUnion(lostAttributes[$1] ?? []) },
      sources.reduce(into: []) { $0.formUnion(lostRelationships[$1] ?? []) }
    )
  }

  /// The properties that rows of a new entity and its sub-entities gain.
  func gained(below id: EntityID) -> (attributes: Set<AttributeID>, links: Set<RelationshipID>) {
    let destinations = destinationsWithRows(below: id)
    return (
      destinations.reduce(into: []) { $0.formUnion(gainedAttributes[$1] ?? []) },
      destinations.reduce(into: []) { $0.formUnion(gainedRelationships[$1] ?? []) }
    )
  }

  // MARK: - Rows

  /// The new entity and its sub-entities that get rows of the old store, in declared order.
  func destinationsWithRows(below id: EntityID) -> [EntityID] {
    new.families[id.index].filter { member in
      source(of: member).map { !old.model[$0].isAbstract } ?? false
    }
  }

  /// The old entity and its sub-entities whose rows are kept in the new store, in declared order.
  func survivingSources(below id: EntityID) -> [EntityID] {
    old.families[id.index].filter {
      !old.model[$0].isAbstract && destination(of: $0) != nil
    }
  }

  /// Whether the entity or one of its sub-entities is in both models.
  func survives(old id: EntityID) -> Bool {
    old.families[id.index].contains { destination(of: $0) != nil }
  }

  func survives(new id: EntityID) -> Bool {
    new.families[id.index].contains { source(of: $0) != nil }
  }

  /// Whether all entities that have a property of this entity keep their hash. Sub-entities are
  /// tested too: the order of names is part of the hash, and may differ in a sub-entity only.
  func isFamilyHashEqual(_ id: EntityID) -> Bool {
    old.families[id.index].allSatisfy(isHashEqual)
  }

  /// Whether an old entity and its new one have the same hash, so that a migration copies the rows
  /// unchanged.
  func isHashEqual(_ id: EntityID) -> Bool {
    guard let other = destination(of: id) else { return false }
    return old.hashesByEntity[id.index] == new.hashesByEntity[other.index]
  }
}

/// The matching properties, by entity and index. A property may have several matches.
private struct DeclarationPairs: Sendable {
  typealias Position = (EntityID, Int)

  /// The matches of one model's properties. Most properties have one match, so the first match is
  /// in a flat list, and only further ones are in a dictionary.
  private struct Side: Sendable {
    var starts: [Int] = []
    var first: [(EntityID, Int)?]
    var others: [Int: [(EntityID, Int)]] = [:]

    init(_ counts: [Int]) {
      var total = 0
      for count in counts {
        starts.append(total)
        total += count
      }
      first = Array(repeating: nil, count: total)
    }

    func partners(_ entity: EntityID, _ index: Int) -> [(EntityID, Int)] {
      let slot = starts[entity.index] + index
      guard let partner = first[slot] else { return [] }
      return [partner] + (others[slot] ?? [])
    }

    mutating func add(_ entity: EntityID, _ index: Int, _ partner: (EntityID, Int)) {
      let slot = starts[entity.index] + index
      guard let knownPartner = first[slot] else {
        first[slot] = partner
        return
      }
      guard knownPartner != partner, !(others[slot] ?? []).contains(where: { $0 == partner }) else {
        return
      }
      others[slot, default: []].append(partner)
    }
  }

  private var left: Side
  private var right: Side

  init(old: [Int], new: [Int]) {
    left = Side(old)
    right = Side(new)
  }

  mutating func join(
    _ oldEntity: EntityID, _ oldIndex: Int, _ newEntity: EntityID, _ newIndex: Int
  ) {
    left.add(oldEntity, oldIndex, (newEntity, newIndex))
    right.add(newEntity, newIndex, (oldEntity, oldIndex))
  }

  func destinations(_ entity: EntityID, _ index: Int) -> [Position] {
    left.partners(entity, index)
  }

  func sources(_ entity: EntityID, _ index: Int) -> [Position] { right.partners(entity, index) }
}
