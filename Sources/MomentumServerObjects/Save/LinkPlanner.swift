internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore

/// Makes the statements for changed to-many relationships: the rows of join tables, and positions in
/// ordered relationships.
struct LinkPlanner {
  let source: ObjectSource
  let changes: StoreChanges
  private(set) var removing: [SaveStatement] = []
  private(set) var adding: [SaveStatement] = []

  /// A row of a join table, seen from the relationship that names the columns.
  private struct Pair: Hashable {
    var source: Int64
    var destination: Int64
  }

  /// The changed pairs of one join table.
  private struct Pairs {
    var join: RelationshipPlan.Join
    var added: [Pair] = []
    var removed: [Pair] = []
    private var known: Set<Pair> = []
    private var knownRemoved: Set<Pair> = []

    init(_ join: RelationshipPlan.Join) { self.join = join }

    mutating func add(_ pair: Pair) { if known.insert(pair).inserted { added.append(pair) } }

    mutating func remove(_ pair: Pair) {
      if knownRemoved.insert(pair).inserted { removed.append(pair) }
    }

    var onlyRemoved: [Pair] { removed.filter { !known.contains($0) } }
  }

  init(_ source: ObjectSource, _ changes: StoreChanges) {
    self.source = source
    self.changes = changes
  }

  mutating func make() {
    var tables: [RelationshipID: Pairs] = [:]
    var order: [RelationshipID] = []
    var positions: [SaveStatement] = []
    for link in changes.links {
      guard let plan = source.tables.plan(for: link.relationship.id) else { continue }
      if case .join(let join) = plan.storage {
        let id = canonical(plan)
        if tables[id] == nil {
          tables[id] = Pairs(id == plan.id ? join : source.join(of: id) ?? join)
          order.append(id)
        }
        for member in link.removed {
          for pair in pairs(link, member, plan, join) { tables[id]?.remove(pair) }
        }
        for member in link.added {
          for pair in pairs(link, member, plan, join) { tables[id]?.add(pair) }
        }
        if plan.inverse == nil, !link.added.isEmpty { removing.append(releasing(link, join)) }
      }
      if let statement = placing(link, plan) { positions.append(statement) }
    }
    for id in order {
      guard let pairs = tables[id] else { continue }
      if !pairs.onlyRemoved.isEmpty { removing.append(deleting(pairs)) }
      if !pairs.added.isEmpty { adding.append(inserting(pairs)) }
    }
    adding += positions
  }

  /// The relationship or its inverse, whichever comes first in the model, so that changes of both
  /// sides name the same row.
  private func canonical(_ plan: RelationshipPlan) -> RelationshipID {
    guard let inverse = plan.inverse else { return plan.id }
    let isFirst = (plan.id.entity, plan.id.index) <= (inverse.entity, inverse.index)
    return isFirst ? plan.id : inverse
  }

  private func pairs(
    _ link: StoreChanges.Link, _ member: ObjectID, _ plan: RelationshipPlan,
    _ join: RelationshipPlan.Join
  ) -> [Pair] {
    let (owner, member) = (link.source.number, member.number)
    if source.tables.hasPairsOnce(join) {
      return [Pair(source: min(owner, member), destination: max(owner, member))]
    }
    let straight = Pair(source: owner, destination: member)
    let turned = Pair(source: member, destination: owner)
    if plan.inverse == plan.id { return owner == member ? [straight] : [straight, turned] }
    return [canonical(plan) == plan.id ? straight : turned]
  }

  // MARK: - Statements

  private func values(_ pairs: [Pair]) -> [PostgreSQLValue] {
    [.keys(pairs.map(\.source)), .keys(pairs.map(\.destination))]
  }

  private func deleting(_ pairs: Pairs) -> SaveStatement {
    let join = pairs.join
    return SaveStatement(
      "DELETE FROM \(name: join.table) t USING unnest(CAST(\(bind: .null) AS bigint[]), "
        + "CAST(\(bind: .null) AS bigint[])) o(a, b) WHERE t.\(name: join.source) = o.a "
        + "AND t.\(name: join.destination) = o.b", values(pairs.onlyRemoved))
  }

  private func inserting(_ pairs: Pairs) -> SaveStatement {
    let join = pairs.join
    return SaveStatement(
      "INSERT INTO \(name: join.table) (\(name: join.source), \(name: join.destination)) "
        + "SELECT n.a, n.b FROM unnest(CAST(\(bind: .null) AS bigint[]), "
        + "CAST(\(bind: .null) AS bigint[])) n(a, b) ON CONFLICT DO NOTHING",
      values(pairs.added))
  }

  /// Takes the new members of a relationship without inverse from their former owners. The join
  /// table could hold several owners, but a store of Core Data holds one, in the row of each object.
  private func releasing(
    _ link: StoreChanges.Link, _ join: RelationshipPlan.Join
  ) -> SaveStatement {
    SaveStatement(
      "DELETE FROM \(name: join.table) WHERE \(name: join.destination) = ANY (\(bind: .null)) "
        + "AND \(name: join.source) <> \(bind: .null)",
      [.keys(link.added.map(\.number)), .integer(link.source.number)])
  }

  /// Sets the positions of the members of an ordered relationship:
  ///
  ///     UPDATE tip t SET tips_position = n.place FROM unnest($1) WITH ORDINALITY n(id, place) …
  private func placing(_ link: StoreChanges.Link, _ plan: RelationshipPlan) -> SaveStatement? {
    guard let order = link.order, !order.isEmpty else { return nil }
    let (table, member, owner, column): (String, String, String, String)
    switch plan.storage {
    case .sourceKey: return nil
    case .destinationKey(let key):
      guard let position = key.orderColumn else { return nil }
      let identity = source.tables.place(of: plan.destinationRoot).identity
      (table, member, owner, column) = (key.table, identity, key.column, position)
    case .join(let join):
      guard let position = join.order else { return nil }
      (table, member, owner, column) = (join.table, join.destination, join.source, position)
    }
    return SaveStatement(
      "UPDATE \(name: table) t SET \(name: column) = n.place - 1 "
        + "FROM unnest(CAST(\(bind: .null) AS bigint[])) WITH ORDINALITY n(id, place) "
        + "WHERE t.\(name: member) = n.id AND t.\(name: owner) = \(bind: .null) "
        + "AND t.\(name: column) IS DISTINCT FROM n.place - 1",
      [.keys(order.map(\.number)), .integer(link.source.number)])
  }
}

extension ObjectSource {
  fileprivate func join(of id: RelationshipID) -> RelationshipPlan.Join? {
    guard let plan = tables.plan(for: id), case .join(let join) = plan.storage else { return nil }
    return join
  }
}
