import MomentumModel
import MomentumSQL
import MomentumStore

/// What the rows of a store must satisfy for a mapping model, and what must hold of the result.
struct MappingChecks {
  let resolved: ResolvedMapping
  let filters: [String?]
  let old: PlannedModel
  let new: PlannedModel

  /// `NSValidationMissingMandatoryPropertyError` (documented); the objects are validated when they are saved.
  private static let missing = CoreDataError(
    code: 1570, reason: "NSValidationMissingMandatoryPropertyError")
  /// `NSManagedObjectConstraintValidationError` (documented).
  private static let constraint = CoreDataError(
    code: 1551, reason: "NSManagedObjectConstraintValidationError")

  // MARK: - Before

  func checks() -> [MigrationPlan.Check] {
    resolved.entityMappings.indices.flatMap(required) + constraints()
  }

  /// A source object that an entity mapping takes, as rows of the old tables under their own names.
  private struct Rows {
    var from: String
    var condition: String
  }

  private func rows(_ index: Int, _ values: MappingValueSQL) -> Rows? {
    guard let source = resolved.entityMappings[index].source else { return nil }
    let storage = old.schema[source]
    return Rows(
      from: "\(SQLPrinter.identifier(storage.table)) t0\(values.joins?.text ?? "")",
      condition: MappingDraft.condition(storage, filter: filters[index], alias: "t0"))
  }

  private func values(_ index: Int) -> MappingValueSQL {
    MappingValueSQL(
      OldTables(old), source: resolved.entityMappings[index].source, key: "t0.Z_PK", row: "t0")
  }

  /// Attributes that may not be NULL.
  private func required(_ index: Int) -> [MigrationPlan.Check] {
    let entity = resolved.entityMappings[index]
    // A policy's code may set what is missing here.
    guard entity.policyClassName == nil, entity.source != nil, let destination = entity.destination
    else { return [] }
    return new.model.attributes(of: destination).compactMap { id in
      guard isRequired(id) else { return nil }
      var values = values(index)
      let mapped = entity.attributes.first { $0.attribute == id }?.value
      if mapped == nil, new.model[id].defaultValue != nil { return nil }
      let value = mapped.map { values.text($0, as: new.model[id].type) } ?? "NULL"
      guard let rows = rows(index, values) else { return nil }
      let text = "FROM \(rows.from) WHERE \(rows.condition) AND \(value) IS NULL"
      return MigrationPlan.Check(
        rule: "mapping.required-value", place: place(destination, new.model[id].name),
        problem:
          "entity mapping '\(entity.name)' gives no value, and the attribute is required",
        consequence: .fails, countSQL: "SELECT count(*) \(text)",
        rowsSQL: "SELECT t0.Z_ENT, t0.Z_PK \(text) ORDER BY t0.Z_ENT, t0.Z_PK",
        coreDataError: Self.missing)
    }
  }

  private func isRequired(_ id: AttributeID) -> Bool {
    let attribute = new.model[id]
    return !attribute.isOptional && !attribute.isTransient && attribute.derivation == nil
      && new.schema.attributeColumns[id] != nil
  }

  private func place(_ entity: EntityID, _ name: String) -> String {
    "\(new.model[entity].name).\(name)"
  }

  // MARK: - Uniqueness

  private func constraints() -> [MigrationPlan.Check] {
    new.model.entityIDs.flatMap { entity in
      new.model[entity].uniquenessConstraints.compactMap { check($0, of: entity) }
    }
  }

  /// `nil` where the values are not known before: those of relationships, and what a policy gives.
  private func check(_ names: [String], of entity: EntityID) -> MigrationPlan.Check? {
    var attributes: [AttributeID] = []
    for name in names {
      guard case .attribute(let id) = new.model.property(named: name, in: entity) else {
        return nil
      }
      attributes.append(id)
    }
    var selections: [String] = []
    for index in resolved.entityMappings.indices {
      let mapping = resolved.entityMappings[index]
      guard mapping.source != nil, let destination = mapping.destination,
        new.model.inherits(destination, from: entity)
      else { continue }
      guard mapping.policyClassName == nil, let selection = selection(index, attributes) else {
        return nil
      }
      selections.append(selection)
    }
    guard !selections.isEmpty, !attributes.isEmpty else { return nil }
    return check(
      names, of: entity, in: selections.joined(separator: " UNION ALL "), attributes.count)
  }

  private func check(
    _ names: [String], of entity: EntityID, in rows: String, _ count: Int
  ) -> MigrationPlan.Check {
    let columns = (0..<count).map { "v\($0)" }
    let list = columns.joined(separator: ", ")
    let groups =
      "FROM (\(rows)) WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) "
      + "GROUP BY \(list) HAVING count(*) > 1"
    return MigrationPlan.Check(
      rule: "mapping.constraint", place: place(entity, names.joined(separator: ",")),
      problem: "several objects get the same values, which a uniqueness constraint forbids",
      consequence: .fails,
      countSQL: "SELECT coalesce(sum(n), 0) FROM (SELECT count(*) AS n \(groups))",
      rowsSQL: "SELECT e, k FROM (\(rows)) WHERE (\(list)) IN (SELECT \(list) \(groups)) "
        + "ORDER BY e, k", coreDataError: Self.constraint)
  }

