import MomentumModel

/// Finds property names that were replaced by others wherever an entity refers to the property: in
/// a uniqueness constraint, an index, or the expression of a derived attribute.
///
/// Such a replacement is evidence that a removed and an added property are the same one.
struct FollowedNames {
  private struct Step: Hashable {
    /// The root of the new entity's family, since a sub-entity may have a constraint on an
    /// inherited property.
    var root: EntityID
    var old: String
    var new: String
  }

  /// The most constraints and compound indexes of an entity that are compared. With more of them,
  /// it is unclear which old and new ones belong together.
  private static let constraintsMax = 64

  private let pair: ModelPair
  private var steps: Set<Step> = []

  init(_ pair: ModelPair) {
    self.pair = pair
    for id in pair.new.model.entityIDs {
      guard let source = pair.source(of: id) else { continue }
      compareConstraints(source, id)
      compareIndexes(source, id)
      compareDerivations(source, id)
    }
  }

  func contains(_ old: String, _ new: String, in entity: EntityID) -> Bool {
    steps.contains(Step(root: pair.new.root(of: entity), old: old, new: new))
  }

  private mutating func compareConstraints(_ source: EntityID, _ id: EntityID) {
    let old = pair.constraintsInNewNames(source, id) + pair.old.model[source].compoundIndexes
    let new = pair.new.model[id].uniquenessConstraints + pair.new.model[id].compoundIndexes
    guard old != new, max(old.count, new.count) <= FollowedNames.constraintsMax else { return }
    let lost = old.filter { !new.contains($0) }
    let gained = new.filter { !old.contains($0) }
    for before in lost {
      for after in gained { follow(before, after, id) }
    }
  }

  private mutating func compareIndexes(_ source: EntityID, _ id: EntityID) {
    let old = pair.old.model[source].fetchIndexes
    let new = pair.new.model[id].fetchIndexes
    guard old != new else { return }
    let byName = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    for after in new {
      guard let before = byName[after.name] else { continue }
      follow(before.elements.map(\.propertyName), after.elements.map(\.propertyName), id)
    }
  }

  private mutating func compareDerivations(_ source: EntityID, _ id: EntityID) {
    for index in pair.new.model[id].attributes.indices {
      guard let after = pair.new.model[id].attributes[index].derivation else { continue }
      for origin in pair.sources(of: AttributeID(id, index)) {
        guard let before = pair.old.model[origin].derivation, before != after else { continue }
        follow(FollowedNames.names(in: before), FollowedNames.names(in: after), id)
      }
    }
  }

  /// Records an old and a new name if both lists are equal after the old name is replaced by the
  /// new one.
  private mutating func follow(_ before: [String], _ after: [String], _ id: EntityID) {
    guard before.count == after.count else { return }
    let changes = zip(before, after).filter { $0 != $1 }
    guard let (old, new) = changes.first, changes.allSatisfy({ $0 == old && $1 == new }) else {
      return
    }
    steps.insert(Step(root: pair.new.root(of: id), old: old, new: new))
  }

  /// The words of an expression: `lowercase` and `name` for `lowercase:(name)`.
  private static func names(in expression: String) -> [String] {
    expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}

extension FetchIndex.Element {
  /// The name of the indexed property; empty for an expression.
  fileprivate var propertyName: String {
    switch key {
    case .property(let name): name
    case .expression: ""
    }
  }
}
