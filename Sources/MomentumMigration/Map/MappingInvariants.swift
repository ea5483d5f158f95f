import MomentumModel
import MomentumSQL
import MomentumStore

/// Makes the statements that test the result of a migration by a mapping model. The migration fails
/// if a statement finds a difference.
struct MappingInvariants {
  let rows: MappingRows
  let new: PlannedModel

  private func place(_ entity: EntityID, _ name: String) -> String {
    "\(new.model[entity].name).\(name)"
  }

  /// Tests that each entity has as many objects as its entity mappings take from the old store.
  ///
  /// - Parameter own: The entity mappings whose objects a policy's code makes. If there are any, no
  ///   number of objects can be predicted.
  func invariants(without own: [Int]) -> [MigrationPlan.Invariant] {
    // A policy may make objects of any entity, so no count can be predicted.
    guard own.isEmpty else { return [] }
    return new.model.entityIDs.filter { !new.model[$0].isAbstract }.map { entity in
      let counts = rows.indices.compactMap { index -> SQLFragment? in
        guard rows[index].destination == entity, let source = rows[index].source else { return nil }
        return "(SELECT count(*) FROM \(sql: rows.from(source)) "
          + "WHERE \(sql: rows.condition(index, "o")))"
      }
      let made = new.schema[entity]
      return MigrationPlan.Invariant(
        name: "rows of \(made.name)",
        sourceSQL: counts.isEmpty ? "SELECT 0" : "SELECT \(list: counts, separator: " + ")",
        resultSQL: "SELECT count(*) FROM \(name: made.table) WHERE Z_ENT = \(number: made.number)")
    }
  }

  func mustBeZero() -> [MigrationPlan.Invariant] {
    new.model.entityIDs.filter { !new.model[$0].isAbstract }.flatMap { requiredAfter($0) }
      + new.model.entityIDs.flatMap { entity in
        new.model[entity].relationships.indices.flatMap { dangling(RelationshipID(entity, $0)) }
      }
  }

  private func zero(_ name: String, _ sql: SQLFragment) -> MigrationPlan.Invariant {
    MigrationPlan.Invariant(name: name, sourceSQL: "SELECT 0", resultSQL: sql)
  }

  /// Tests that required properties have values: Core Data would validate them when it saves, but
  /// the plan's statements write rows without validation.
  private func requiredAfter(_ entity: EntityID) -> [MigrationPlan.Invariant] {
    let storage = new.schema[entity]
    let rows: SQLFragment =
      "SELECT count(*) FROM \(name: storage.table) WHERE Z_ENT = \(number: storage.number)"
    let attributes = new.requiredLeaves(of: entity).map { id, leaf in
      var condition: SQLFragment = "\(name: leaf.column) IS NULL"
      if !leaf.path.isEmpty, new.model[id].isOptional {
        let all = StoredLeaves(new).leaves(of: id).map { leaf -> SQLFragment in
          "\(name: leaf.column) IS NOT NULL"
        }
        condition += " AND (\(list: all, separator: " OR "))"
      }
      let name = ([new.model[id].name] + leaf.path).joined(separator: ".")
      return zero(
        "missing values of \(place(entity, name))", "\(sql: rows) AND \(sql: condition)")
    }
    let relationships = new.model.relationships(of: entity).compactMap { id in
      new.model[id].leastObjects > 0 ? self.held(id).map { (id, $0) } : nil
    }.map { id, held in
      zero(
        "missing objects of \(place(entity, new.model[id].name))",
        "\(sql: rows) AND Z_PK NOT IN (\(sql: held))")
    }
    return attributes + relationships
  }

  /// A statement that selects the keys of the objects that have as many related objects as the
  /// relationship requires.
  private func held(_ id: RelationshipID) -> SQLFragment? {
    let minimum = new.model[id].leastObjects
    let (column, table): (String, String)
    switch new.schema.relationships[id] {
    case .foreignKey(let key):
      return "SELECT Z_PK FROM \(name: new.schema[id.entity].table) "
        + "WHERE \(name: key.column) IS NOT NULL"
    case .inverseForeignKey(let key):
      (column, table) = (key.column, new.schema[new.model[id].destination].table)
    case .joinTable(let side): (column, table) = (side.sourceColumn, side.table)
    case nil: return nil
    }
    return "SELECT \(name: column) FROM \(name: table) WHERE \(name: column) IS NOT NULL "
      + "GROUP BY \(name: column) HAVING count(*) >= \(number: minimum)"
  }

  private func dangling(_ id: RelationshipID) -> [MigrationPlan.Invariant] {
    let owner = new.schema[id.entity].table
    let destination = new.schema[new.model[id].destination].table
    let (table, column, target): (String, String, String)
    switch new.schema.relationships[id] {
    case .foreignKey(let key): (table, column, target) = (owner, key.column, destination)
    case .inverseForeignKey(let key):
      // If there is an inverse, the same foreign key is tested for the inverse.
      guard new.model.storedInverse(of: id) == nil else { return [] }
      (table, column, target) = (destination, key.column, owner)
    case .joinTable(let side):
      (table, column, target) = (side.table, side.destinationColumn, destination)
    case nil: return []
    }
    return [
      zero(
        "dangling links of \(place(id.entity, new.model[id].name))",
        """
        SELECT count(*) FROM \(name: table) WHERE \(name: column) IS NOT NULL \
        AND \(name: column) NOT IN (SELECT Z_PK FROM \(name: target))
        """)
    ]
  }
}
