public import MomentumModel

/// Which entity and which property of a new model is which of an old one.
///
/// The rule: equal renaming identifiers belong together, where an element without one has its name as
/// its identifier; what is left belongs together by equal names, then by an identifier that is the
/// name on the other side. Documented for identifiers
/// (<https://developer.apple.com/documentation/coredata/using-lightweight-migration>), where a chain of renames keeps the first
/// name; the session on schema changes of WWDC 2022 asks for the previous name, which bundles do too.
/// That a name still counts when identifiers differ is observed for entities (stores of one app kept all rows of one
/// whose identifier was wrong in one version) and assumed for properties. What is joined by anything but equal
/// identifiers is joined so that a migration of ours keeps its values; a diff says that Core Data may not.
///
/// Symmetric: the correspondence of the swapped models is the inverse. Properties belong together per
/// pair of entities, inherited ones included, so that one may move up or down a hierarchy.
public struct ModelCorrespondence: Sendable {
  public let old: ObjectModel
  public let new: ObjectModel
  private let sources: [EntityID?]
  private let destinations: [EntityID?]

  public init(old: ObjectModel, new: ObjectModel) {
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

  /// The entity of the old model that an entity of the new one was; `nil` for an added one.
  public func source(of id: EntityID) -> EntityID? { sources[id.index] }

  /// The entity of the new model that an entity of the old one became; `nil` for a removed one.
  public func destination(of id: EntityID) -> EntityID? { destinations[id.index] }

  /// The attributes of a pair of entities, own and inherited; each in at most one pair.
  ///
  /// In the order of the new entity's attributes.
  public func attributePairs(
    old oldEntity: EntityID, new newEntity: EntityID
  ) -> [(old: AttributeID, new: AttributeID)] {
    let left = old.attributes(of: oldEntity)
    let right = new.attributes(of: newEntity)
    return ModelCorrespondence.pairs(
      left.map { Label(old[$0].name, old[$0].renamingIdentifier) },
      right.map { Label(new[$0].name, new[$0].renamingIdentifier) }
    ).map { (left[$0], right[$1]) }
  }

  /// The relationships of a pair of entities, own and inherited; each in at most one pair.
  ///
  /// In the order of the new entity's relationships.
  public func relationshipPairs(
    old oldEntity: EntityID, new newEntity: EntityID
  ) -> [(old: RelationshipID, new: RelationshipID)] {
    let left = old.relationships(of: oldEntity)
    let right = new.relationships(of: newEntity)
    return ModelCorrespondence.pairs(
      left.map { Label(old[$0].name, old[$0].renamingIdentifier) },
      right.map { Label(new[$0].name, new[$0].renamingIdentifier) }
    ).map { (left[$0], right[$1]) }
  }

  /// What an element is called in its model.
  package struct Label: Equatable {
    package var name: String
    package var identifier: String

    package init(_ name: String, _ identifier: String?) {
      self.name = name
      self.identifier = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? name
    }
  }

  /// Positions that belong together, ascending by the right one. Linear in the number of labels.
  package static func pairs(_ left: [Label], _ right: [Label]) -> [(left: Int, right: Int)] {
    // Most lists have not changed; names are unique, so what is equal belongs together.
    if left == right { return left.indices.map { ($0, $0) } }
    var result = [Int?](repeating: nil, count: right.count)
    var isTaken = [Bool](repeating: false, count: left.count)
    join(left, right, { $0.identifier }, { $0.identifier }, &result, &isTaken)
    join(left, right, { $0.name }, { $0.name }, &result, &isTaken)
    join(left, right, { $0.name }, { $0.identifier }, &result, &isTaken)
    join(left, right, { $0.identifier }, { $0.name }, &result, &isTaken)
    return result.indices.compactMap { index in result[index].map { ($0, index) } }
  }

  /// Joins what is still free by a key that one element has on either side: one that two elements have says
  /// nothing about either.
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
