/// Objects by name with what each relationship leads to, and the delete rules as <doc:Saving> tells them.
///
/// This is the second road: nothing here knows of tables, keys or the runtime.
struct PlainGraph: Equatable {
  struct Object: Equatable {
    var entity: String
    /// By relationship; in order where it is ordered. A name without an object is a key that leads nowhere.
    var links: [String: [String]] = [:]
  }

  /// Why a deletion is refused: the relationships, any of which a failure may name.
  enum Refusal: Error, Equatable {
    case denied(by: Set<String>)
    case missing(in: Set<String>)
  }

  /// A rule that decided something, for the counts of a random run.
  struct Decision: Hashable {
    var rule: RuleModel.Rule
    var isToMany: Bool
    /// `nil` without inverse.
    var isInverseToMany: Bool?
  }

  var objects: [String: Object] = [:]

  /// - Returns: The names of all that are gone.
  mutating func delete(
    _ names: Set<String>, in model: RuleModel, decisions: inout [Decision: Int]
  ) throws(Refusal) -> Set<String> {
    let gone = cascade(from: names, in: model)
    var denying: Set<String> = []
    var touched: [(object: String, relationship: RuleModel.Relationship)] = []
    var left = self
    for name in gone {
      left.objects[name] = nil
      for relationship in model.relationships(of: objects[name]?.entity ?? "") {
        let inverse = relationship.inverse.flatMap { model[$0] }
        // An object that goes along has no say.
        for other in links(name, relationship) where !gone.contains(other) {
          let decision = Decision(
            rule: relationship.rule, isToMany: relationship.isToMany,
            isInverseToMany: inverse?.isToMany)
          decisions[decision, default: 0] += 1
          switch relationship.rule {
          case .deny: denying.insert(relationship.name)
          case .cascade: break
          case .nullify:
            guard let inverse else { continue }
            left.remove(name, from: other, inverse)
            touched.append((other, inverse))
          case .noAction:
            // A to-one key in the row that stays leads nowhere; to-many objects are found by rows that are gone.
            if let inverse, inverse.isToMany { left.remove(name, from: other, inverse) }
          }
        }
      }
    }
    if !denying.isEmpty { throw .denied(by: denying) }
    left.forget(gone, in: model)
    let missing = touched.filter { left.isMissing($0.relationship, of: $0.object) }
    if !missing.isEmpty { throw .missing(in: Set(missing.map(\.relationship.name))) }
    self = left
    return gone
  }

  /// The objects and those that cascades reach from them, however deep.
  private func cascade(from names: Set<String>, in model: RuleModel) -> Set<String> {
    var gone = names
    var waiting = Array(names)
    while let name = waiting.popLast() {
      for relationship in model.relationships(of: objects[name]?.entity ?? "")
      where relationship.rule == .cascade {
        for other in links(name, relationship) where gone.insert(other).inserted {
          waiting.append(other)
        }
      }
    }
    return gone
  }

  /// Where a relationship leads, without keys that lead nowhere.
  private func links(_ name: String, _ relationship: RuleModel.Relationship) -> [String] {
    (objects[name]?.links[relationship.name] ?? []).filter { objects[$0] != nil }
  }

  private mutating func remove(
    _ name: String, from other: String, _ relationship: RuleModel.Relationship
  ) {
    objects[other]?.links[relationship.name]?.removeAll { $0 == name }
  }

  /// Objects of a to-many relationship without inverse carry its key, which goes with them.
  private mutating func forget(_ gone: Set<String>, in model: RuleModel) {
    for (name, object) in objects {
      for relationship in model.relationships(of: object.entity)
      where relationship.isToMany && relationship.inverse == nil {
        objects[name]?.links[relationship.name]?.removeAll { gone.contains($0) }
      }
    }
  }

  /// What a save refuses: too few objects, unless it has none and may have none.
  private func isMissing(_ relationship: RuleModel.Relationship, of name: String) -> Bool {
    let count = objects[name]?.links[relationship.name]?.count ?? 0
    if count > 0 { return relationship.isToMany && count < relationship.minimum }
    return !relationship.isOptional && (!relationship.isToMany || relationship.minimum > 0)
  }

  // MARK: - Differences

  /// The first object or relationship that differs, `nil` where nothing does.
  func firstDifference(from expected: PlainGraph) -> String? {
    for name in Set(objects.keys).union(expected.objects.keys).sorted() {
      guard let wanted = expected.objects[name] else { return "object \(name) should be gone" }
      guard let found = objects[name] else { return "object \(name) is gone and should stay" }
      if found.entity != wanted.entity { return "\(name) is of entity \(found.entity)" }
      for relationship in Set(found.links.keys).union(wanted.links.keys).sorted() {
        let (here, there) = (found.links[relationship], wanted.links[relationship])
        if here ?? [] != there ?? [] {
          return "\(name).\(relationship): expected \(there ?? []), found \(here ?? [])"
        }
      }
    }
    return nil
  }
}
