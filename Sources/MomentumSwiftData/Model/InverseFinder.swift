import MomentumDiagnostics
import MomentumSwiftSource

/// Finds the inverse of each relationship of a schema.
///
/// `inverse:` on one side connects both. Without it SwiftData connects two relationships only if
/// neither carries `@Relationship`, and even that is not known from any store.
///
/// Source: observed, 94 entities of public projects whose hashes depend on it.
struct InverseFinder {
  let drafts: [EntityDraft]
  let sources: SwiftDataSources
  /// The index of an entity's draft, by the index of its class in the types of the sources.
  let entities: [Int: Int]
  private(set) var inverses: [RelationshipPlace: RelationshipPlace] = [:]
  /// Pairs that may be inverse to each other. A pair is connected if neither side has another candidate.
  private(set) var undecided: [(RelationshipPlace, RelationshipPlace)] = []
  /// The entities whose hash depends on an inverse that is not known, as indices into `drafts`.
  private(set) var unknownHashes: Set<Int> = []
  private(set) var diagnostics = Diagnostics()

  init(drafts: [EntityDraft], sources: SwiftDataSources, entities: [Int: Int]) {
    self.drafts = drafts
    self.sources = sources
    self.entities = entities
  }

  /// - Parameter decided: Whether two relationships are inverse to each other, for pairs for which
  ///   the sources do not tell; `nil` if that is not known.
  mutating func run(decided: (RelationshipPlace, RelationshipPlace) -> Bool?) {
    connectWritten()
    connectUnwritten(decided)
  }

  // MARK: - With `inverse:`

  private mutating func connectWritten() {
    var named: [RelationshipPlace] = []
    for place in places {
      guard let inverse = property(place).marks.inverse, let entity = destination(of: place) else {
        continue
      }
      if let other = foreignRoot(of: inverse, from: place, to: entity) {
        report(
          .inverseOfOtherClass(
            inverse.names.joined(separator: "."), of: property(place).name, root: other,
            destination: drafts[entity].name), place, inverse)
        continue
      }
      guard let target = target(of: inverse, in: entity) else {
        report(.unknownInverse(inverse.names.last ?? "", of: property(place).name), place, inverse)
        continue
      }
      inverses[place] = target
      named.append(place)
      if target == place {
        unknownHashes.insert(place.entity)
        report(
          .unobserved(
            "a relationship that is its own inverse", entity: drafts[place.entity].name), place,
          inverse)
      }
    }
    for place in named {
      guard let target = inverses[place] else { continue }
      if inverses[target] == nil { inverses[target] = place }
      // To expand the macro of one side, Swift needs the other side expanded: this does not
      // compile.
      if let inverse = property(target).marks.inverse, target != place,
        place.entity < target.entity
          || (place.entity == target.entity && place.property < target.property)
      {
        report(.inverseOnBothSides(property(place).name, property(target).name), target, inverse)
      }
    }
  }

  /// The class that a key path begins with, if it has another name than the destination and its
  /// ancestors. Swift compiles any key path there.
  private func foreignRoot(
    of inverse: PropertyMarks.Inverse, from place: RelationshipPlace, to entity: Int
  ) -> String? {
    guard inverse.hasRoot, inverse.names.count > 1 else { return nil }
    let record = sources.types[drafts[place.entity].type]
    let mapping = TypeMapping(sources: sources, models: [:])
    let resolved = mapping.resolve(
      .named(inverse.names.dropLast().map { .init($0) }),
      at: TypeMapping.Place(scope: record.path, file: property(place).file))
    guard let root = resolved.type.name?.split(separator: ".").last.map(String.init) else {
      return nil
    }
    return lineage(of: entity).contains { drafts[$0].name == root } ? nil : root
  }

  /// The relationship that a key path names: its last name, in the destination or an ancestor of it.
  private func target(of inverse: PropertyMarks.Inverse, in entity: Int) -> RelationshipPlace? {
    guard let name = inverse.names.last else { return nil }
    for entity in lineage(of: entity) {
      guard let index = drafts[entity].property(named: name) else { continue }
      let found = RelationshipPlace(entity: entity, property: index)
      return destination(of: found) == nil ? nil : found
    }
    return nil
  }

  /// An entity and its ancestors.
  private func lineage(of entity: Int) -> [Int] {
    var result = [entity]
    while let last = result.last, let parent = drafts[last].parent, result.count < drafts.count {
      result.append(parent)
    }
    return result
  }

