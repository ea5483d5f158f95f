package import MomentumModel
package import MomentumPostgreSQL
internal import MomentumQuery
package import MomentumRuntime
package import MomentumSQL

/// Objects of the database: the entity of each by its key, by root entity.
typealias ServerObjects = [EntityID: [Int64: EntityID]]

/// Deletes objects by the model's delete rules, with a few statements for any number of objects, in
/// an open transaction. The rules are those of GraphWriter in MomentumRuntime; its statements are
/// another layout's.
///
///     let deletion = ServerDeletion(tables, run: { try await link.run($0, $1) })
///     try await deletion.delete(venue, [7: venue])
package struct ServerDeletion: Sendable {
  package typealias Run =
    @Sendable (SQLFragment, [PostgreSQLValue]) async throws -> PostgreSQLRows

  private let tables: ServerTables
  private let rules: BatchRules
  /// Whether an object that stays gets a new version if it loses a link that is stored in a join table
  /// or in the deleted row. Without one, a context that has read the object would see no conflict.
  private let raisesVersions: Bool
  private let statement: Run
  /// Notes objects that stay and whose number of objects in a relationship has to be checked.
  private let check: @Sendable (RelationshipPlan?, [Int64]) -> Void

  package init(
    _ tables: ServerTables, rules: BatchRules = .ofSave, raisesVersions: Bool = false,
    run: @escaping Run,
    check: @escaping @Sendable (RelationshipPlan?, [Int64]) -> Void = { _, _ in }
  ) {
    self.tables = tables
    self.rules = rules
    self.raisesVersions = raisesVersions
    statement = run
    self.check = check
  }

  /// Deletes objects, and those that the delete rule *Cascade* reaches from them.
  package func delete(_ root: EntityID, _ rows: [Int64: EntityID]) async throws {
    guard !rows.isEmpty else { return }
    let doomed = try await closure([root: rows])
    if rules.checksDenials { try await checkDenials(doomed) }
    if rules.refusesRequiredInverses { try await checkRequiredInverses(doomed) }
    for (entity, keys) in sets(doomed) {
      for plan in tables.relationships(of: entity) {
        try await cut(plan, keys, doomed)
      }
    }
    try await deleteRows(doomed)
  }

  @discardableResult
  private func run(
    _ sql: SQLFragment, _ values: [PostgreSQLValue]
  ) async throws -> PostgreSQLRows {
    try await statement(sql, values)
  }

  /// The keys of the objects of each entity, in the order of the model's entities.
  private func sets(_ objects: ServerObjects) -> [(entity: EntityID, keys: [Int64])] {
    var sets: [EntityID: [Int64]] = [:]
    for rows in objects.values {
      for (key, entity) in rows { sets[entity, default: []].append(key) }
    }
    return sets.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  // MARK: - Objects that are reached

  /// Adds all objects that the delete rule *Cascade* reaches.
  private func closure(_ objects: ServerObjects) async throws -> ServerObjects {
    var doomed = objects
    var frontier = objects
    while !frontier.isEmpty {
      var next: ServerObjects = [:]
      for (entity, keys) in sets(frontier) {
        for plan in tables.relationships(of: entity)
        where plan.relationship.deleteRule == .cascade {
          for (key, entity) in try await destinations(plan, keys)
          where doomed[plan.destinationRoot]?[key] == nil {
            doomed[plan.destinationRoot, default: [:]][key] = entity
            next[plan.destinationRoot, default: [:]][key] = entity
          }
        }
      }
      frontier = next
    }
    return doomed
  }

  /// The objects that a relationship reaches from the objects with some keys.
  private func destinations(
    _ plan: RelationshipPlan, _ keys: [Int64]
  ) async throws -> [Int64: EntityID] {
    let place = tables.place(of: plan.destinationRoot)
    let source = tables.place(of: plan.sourceRoot).identity
    let condition: SQLFragment =
      switch plan.storage {
      case .sourceKey(let key):
        "\(name: place.identity) IN (SELECT s.\(name: key.column) FROM \(name: key.table) s "
          + "WHERE s.\(name: source) = ANY (\(bind: .null)))"
      case .destinationKey(let key): "\(name: key.column) = ANY (\(bind: .null))"
      case .join(let join):
        "\(name: place.identity) IN (SELECT r.destination FROM \(sql: tables.pairs(join)) r "
          + "WHERE r.source = ANY (\(bind: .null)))"
      }
    let column: SQLFragment = place.entity.map { "\(name: $0)" } ?? "NULL"
    return try tables.objects(
      try await run(
        "SELECT \(name: place.identity), \(sql: column) FROM \(name: place.table) "
          + "WHERE \(sql: condition)", [.keys(keys)]), plan.destinationRoot)
  }

  /// Throws if a relationship with the rule *Deny* leads to an object that is not deleted too.
  private func checkDenials(_ doomed: ServerObjects) async throws {
    for (entity, keys) in sets(doomed) {
      for plan in tables.relationships(of: entity) where plan.relationship.deleteRule == .deny {
        let rest = try await destinations(plan, keys).keys.contains {
          doomed[plan.destinationRoot]?[$0] == nil
        }
        guard rest else { continue }
        throw StoreFailure(
          .validation, "\(plan.title) denies deletion while it leads to an object")
      }
    }
  }

  /// Throws if an object that stays is in a relationship with the rule *Nullify* whose inverse is
  /// not optional. See `GraphWriter.checkRequiredInverses` for the source of the rule.
  private func checkRequiredInverses(_ doomed: ServerObjects) async throws {
    for (entity, keys) in sets(doomed) {
      for plan in tables.relationships(of: entity) where plan.relationship.deleteRule == .nullify {
        guard let inverse = tables.inverse(of: plan), !inverse.relationship.isOptional else {
          continue
        }
        let rest = try await destinations(plan, keys).keys.contains {
          doomed[plan.destinationRoot]?[$0] == nil
        }
        guard rest else { continue }
        throw plan.refusedByInverse(entity: tables.model[entity].name, inverse.relationship)
      }
    }
  }

  // MARK: - Objects that stay

  /// Cuts the links of a relationship from objects that are deleted to objects that stay, and notes
  /// the rules of the latter. With the rules *Deny* and *Cascade* there are no such links; with the
  /// rule *No Action* the foreign key decides.
  private func cut(
    _ plan: RelationshipPlan, _ keys: [Int64], _ doomed: ServerObjects
  ) async throws {
    guard plan.relationship.deleteRule == .nullify else { return }
    let own = doomed[plan.destinationRoot].map { Array($0.keys) } ?? []
    let inverse = tables.inverse(of: plan)
    switch plan.storage {
    case .destinationKey(let key):
      let identity = tables.place(of: plan.destinationRoot).identity
      let holders = try await run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) "
          + "WHERE \(name: key.column) = ANY (\(bind: .null)) "
          + "AND \(name: identity) <> ALL (\(bind: .null)) RETURNING \(name: identity)",
        [.keys(keys), .keys(own)])
      check(inverse, try holders.compactMap { try $0.integer(at: 0) })
    case .sourceKey, .join:
      guard let inverse, inverse.hasRules || raisesVersions else { return }
      let ends = try await destinations(plan, keys).keys
      let staying = ends.filter { doomed[plan.destinationRoot]?[$0] == nil }
      check(inverse, staying)
      if raisesVersions { try await raiseVersions(plan.destinationRoot, staying) }
    }
  }

  /// Lets the trigger of a table raise the versions of rows that do not change:
  ///
  ///     UPDATE author SET momentum_version = momentum_version WHERE id = ANY ($1)
  private func raiseVersions(_ root: EntityID, _ keys: [Int64]) async throws {
    guard !keys.isEmpty else { return }
    let (place, version) = (tables.place(of: root), ServerTables.versionColumn)
    try await run(
      "UPDATE \(name: place.table) SET \(name: version) = \(name: version) "
        + "WHERE \(name: place.identity) = ANY (\(bind: .null))", [.keys(keys.sorted())])
  }

  // MARK: - Rows

  /// Deletes all rows in one statement: rows of two tables may refer to each other.
  ///
  ///     WITH d0 AS (DELETE FROM article_tags WHERE article_id = ANY ($1)),
  ///       d1 AS (DELETE FROM article WHERE id = ANY ($2)) SELECT 1
  private func deleteRows(_ doomed: ServerObjects) async throws {
    var deletions: [SQLFragment] = []
    var parameters: [PostgreSQLValue] = []
    var columns: Set<[String]> = []
    for (entity, keys) in sets(doomed) {
      for plan in tables.relationships(of: entity) {
        guard case .join(let join) = plan.storage else { continue }
        let ends =
          tables.hasPairsOnce(join) || plan.inverse == plan.id
          ? [join.source, join.destination] : [join.source]
        for column in ends where columns.insert([join.table, column]).inserted {
          let all = sets(doomed).filter { set in
            tables.relationships(of: set.entity).contains { $0.id == plan.id }
          }.flatMap(\.keys)
          deletions.append(
            "DELETE FROM \(name: join.table) WHERE \(name: column) = ANY (\(bind: .null))")
          parameters.append(.keys(all.isEmpty ? keys : all))
        }
      }
    }
    for (root, rows) in doomed.sorted(by: { $0.key < $1.key }) {
      let place = tables.place(of: root)
      deletions.append(
        "DELETE FROM \(name: place.table) WHERE \(name: place.identity) = ANY (\(bind: .null))")
      parameters.append(.keys(rows.keys.sorted()))
    }
    let parts = deletions.enumerated().map { index, deletion -> SQLFragment in
      "d\(number: index) AS (\(sql: deletion))"
    }
    try await run("WITH \(list: parts) SELECT 1", parameters)
  }
}

extension ServerTables {
  /// The objects of rows with a key and the name of an entity.
  package func objects(
    _ rows: PostgreSQLRows, _ root: EntityID
  ) throws -> [Int64: EntityID] {
    var objects: [Int64: EntityID] = [:]
    for row in rows {
      guard let key = try row.integer(at: 0) else { continue }
      objects[key] = entity(named: try row.text(at: 1), root: root)
    }
    return objects
  }
}
