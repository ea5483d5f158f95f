internal import MomentumModel
internal import MomentumStore

// Links are chosen by the positions of objects and not at random. So one more row changes few
// links.

extension SeedBuilder {
  /// Links the objects of each relationship. A relationship and its inverse have the same links, so
  /// the pair is handled once.
  mutating func link() {
    for entity in model.entityIDs {
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        guard schema.relationships[id] != nil else { continue }
        let inverse = model.storedInverse(of: id).flatMap {
          schema.relationships[$0] == nil ? nil : $0
        }
        if let inverse, (inverse.entity.index, inverse.index) < (entity.index, index) { continue }
        link(id, inverse: inverse)
      }
    }
  }

  private mutating func link(_ id: RelationshipID, inverse: RelationshipID?) {
    let sources = members(of: id.entity)
    let destinations = members(of: model[id].destination)
    guard !sources.isEmpty, !destinations.isEmpty else { return }
    switch (model[id].isToMany, inverse.map { model[$0].isToMany }) {
    // The relationship is its own inverse.
    case (true, true?) where inverse == id: linkPeers(id, sources)
    case (true, true?): linkMany(id, inverse ?? id, sources, destinations)
    // A relationship without inverse is included: the destination's row has the key, so each
    // destination has only one source.
    case (true, false?), (true, nil):
      for (source, destination) in share(destinations, among: sources, many: id, one: inverse) {
        add(source, id, destination)
      }
    case (false, true?):
      for (destination, source) in share(sources, among: destinations, many: inverse, one: id) {
        add(source, id, destination)
      }
    case (false, nil):
      for (destination, source) in share(sources, among: destinations, many: nil, one: id) {
        add(source, id, destination)
      }
    case (false, false?): linkPairs(id, inverse ?? id, sources, destinations)
    }
  }

  private func members(of entity: EntityID) -> [Int] {
    objects.indices.filter { model.inherits(objects[$0].entity, from: entity) }
  }

  private mutating func add(_ source: Int, _ id: RelationshipID, _ destination: Int) {
    objects[source].links[id, default: []].append(destination)
  }

  /// The most objects that the model allows in a relationship.
  private func most(_ id: RelationshipID?) -> Int {
    guard let id, model[id].maximumCount > 0 else { return .max }
    return model[id].maximumCount
  }

  /// Gives each child one parent in turn. Every fourth child gets none, if that is allowed.
  private func share(
    _ children: [Int], among parents: [Int], many: RelationshipID?, one: RelationshipID?
  ) -> [(parent: Int, child: Int)] {
    let most = most(many)
    let mayLack = one.map { model[$0].isOptional } ?? true
    // If the model allows it, leave some parents without children, so that others have several.
    let least = max(many.map { model[$0].minimumCount } ?? 0, 1)
    let mayBeEmpty = many.map { model[$0].isOptional } ?? true
    let used =
      mayBeEmpty && least == 1 && most == .max
      ? Array(parents.prefix(max(1, parents.count * 2 / 3))) : parents
    var counts: [Int: Int] = [:]
    var next = 0
    var result: [(parent: Int, child: Int)] = []
    for (place, child) in children.enumerated() {
      let isNeeded = !mayBeEmpty && place < parents.count * least
      if mayLack, !isNeeded, place % 4 == 3 { continue }
      for _ in used {
        let parent = used[next % used.count]
        next += 1
        // Make an object its own parent only if there is no other object.
        if counts[parent, default: 0] >= most || parent == child && used.count > 1 { continue }
        counts[parent, default: 0] += 1
        result.append((parent, child))
        break
      }
    }
    return result
  }

  /// Gives the sources none, one and two destinations in turn; more if the model requires more.
  private mutating func linkMany(
    _ id: RelationshipID, _ inverse: RelationshipID, _ sources: [Int], _ destinations: [Int]
  ) {
    let (relationship, other) = (model[id], model[inverse])
    let least = max(relationship.minimumCount, relationship.isOptional ? 0 : 1)
    // Give each source enough destinations that every destination gets the sources that it
    // requires.
    let wanted = max(other.minimumCount, other.isOptional ? 0 : 1)
    let share = (wanted * destinations.count + sources.count - 1) / sources.count
    var counts: [Int: Int] = [:]
    var next = 0
    for (place, source) in sources.enumerated() {
      var degree = place % 3
      if degree > 0 || !relationship.isOptional { degree = max(degree, least) }
      degree = min(max(degree, share), most(id), destinations.count)
      var tried = 0
      while degree > 0, tried < destinations.count {
        let destination = destinations[next % destinations.count]
        next += 1
        tried += 1
        if counts[destination, default: 0] >= most(inverse) || source == destination {
          continue
        }
        counts[destination, default: 0] += 1
        add(source, id, destination)
        degree -= 1
      }
    }
  }

  /// Links the objects of a relationship that is its own inverse, in which both objects of a link
  /// have each other. Each object is linked with the next ones, and with the first ones only if it
  /// still needs more.
  private mutating func linkPeers(_ id: RelationshipID, _ members: [Int]) {
    let least = max(model[id].minimumCount, model[id].isOptional ? 0 : 1)
    var counts = Array(repeating: 0, count: members.count)
    for place in members.indices {
      let degree = min(max(place % 3, least), most(id))
      var step = 1
      while counts[place] < degree, step < members.count {
        guard place + step < members.count || counts[place] < least else { break }
        let other = (place + step) % members.count
        step += 1
        if counts[other] >= most(id) || isLinked(members[place], id, members[other]) { continue }
        add(members[place], id, members[other])
        add(members[other], id, members[place])
        counts[place] += 1
        counts[other] += 1
      }
    }
  }

  private func isLinked(_ source: Int, _ id: RelationshipID, _ destination: Int) -> Bool {
    objects[source].links[id]?.contains(destination) == true
  }

  /// Links objects in pairs. The last pair is left without a link if that is allowed.
  private mutating func linkPairs(
    _ id: RelationshipID, _ inverse: RelationshipID, _ sources: [Int], _ destinations: [Int]
  ) {
    let mayLack = model[id].isOptional && model[inverse].isOptional
    if id == inverse {
      for place in stride(from: 0, to: sources.count - 1, by: 2) {
        add(sources[place], id, sources[place + 1])
      }
      return
    }
    // Shift the objects of one entity by one, so that none is linked with itself.
    let shift = sources == destinations && destinations.count > 1 ? 1 : 0
    let count = min(sources.count, destinations.count)
    for place in 0..<(mayLack && count > 1 ? count - 1 : count) {
      add(sources[place], id, destinations[(place + shift) % destinations.count])
    }
  }
}
