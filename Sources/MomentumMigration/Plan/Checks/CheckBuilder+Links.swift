import MomentumModel
import MomentumStore

extension CheckBuilder {
  /// A required to-one that leads nowhere: the object cannot be saved as it is.
  func emptyKeys(_ key: KeyRecipes.Key, in table: TablePlan) -> [MigrationPlan.Check] {
    let model = matches.new.model
    let relationship = model[key.relationship]
    guard table.match.source != nil, !key.isVirtual, !relationship.isOptional else { return [] }
    let numbers = matches.newFamilies.family(of: key.holder).compactMap { entity in
      matches.pairs[entity.index].flatMap { pair -> Int? in
        let old = pair.relationships[key.relationship]
        let wasRequired = old.map { !matches.old.model[$0].isOptional } ?? false
        return wasRequired && matches.allBecome(key.target, key.oldTargets)
          ? nil : matches.old.number(of: pair.old)
      }
    }.sorted()
    guard !numbers.isEmpty else { return [] }
    let (source, values) = values(of: [key.column.column], in: table)
    return [
      check(
        key.sources.isEmpty
          ? .relationshipAddedRequired : .relationshipMadeRequired,
        matches.name(key.relationship),
        "the relationship is required and empty, so the object cannot be saved", .warns,
        from: source, where: "\(numberTest("o.Z_ENT", numbers)) AND \(values[0]) IS NULL",
        error: .missingPropertyOnSave)
    ]
  }

  /// Objects with several links where only one stays.
  func lostLinks(_ key: KeyRecipes.Key) -> [MigrationPlan.Check] {
    let lists = unique(
      key.sources.values.compactMap { source -> Int? in
        guard case .links(let index, _) = source else { return nil }
        return index
      }.sorted())
    return lists.map { index in
      let links = LinkReader(old: matches.old).select(plans.links[index])
      let holder = matches.newFamilies.family(of: key.holder).compactMap { entity in
        matches.pairs[entity.index]?.old
      }.first
      let table = holder.flatMap { matches.old.table(of: $0)?.name } ?? ""
      return check(
        .relationshipMadeToOne, matches.name(key.relationship),
        "the object has several links, of which only that to the lowest key stays", .warns,
        from: "\(sqlName(table)) o",
        where: "o.Z_PK IN (SELECT h FROM (\(links)) GROUP BY h HAVING count(DISTINCT t) > 1)")
    }
  }
}

/// The keys of a relationship that lead to no row.
struct DanglingKeys {
  /// The column, or the join table: two relationships may share it.
  let place: String
  let countSQL: String
  let rowsSQL: String

  init?(_ id: RelationshipID, _ old: OldStore) {
    let destination = old.model[id].destination
    guard let storage = old.relationships[id], let near = old.table(of: id.entity)?.name,
      let far = old.table(of: destination)?.name
    else { return nil }
    switch storage {
    case .foreignKey(let key): self.init(near, key.column, far)
    // The key of an inverse is that one's own.
    case .inverseForeignKey(let key):
      guard EntityMatches.inverse(of: id, in: old.model) == nil else { return nil }
      self.init(far, key.column, near)
    case .joinTable(let side):
      self.init(side, near, far)
    }
  }

  private init(_ side: JoinTableSide, _ near: String, _ far: String) {
    place = side.table
    let source = "j.\(sqlName(side.sourceColumn))"
    let destination = "j.\(sqlName(side.destinationColumn))"
    let hasSource = "EXISTS (SELECT 1 FROM \(sqlName(near)) r WHERE r.Z_PK = \(source))"
    let hasDestination = "EXISTS (SELECT 1 FROM \(sqlName(far)) r WHERE r.Z_PK = \(destination))"
    countSQL =
      "SELECT count(*) FROM \(sqlName(side.table)) j "
      + "WHERE NOT \(hasSource) OR NOT \(hasDestination)"
    rowsSQL =
      "SELECT o.Z_ENT, o.Z_PK FROM \(sqlName(side.table)) j JOIN \(sqlName(near)) o "
      + "ON o.Z_PK = \(source) WHERE NOT \(hasDestination) UNION ALL "
      + "SELECT o.Z_ENT, o.Z_PK FROM \(sqlName(side.table)) j JOIN \(sqlName(far)) o "
      + "ON o.Z_PK = \(destination) WHERE NOT \(hasSource) ORDER BY 1, 2"
  }

  private init(_ table: String, _ column: String, _ other: String) {
    place = "\(table).\(column)"
    let condition = DanglingKeys.condition(column, other)
    countSQL = "SELECT count(*) FROM \(sqlName(table)) o WHERE \(condition)"
    rowsSQL =
      "SELECT o.Z_ENT, o.Z_PK FROM \(sqlName(table)) o WHERE \(condition) ORDER BY o.Z_ENT, o.Z_PK"
  }

  /// That the key in a column of the row `o` leads to no row of another table.
  static func condition(_ column: String, _ other: String) -> String {
    "o.\(sqlName(column)) IS NOT NULL AND NOT EXISTS "
      + "(SELECT 1 FROM \(sqlName(other)) r WHERE r.Z_PK = o.\(sqlName(column)))"
  }
}
