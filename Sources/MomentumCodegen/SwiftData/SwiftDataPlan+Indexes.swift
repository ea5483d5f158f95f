import MomentumModel

// Decides how uniqueness constraints and indexes are declared.

extension SwiftDataPlan {
  /// Whether a constraint of one attribute is written as `@Attribute(.unique)`, which iOS 17 has;
  /// `#Unique` needs iOS 18.
  func isUniqueAlone(_ name: String, in id: EntityID) -> Bool {
    model[id].uniquenessConstraints.filter { $0 == [name] }.count == 1
      && model[id].attributes.contains { $0.name == name && !$0.isTransient }
      && identifier(of: name, in: id) != nil
  }

  /// The uniqueness constraints for `#Unique`, in declared order. The names in a constraint have
  /// the order in which they are hashed.
  mutating func constraints(of id: EntityID) -> [[Identifier]] {
    var result: [[Identifier]] = []
    for constraint in model[id].uniquenessConstraints {
      if constraint.count == 1, isUniqueAlone(constraint[0], in: id) { continue }
      let found = constraint.compactMap { identifier(of: $0, in: id) }
      if found.count == constraint.count, !found.isEmpty {
        result.append(found)
      } else {
        report(.lostConstraint, .entity(id), constraint.joined(separator: ", "))
      }
    }
    return result
  }

  /// The indexes for `#Index`, each once: fetch indexes, and indexes of the model format before
  /// Xcode 9.
  mutating func indexes(of id: EntityID) -> [Index] {
    let entity = model[id]
    var result: [Index] = []
    for (number, index) in entity.fetchIndexes.enumerated() {
      let place = SwiftDataPlace.fetchIndex(id, number)
      if index.partialPredicate != nil { report(.partialIndex, place, index.partialPredicate) }
      if index.elements.contains(where: { !$0.isAscending }) { report(.descendingIndex, place) }
      var names: [String] = []
      for element in index.elements {
        switch element.key {
        case .property(let name): names.append(name)
        case .expression(let text): report(.expressionIndex, place, text)
        }
      }
      let isTree = index.elements.contains { $0.kind == .rTree }
      if let index = self.index(isTree ? .rTree : .binary, names, in: id) { result.append(index) }
    }
    let single = entity.attributes.filter(\.isIndexed).map { [$0.name] }
    for names in single + entity.compoundIndexes {
      if let index = index(.binary, names, in: id) { result.append(index) }
    }
    var seen: Set<Index> = []
    return result.filter { seen.insert($0).inserted }
  }

  private func index(_ kind: FetchIndex.Kind, _ names: [String], in id: EntityID) -> Index? {
    let found = names.compactMap { identifier(of: $0, in: id) }
    return found.isEmpty || found.count < names.count ? nil : Index(kind: kind, names: found)
  }
}
