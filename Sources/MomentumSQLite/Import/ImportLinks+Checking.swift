internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumStore

extension ImportLinks {
  /// Returns the links that the relationships in the files list. Call `resolve` first.
  mutating func links(
    _ objects: [ImportPlan.Object], _ matches: inout [Int32: ImportMatch],
    _ issues: inout Diagnostics
  ) -> [ImportLink] {
    let given = Set(lists.map(\.key.relationship))
    checkBothSides(given, &issues)
    var links = merged(given)
    order(&links)
    checkCounts(links, given, objects, &matches, &issues)
    return links
  }

  // MARK: - Both directions

  /// Reports contradictions: if an object lists a destination and the destination lists the
  /// inverse, the inverse has to contain the object.
  private mutating func checkBothSides(
    _ given: Set<RelationshipID>, _ issues: inout Diagnostics
  ) {
    let twoSided = given.filter { id in inverse(of: id).map(given.contains) == true }
    guard !twoSided.isEmpty else { return }
    var byKey: [Key: Int] = [:]
    for (index, list) in lists.enumerated() where twoSided.contains(list.key.relationship) {
      byKey[list.key] = index
    }
    var conflicts: [Key] = []
    for list in lists {
      guard let inverse = inverse(of: list.key.relationship), given.contains(inverse) else {
        continue
      }
      for destination in destinations[list.destinations] {
        let otherKey = Key(object: destination, relationship: inverse)
        guard let other = byKey[otherKey].map({ lists[$0] }), other.isWhole,
          !destinations[other.destinations].contains(list.key.object)
        else { continue }
        conflicts += [list.key, otherKey]
        issues.report(
          ImportMessage.conflict(
            relationship: model[list.key.relationship].name, inverse: model[inverse].name),
          at: source.location(list.range),
          notes: [.init("the inverse is given here", at: source.location(other.range))])
      }
    }
    markBroken(conflicts)
  }

  /// Returns every link once, in the order of the file.
  private func merged(_ given: Set<RelationshipID>) -> [ImportLink] {
    var result: [ImportLink] = []
    result.reserveCapacity(destinations.count)
    var seen: Set<ImportLink> = []
    func add(_ link: ImportLink, mayRepeat: Bool) {
      if !mayRepeat || seen.insert(link).inserted { result.append(link) }
    }
    for list in lists {
      let (source, id) = (list.key.object, list.key.relationship)
      let inverse = inverse(of: id)
      let mayRepeat = inverse.map(given.contains) == true
      for destination in destinations[list.destinations] {
        if let inverse, Self.isBefore(inverse, id) {
          add(
            ImportLink(relationship: inverse, source: destination, destination: source),
            mayRepeat: mayRepeat)
        } else {
          add(
            ImportLink(relationship: id, source: source, destination: destination),
            mayRepeat: mayRepeat)
          // A link of a relationship that is its own inverse exists in both directions.
          if inverse == id {
            add(
              ImportLink(relationship: id, source: destination, destination: source),
              mayRepeat: true)
          }
        }
      }
    }
    return result
  }

  private static func isBefore(_ left: RelationshipID, _ right: RelationshipID) -> Bool {
    (left.entity.index, left.index) < (right.entity.index, right.index)
  }

  /// Sets the positions of the links of ordered relationships: the position in the list that
  /// contains the link, or else the order of the file.
  private func order(_ links: inout [ImportLink]) {
    var places: [Key: [Int32: Int32]] = [:]
    for list in lists where model[list.key.relationship].isOrdered {
      for (place, object) in destinations[list.destinations].enumerated() {
        places[list.key, default: [:]][object] = Int32(clamping: place)
      }
    }
    var counts: [Key: Int32] = [:]
    func place(_ relationship: RelationshipID, _ owner: Int32, _ other: Int32) -> Int32 {
      guard model[relationship].isOrdered else { return 0 }
      let key = Key(object: owner, relationship: relationship)
      if let place = places[key]?[other] { return place }
      defer { counts[key, default: 0] += 1 }
      return counts[key, default: 0]
    }
    for index in links.indices {
      let link = links[index]
      links[index].order = place(link.relationship, link.source, link.destination)
      if let inverse = inverse(of: link.relationship), inverse != link.relationship {
        links[index].inverseOrder = place(inverse, link.destination, link.source)
      }
    }
  }

  // MARK: - Counts

  /// Whether the model limits the number of objects in the relationship, or a to-one relationship
  /// may have got several objects through its inverse. The links of each object are then counted.
  private func isCounted(_ id: RelationshipID, _ given: Set<RelationshipID>) -> Bool {
    let relationship = model[id]
    guard schema.relationships[id] != nil else { return false }
    if relationship.leastObjects != 0 { return true }
    return relationship.isToMany
      ? relationship.minimumCount != 0 || relationship.maximumCount != 0
      : inverse(of: id).map(given.contains) == true
  }

  private func checkCounts(
    _ links: [ImportLink], _ given: Set<RelationshipID>, _ objects: [ImportPlan.Object],
    _ matches: inout [Int32: ImportMatch], _ issues: inout Diagnostics
  ) {
    let counted = model.entityIDs.map { entity in
      model.relationships(of: entity).filter { isCounted($0, given) }
    }
    let all = Set(counted.joined())
    guard !all.isEmpty else { return }
    var counts: [Key: Int] = [:]
    for link in links {
      if all.contains(link.relationship) {
        counts[Key(object: link.source, relationship: link.relationship), default: 0] += 1
      }
      if let inverse = inverse(of: link.relationship), inverse != link.relationship,
        all.contains(inverse)
      {
        counts[Key(object: link.destination, relationship: inverse), default: 0] += 1
      }
    }
    lazy var ranges = Dictionary(lists.map { ($0.key, $0.range) }, uniquingKeysWith: { $1 })
    for (index, object) in objects.enumerated() {
      for id in counted[object.entity.index] {
        let key = Key(object: Int32(clamping: index), relationship: id)
        // A list that could not be read was reported already: its count would be a second message.
        guard let message = problem(counts[key] ?? 0, key, object),
          !broken.contains(key)
        else { continue }
        let found = Diagnostic(message, at: source.location(ranges[key] ?? object.range))
        // An object of the store may have further links there. The message waits until the importer
        // knows whether the object is in the store.
        if matches[key.object] != nil, !message.isOfOneTooMany {
          matches[key.object]?.missing.report(found)
        } else {
          issues.report(found)
        }
      }
    }
  }

  private func problem(
    _ count: Int, _ key: Key, _ object: ImportPlan.Object
  ) -> ImportMessage? {
    let relationship = model[key.relationship]
    let name = relationship.name
    // A to-one relationship cannot hold a second object, even if rules are not checked.
    if !relationship.isToMany, count > 1 {
      return .givenTwice(relationship: name, object: label(key.object))
    }
    guard checksRules else { return nil }
    if count == 0 {
      guard relationship.leastObjects > 0 else { return nil }
      return .missingValue(property: name, entity: model[object.entity].name)
    }
    if count < relationship.minimumCount {
      return .countTooSmall(relationship: name, minimum: relationship.minimumCount)
    }
    if relationship.maximumCount > 0, count > relationship.maximumCount {
      return .countTooLarge(relationship: name, maximum: relationship.maximumCount)
    }
    return nil
  }
}

extension ImportMessage {
  fileprivate var isOfOneTooMany: Bool { rule == Self.givenTwiceRule }
}
