internal import MomentumDiff
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Finds for each column of an entity's table the old columns that have its values.
struct ColumnFinder {
  let match: SchemaMatch
  let table: TableMatch
  private let roles: [String: ColumnMatch.Role]
  /// The old entity that declares the property of each old column.
  private let oldOwners: [String: EntityID]
  private let pairs: [EntityID: Pairs]

  private struct Pairs {
    var attributes: [AttributeID: AttributeID]
    var relationships: [RelationshipID: RelationshipID]
  }

  struct Found {
    var columns: [ColumnMatch] = []
    var refusals: [ServerRefusal.Reason] = []
    var links: [LinkMove] = []
  }

  init(match: SchemaMatch, table: TableMatch) {
    self.match = match
    self.table = table
    roles = Self.roles(table.new, match.new)
    let oldRoles = table.source.map { Self.roles($0, match.old) } ?? [:]
    oldOwners = oldRoles.compactMapValues { role in
      switch role {
      case .attribute(let id, _): id.entity
      case .key(let id): id.entity
      case .identity, .entity, .other: nil
      }
    }
    var pairs: [EntityID: Pairs] = [:]
    for member in table.members {
      let (old, new) = (member.oldID, member.newID)
      pairs[new] = Pairs(
        attributes: Dictionary(
          match.correspondence.attributePairs(old: old, new: new).map { ($0.new, $0.old) }
        ) { first, _ in first },
        relationships: Dictionary(
          match.correspondence.relationshipPairs(old: old, new: new)
            .filter { match.keepsObjects($0.old, as: $0.new) }.map { ($0.new, $0.old) }
        ) { first, _ in first })
    }
    self.pairs = pairs
  }

  /// The property of each column of an entity's table.
  static func roles(
    _ table: PlainTable, _ tabled: TabledModel
  ) -> [String: ColumnMatch.Role] {
    guard case .entity(let root) = table.kind else { return [:] }
    var roles: [String: ColumnMatch.Role] = [:]
    if let key = table.primaryKey.first { roles[key] = .identity }
    if let column = tabled.entityColumn(of: table) { roles[column] = .entity }
    for (id, leaves) in tabled.schema.attributeColumns
    where tabled.model.root(of: id.entity) == root {
      for leaf in leaves { roles[leaf.column] = .attribute(id, path: leaf.path) }
    }
    for (id, storage) in tabled.schema.relationships
    where tabled.model.root(of: id.entity) == root {
      guard case .foreignKey(let key) = storage else { continue }
      roles[key.column] = .key(id)
    }
    return roles
  }

  func columns() -> Found {
    var found = Found()
    var claimed: Set<String> = []
    var columns: [Int: ColumnMatch] = [:]
    // Generated columns last: they stay if the column that they are computed from does.
    for isGenerated in [false, true] {
      for (position, column) in table.new.columns.enumerated()
      where (column.generation != nil) == isGenerated {
        var result = ColumnMatch(
          new: column, role: roles[column.name] ?? .other, subject: subject(column))
        fill(&result, &found, claimed, columns.values.filter { $0.role != .entity })
        if let name = result.keptName { claimed.insert(name) }
        columns[position] = result
      }
      gatherShared(&columns)
    }
    found.columns = columns.sorted { $0.key < $1.key }.map(\.value)
    return found
  }

  /// Computes a column that would be kept and cleared in rows of some entities, if another column gets
  /// the old values of these rows: the trigger that fills the other one would see the cleared value.
  private func gatherShared(_ columns: inout [Int: ColumnMatch]) {
    let read = Set(
      columns.values.flatMap { column -> [String] in
        if case .gathered(let parts) = column.source { parts.map(\.column) } else { [] }
      })
    for (position, column) in columns {
      guard let name = column.keptName, !column.cleared.isEmpty, read.contains(name) else {
        continue
      }
      let entities = table.members.map(\.old).filter { !column.cleared.contains($0) }
      columns[position]?.source = .gathered([
        .init(entities: entities, column: name, oldType: nil, conversion: .same)
      ])
      columns[position]?.cleared = []
    }
  }

