internal import MomentumDiff
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// One model as the planner sees it: with its tables.
struct TabledModel {
  let model: ObjectModel
  let schema: PlainSchema
  /// The table of each root entity.
  let tables: [EntityID: PlainTable]

  init(_ model: ObjectModel, _ schema: PlainSchema) {
    self.model = model
    self.schema = schema
    tables = Dictionary(
      schema.tables.compactMap { table in
        if case .entity(let root) = table.kind { (root, table) } else { nil }
      }
    ) { first, _ in first }
  }

  func table(of entity: EntityID) -> PlainTable? { tables[model.root(of: entity)] }

  /// The entities of a root's table that have rows: all but the abstract ones.
  func concrete(_ root: EntityID) -> [EntityID] {
    let family = model.entityIDs.filter { model.root(of: $0) == root }
    let concrete = family.filter { !model[$0].isAbstract }
    return concrete.isEmpty ? [root] : concrete
  }

  /// The column with a row's entity: the second one of a table with sub-entities.
  func entityColumn(of table: PlainTable) -> String? {
    guard table.columns.count > 1 else { return nil }
    return table.columns[1].checks.contains {
      if case .entity = $0 { true } else { false }
    } ? table.columns[1].name : nil
  }

  func name(_ id: RelationshipID) -> String { "\(model[id.entity].name).\(model[id].name)" }

  /// The element that a leaf stands for: the attribute, or an element of its composite.
  func element(_ id: AttributeID, path: [String]) -> Attribute? {
    var element = model[id]
    for name in path {
      guard case .composite(let composite) = element.type,
        let next = model[composite].elements.first(where: { $0.name == name })
      else { return nil }
      element = next
    }
    return element
  }
}

/// Which old table, column and link each new one continues: by entities and properties, never by
/// the names of tables and columns.
struct SchemaMatch {
  let old: TabledModel
  let new: TabledModel
  let correspondence: ModelCorrespondence
  private(set) var tables: [TableMatch] = []
  private(set) var refusals: [ServerRefusal.Reason] = []
  /// The links that move between a column and a table, or between two tables.
  private(set) var links: [LinkMove] = []

  init(old: TabledModel, new: TabledModel) {
    self.old = old
    self.new = new
    correspondence = ModelCorrespondence(old: old.model, new: new.model)
    matchEntityTables()
    matchJoinTables()
  }

  /// The old tables that no new one keeps.
  var droppedTables: [PlainTable] {
    let kept = Set(tables.compactMap { $0.old?.name })
    return old.schema.tables.filter { !kept.contains($0.name) }
  }

  // MARK: - Tables of entities

  private mutating func matchEntityTables() {
    var claimed: Set<String> = []
    for table in new.schema.tables {
      guard case .entity(let root) = table.kind else { continue }
      let members = members(root)
      let sources = unique(members.map { old.model.root(of: $0.oldID) })
      if sources.count > 1 { refuseMerge(root, sources) }
      var match = TableMatch(new: table, members: members)
      let source = sources.first.flatMap { old.tables[$0] }
      if let source, keepsTable(root, source, members, claimed) {
        claimed.insert(source.name)
        match.old = source
        let staying = Set(members.map(\.old))
        if case .entity(let oldRoot) = source.kind {
          match.leaving = old.concrete(oldRoot).map { old.model[$0].name }
            .filter { !staying.contains($0) }.sorted()
        }
      } else {
        match.copied = source
      }
      tables.append(match)
    }
    for position in tables.indices {
      let finder = ColumnFinder(match: self, table: tables[position])
      let found = finder.columns()
      tables[position].columns = found.columns
      refusals += found.refusals
      links += found.links
    }
  }

  /// The new entities with rows and the old ones that they continue.
  private func members(_ root: EntityID) -> [TableMember] {
    new.concrete(root).compactMap { id in
      guard let source = correspondence.source(of: id) else { return nil }
      return TableMember(
        newID: id, oldID: source, new: new.model[id].name, old: old.model[source].name)
    }
  }

