import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

/// Makes the checks of a mapping model: queries for rows that make the migration fail, and for rows
/// that lose something.
struct MappingChecks {
  let rows: MappingRows
  let store: OldStore
  let new: PlannedModel
  let catalog: StoreCatalog
  let objects: MappingObjects

  static let rules: [DiagnosticRule] = [requiredValueRule, constraintRule] + linkRules + lossRules

  /// The error of Core Data for a missing required value (documented). Core Data validates the new
  /// objects when it saves them.
  static let missing = CoreDataError(
    code: 1570, reason: "NSValidationMissingMandatoryPropertyError")

  var old: PlannedModel { rows.old }
  var links: MappingLinks { MappingLinks(rows: rows, new: new) }

  /// All checks: first those that can make the migration fail, then those for losses.
  func checks() -> [MigrationPlan.Precondition] {
    unknownNumbers() + rows.indices.flatMap { requiredValues($0) + requiredLinks($0) }
      + constraints() + lostRows() + lostValues() + lostLinks()
      + rows.indices.flatMap { ambiguousTargets($0) + unmadeLinks($0) }
      + objects.broken.map { .dropped($0) } + lostHistory() + foreignKeys() + store.danglingKeys()
  }

  func place(_ entity: EntityID, _ name: String) -> String {
    "\(new.model[entity].name).\(name)"
  }

  func oldPlace(_ entity: EntityID, _ name: String) -> String {
    "\(old.model[entity].name).\(name)"
  }

  private func unknownNumbers() -> [MigrationPlan.Precondition] {
    old.model.entityIDs.filter { store.families.root(of: $0) == $0 }.map { root in
      .unknownNumbers(
        old.model[root].name, from: rows.from(root), known: store.familyNumbers(of: root))
    }
  }

  // MARK: - Values

  /// The values of an entity mapping as SQL over rows `o` of its source.
  func values(_ index: Int) -> MappingValueSQL {
    MappingValueSQL(OldTables(old), source: rows[index].source, key: "o.Z_PK", row: "o")
  }

  /// The value of a column as SQL: the mapped value, else the attribute's default, else `NULL`.
  func value(
    _ leaf: StoredLeaf, of id: AttributeID, _ index: Int, _ values: inout MappingValueSQL
  ) -> SQLFragment {
    if let mapped = rows[index].attributes.last(where: { $0.attribute == id })?.value {
      return values.sql(mapped, leaf: leaf.path, as: leaf.element.type)
    }
    return leaf.element.defaultValue?.stored.literal ?? "NULL"
  }

  static let requiredValueRule = DiagnosticRule(
    "mapping.required-value",
    .error(.refused(by: .coreData, .documented("NSValidationMissingMandatoryPropertyError"))),
    "An entity mapping would leave a required property without a value.",
    """
    Core Data validates the new objects when it saves them and fails because of an attribute or an \
    element of a composite without a value, or a relationship without an object or with fewer \
    objects than its minimum. The message says how many rows this affects. Give the attribute a \
    default, or set the value in the mapping model or in the store first.
    """, .documented("NSValidationMissingMandatoryPropertyError"))

  /// Finds rows that would get NULL in a required attribute or in a required element of a
  /// composite.
  private func requiredValues(_ index: Int) -> [MigrationPlan.Precondition] {
    let entity = rows[index]
    // Skip an entity mapping with a policy class, whose code may set the values that the mapping
    // leaves out, and one that makes no objects from old ones.
    guard entity.policyClassName == nil, let source = entity.source,
      let destination = entity.destination
    else { return [] }
    return new.requiredLeaves(of: destination).map { id, leaf in
      var values = values(index)
      let value = value(leaf, of: id, index, &values)
      var conditions = [rows.condition(index, "o"), "\(sql: value) IS NULL"]
      if !leaf.path.isEmpty, new.model[id].isOptional {
        // If all elements are NULL, the optional composite itself is missing, which is allowed.
        let all = StoredLeaves(new).leaves(of: id).map { leaf -> SQLFragment in
          "\(sql: self.value(leaf, of: id, index, &values)) IS NOT NULL"
        }
        conditions.append("(\(list: all, separator: " OR "))")
      }
      return MigrationPlan.Precondition(
        .mapping(MappingChecks.requiredValueRule),
        place(destination, ([new.model[id].name] + leaf.path).joined(separator: ".")),
        "entity mapping '\(entity.name)' gives no value, and the attribute is required", .fails,
        from: rows.from(source) + (values.joins?.sql ?? ""),
        where: conditions.joined(separator: " AND "), error: MappingChecks.missing)
    }
  }

  // MARK: - Uniqueness

  static let constraintRule = DiagnosticRule(
    "mapping.constraint",
    .error(.refused(by: .coreData, .documented("NSConstraintConflict"))),
    "Objects would get the same values, which a uniqueness constraint forbids.",
    """
    Core Data validates the new objects when it saves them and fails. The message says how many \
    rows this affects. Change the mapping or a policy so that only one of them is made, or make \
    the values differ in the store first.
    """, .documented("NSManagedObjectConstraintValidationError"))

