internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite

extension GraphWriter {
  /// Deletes objects and applies the model's delete rules, with one statement for many objects.
  ///
  /// - Parameter rows: `Z_ENT` by key of the objects, which are all in the root entity's table.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  func delete(_ root: EntityID, _ rows: [Int64: Int64]) throws -> Int {
    try transaction {
      let doomed = try closure(root, rows)
      if checksDenials { try checkDenials(doomed) }
      if refusesRequiredInverses { try checkRequiredInverses(doomed) }
      if let willDelete {
        for (entity, keys) in sets(doomed) { try willDelete(entity, keys) }
      }
      try GraphHistory(graph: self).noteDeletions(sets(doomed))
      // Read this before the rows are deleted: afterwards nothing tells which objects lost a link.
      let affected = try affected(by: doomed)
      try deleteRows(doomed)
      for change in affected { try apply(change) }
      return doomed.values.reduce(0) { $0 + $1.count }
    }
  }

  /// The objects to delete together: `Z_ENT` by key, by root entity.
  private typealias Doomed = [EntityID: [Int64: Int64]]

  /// The keys of the objects of each entity, in the order of the model's entities.
  private func sets(_ doomed: Doomed) -> [(entity: EntityID, keys: [Int64])] {
    var sets: [EntityID: [Int64]] = [:]
    for (root, rows) in doomed {
      for (key, number) in rows {
        // Treat a row with an unknown entity number as one of the root entity, whose relationships
        // it has.
        sets[entity(numbered: number, in: root) ?? root, default: []].append(key)
      }
    }
    return sets.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  /// Adds all objects that the delete rule *Cascade* reaches from the given rows.
  private func closure(_ root: EntityID, _ rows: [Int64: Int64]) throws -> Doomed {
    var doomed: Doomed = [root: rows]
    var frontier = doomed
    while !frontier.isEmpty {
      var next: Doomed = [:]
      for (entity, keys) in sets(frontier) {
        for plan in relationships(of: entity) where plan.relationship.deleteRule == .cascade {
          for (key, number) in try destinations(plan, keys)
          where doomed[plan.destinationRoot]?[key] == nil {
            doomed[plan.destinationRoot, default: [:]][key] = number
            next[plan.destinationRoot, default: [:]][key] = number
          }
        }
      }
      frontier = next
    }
    return doomed
  }

  /// Throws if a relationship with the rule *Deny* leads to an object that is not deleted too.
  private func checkDenials(_ doomed: Doomed) throws {
    for (entity, keys) in sets(doomed) {
      for plan in relationships(of: entity) where plan.relationship.deleteRule == .deny {
        let rest = try destinations(plan, keys).contains { key, _ in
          doomed[plan.destinationRoot]?[key] == nil
        }
        guard rest else { continue }
        throw StoreFailure(
          .validation, "\(plan.title) denies deletion while it leads to an object")
      }
    }
  }

  /// Throws if an object that stays is in a relationship with the rule *Nullify* whose inverse is
  /// not optional. Core Data refuses this in batch deletions, with a trigger.
  ///
  /// Source: the error text below was observed in reports of eight projects, for a to-one
  /// relationship (`OTO`) and a many-to-many one (`MTM`). Assumed: `OTM` for a to-many relationship
  /// with a to-one inverse; and objects that the same deletion deletes do not count.
  private func checkRequiredInverses(_ doomed: Doomed) throws {
    for (entity, keys) in sets(doomed) {
      for plan in relationships(of: entity) where plan.relationship.deleteRule == .nullify {
        guard let inverse = plan.inverse, !model[inverse].isOptional else { continue }
        let rest = try destinations(plan, keys).contains { key, _ in
          doomed[plan.destinationRoot]?[key] == nil
        }
        guard rest else { continue }
        throw plan.refusedByInverse(entity: model[entity].name, model[inverse])
      }
    }
  }

  /// The keys and entity numbers of the objects that a relationship reaches from the given keys.
  private func destinations(
    _ plan: RelationshipPlan, _ keys: [Int64]
  ) throws -> [(key: Int64, number: Int64)] {
    let table = plan.destinationTable
    let sql: (KeySet) -> SQLFragment =
      switch plan.storage {
      case .sourceKey(let key):
        {
          "SELECT Z_PK, Z_ENT FROM \(name: table) WHERE Z_PK IN "
            + "(SELECT \(name: key.column) FROM \(name: key.table) WHERE Z_PK \(sql: $0.condition))"
        }
      case .destinationKey(let key):
        { "SELECT Z_PK, Z_ENT FROM \(name: table) WHERE \(name: key.column) \(sql: $0.condition)" }
      case .join(let join):
        {
          "SELECT Z_PK, Z_ENT FROM \(name: table) WHERE Z_PK IN "
            + "(SELECT \(name: join.destination) FROM \(name: join.table) "
            + "WHERE \(name: join.source) \(sql: $0.condition))"
        }
      }
    return try rows(KeySet(keys), sql).map { ($0[0].key ?? 0, $0[1].key ?? 0) }
  }

  // MARK: - Objects that stay

  /// Objects that are not deleted but lose a link.
  private struct Affected {
    /// The relationship that loses the link: the inverse of the deleted object's relationship;
    /// without an inverse, the deleted object's relationship, whose foreign key is in the rows of
    /// these objects.
    var relationship: RelationshipID
    var root: EntityID
    var keys: [Int64]
    /// The foreign key in the rows of these objects that held the key of a deleted object; `nil` if
    /// the link is stored elsewhere.
    var cleared: RelationshipPlan.Key?
  }

  private func affected(by doomed: Doomed) throws -> [Affected] {
    var result: [Affected] = []
    for (entity, keys) in sets(doomed) {
      for plan in relationships(of: entity) where plan.relationship.deleteRule == .nullify {
        let cleared: RelationshipPlan.Key?
        switch plan.storage {
        case .sourceKey: cleared = plan.inverseKey
        case .destinationKey(let key): cleared = key
        case .join: cleared = nil
        }
        // Without an inverse and without a foreign key in the other object's row, an object that
        // stays loses nothing.
        guard plan.inverse != nil || cleared != nil else { continue }
        let holders: [Int64]
        if let cleared {
          holders = try rows(KeySet(keys)) {
            "SELECT Z_PK FROM \(name: cleared.table) WHERE \(name: cleared.column) \(sql: $0.condition)"
          }.compactMap { $0[0].key }
        } else {
          holders = try destinations(plan, keys).map(\.key)
        }
        let rest = holders.filter { doomed[plan.destinationRoot]?[$0] == nil }
        guard !rest.isEmpty else { continue }
        result.append(
          Affected(
            relationship: plan.inverse ?? plan.id, root: plan.destinationRoot, keys: rest,
            cleared: cleared))
      }
    }
    return result
  }

  private func apply(_ change: Affected) throws {
    if let key = change.cleared {
      try run(KeySet(change.keys)) {
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE Z_PK \(sql: $0.condition)"
      }
    }
    if let plan = plan(for: change.relationship), plan.hasRules {
      // Without an inverse, the objects that had the relationship are deleted, so there is nothing
      // to check.
      if plan.sourceRoot == change.root, plan.inverse != nil {
        for key in change.keys { log?.check(plan.id, key) }
      }
    }
    for key in change.keys {
      log?.note(.relationship(change.relationship), RowKey(root: change.root, key: key))
    }
    let counted = change.keys.filter {
      log?.touch(RowKey(root: change.root, key: $0)) == true
    }
    try run(KeySet(counted)) {
      "UPDATE \(name: table(of: change.root)) SET Z_OPT = Z_OPT + 1 WHERE Z_PK \(sql: $0.condition)"
    }
  }

  // MARK: - Deleted rows

  private func deleteRows(_ doomed: Doomed) throws {
    let sets = sets(doomed)
    for (entity, keys) in sets {
      for plan in relationships(of: entity) {
        guard case .join(let join) = plan.storage else { continue }
        try deletePairs(join, join.source, keys)
        // If the relationship is its own inverse, each pair is stored in both directions.
        if plan.inverse == plan.id { try deletePairs(join, join.destination, keys) }
      }
    }
    for (entity, keys) in sets {
      try run(KeySet(keys)) {
        "DELETE FROM \(name: table(of: entity)) WHERE Z_PK \(sql: $0.condition)"
      }
    }
  }

  private func deletePairs(
    _ join: RelationshipPlan.Join, _ column: String, _ keys: [Int64]
  ) throws {
    try run(KeySet(keys)) {
      "DELETE FROM \(name: join.table) WHERE \(name: column) \(sql: $0.condition)"
    }
  }
}
