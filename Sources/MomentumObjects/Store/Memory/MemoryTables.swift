internal import MomentumModel

/// The rows and relationships of a store in memory.
///
/// If the inverse of a to-many relationship is to-one, its members are the rows that refer to the
/// object, found by an index (`owners`). Other to-many relationships, and the order of ordered
/// ones, are stored as lists (`links`).
struct MemoryTables: Sendable {
  let model: ModelPlan
  /// The rows by index of the root entity, then by number of the object.
  private var rows: [[Int64: RowSnapshot]]
  /// The numbers of the objects that refer to an object, by to-one relationship and by number of
  /// the object that they refer to.
  private var owners: [RelationshipID: [Int64: Set<Int64>]] = [:]
  private var links: [RelationshipID: [Int64: [Int64]]] = [:]

  init(_ model: ModelPlan) {
    self.model = model
    rows = Array(repeating: [:], count: model.entities.count)
  }

  var count: Int { rows.map(\.count).reduce(0, +) }

  func row(_ number: Int64, root: EntityID) -> RowSnapshot? { rows[root.index][number] }

  func row(_ id: ObjectID) -> RowSnapshot? { rows[id.entity.root.index][id.number] }

  /// The rows of a family of entities, ascending by number.
  func rows(root: EntityID) -> [RowSnapshot] {
    rows[root.index].sorted { $0.key < $1.key }.map(\.value)
  }

  var allRows: [RowSnapshot] {
    rows.flatMap(\.values).sorted { $0.id.number < $1.id.number }
  }

  // MARK: - Members

  /// The rows of a to-many relationship's members. A number whose row no longer exists is left out.
  func members(_ relationship: ObjectRelationship, of number: Int64) -> [RowSnapshot] {
    let table = rows[model[relationship.destination].root.index]
    return numbers(relationship, of: number).compactMap { table[$0] }
  }

  private func numbers(_ relationship: ObjectRelationship, of number: Int64) -> [Int64] {
    let listed = links[relationship.id]?[number] ?? []
    guard let toOne = toOneInverse(relationship) else {
      return relationship.isOrdered ? listed : listed.sorted()
    }
    let members = owners[toOne]?[number] ?? []
    guard relationship.isOrdered else { return members.sorted() }
    // Members that the stored order lacks come last.
    return listed.filter { members.contains($0) } + members.subtracting(listed).sorted()
  }

  /// The inverse to-one relationship that stores the members; `nil` if a list stores them.
  private func toOneInverse(_ relationship: ObjectRelationship) -> RelationshipID? {
    guard case .toOne? = relationship.inverse else { return nil }
    return model.model.storedInverse(of: relationship.id)
  }

  private func listedInverse(_ relationship: ObjectRelationship) -> RelationshipID? {
    guard case .toMany? = relationship.inverse else { return nil }
    return model.model.storedInverse(of: relationship.id)
  }

  // MARK: - Changes

  mutating func put(_ row: RowSnapshot) {
    let root = row.id.entity.root.index
    if let old = rows[root].updateValue(row, forKey: row.id.number) { setOwner(old, false) }
    setOwner(row, true)
  }

  private mutating func setOwner(_ row: RowSnapshot, _ isOwner: Bool) {
    for (index, target) in row.toOnes.enumerated() {
      guard let target, row.id.entity.toOnes.indices.contains(index) else { continue }
      let relationship = row.id.entity.toOnes[index].id
      if isOwner {
        owners[relationship, default: [:]][target.number, default: []].insert(row.id.number)
      } else {
        owners[relationship]?[target.number]?.remove(row.id.number)
        if owners[relationship]?[target.number]?.isEmpty == true {
          owners[relationship]?[target.number] = nil
        }
      }
    }
  }

  /// Removes a row and its entries in lists. Rows that refer to it are not changed: the context has
  /// already applied the delete rules, and "No Action" leaves references.
  mutating func remove(_ id: ObjectID) {
    guard let old = rows[id.entity.root.index].removeValue(forKey: id.number) else { return }
    setOwner(old, false)
    for relationship in old.id.entity.toManys {
      let partners = links[relationship.id]?.removeValue(forKey: id.number) ?? []
      guard let inverse = listedInverse(relationship) else { continue }
      for partner in partners { links[inverse]?[partner]?.removeAll { $0 == id.number } }
    }
  }

  /// Adds and removes members of a relationship, and does the same on the inverse side.
  mutating func change(_ link: StoreChanges.Link) {
    let number = link.source.number
    let inverse = listedInverse(link.relationship)
    for member in link.removed {
      links[link.relationship.id]?[number]?.removeAll { $0 == member.number }
      if let inverse { links[inverse]?[member.number]?.removeAll { $0 == number } }
    }
    for member in link.added {
      add(member.number, to: number, link.relationship.id)
      if let inverse { add(number, to: member.number, inverse) }
    }
  }

  private mutating func add(_ member: Int64, to number: Int64, _ relationship: RelationshipID) {
    // Changes of both sides may add the same link: add it once only.
    guard links[relationship]?[number]?.contains(member) != true else { return }
    links[relationship, default: [:]][number, default: []].append(member)
  }

  mutating func setOrder(_ order: [Int64], _ relationship: ObjectRelationship, of number: Int64) {
    links[relationship.id, default: [:]][number] = order
  }
}