  // MARK: - Without

  /// Connects two relationships without `@Relationship` if each is the only possible inverse of the
  /// other, or if `decided` says so, and reports all pairs that may be inverse.
  private mutating func connectUnwritten(
    _ decided: (RelationshipPlace, RelationshipPlace) -> Bool?
  ) {
    let pairs = plainPairs()
    for (one, other) in pairs
    where decided(one, other) == true && inverses[one] == nil && inverses[other] == nil {
      inverses[one] = other
      inverses[other] = one
    }
    let open = pairs.filter { one, other in
      inverses[one] == nil && inverses[other] == nil && decided(one, other) == nil
    }
    var candidates: [RelationshipPlace: [RelationshipPlace]] = [:]
    for (one, other) in open {
      candidates[one, default: []].append(other)
      candidates[other, default: []].append(one)
    }
    for (one, other) in open {
      undecided.append((one, other))
      unknownHashes.formUnion([one.entity, other.entity])
      guard candidates[one]?.count == 1, candidates[other]?.count == 1 else { continue }
      inverses[one] = other
      inverses[other] = one
      reportUndecided(one, [other])
    }
    for place in places {
      guard let others = candidates[place], others.count > 1 else { continue }
      reportUndecided(place, others)
    }
    connectToItself(decided)
  }

  /// Connects the only relationship of an entity to itself with itself if `decided` says so, and
  /// reports it if nothing decides.
  private mutating func connectToItself(
    _ decided: (RelationshipPlace, RelationshipPlace) -> Bool?
  ) {
    for place in plain where destination(of: place) == place.entity {
      let own = places.filter { $0.entity == place.entity && destination(of: $0) == place.entity }
      guard own.count == 1 else { continue }
      switch decided(place, place) {
      case true?: inverses[place] = place
      case false?: continue
      case nil:
        undecided.append((place, place))
        unknownHashes.insert(place.entity)
        let own = property(place)
        diagnostics.report(
          SwiftDataMessage.undecidedOwnInverse(name(of: place)),
          at: sources.location(own.file, own.declaration))
      }
    }
  }

  /// Relationships without `@Relationship` and without an inverse.
  private var plain: [RelationshipPlace] {
    places.filter { place in
      inverses[place] == nil && !property(place).marks.isAnnotatedRelationship
        && destination(of: place) != nil
    }
  }

  /// Relationships without `@Relationship` and without an inverse that lead to each other's entity.
  private func plainPairs() -> [(RelationshipPlace, RelationshipPlace)] {
    let plain = plain
    let byEnds = Dictionary(grouping: plain) { [$0.entity, destination(of: $0) ?? $0.entity] }
    return plain.flatMap { one in
      (byEnds[[destination(of: one) ?? one.entity, one.entity]] ?? []).filter { other in
        one.entity < other.entity || (one.entity == other.entity && one.property < other.property)
      }.map { (one, $0) }
    }
  }

  private mutating func reportUndecided(
    _ place: RelationshipPlace, _ others: [RelationshipPlace]
  ) {
    let message =
      others.count == 1
      ? SwiftDataMessage.undecidedInverse(name(of: place), name(of: others[0]))
      : .severalInverses(name(of: place), others.map { name(of: $0) })
    let own = property(place)
    diagnostics.report(
      message, at: sources.location(own.file, own.declaration),
      notes: others.map { other in
        let property = property(other)
        return Diagnostic.Note(
          others.count == 1 ? "the other relationship" : "a relationship that may be the inverse",
          at: sources.location(property.file, property.declaration))
      })
  }

  // MARK: - Drafts

  private var places: [RelationshipPlace] {
    drafts.indices.flatMap { entity in
      drafts[entity].properties.indices.map { RelationshipPlace(entity: entity, property: $0) }
    }
  }

  private func name(of place: RelationshipPlace) -> String {
    "\(drafts[place.entity].name).\(property(place).name)"
  }

  private func property(_ place: RelationshipPlace) -> SwiftProperty {
    drafts[place.entity].properties[place.property]
  }

  private func destination(of place: RelationshipPlace) -> Int? {
    guard case .relationship(let type, _) = property(place).storage else { return nil }
    return entities[type]
  }

  private mutating func report(
    _ message: SwiftDataMessage, _ place: RelationshipPlace, _ inverse: PropertyMarks.Inverse
  ) {
    diagnostics.report(
      message, at: sources.location(property(place).file, inverse.tokens))
  }
}
