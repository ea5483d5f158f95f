import MomentumDiagnostics

/// Finds the inverse of each relationship of a schema.
///
/// `inverse:` on one side connects both. Without it SwiftData connects two relationships only if
/// neither carries `@Relationship` and each is the only candidate for the other, and even that is
/// not known from any store.
///
/// Source: observed, 94 entities of public projects whose hashes depend on it.
struct InverseFinder {
  let drafts: [EntityDraft]
  let sources: SwiftDataSources
  /// The draft of each class.
  let entities: [Int: Int]
  private(set) var inverses: [RelationshipPlace: RelationshipPlace] = [:]
  private(set) var undecided: [(RelationshipPlace, RelationshipPlace)] = []
  private(set) var diagnostics = Diagnostics()

  init(drafts: [EntityDraft], sources: SwiftDataSources, entities: [Int: Int]) {
    self.drafts = drafts
    self.sources = sources
    self.entities = entities
  }

  /// - Parameter decided: Whether two relationships are inverse to each other, for pairs of which the
  ///   sources do not tell.
  mutating func run(decided: (RelationshipPlace, RelationshipPlace) -> Bool?) {
    connectWritten()
    connectUnwritten(decided)
  }

  // MARK: - With `inverse:`

  private mutating func connectWritten() {
    var named: [RelationshipPlace] = []
    for place in places {
      guard let inverse = property(place).marks.inverse else { continue }
      guard let target = target(of: inverse, from: place) else {
        report(.unknownInverse(inverse.names.last ?? "", of: property(place).name), place, inverse)
        continue
      }
      inverses[place] = target
      named.append(place)
    }
    for place in named {
      guard let target = inverses[place] else { continue }
      if inverses[target] == nil { inverses[target] = place }
      // The macro of each side would need the other's, so this does not compile.
      if let inverse = property(target).marks.inverse, target != place,
        place.entity < target.entity
          || (place.entity == target.entity && place.property < target.property)
      {
        report(.inverseOnBothSides(property(place).name, property(target).name), target, inverse)
      }
    }
  }

  /// The relationship that a key path names: its last name, in the destination or an ancestor of it.
  private func target(
    of inverse: PropertyMarks.Inverse, from place: RelationshipPlace
  ) -> RelationshipPlace? {
    guard let name = inverse.names.last, var entity = destination(of: place) else { return nil }
    for _ in drafts {
      if let index = drafts[entity].property(named: name) {
        let found = RelationshipPlace(entity: entity, property: index)
        return destination(of: found) == nil ? nil : found
      }
      guard let parent = drafts[entity].parent else { return nil }
      entity = parent
    }
    return nil
  }

  // MARK: - Without

  private mutating func connectUnwritten(
    _ decided: (RelationshipPlace, RelationshipPlace) -> Bool?
  ) {
    for place in places where inverses[place] == nil {
      guard let destination = destination(of: place) else { continue }
      let theirs = open(from: destination, to: place.entity).filter { $0 != place }
      let mine = open(from: place.entity, to: destination)
      guard theirs.count == 1, mine.count == 1, let other = theirs.first else { continue }
      // A relationship with `@Relationship` has an inverse only if it names one.
      guard !property(place).marks.isAnnotatedRelationship,
        !property(other).marks.isAnnotatedRelationship
      else { continue }
      switch decided(place, other) {
      case true?:
        inverses[place] = other
        inverses[other] = place
      case false?: continue
      case nil:
        inverses[place] = other
        inverses[other] = place
        undecided.append((place, other))
      }
    }
  }

  /// The relationships of one entity to another that have no inverse.
  private func open(from entity: Int, to destination: Int) -> [RelationshipPlace] {
    drafts[entity].properties.indices.map { RelationshipPlace(entity: entity, property: $0) }
      .filter { inverses[$0] == nil && self.destination(of: $0) == destination }
  }

  // MARK: - Drafts

  private var places: [RelationshipPlace] {
    drafts.indices.flatMap { entity in
      drafts[entity].properties.indices.map { RelationshipPlace(entity: entity, property: $0) }
    }
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
