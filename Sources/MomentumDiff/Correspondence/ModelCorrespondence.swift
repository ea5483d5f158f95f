package import MomentumModel

/// Matches the entities and properties of a new model with those of an old one.
///
/// Elements with equal renaming identifiers match; an element without an identifier has its name as
/// identifier. Remaining elements match by equal names, then by an identifier that equals a name on
/// the other side.
///
/// Documented for identifiers
/// (<https://developer.apple.com/documentation/coredata/using-lightweight-migration>), where a
/// chain of renames keeps the first name. The session on schema changes of WWDC 2022 asks for the
/// previous name instead, and bundles have that too. Observed for entities: a name matches although
/// the identifiers differ (stores of one app kept all rows of an entity whose identifier was wrong
/// in one version). Assumed for properties. Elements that match without equal identifiers keep
/// their values in Momentum's migrations; a diff says that they may not in Core Data's.
///
/// The match is symmetric: for swapped models it is the inverse. Properties are matched for each
/// pair of entities, inherited ones included, so a property may move up or down a hierarchy.
package struct ModelCorrespondence: Sendable {
  package let old: ObjectModel
  package let new: ObjectModel
  private let sources: [EntityID?]
  private let destinations: [EntityID?]

  package init(old: ObjectModel, new: ObjectModel) {
    self.old = old
    self.new = new
    let pairs = ModelCorrespondence.pairs(
      old.entities.map { Label($0.name, $0.renamingIdentifier) },
      new.entities.map { Label($0.name, $0.renamingIdentifier) })
    var sources = [EntityID?](repeating: nil, count: new.entities.count)
    var destinations = [EntityID?](repeating: nil, count: old.entities.count)
    for (left, right) in pairs {
      sources[right] = EntityID(left)
      destinations[left] = EntityID(right)
    }
    self.sources = sources
    self.destinations = destinations
  }

  /// The entity of the old model that an entity of the new one continues; `nil` for an added one.
  package func source(of id: EntityID) -> EntityID? { sources[id.index] }

  /// The entity of the new model that an entity of the old one became; `nil` for a removed one.
  package func destination(of id: EntityID) -> EntityID? { destinations[id.index] }

  /// The matching attributes of a pair of entities, own and inherited, in the order of the new
  /// entity's attributes. Each is in at most one pair.
  package func attributePairs(
    old oldEntity: EntityID, new newEntity: EntityID
  ) -> [(old: AttributeID, new: AttributeID)] {
    let left = old.attributes(of: oldEntity)
    let right = new.attributes(of: newEntity)
    return ModelCorrespondence.pairs(
      left.map { Label(old[$0].name, old[$0].renamingIdentifier) },
      right.map { Label(new[$0].name, new[$0].renamingIdentifier) }
    ).map { (left[$0], right[$1]) }
  }

  /// The matching relationships of a pair of entities, own and inherited, in the order of the new
  /// entity's relationships. Each is in at most one pair.
  package func relationshipPairs(
    old oldEntity: EntityID, new newEntity: EntityID
  ) -> [(old: RelationshipID, new: RelationshipID)] {
    let left = old.relationships(of: oldEntity)
    let right = new.relationships(of: newEntity)
    return ModelCorrespondence.pairs(
      left.map { Label(old[$0].name, old[$0].renamingIdentifier) },
      right.map { Label(new[$0].name, new[$0].renamingIdentifier) }
    ).map { (left[$0], right[$1]) }
  }

  /// The name of an element, and its renaming identifier or else its name.
  package struct Label: Equatable {
    package var name: String
    package var identifier: String

    package init(_ name: String, _ identifier: String?) {
      self.name = name
      self.identifier = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? name
    }
  }

  /// Matches two lists of labels, and returns the indexes of the pairs, ascending by the right one.
  /// Takes linear time in the number of labels.
  package static func pairs(_ left: [Label], _ right: [Label]) -> [(left: Int, right: Int)] {
    // Most lists have not changed. Names are unique, so each label then matches itself.
    if left == right { return left.indices.map { ($0, $0) } }
    var result = [Int?](repeating: nil, count: right.count)
    var isTaken = [Bool](repeating: false, count: left.count)
    join(left, right, { $0.identifier }, { $0.identifier }, &result, &isTaken)
    join(left, right, { $0.name }, { $0.name }, &result, &isTaken)
    join(left, right, { $0.name }, { $0.identifier }, &result, &isTaken)
    join(left, right, { $0.identifier }, { $0.name }, &result, &isTaken)
    return result.indices.compactMap { index in result[index].map { ($0, index) } }
  }

  /// Matches the labels that have no match yet by the names or identifiers that the two closures
  /// return. A text that two labels of one list have is ambiguous and matches nothing.
  private static func join(
    _ left: [Label], _ right: [Label], _ leftKey: (Label) -> String, _ rightKey: (Label) -> String,
    _ result: inout [Int?], _ isTaken: inout [Bool]
  ) {
    let ambiguous = -1
    var sources: [String: Int] = [:]
    for index in left.indices where !isTaken[index] {
      let key = leftKey(left[index])
      sources[key] = sources[key] == nil ? index : ambiguous
    }
    guard !sources.isEmpty else { return }
    var destinations: [String: Int] = [:]
    for index in right.indices where result[index] == nil {
      let key = rightKey(right[index])
      destinations[key] = destinations[key] == nil ? index : ambiguous
    }
    for (text, index) in destinations where index != ambiguous {
      guard let source = sources[text], source != ambiguous else { continue }
      result[index] = source
      isTaken[source] = true
    }
  }
}
