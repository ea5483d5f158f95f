internal import MomentumModel

/// A row of a join table, seen from one of its two relationships.
struct PairKey: Hashable {
  /// The relationship or its inverse, whichever comes first in the model, so that changes of both
  /// sides name the same row.
  var relationship: RelationshipID
  var source: Int64
  var destination: Int64
}

/// A member of an ordered one-to-many relationship, whose position is in the member's row.
struct MemberKey: Hashable {
  /// The to-one relationship that leads from the member to its owner.
  var toOne: RelationshipID
  var member: ObjectID
}

/// The changed links of a save, in which the changes of both sides of a relationship are merged.
struct LinkChanges {
  /// The positions in the two ordered relationships of a join table.
  struct Positions {
    /// The position of the destination in ``PairKey/relationship``.
    var own: Int64?
    /// The position of the source in the inverse.
    var inverse: Int64?
  }

  /// A member of a one-to-many relationship without inverse; its object does not know the owner.
  struct Member {
    var relationship: RelationshipID
    var owner: ObjectID
    var member: Int64
    var position: Int64?
    var isRemoved: Bool
  }

  private(set) var added: [PairKey] = []
  private(set) var removed: [PairKey] = []
  private var known: Set<PairKey> = []
  private var knownRemoved: Set<PairKey> = []
  var pairPositions: [PairKey: Positions] = [:]
  /// The new positions of members of ordered one-to-many relationships that no statement has
  /// written yet.
  private(set) var positions: [MemberKey: Int64] = [:]
  private var ordered: Set<RelationshipID> = []
  var members: [Member] = []

  mutating func add(_ pair: PairKey) {
    if known.insert(pair).inserted { added.append(pair) }
  }

  mutating func remove(_ pair: PairKey) {
    if knownRemoved.insert(pair).inserted { removed.append(pair) }
  }

  func isAdded(_ pair: PairKey) -> Bool { known.contains(pair) }

  // MARK: - Positions of members

  var hasPositions: Bool { !positions.isEmpty }

  mutating func setPosition(_ position: Int64, of member: ObjectID, _ toOne: RelationshipID) {
    positions[MemberKey(toOne: toOne, member: member)] = position
    ordered.insert(toOne)
  }

  /// Returns the new position of a member and removes it here, since the caller writes it.
  mutating func takePosition(of member: ObjectID, _ toOne: RelationshipID) -> Int64? {
    positions.removeValue(forKey: MemberKey(toOne: toOne, member: member))
  }

  /// Returns and removes all positions of a new member, by its to-one relationships.
  mutating func takePositions(of member: ObjectID) -> [RelationshipID: Int64] {
    var taken: [RelationshipID: Int64] = [:]
    for toOne in ordered { taken[toOne] = takePosition(of: member, toOne) }
    return taken
  }

  /// Restores positions that were returned, if the statement that should write them has failed.
  mutating func putBack(_ taken: [RelationshipID: Int64], of member: ObjectID) {
    for (toOne, position) in taken { setPosition(position, of: member, toOne) }
  }
}
