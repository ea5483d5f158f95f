import MomentumModel

/// Decides which relationships are stored as a foreign key in a table, and which in a join table.
struct PlainRelationships {
  enum Place {
    /// A foreign key in the source's table. It is unique if a destination has at most one source.
    case key(isUnique: Bool)
    /// No column of its own: the foreign key of the inverse stores both relationships.
    case inverseKey(RelationshipID)
    /// A join table, named by this relationship or by its inverse.
    case join(owner: RelationshipID)
  }

  /// The storage of each stored relationship.
  private(set) var places: [RelationshipID: Place] = [:]
  /// The relationships that name a join table, sorted by entity name and relationship name.
  private(set) var joinOwners: [RelationshipID] = []

  private let index: ModelIndex

  init(_ index: ModelIndex) {
    self.index = index
    for entity in index.ordered {
      for id in index.storedRelationships(of: entity) { places[id] = place(of: id) }
    }
    joinOwners = places.keys.filter { id in
      if case .join(let owner) = places[id] { return owner == id }
      return false
    }.sorted { sortKey($0) < sortKey($1) }
  }

  /// The stored inverse; `nil` if the inverse does not name this relationship as its own inverse,
  /// which is possible in a model that was built in code.
  func inverse(of id: RelationshipID) -> RelationshipID? {
    index.inverse(of: id).flatMap { index.inverse(of: $0) == id ? $0 : nil }
  }

  private func place(of id: RelationshipID) -> Place {
    let inverse = inverse(of: id)
    let inverseIsToMany = inverse.map { index.model[$0].isToMany }
    switch (index.model[id].isToMany, inverseIsToMany) {
    case (false, nil), (false, true?): return .key(isUnique: false)
    case (true, nil): return .join(owner: id)
    case (true, true?):
      guard let inverse else { return .join(owner: id) }
      return .join(owner: sortKey(inverse) < sortKey(id) ? inverse : id)
    case (true, false?), (false, false?):
      guard let inverse else { return .key(isUnique: false) }
      if index.model[id].isToMany { return .inverseKey(inverse) }
      return holdsKey(id, rather: inverse) ? .key(isUnique: true) : .inverseKey(inverse)
    }
  }

  /// Whether the first of two inverse to-one relationships holds the foreign key. The key is in the
  /// row that is deleted with the other one (the other's rule is cascade), because only a key there
  /// can cascade; otherwise on the required side, because only a key there can be NOT NULL;
  /// otherwise on the side whose name sorts first.
  private func holdsKey(_ id: RelationshipID, rather other: RelationshipID) -> Bool {
    guard id != other else { return true }
    let cascades = (
      index.model[id].deleteRule == .cascade, index.model[other].deleteRule == .cascade
    )
    if cascades.0 != cascades.1 { return cascades.1 }
    let optional = (index.model[id].isOptional, index.model[other].isOptional)
    if optional.0 != optional.1 { return optional.1 }
    return sortKey(id) < sortKey(other)
  }

  private func sortKey(_ id: RelationshipID) -> (String, String, Int) {
    (index.model[id.entity].name, index.model[id].name, id.index)
  }
}

extension PlainForeignKey.Action {
  /// The action on a foreign key when the row that it refers to is deleted.
  ///
  /// A required key cannot become NULL, so a deletion that would nullify it is refused, as Core
  /// Data refuses to save it.
  init(_ rule: Relationship.DeleteRule?, isRequired: Bool) {
    switch rule {
    case .cascade: self = .cascade
    case .deny: self = .restrict
    case .noAction: self = .noAction
    case .nullify, nil: self = isRequired ? .restrict : .setNull
    }
  }

  /// The action on rows of a join table when the row that they refer to is deleted.
  init(joinRowsOf rule: Relationship.DeleteRule?) {
    switch rule {
    case .deny: self = .restrict
    case .nullify, .cascade, .noAction, nil: self = .cascade
    }
  }
}
