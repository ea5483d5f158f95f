import MomentumDiagnostics

// Resolves parents, and checks depth, cycles and inherited properties.

extension ModelCheck {
  /// The greatest number of ancestors of an entity. No real model is as deep; the limit bounds the
  /// work of all code that walks from an entity to its ancestors.
  private static let ancestorsMax = 64

  mutating func resolveParents() {
    parents = syntax.entities.indices.map { index in
      guard let attribute = syntax.entities[index].element[.parentEntity],
        !attribute.value.isEmpty
      else { return nil }
      return entity(attribute, as: .parent)
    }
    breakCycles()
    limitDepth()
    lineages = parents.indices.map { index in
      var result = [EntityID(index)]
      while let parent = parents[result[result.count - 1].index] { result.append(parent) }
      return result
    }
  }

  /// Reports each cycle once, at its first entity, and cuts it there.
  private mutating func breakCycles() {
    enum State {
      case unseen
      case onPath
      case done
    }
    var states = [State](repeating: .unseen, count: parents.count)
    for start in parents.indices {
      var path: [Int] = []
      var next: Int? = start
      while let index = next, states[index] == .unseen {
        states[index] = .onPath
        path.append(index)
        next = parents[index]?.index
      }
      if let index = next, states[index] == .onPath, let first = path.firstIndex(of: index) {
        cut(cycle: Array(path[first...]))
      }
      for index in path { states[index] = .done }
    }
  }

  private mutating func cut(cycle: [Int]) {
    guard let first = cycle.min() else { return }
    let others = cycle.sorted().filter { $0 != first }.prefix(5)
    report(
      .inheritanceCycle(name(of: syntax.entities[first].element)), at: parentRange(first),
      notes: others.map {
        ("by way of '\(name(of: syntax.entities[$0].element))'", parentRange($0))
      })
    parents[first] = nil
  }

  private func parentRange(_ index: Int) -> SourceRange {
    let element = syntax.entities[index].element
    return element[.parentEntity]?.valueRange ?? element.nameRange
  }

  /// Removes the parent of an entity that has too many ancestors. Depths are computed from the root
  /// down, so each entity is visited once.
  private mutating func limitDepth() {
    var depths = [Int?](repeating: nil, count: parents.count)
    for start in parents.indices {
      var path: [Int] = []
      var next: Int? = start
      while let index = next, depths[index] == nil {
        path.append(index)
        next = parents[index]?.index
      }
      for index in path.reversed() {
        let depth = parents[index].map { (depths[$0.index] ?? 0) + 1 } ?? 0
        if depth > ModelCheck.ancestorsMax {
          report(
            .inheritanceLimit(
              name(of: syntax.entities[index].element), depth: ModelCheck.ancestorsMax),
            at: parentRange(index))
          parents[index] = nil
          depths[index] = 0
        } else {
          depths[index] = depth
        }
      }
    }
  }

  /// Reports a property that an ancestor already has. Core Data refuses such a model (assumed).
  mutating func checkInheritedProperties() {
    for id in lineages.indices {
      let ancestors = lineages[id].dropFirst()
      guard !ancestors.isEmpty else { continue }
      let own = properties[id].sorted { $0.value.range.start < $1.value.range.start }
      for (name, property) in own {
        guard let ancestor = ancestors.first(where: { properties[$0.index][name] != nil }),
          let inherited = properties[ancestor.index][name]
        else { continue }
        report(
          .inheritedProperty(
            name, entity: self.name(of: syntax.entities[id].element),
            ancestor: self.name(of: syntax.entities[ancestor.index].element)),
          at: property.range, notes: [("'\(name)' is declared here", inherited.range)])
      }
    }
  }

  /// The own or inherited property with a name, and the entity that declares it.
  func property(_ name: String, of id: EntityID) -> (owner: EntityID, property: OwnProperty)? {
    for owner in lineages[id.index] {
      if let property = properties[owner.index][name] { return (owner, property) }
    }
    return nil
  }

  /// The names of all own and inherited properties, for suggestions.
  func propertyNames(of id: EntityID) -> [String] {
    lineages[id.index].flatMap { Array(properties[$0.index].keys) }
  }
}
