import MomentumModel
import MomentumStore

/// How one join table of the target is made.
struct JoinTablePlan {
  let table: JoinTable
  /// One of the two relationships that the table stores. In the other properties, source and
  /// destination are the ends of this relationship.
  let relationship: RelationshipID
  let side: JoinTableSide
  /// The column for the position of the source in an ordered inverse.
  let inverseOrder: String?
  let sources: [LinkSource]
  /// The old join table with the same links; `nil` if there is none.
  let source: StoreCatalog.Table?
  let shape: TableShape
  /// The old columns whose values the new columns keep, by the names of the new columns.
  let oldColumns: [String: String]
  /// The index in ``TablePlans/links`` of the links that fill the table; `nil` if `source` has
  /// exactly these links.
  let links: Int?
  /// Whether rows may lead to objects that were removed.
  let loses: (sources: Bool, destinations: Bool)

  /// All join tables of the target, in the order of its relationships.
  static func plans(
    _ matches: EntityMatches, style: MigrationPlan.Style, links: inout [[LinkSource]]
  ) -> [JoinTablePlan] {
    let tables = Dictionary(
      matches.new.schema.tables.flatMap(\.joinTables).map { ($0.name, $0) }
    ) { first, _ in first }
    var found: [(JoinTable, RelationshipID, JoinTableSide, [LinkSource])] = []
    var seen: Set<String> = []
    let sources = LinkSources(matches)
    for entity in matches.new.model.entityIDs {
      for index in matches.new.model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        guard case .joinTable(let side) = matches.new.schema.relationships[id],
          let table = tables[side.table], seen.insert(side.table).inserted
        else { continue }
        found.append((table, id, side, sources.sourcesOfEitherSide(id)))
      }
    }
    let uses = Dictionary(
      grouping: found.flatMap { unique($0.3.compactMap { matches.joinTable($0) }) }
    ) { $0 }
    return found.map { table, id, side, sources in
      JoinTablePlan(
        table, id, side, sources, matches, style,
        isShared: sources.contains { (uses[matches.joinTable($0) ?? ""]?.count ?? 0) > 1 },
        links: &links)
    }
  }

  private init(
    _ table: JoinTable, _ id: RelationshipID, _ side: JoinTableSide, _ sources: [LinkSource],
    _ matches: EntityMatches, _ style: MigrationPlan.Style, isShared: Bool,
    links: inout [[LinkSource]]
  ) {
    self.table = table
    relationship = id
    self.side = side
    self.sources = sources
    inverseOrder = EntityMatches.inverse(of: id, in: matches.new.model).flatMap { inverse in
      guard inverse != id, case .joinTable(let other) = matches.new.schema.relationships[inverse]
      else { return nil }
      return other.orderColumn
    }
    let ends = sources.map { LinkSources(matches).ends($0) }
    loses = (
      !matches.allBecome(id.entity, ends.flatMap(\.sources)),
      !matches.allBecome(
        matches.new.model[id].destination, ends.flatMap(\.destinations))
    )
    guard !isShared, sources.count == 1, sources[0].numbers == nil,
      let name = matches.joinTable(sources[0]),
      let source = matches.old.catalogTable(named: name)
    else {
      self.source = nil
      oldColumns = [:]
      shape = .created
      self.links = sources.isEmpty ? nil : JoinTablePlan.position(of: sources, &links)
      return
    }
    self.source = source
    self.links = nil
    let oldColumns = JoinTablePlan.oldColumns(side, inverseOrder, sources[0], matches.old)
    self.oldColumns = oldColumns
    var alteration = TableAlteration(
      columns: source.columns, target: table.columns, oldColumns: oldColumns,
      known: Set(source.columns.map { folded($0.name) }), style: style)
    // Rebuild the table if the columns of its primary key would change their order, since a fresh
    // store would have another order.
    let keys = table.keyColumns.compactMap { oldColumns[$0].map(folded) }
    let present = source.columns.map { folded($0.name) }.filter { keys.contains($0) }
    if keys != present { alteration = nil }
    shape = alteration.map { .altered($0) } ?? .rebuilt
  }

  private static func position(of sources: [LinkSource], _ links: inout [[LinkSource]]) -> Int {
    if let known = links.firstIndex(of: sources) { return known }
    links.append(sources)
    return links.count - 1
  }

  private static func oldColumns(
    _ side: JoinTableSide, _ inverseOrder: String?, _ source: LinkSource, _ old: OldStore
  ) -> [String: String] {
    guard case .joinTable(let own) = old.relationships[source.relationship] else { return [:] }
    var other: JoinTableSide?
    if let inverse = EntityMatches.inverse(of: source.relationship, in: old.model),
      inverse != source.relationship, case .joinTable(let found) = old.relationships[inverse]
    {
      other = found
    }
    let near = source.isReversed ? own.destinationColumn : own.sourceColumn
    let far = source.isReversed ? own.sourceColumn : own.destinationColumn
    var result = [side.sourceColumn: near, side.destinationColumn: far]
    if let column = side.orderColumn {
      result[column] = source.isReversed ? other?.orderColumn : own.orderColumn
    }
    if let column = inverseOrder {
      result[column] = source.isReversed ? own.orderColumn : other?.orderColumn
    }
    return result
  }
}

extension EntityMatches {
  /// The old join table that stores the links; `nil` if a foreign key stores them.
  func joinTable(_ source: LinkSource) -> String? {
    guard case .joinTable(let side) = old.relationships[source.relationship] else { return nil }
    return side.table
  }
}
