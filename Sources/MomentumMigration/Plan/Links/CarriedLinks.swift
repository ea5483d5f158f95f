import MomentumDiff
import MomentumModel
import MomentumStore

/// Tells which links of the old store are kept, by the entities of their two objects.
struct CarriedLinks {
  /// Links of an old relationship, by the old entity numbers of their sources and destinations.
  struct Ends: Hashable {
    var sources: Set<Int>
    var destinations: Set<Int>
  }

  private let matches: EntityMatches
  /// The kept links. A relationship and its inverse have the same links, so the key is the first of
  /// the two.
  private var carried: [RelationshipID: [Ends]] = [:]

  init(_ matches: EntityMatches, _ plans: TablePlans) {
    self.matches = matches
    for key in plans.entities.flatMap(\.keys) where plans.pair(of: key) == nil {
      let byOrigin = Dictionary(grouping: key.origins.keys) { key.origins[$0] ?? [] }
      for (origins, numbers) in byOrigin {
        for origin in origins { add(origin, from: key.holder, only: numbers, to: key.target) }
      }
    }
    for pair in plans.pairs {
      for source in pair.sources { add(source, from: pair.first.holder, to: pair.first.target) }
    }
    for join in plans.joins {
      let destination = matches.new.model[join.relationship].destination
      for source in join.sources { add(source, from: join.relationship.entity, to: destination) }
    }
  }

  /// - Parameters:
  ///   - near: The new entity of the objects whose keys are in the column `h` of the links.
  ///   - numbers: The old entity numbers of these objects; `nil` for all.
  private mutating func add(
    _ source: LinkSource, from near: EntityID, only numbers: [Int]? = nil, to far: EntityID
  ) {
    let old = matches.old
    let id = source.relationship
    var sources = becoming(
      source.isReversed ? far : near, old.families.family(of: id.entity))
    var destinations = becoming(
      source.isReversed ? near : far, old.families.family(of: old.model[id].destination))
    if let restriction = source.numbers { sources.formIntersection(restriction) }
    if let numbers {
      if source.isReversed {
        destinations.formIntersection(numbers)
      } else {
        sources.formIntersection(numbers)
      }
    }
    let first = CarriedLinks.first(of: id, in: old.model)
    carried[first, default: []].append(
      first == id
        ? Ends(sources: sources, destinations: destinations)
        : Ends(sources: destinations, destinations: sources))
  }

  /// The numbers of those old entities whose rows become rows of the new entity or of its
  /// sub-entities.
  private func becoming(_ entity: EntityID, _ entities: [EntityID]) -> Set<Int> {
    Set(entities.filter { matches.allBecome(entity, [$0]) }.map { matches.old.number(of: $0) })
  }

  /// The first of a relationship and its inverse, by entity and index. Both have the same links,
  /// which are recorded for the first only.
  static func first(of id: RelationshipID, in model: ObjectModel) -> RelationshipID {
    guard let inverse = EntityMatches.inverse(of: id, in: model),
      (inverse.entity, inverse.index) < (id.entity, id.index)
    else { return id }
    return inverse
  }

  /// The links that are not kept although both objects are, in groups by the entities of their
  /// sources.
  ///
  /// - Parameter id: The first of a relationship and its inverse.
  func lost(of id: RelationshipID) -> [Lost] {
    let ends = carried[id] ?? []
    let far = surviving(matches.old.model[id].destination)
    var result: [Lost] = []
    for number in surviving(id.entity) {
      let kept = ends.filter { $0.sources.contains(number) }
      let isKept = kept.reduce(into: Set<Int>()) { $0.formUnion($1.destinations) }
      let lost = far.filter { !isKept.contains($0) }
      guard !lost.isEmpty else { continue }
      let hasSome = lost.count < far.count
      if let index = result.firstIndex(where: { $0.destinations == lost }) {
        result[index].sources.append(number)
      } else {
        result.append(Lost(sources: [number], destinations: lost, hasOthers: hasSome))
      }
    }
    return result
  }

  /// The old entity numbers of the objects whose links get lost, ascending.
  struct Lost: Hashable {
    var sources: [Int]
    var destinations: [Int]
    /// Whether the sources keep their links to objects of other entities.
    var hasOthers: Bool
  }

  /// The numbers of an old entity and its sub-entities whose rows are kept, ascending.
  private func surviving(_ entity: EntityID) -> [Int] {
    matches.old.families.family(of: entity).filter {
      matches.correspondence.destination(of: $0) != nil
    }.map { matches.old.number(of: $0) }.sorted()
  }
}
