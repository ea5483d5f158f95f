internal import MomentumCompiler
internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension SaveRun {
  /// Makes the error of a save with conflicts. The transaction is rolled back before the rows that
  /// the error contains are read, so that they lack the changes of this save.
  ///
  /// If others have changed rows, violations of uniqueness constraints are not reported yet: the
  /// next attempt finds them, after the rows were read again.
  func conflict() throws -> any Error {
    let found = conflicts.isEmpty ? try postponed.map { try (violation($0), $0.row.id) } : []
    connection.rollBack()
    guard conflicts.isEmpty else {
      let rows = try conflicts.map { (id: $0, present: try store.row($0, connection)) }
      return StoreConflict.rows(rows)
    }
    return StoreConflict.constraints(try merged(found))
  }

  /// A violated uniqueness constraint, before the rows with the same values are read.
  private struct Violation {
    var constraint: [String]
    var values: [StoredValue?]
    /// The object that has the same values; `nil` if there is none in the store.
    var other: ObjectID?
    /// Whether `other` got the values in this save.
    var isOfSave: Bool
  }

  private struct Values: Hashable {
    var constraint: [String]
    var values: [StoredValue?]
  }

  /// Merges violations by objects with the same values to one violation.
  private func merged(_ found: [(Violation, ObjectID)]) throws -> [ConstraintViolation] {
    var order: [Values] = []
    var all: [Values: ConstraintViolation] = [:]
    for (violation, object) in found {
      let key = Values(constraint: violation.constraint, values: violation.values)
      if all[key] == nil {
        order.append(key)
        let isRow = !violation.isOfSave
        let present = try isRow ? violation.other.flatMap { try store.row($0, connection) } : nil
        all[key] = ConstraintViolation(
          constraint: violation.constraint, values: violation.values, present: present,
          objects: isRow ? [] : [violation.other].compactMap { $0 })
      }
      all[key]?.objects.append(object)
    }
    return order.compactMap { all[$0] }
  }

  private func violation(_ item: Postponed) throws -> Violation {
    let entity = item.row.id.entity
    let names = store.constraint(item.error, entity) ?? []
    let other = try holder(of: names, item.row, entity)
    var isOfSave = false
    if let other {
      isOfSave =
        changes.inserts.contains { $0.row.id == other }
        || changes.updates.contains { $0.new.id == other && $0.changes(names) }
    }
    return Violation(
      constraint: names, values: names.map { item.row.value(named: $0) }, other: other,
      isOfSave: isOfSave)
  }

  /// The object that has the values of a constraint in the store now; `nil` if there is none.
  private func holder(
    of names: [String], _ row: RowSnapshot, _ entity: EntityPlan
  ) throws -> ObjectID? {
    let (model, schema) = (store.compiled.model, store.compiled.schema)
    let columns = names.compactMap { schema.column(named: $0, of: entity.id, in: model) }
    guard !columns.isEmpty, columns.count == names.count else { return nil }
    let conditions = columns.map { SQLFragment("\(name: $0) = ?") }.joined(separator: " AND ")
    let table = schema[entity.id].table
    let values = names.map { name -> SQLValue in
      switch row.value(named: name) {
      case .attribute(let value)?: value.stored
      case .identity(let id)?: .integer(id.number)
      case .identities?: .null
      case nil: .null
      }
    }
    let statement: SQLFragment = "SELECT Z_PK, Z_ENT FROM \(name: table) WHERE \(sql: conditions)"
    let found = try connection.rows(statement.text, values)
    guard case .integer(let key)? = found.first?.first else { return nil }
    var place = store.places[store.source.model[entity.root]]
    if case .integer(let number)? = found.first?.last, let own = store.source.entities[number] {
      place = store.places[own]
    }
    return ObjectID(place, key)
  }
}