  private func subject(_ column: PlainColumn) -> String {
    let model = match.new.model
    switch roles[column.name] {
    case .attribute(let id, let path):
      return "\(model[id.entity].name)." + ([model[id].name] + path).joined(separator: ".")
    case .key(let id): return match.new.name(id)
    case .identity, .entity, .other, nil: return "\(table.new.name).\(column.name)"
    }
  }

  private func fill(
    _ result: inout ColumnMatch, _ found: inout Found, _ claimed: Set<String>,
    _ done: [ColumnMatch]
  ) {
    switch result.role {
    case .identity: result.source = table.old?.primaryKey.first.map { .kept($0) } ?? .none
    case .entity:
      guard let old = table.source else { return }
      if let column = match.old.entityColumn(of: old), table.old != nil {
        result.source = .kept(column)
      }
    case .attribute(let id, let path):
      fillAttribute(&result, id, path, &found, claimed, done)
    case .key(let id): fillKey(&result, id, &found, claimed)
    case .other: fillPosition(&result, claimed)
    }
  }

  // MARK: - Attributes

  private func fillAttribute(
    _ result: inout ColumnMatch, _ id: AttributeID, _ path: [String], _ found: inout Found,
    _ claimed: Set<String>, _ done: [ColumnMatch]
  ) {
    guard let element = match.new.element(id, path: path) else { return }
    var parts: [ColumnMatch.Contribution] = []
    var bare: [String] = []
    for member in table.members where match.new.model.inherits(member.newID, from: id.entity) {
      guard let old = pairs[member.newID]?.attributes[id],
        let leaf = match.old.schema.attributeColumns[old]?.first(where: { $0.path == path }),
        keepsDerivation(element, old, path)
      else {
        bare.append(member.old)
        continue
      }
      guard let conversion = ValueConversion(from: leaf.type, to: element.type) else {
        found.refusals.append(refusal(result.subject, leaf.type, element.type))
        return
      }
      parts.append(
        ColumnMatch.Contribution(
          entities: [member.old], column: leaf.column, oldType: leaf.type, conversion: conversion))
    }
    result.isRequired = !result.new.isNullable || isTied(result.new)
    if result.new.generation != nil {
      result.source = generated(result.new, parts, done)
      return
    }
    resolve(&result, parts, claimed)
    if let constant = element.defaultValue.flatMap({
      SQLDialect.postgreSQL.types.constant($0, result.new.type)
    }), element.derivation == nil {
      if !bare.isEmpty {
        let isOfAll =
          parts.isEmpty && table.new.columns.contains { $0.name == result.new.name }
          && result.new.defaultValue != nil
        result.fills.append(.init(entities: isOfAll ? nil : bare, constant: constant))
      }
      if result.isRequired, parts.contains(where: { isNullable($0.column) }) {
        result.nullFill = constant
      }
    }
  }

  /// Whether values that a program has computed are still those of the attribute: not if it is computed
  /// in another way now.
  private func keepsDerivation(_ element: Attribute, _ old: AttributeID, _ path: [String]) -> Bool {
    element.derivation == nil
      || match.old.element(old, path: path)?.derivation == element.derivation
  }

  /// Whether the old column may be without a value in a row of an entity that has it.
  private func isNullable(_ column: String) -> Bool {
    guard let old = table.source?.columns.first(where: { $0.name == column }) else { return false }
    return old.isNullable && !isTied(old)
  }

  /// Whether rows of some entities of the table must have a value.
  private func isTied(_ column: PlainColumn) -> Bool {
    column.checks.contains { if case .required = $0 { true } else { false } }
  }

  private func refusal(
    _ subject: String, _ old: AttributeType, _ new: AttributeType
  ) -> ServerRefusal.Reason {
    ServerRefusal.Reason(
      place: subject, text: "values of the old type cannot become values of the new one",
      wayOut: """
        add an attribute of the new type beside the old one, fill it in a program, and remove the \
        old one in the next version
        """)
  }