  private func selection(_ index: Int, _ attributes: [AttributeID]) -> String? {
    var values = values(index)
    var columns: [String] = []
    for (position, id) in attributes.enumerated() {
      guard new.schema.attributeColumns[id] != nil else { return nil }
      let mapped = resolved.entityMappings[index].attributes.first { $0.attribute == id }?.value
      let text =
        mapped.map { values.text($0, as: new.model[id].type) }
        ?? MappingInsert.defaultText(of: id, [], in: new.model) ?? "NULL"
      columns.append("\(text) AS v\(position)")
    }
    guard let rows = rows(index, values) else { return nil }
    return "SELECT t0.Z_ENT AS e, t0.Z_PK AS k, \(columns.joined(separator: ", ")) "
      + "FROM \(rows.from) WHERE \(rows.condition)"
  }

  // MARK: - After

  /// The objects of each entity: as many as its entity mappings take.
  ///
  /// - Parameter own: Entity mappings whose objects a policy makes.
  func invariants(without own: [Int]) -> [MigrationPlan.Invariant] {
    // A policy may make objects of any entity.
    guard own.isEmpty else { return [] }
    return new.model.entityIDs.filter { !new.model[$0].isAbstract }.map { entity in
      let counts = resolved.entityMappings.indices.compactMap { index -> String? in
        let mapping = resolved.entityMappings[index]
        guard mapping.destination == entity, let source = mapping.source else { return nil }
        let storage = old.schema[source]
        return "(SELECT count(*) FROM \(SQLPrinter.identifier(storage.table)) t0 WHERE "
          + "\(MappingDraft.condition(storage, filter: filters[index], alias: "t0")))"
      }
      let made = new.schema[entity]
      return MigrationPlan.Invariant(
        name: "rows of \(made.name)",
        sourceSQL: "SELECT \(counts.isEmpty ? "0" : counts.joined(separator: " + "))",
        resultSQL: "SELECT count(*) FROM \(SQLPrinter.identifier(made.table)) "
          + "WHERE Z_ENT = \(made.number)")
    }
  }

  func mustBeZero() -> [MigrationPlan.Invariant] {
    new.model.entityIDs.filter { !new.model[$0].isAbstract }.flatMap { requiredAfter($0) }
      + new.model.entityIDs.flatMap { entity in
        new.model[entity].relationships.indices.flatMap { dangling(RelationshipID(entity, $0)) }
      }
  }

  private func zero(_ name: String, _ sql: String) -> MigrationPlan.Invariant {
    MigrationPlan.Invariant(name: name, sourceSQL: "SELECT 0", resultSQL: sql)
  }

  /// What saving would have validated.
  private func requiredAfter(_ entity: EntityID) -> [MigrationPlan.Invariant] {
    let storage = new.schema[entity]
    let table = SQLPrinter.identifier(storage.table)
    var result: [MigrationPlan.Invariant] = []
    for id in new.model.attributes(of: entity) where isRequired(id) {
      guard let column = new.schema.attributeColumns[id] else { continue }
      result.append(
        zero(
          "missing values of \(place(entity, new.model[id].name))",
          "SELECT count(*) FROM \(table) WHERE Z_ENT = \(storage.number) "
            + "AND \(SQLPrinter.identifier(column)) IS NULL"))
    }
    for id in new.model.relationships(of: entity) {
      guard !new.model[id].isOptional, case .foreignKey(let key) = new.schema.relationships[id]
      else { continue }
      result.append(
        zero(
          "missing objects of \(place(entity, new.model[id].name))",
          "SELECT count(*) FROM \(table) WHERE Z_ENT = \(storage.number) "
            + "AND \(SQLPrinter.identifier(key.column)) IS NULL"))
    }
    return result
  }

  private func dangling(_ id: RelationshipID) -> [MigrationPlan.Invariant] {
    let owner = SQLPrinter.identifier(new.schema[id.entity].table)
    let destination = SQLPrinter.identifier(new.schema[new.model[id].destination].table)
    let name = "dangling links of \(place(id.entity, new.model[id].name))"
    func missing(_ column: String, in table: String) -> String {
      "\(column) IS NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \(table))"
    }
    switch new.schema.relationships[id] {
    case .foreignKey(let key):
      let column = SQLPrinter.identifier(key.column)
      return [
        zero(name, "SELECT count(*) FROM \(owner) WHERE \(missing(column, in: destination))")
      ]
    case .inverseForeignKey(let key):
      // The inverse's own key, unless there is none.
      guard new.model[id].inverse == nil else { return [] }
      let column = SQLPrinter.identifier(key.column)
      return [
        zero(name, "SELECT count(*) FROM \(destination) WHERE \(missing(column, in: owner))")
      ]
    case .joinTable(let side):
      let column = SQLPrinter.identifier(side.destinationColumn)
      return [
        zero(
          name,
          "SELECT count(*) FROM \(SQLPrinter.identifier(side.table)) WHERE "
            + missing(column, in: destination))
      ]
    case nil: return []
    }
  }
}
