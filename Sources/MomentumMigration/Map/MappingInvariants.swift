import MomentumModel
import MomentumSQL
import MomentumStore

/// What must hold of a mapping model's result.
struct MappingInvariants {
  let rows: MappingRows
  let new: PlannedModel

  private func place(_ entity: EntityID, _ name: String) -> String {
    "\(new.model[entity].name).\(name)"
  }

  /// The objects of each entity: as many as its entity mappings take.
  ///
  /// - Parameter own: Entity mappings whose objects a policy makes.
  func invariants(without own: [Int]) -> [MigrationPlan.Invariant] {
    // A policy may make objects of any entity.
    guard own.isEmpty else { return [] }
    return new.model.entityIDs.filter { !new.model[$0].isAbstract }.map { entity in
      let counts = rows.indices.compactMap { index -> String? in
        guard rows[index].destination == entity, let source = rows[index].source else { return nil }
        return "(SELECT count(*) FROM \(rows.from(source)) WHERE \(rows.condition(index, "o")))"
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
    let attributes = new.requiredLeaves(of: entity).map { id, leaf in
      var condition = "\(SQLPrinter.identifier(leaf.column)) IS NULL"
      if !leaf.path.isEmpty, new.model[id].isOptional {
        let all = StoredLeaves(new).leaves(of: id).map {
          "\(SQLPrinter.identifier($0.column)) IS NOT NULL"
        }
        condition += " AND (\(all.joined(separator: " OR ")))"
      }
      let name = ([new.model[id].name] + leaf.path).joined(separator: ".")
      return zero(
        "missing values of \(place(entity, name))",
        "SELECT count(*) FROM \(table) WHERE Z_ENT = \(storage.number) AND \(condition)")
    }
    let relationships = new.model.relationships(of: entity).compactMap { id in
      new.model[id].leastObjects > 0 ? self.held(id).map { (id, $0) } : nil
    }.map { id, held in
      zero(
        "missing objects of \(place(entity, new.model[id].name))",
        "SELECT count(*) FROM \(table) WHERE Z_ENT = \(storage.number) AND Z_PK NOT IN (\(held))")
    }
    return attributes + relationships
  }

  /// A statement that selects the keys of the objects whose relationship holds as many as it must.
  private func held(_ id: RelationshipID) -> String? {
    let minimum = new.model[id].leastObjects
    let (column, table): (String, String)
    switch new.schema.relationships[id] {
    case .foreignKey(let key):
      return "SELECT Z_PK FROM \(SQLPrinter.identifier(new.schema[id.entity].table)) "
        + "WHERE \(SQLPrinter.identifier(key.column)) IS NOT NULL"
    case .inverseForeignKey(let key):
      (column, table) = (key.column, new.schema[new.model[id].destination].table)
    case .joinTable(let side): (column, table) = (side.sourceColumn, side.table)
    case nil: return nil
    }
    let name = SQLPrinter.identifier(column)
    return "SELECT \(name) FROM \(SQLPrinter.identifier(table)) WHERE \(name) IS NOT NULL "
      + "GROUP BY \(name) HAVING count(*) >= \(minimum)"
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
      guard new.model.storedInverse(of: id) == nil else { return [] }
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