  private func generated(
    _ column: PlainColumn, _ parts: [ColumnMatch.Contribution], _ done: [ColumnMatch]
  ) -> ColumnMatch.Source {
    guard let generation = column.generation, let old = table.old, let part = parts.first,
      let former = old.columns.first(where: { $0.name == part.column }),
      let formerGeneration = former.generation, former.type == column.type,
      formerGeneration.function == generation.function,
      done.first(where: { $0.new.name == generation.column })?.keptName == formerGeneration.column
    else { return .generated }
    return .kept(former.name)
  }

  // MARK: - Relationships

  private func fillKey(
    _ result: inout ColumnMatch, _ id: RelationshipID, _ found: inout Found,
    _ claimed: Set<String>
  ) {
    result.isRequired = !result.new.isNullable || isTied(result.new)
    var parts: [ColumnMatch.Contribution] = []
    var elsewhere: (id: RelationshipID, isReversed: Bool)?
    for member in table.members where match.new.model.inherits(member.newID, from: id.entity) {
      let known = pairs[member.newID]?.relationships[id].map { ($0, false) }
      guard let (old, isReversed) = known ?? match.linkSource(of: id) else { continue }
      guard !isReversed, case .foreignKey(let key) = match.old.schema.relationships[old],
        match.old.table(of: old.entity)?.name == table.source?.name
      else {
        if match.old.schema.relationships[old] != nil { elsewhere = (old, isReversed) }
        continue
      }
      parts.append(
        ColumnMatch.Contribution(
          entities: [member.old], column: key.column, oldType: nil, conversion: .same))
    }
    if parts.isEmpty, let elsewhere {
      found.links.append(
        LinkMove(
          old: elsewhere.id, isReversed: elsewhere.isReversed, new: id, table: table.new.name,
          column: result.new.name))
    }
    resolve(&result, parts, claimed)
  }

  /// The position in an ordered to-many relationship, whose inverse has its key in this table.
  private func fillPosition(_ result: inout ColumnMatch, _ claimed: Set<String>) {
    for (id, storage) in match.new.schema.relationships {
      guard case .inverseForeignKey(let key) = storage, key.orderColumn == result.new.name,
        match.new.table(of: match.new.model[id].destination)?.name == table.new.name
      else { continue }
      result.subject = match.new.name(id)
      guard let old = match.source(of: id),
        case .inverseForeignKey(let oldKey) = match.old.schema.relationships[old],
        let column = oldKey.orderColumn,
        match.old.table(of: match.old.model[old].destination)?.name == table.source?.name
      else { return }
      resolve(
        &result,
        [
          ColumnMatch.Contribution(entities: nil, column: column, oldType: nil, conversion: .same)
        ], claimed)
    }
  }

  // MARK: - One column or several

  private func resolve(
    _ result: inout ColumnMatch, _ parts: [ColumnMatch.Contribution], _ claimed: Set<String>
  ) {
    var groups: [ColumnMatch.Contribution] = []
    for part in parts {
      if let place = groups.firstIndex(where: {
        $0.column == part.column && $0.conversion == part.conversion
      }) {
        groups[place].entities = groups[place].entities.flatMap { known in
          part.entities.map { known + $0 }
        }
      } else {
        groups.append(part)
      }
    }
    guard let first = groups.first,
      let old = table.source?.columns.first(where: {
        $0.name == first.column
      })
    else { return }
    let receiving = groups.count == 1 ? first.entities.map(Set.init) : nil
    // Rows of other entities may have a value that is not one of the new property.
    let foreign = table.members.filter { member in
      guard let receiving, !receiving.contains(member.old) else { return false }
      return oldOwners[first.column].map { match.old.model.inherits(member.oldID, from: $0) }
        ?? false
    }.map(\.old)
    if groups.count == 1, first.conversion == .same, !claimed.contains(first.column),
      table.old != nil, isSameType(old.type, result.new.type)
    {
      result.source = .kept(first.column)
      result.cleared = foreign
      return
    }
    if groups.count == 1, foreign.isEmpty { groups[0].entities = nil }
    result.source = .gathered(groups)
  }

  private func isSameType(_ old: SQLColumnType, _ new: SQLColumnType) -> Bool {
    SQLDialect.postgreSQL.types[old].name == SQLDialect.postgreSQL.types[new].name
  }
}