  /// Whether the table of this root keeps the old table: the one that has the old root, or else the
  /// first one that takes rows of it.
  private func keepsTable(
    _ root: EntityID, _ source: PlainTable, _ members: [TableMember], _ claimed: Set<String>
  ) -> Bool {
    guard !claimed.contains(source.name), case .entity(let oldRoot) = source.kind else {
      return false
    }
    guard let heir = correspondence.destination(of: oldRoot),
      new.concrete(new.model.root(of: heir)).contains(where: { id in
        correspondence.source(of: id).map { old.model.root(of: $0) } == oldRoot
      })
    else { return true }
    return new.model.root(of: heir) == root
  }

  private mutating func refuseMerge(_ root: EntityID, _ sources: [EntityID]) {
    let names = sources.map { "'\(old.model[$0].name)'" }.sorted().joined(separator: " and ")
    refusals.append(
      ServerRefusal.Reason(
        place: new.model[root].name,
        text: "the rows of \(names) are in tables of their own and cannot become those of one",
        wayOut: """
          add the new entities beside the old ones, move the rows in a program, and remove the old \
          entities in the next version
          """))
  }

  // MARK: - Join tables

  private mutating func matchJoinTables() {
    var claimed: Set<String> = []
    for table in new.schema.tables {
      guard case .join(let owner) = table.kind else { continue }
      var finder = JoinFinder(match: self, table: table, owner: owner)
      let found = finder.find(claimed: claimed)
      if let name = found.match.old?.name { claimed.insert(name) }
      tables.append(found.match)
      links += found.links
    }
  }

  /// The old relationship whose links a new one continues, found from either side.
  func source(of id: RelationshipID) -> RelationshipID? {
    if let direct = direct(id) { return direct }
    guard let inverse = new.model.storedInverse(of: id), inverse != id,
      new.model.storedInverse(of: inverse) == id, let other = direct(inverse)
    else { return nil }
    return old.model.storedInverse(of: other).flatMap {
      old.schema.relationships[$0] == nil ? nil : $0
    }
  }

  /// The old relationship whose links a new one gets, and whether they run the other way: those of an
  /// old relationship without inverse, to which the new one is the inverse.
  func linkSource(of id: RelationshipID) -> (id: RelationshipID, isReversed: Bool)? {
    if let old = source(of: id) { return (old, false) }
    guard let inverse = new.model.storedInverse(of: id), inverse != id,
      new.model.storedInverse(of: inverse) == id, let other = direct(inverse),
      old.model.storedInverse(of: other) == nil
    else { return nil }
    return (other, true)
  }

  /// The old relationship of the same entity pair; of an entity that is new, that of its
  /// sub-entities.
  func direct(_ id: RelationshipID) -> RelationshipID? {
    for entity in new.model.entityIDs where new.model.inherits(entity, from: id.entity) {
      guard let source = correspondence.source(of: entity) else { continue }
      let pairs = correspondence.relationshipPairs(old: source, new: entity)
      if let pair = pairs.first(where: { $0.new == id }), keepsObjects(pair.old, as: id),
        old.schema.relationships[pair.old] != nil
      {
        return pair.old
      }
    }
    return nil
  }

  /// Whether an object that the old relationship leads to can also be one of the new destination: if
  /// not, the same keys would lead to other rows.
  func keepsObjects(_ source: RelationshipID, as id: RelationshipID) -> Bool {
    old.model.entityIDs.contains { member in
      old.model.inherits(member, from: old.model[source].destination)
        && correspondence.destination(of: member).map {
          new.model.inherits($0, from: new.model[id].destination)
        } ?? false
    }
  }
}

/// The elements in order, each only where it first occurs.
func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}

/// Why a migration cannot be carried out on a server.
package struct ServerRefusal: Error, Sendable, Hashable {
  package struct Reason: Sendable, Hashable {
    /// The element of the new model: `Venue.rating`.
    package var place: String
    /// One sentence without a final period.
    package var text: String
    /// What can be done instead.
    package var wayOut: String
  }

  /// Sorted by place; at least one.
  package var reasons: [Reason]
}

extension ServerRefusal: CustomStringConvertible {
  package var description: String {
    let lines = reasons.map { "\($0.place): \($0.text); \($0.wayOut)" }
    return "the migration cannot be carried out on a server: " + lines.joined(separator: "\n")
  }
}
