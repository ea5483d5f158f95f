import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumStore

// Checks for rows, values and links of the store that a mapping model leaves out.

extension MappingChecks {
  static let lossRules: [DiagnosticRule] = [
    lostRowsRule, lostValuesRule, lostLinksRule, lostHistoryRule, foreignKeysRule,
  ]

  static let lostRowsRule = DiagnosticRule(
    "mapping.lost-rows", .warning, "No entity mapping takes some objects of the store.",
    """
    These objects are lost. Either no entity mapping has their entity as source, or the filters of \
    all such mappings leave these objects out. The message says how many. Add an entity mapping, \
    also for each sub-entity, unless you want to lose the objects.
    """, .own)

  /// Finds objects from which no entity mapping makes an object.
  func lostRows() -> [MigrationPlan.Precondition] {
    entities.compactMap { entity in
      let takers = rows.takers(of: entity)
      guard !takers.contains(where: rows.takesAll) else { return nil }
      let number: SQLFragment = "o.Z_ENT = \(number: old.schema[entity].number)"
      return MigrationPlan.Precondition(
        .mapping(MappingChecks.lostRowsRule), old.model[entity].name,
        takers.isEmpty
          ? "no entity mapping makes anything of the object, which is dropped"
          : "no entity mapping's filter takes the object, which is dropped", .warns,
        from: rows.from(entity), where: number + notTaken(by: takers))
    }
  }

  /// A condition that excludes the rows that entity mappings take; empty if none takes rows:
  ///
  ///     AND NOT ((o.Z_ENT = 2) OR (o.Z_ENT = 3 AND o.Z_PK IN (…)))
  private func notTaken(by takers: [Int], _ alias: SQLFragment = "o") -> SQLFragment {
    takers.isEmpty ? "" : " AND NOT \(sql: rows.condition(any: takers, alias))"
  }

  /// The old entities in the order of their numbers in the store, so that findings have a fixed
  /// order.
  private var entities: [EntityID] {
    old.model.entityIDs.sorted { old.schema[$0].number < old.schema[$1].number }
  }

  /// The entity mappings that take objects of an entity, and the condition that selects these
  /// objects. `nil` if there is no such mapping, or if one has a policy class, whose code may read
  /// values that the mapping leaves out.
  private func livesOn(_ entity: EntityID) -> (takers: [Int], condition: SQLFragment)? {
    let takers = rows.takers(of: entity)
    guard !takers.isEmpty, !rows.hasPolicy(takers) else { return nil }
    return (takers, rows.condition(any: takers, "o"))
  }

  // MARK: - Values

  static let lostValuesRule = DiagnosticRule(
    "mapping.lost-values", .warning, "No entity mapping reads some values of the store.",
    """
    The objects are kept without these values. Xcode adds no property mapping for an attribute \
    that is added to the model later, and none for inherited attributes. The message says how many \
    values. Add the attribute mapping, unless you want to lose the values.
    """, .own)

  /// Finds values that no entity mapping reads although their objects are kept.
  func lostValues() -> [MigrationPlan.Precondition] {
    let leaves = StoredLeaves(store)
    return entities.flatMap { entity -> [MigrationPlan.Precondition] in
      guard let (takers, livesOn) = livesOn(entity) else { return [] }
      return old.model.attributes(of: entity).filter { old.model[$0].derivation == nil }
        .flatMap { id in
          leaves.leaves(of: id).compactMap { leaf -> MigrationPlan.Precondition? in
            let readers = takers.filter { reads($0, id, leaf.path) { $0.isEmpty } }
            guard !readers.contains(where: rows.takesAll),
              !rows.indices.contains(where: { reads($0, id, leaf.path) { !$0.isEmpty } })
            else { return nil }
            return MigrationPlan.Precondition(
              .mapping(MappingChecks.lostValuesRule),
              oldPlace(entity, ([old.model[id].name] + leaf.path).joined(separator: ".")),
              "no entity mapping reads the value, which is dropped", .warns,
              from: rows.from(entity),
              where: "o.\(name: leaf.column) IS NOT NULL AND \(sql: livesOn)"
                + notTaken(by: readers))
          }
        }
    }
  }

  /// Whether a value of the entity mapping reads this attribute, or the element of this composite,
  /// from a certain object.
  ///
  /// - Parameter isMeant: Tells whether a path from the source leads to that object; the empty path
  ///   leads to the source object itself.
  private func reads(
    _ index: Int, _ id: AttributeID, _ element: [String], at isMeant: ([RelationshipID]) -> Bool
  ) -> Bool {
    rows[index].attributes.flatMap { attributes(in: $0.value) }.contains {
      $0.id == id && element.starts(with: $0.element) && isMeant($0.path)
    }
  }

  private typealias ReadAttribute = (path: [RelationshipID], id: AttributeID, element: [String])

  private func attributes(in value: ResolvedMapping.Value) -> [ReadAttribute] {
    switch value {
    case .attribute(let path, let id, let leaf): [(path, id, leaf)]
    case .policy(let call):
      call.arguments.flatMap { argument -> [ReadAttribute] in
        guard case .value(let value) = argument else { return [] }
        return attributes(in: value)
      }
    case .constant, .uri, .now: []
    }
  }

  // MARK: - Links

  static let lostLinksRule = DiagnosticRule(
    "mapping.lost-links", .warning, "Links between objects get lost.",
    """
    Both objects are kept, but no entity mapping reads the relationship on either side, or one of \
    the two becomes an object of an entity that is not the destination of the relationship. The \
    message says how many objects this affects. Add a relationship mapping, or an entity mapping \
    that makes objects of the destination.
    """, .own)