  /// Finds rows that a unique index would refuse. The index covers all rows of the table, whatever
  /// their entity (documented: <https://sqlite.org/lang_createindex.html#unique_indexes>), and the
  /// check covers the same rows.
  private func constraints() -> [MigrationPlan.Precondition] {
    new.model.entityIDs.flatMap { entity in
      unique(new.model[entity].uniquenessConstraints).compactMap { check($0, of: entity) }
    }
  }

  /// The check of one uniqueness constraint. `nil` if no entity mapping makes rows in its table, or
  /// if a policy class computes their values, which are unknown before its code runs.
  private func check(_ names: [String], of entity: EntityID) -> MigrationPlan.Precondition? {
    let members = rows.indices.filter { index in
      rows[index].source != nil
        && rows[index].destination.map { new.schema[$0].table } == new.schema[entity].table
    }
    guard !names.isEmpty, !members.isEmpty, !rows.hasPolicy(members) else { return nil }
    var selections: [SQLFragment] = []
    for index in members {
      guard let selection = selection(index, names, of: entity) else { return nil }
      selections.append(selection)
    }
    let all: SQLFragment = selections.joined(separator: " UNION ALL ")
    let columns = names.indices.map { index -> SQLFragment in "v\(number: index)" }
    let list: SQLFragment = columns.joined(separator: ", ")
    let present: SQLFragment = columns.map { column -> SQLFragment in "\(sql: column) IS NOT NULL" }
      .joined(separator: " AND ")
    return MigrationPlan.Precondition(
      rule: .mapping(MappingChecks.constraintRule),
      place: place(entity, names.joined(separator: ",")),
      problem: "several objects get the same values, which a uniqueness constraint forbids",
      consequence: .fails,
      countSQL: """
        SELECT coalesce(sum(n), 0) FROM (SELECT count(*) AS n FROM (\(sql: all)) \
        WHERE \(sql: present) GROUP BY \(sql: list) HAVING count(*) > 1)
        """,
      rowsSQL: """
        SELECT e, k FROM (SELECT e, k, count(*) OVER (PARTITION BY \(sql: list)) AS n \
        FROM (\(sql: all)) WHERE \(sql: present)) WHERE n > 1 ORDER BY e, k
        """,
      // Apple documents the code and its name.
      coreDataError: CoreDataError(
        code: 1551, reason: "NSManagedObjectConstraintValidationError"))
  }

  /// Selects the values of a constraint in the rows of one entity mapping:
  ///
  /// `SELECT o.Z_ENT AS e, o.Z_PK AS k, o.ZNAME AS v0 FROM ZOWN o WHERE o.Z_ENT = 2`
  private func selection(_ index: Int, _ names: [String], of entity: EntityID) -> SQLFragment? {
    guard let source = rows[index].source else { return nil }
    var values = values(index)
    var joins: SQLFragment = ""
    var columns: [SQLFragment] = []
    for (position, name) in names.enumerated() {
      let column: SQLFragment
      switch property(name, of: entity) {
      case .value(let leaf, let id):
        column = holds(index, id.entity) ? value(leaf, of: id, index, &values) : "NULL"
      case .link(let id):
        if holds(index, id.entity), let kept = links.kept(index, id) {
          let alias: SQLFragment = "l\(number: position)"
          joins += " LEFT JOIN (\(sql: kept)) \(sql: alias) ON \(sql: alias).owner = o.Z_PK"
          column = "\(sql: alias).maker || ' ' || \(sql: alias).target"
        } else {
          column = "NULL"
        }
      case nil: return nil
      }
      columns.append("\(sql: column) AS v\(number: position)")
    }
    return """
      SELECT o.Z_ENT AS e, o.Z_PK AS k, \(list: columns) FROM \(sql: rows.from(source))\
      \(sql: values.joins?.sql ?? "")\(sql: joins) WHERE \(sql: rows.condition(index, "o"))
      """
  }

  private enum Constrained {
    case value(StoredLeaf, AttributeID)
    case link(RelationshipID)
  }

  /// The property that a constraint names: an attribute, an element of a composite (`address.city`)
  /// or a to-one relationship.
  private func property(_ name: String, of entity: EntityID) -> Constrained? {
    let parts = name.split(separator: ".").map(String.init)
    switch new.model.property(named: parts.first ?? "", in: entity) {
    case .attribute(let id):
      return StoredLeaves(new).leaves(of: id).first { $0.path == Array(parts.dropFirst()) }
        .map { .value($0, id) }
    case .relationship(let id):
      guard case .foreignKey = new.schema.relationships[id] else { return nil }
      return .link(id)
    case .fetchedProperty, nil: return nil
    }
  }

  /// Whether an entity mapping makes objects of this entity or of one of its sub-entities.
  private func holds(_ index: Int, _ entity: EntityID) -> Bool {
    rows[index].destination.map { new.model.inherits($0, from: entity) } ?? false
  }
}

extension PlannedModel {
  /// The attributes, and elements of composites, that need a value in every object of an entity.
  /// Transient ones are not stored and derived ones are computed, so both are left out.
  func requiredLeaves(of entity: EntityID) -> [(id: AttributeID, leaf: StoredLeaf)] {
    let leaves = StoredLeaves(self)
    return model.attributes(of: entity).flatMap { id in
      model[id].isTransient || model[id].derivation != nil
        ? []
        : leaves.leaves(of: id).filter { !$0.element.isOptional && $0.element.derivation == nil }
          .map { (id, $0) }
    }
  }
}
