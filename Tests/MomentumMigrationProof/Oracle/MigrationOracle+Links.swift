import MomentumDifferential
import MomentumModel

extension MigrationOracle {
  /// - Parameter places: By index in the old graph: the index in the new one.
  func addLinks(_ places: [Int?], _ expected: inout ExpectedObjects) {
    for entity in newModel.entityIDs {
      for index in newModel[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        // A pair is done once, from its first side.
        if let inverse = newModel[id].inverse,
          (inverse.entity, inverse.index) < (id.entity, id.index)
        {
          continue
        }
        addLinks(of: id, places, &expected)
      }
    }
  }

  private func tag(_ id: RelationshipID) -> Int {
    new.entities[id.entity.index].relationships[id.index].tag
  }

  private func oldRelationship(_ tag: Int) -> RelationshipID? {
    old.position(ofRelationship: tag).map { RelationshipID(EntityID($0.entity), $0.index) }
  }

  private func addLinks(
    of id: RelationshipID, _ places: [Int?], _ expected: inout ExpectedObjects
  ) {
    let inverse = newModel[id].inverse
    var links: [ExpectedObjects.Link] = []
    let source = oldRelationship(tag(id))
    let inverseSource = inverse.flatMap { oldRelationship(tag($0)) }
    if let source {
      links = oldLinks(source, places)
    } else if let inverseSource {
      links = oldLinks(inverseSource, places).map {
        .init(source: $0.destination, destination: $0.source)
      }
    }
    // An object may be of an entity that the relationship does not have or lead to any more.
    links = links.filter {
      newModel.inherits(expected.graph.objects[$0.source].entity, from: id.entity)
        && newModel.inherits(
          expected.graph.objects[$0.destination].entity, from: newModel[id].destination)
    }
    for (side, origin) in [(id, source), (inverse, inverseSource)] {
      guard let side, newModel[side].isOrdered else { continue }
      if origin.map({ !oldModel[$0].isOrdered }) ?? true { expected.newlyOrdered.insert(side) }
    }
    guard fits(links, id) else {
      expected.choices.append(.init(relationship: id, candidates: links))
      if let inverse { expected.newlyOrdered.insert(inverse) }
      expected.newlyOrdered.insert(id)
      return
    }
    add(links, id, inverseSource, places, &expected)
  }

  private func oldLinks(
    _ id: RelationshipID, _ places: [Int?]
  ) -> [ExpectedObjects.Link] {
    graph.objects.indices.flatMap { index -> [ExpectedObjects.Link] in
      guard let source = places[index] else { return [] }
      return (graph.objects[index].links[id] ?? []).compactMap { target in
        places[target].map { .init(source: source, destination: $0) }
      }
    }
  }

  /// Whether the links are as few as both sides allow. A to-many without inverse keeps its key in the
  /// destination's row, so a destination has one source.
  func fits(_ links: [ExpectedObjects.Link], _ id: RelationshipID) -> Bool {
    let inverse = newModel[id].inverse
    if !newModel[id].isToMany, Set(links.map(\.source)).count < links.count { return false }
    let hasOneSource = inverse.map { !newModel[$0].isToMany } ?? newModel[id].isToMany
    if hasOneSource, Set(links.map(\.destination)).count < links.count { return false }
    return true
  }

  /// Adds links in both directions, each in the order of its own old relationship.
  private func add(
    _ links: [ExpectedObjects.Link], _ id: RelationshipID, _ inverseSource: RelationshipID?,
    _ places: [Int?], _ expected: inout ExpectedObjects
  ) {
    for link in links {
      expected.graph.objects[link.source].links[id, default: []].append(link.destination)
    }
    guard let inverse = newModel[id].inverse, inverse != id else { return }
    let known = Set(links)
    let back =
      inverseSource.map { oldLinks($0, places) }
      ?? links.map { .init(source: $0.destination, destination: $0.source) }
    for link in back {
      guard known.contains(.init(source: link.destination, destination: link.source)) else {
        continue
      }
      expected.graph.objects[link.source].links[inverse, default: []].append(link.destination)
    }
  }
}