  /// Finds links that no entity mapping follows from either side although both objects are kept.
  func lostLinks() -> [MigrationPlan.Precondition] {
    entities.flatMap { entity in
      old.model.relationships(of: entity).compactMap { lostLinks($0, of: entity) }
    }
  }

  private func lostLinks(_ id: RelationshipID, of entity: EntityID) -> MigrationPlan.Precondition? {
    let inverse = EntityMatches.inverse(of: id, in: old.model)
    // A relationship and its inverse have the same links, so check only one of the two: otherwise
    // each loss is reported twice.
    if let inverse, (inverse.entity, inverse.index) < (id.entity, id.index) { return nil }
    let ends = rows.takers(ofFamily: old.model[id].destination)
    guard old.schema.relationships[id] != nil, let (takers, livesOn) = livesOn(entity),
      !ends.isEmpty, !rows.hasPolicy(ends), !isFollowedFurther(id, inverse)
    else { return nil }
    let followers = takers.filter { follows($0, id) }
    let back = inverse.map { inverse in ends.filter { follows($0, inverse) } } ?? []
    guard !followers.contains(where: rows.takesAll) else { return nil }
    let pairs = LinkReader(old: store).select([
      LinkSource(relationship: id, isReversed: false, numbers: nil)
    ])
    let lost: SQLFragment =
      """
      SELECT l.h FROM (\(sql: pairs)) l JOIN \(name: old.schema[old.model[id].destination].table) k \
      ON k.Z_PK = l.t WHERE \(sql: rows.condition(any: ends, "k"))\(sql: notTaken(by: back, "k"))
      """
    return MigrationPlan.Precondition(
      .mapping(MappingChecks.lostLinksRule), oldPlace(entity, old.model[id].name),
      "no entity mapping follows the object's links, which are dropped", .warns,
      from: rows.from(entity),
      where: "\(sql: livesOn)\(sql: notTaken(by: followers)) AND o.Z_PK IN (\(sql: lost))")
  }

  private func paths(_ index: Int) -> [[RelationshipID]] {
    rows[index].relationships.map(\.path)
      + rows[index].attributes.flatMap { attributes(in: $0.value) }.map(\.path)
  }

  private func follows(_ index: Int, _ id: RelationshipID) -> Bool {
    paths(index).contains { $0.first == id }
  }

  private func isFollowedFurther(_ id: RelationshipID, _ inverse: RelationshipID?) -> Bool {
    rows.indices.contains { index in
      paths(index).contains { path in
        path.dropFirst().contains { $0 == id || $0 == inverse }
      }
    }
  }

  // MARK: - Keys

  static let lostHistoryRule = DiagnosticRule(
    "mapping.lost-history", .warning, "A mapping model empties the persistent history.",
    """
    Changes in the history refer to objects by their keys, and all keys change. Core Data's own \
    heavyweight migration also makes a new file without history. Code that reads the history, such \
    as an extension or a sync, has to start again.
    """, .own)

  /// Warns of the persistent history: it names objects by keys that the migration replaces.
  func lostHistory() -> [MigrationPlan.Precondition] {
    catalog.tables.filter { folded($0.name) == "achange" }.map { table in
      MigrationPlan.Precondition(
        rule: .mapping(MappingChecks.lostHistoryRule), place: table.name,
        problem: "the history names objects by their old keys, and is dropped", consequence: .warns,
        countSQL: "SELECT count(*) FROM \(name: table.name)",
        rowsSQL: "SELECT NULL, NULL WHERE 0")
    }
  }

  static let foreignKeysRule = DiagnosticRule(
    "mapping.foreign-keys", .warning, "A table that the app added has a foreign key to objects.",
    """
    A mapping model gives every object a new primary key, so the keys in this table refer to other \
    objects afterwards, or to none. Before the migration, record the objects by an attribute that \
    stays, and set the keys again after the migration.
    """, .own)

  /// Warns of tables that the app added and whose foreign keys name objects by keys that the
  /// migration replaces.
  func foreignKeys() -> [MigrationPlan.Precondition] {
    let known = Set(store.modelTables.map { folded($0.name) })
    return catalog.tables.filter { table in
      !known.contains(folded(table.name)) && !MappingStepBuilder.system.contains(folded(table.name))
        && (table.rowCount ?? 0) > 0
    }.map { table in
      let isMeant: SQLFragment =
        """
        EXISTS (SELECT 1 FROM pragma_foreign_key_list(\(text: table.name)) WHERE \
        lower("table") IN (\(list: known.sorted().map(SQLFragment.text))))
        """
      return MigrationPlan.Precondition(
        rule: .mapping(MappingChecks.foreignKeysRule), place: "table \(table.name)",
        problem: "the table has a foreign key to objects, which all get other keys",
        consequence: .warns,
        countSQL: """
          SELECT CASE WHEN \(sql: isMeant) THEN (SELECT count(*) FROM \(name: table.name)) \
          ELSE 0 END
          """, rowsSQL: "SELECT NULL, NULL WHERE 0")
    }
  }
}

extension OldStore {
  /// The tables of entities and many-to-many relationships that exist in the store.
  var modelTables: [StoreCatalog.Table] {
    let roots = model.entityIDs.filter { families.root(of: $0) == $0 }
    return roots.compactMap { table(of: $0) }
      + joinTables.sorted { $0.key < $1.key }.map(\.value)
  }
}
