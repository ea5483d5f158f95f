internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

/// A violated uniqueness constraint, before the rows with the same values are read.
struct Violation: Sendable {
  var object: ObjectID
  var constraint: [String]
  var values: [StoredValue?]
  /// The object that has the same values; `nil` if there is none in the store.
  var other: ObjectID?
  /// Whether `other` got the values in this save.
  var isOfSave = false

  /// Finds the object that has the values of a row in the database now.
  init(
    _ names: [String], _ row: RowSnapshot, _ changes: StoreChanges, _ source: ObjectSource,
    _ link: ServerLink
  ) async throws {
    object = row.id
    constraint = names
    values = names.map { row.value(named: $0) }
    other = try await source.holder(of: names, row, link)
    if let other {
      isOfSave =
        changes.inserts.contains { $0.row.id == other }
        || changes.updates.contains { $0.new.id == other && $0.changes(names) }
    }
  }

  private struct Values: Hashable {
    var constraint: [String]
    var values: [StoredValue?]
  }

  /// Merges violations by objects with the same values to one violation, and reads the rows that
  /// others have saved.
  static func merged(
    _ found: [Violation], _ source: ObjectSource, _ link: ServerLink
  ) async throws -> [ConstraintViolation] {
    var order: [Values] = []
    var all: [Values: ConstraintViolation] = [:]
    for violation in found {
      let key = Values(constraint: violation.constraint, values: violation.values)
      if all[key] == nil {
        order.append(key)
        var present: RowSnapshot?
        if !violation.isOfSave, let other = violation.other {
          present = try await source.row(other, link)
        }
        all[key] = ConstraintViolation(
          constraint: violation.constraint, values: violation.values, present: present,
          objects: violation.isOfSave ? [violation.other].compactMap { $0 } : [])
      }
      all[key]?.objects.append(violation.object)
    }
    return order.compactMap { all[$0] }
  }
}

extension ObjectSource {
  /// The properties of the uniqueness constraint that an error is about; `nil` for another error.
  func constraint(_ error: PostgreSQLError, _ entity: EntityPlan) -> [String]? {
    guard error.state == .uniqueViolation, let table = table(of: entity),
      let columns = table.uniqueColumns(error.names.constraint)
    else { return nil }
    let model = tables.model
    for owner in model.entityIDs where model.root(of: owner) == entity.root {
      for names in model[owner].uniquenessConstraints {
        let own = names.compactMap { column(named: $0, of: owner) }
        if own.count == names.count, Set(own) == Set(columns) { return names }
      }
    }
    return nil
  }

  /// Whether a new row has the key of another one.
  func isKey(_ error: PostgreSQLError, of entity: EntityPlan) -> Bool {
    error.state == .uniqueViolation
      && table(of: entity).map { $0.uniqueColumns(error.names.constraint) == $0.primaryKey }
        ?? false
  }

  private func table(of entity: EntityPlan) -> PlainTable? {
    tables.schema.tables.first { $0.kind == .entity(entity.root) }
  }

  /// The column of an attribute or a foreign key; `nil` for a property without a single column.
  func column(named name: String, of entity: EntityID) -> String? {
    switch tables.model.property(named: name, in: entity) {
    case .attribute(let id): tables.schema.attributeColumns[id]?.first { $0.path.isEmpty }?.column
    case .relationship(let id):
      if case .foreignKey(let key)? = tables.schema.relationships[id] { key.column } else { nil }
    case .fetchedProperty, nil: nil
    }
  }

  /// The object that has the values of a constraint in the database now; `nil` if there is none.
  fileprivate func holder(
    of names: [String], _ row: RowSnapshot, _ link: ServerLink
  ) async throws -> ObjectID? {
    let entity = row.id.entity
    let columns = names.compactMap { column(named: $0, of: entity.id) }
    guard !columns.isEmpty, columns.count == names.count else { return nil }
    let place = tables.place(of: entity.id)
    let conditions = columns.map { SQLFragment("\(name: $0) = \(bind: .null)") }
    let values = names.map { name -> PostgreSQLValue in
      switch row.value(named: name) {
      case .attribute(let value)?: ServerValue.stored(value) ?? .null
      case .identity(let id)?: .integer(id.number)
      case .identities?, nil: .null
      }
    }
    let name: SQLFragment = place.entity.map { "\(name: $0)" } ?? "NULL"
    let found = try await link.run(
      "SELECT \(name: place.identity), CAST(\(sql: name) AS text) FROM \(name: place.table) "
        + "WHERE \(sql: conditions.joined(separator: " AND "))", values)
    guard let row = found.first, let key = try row.integer(at: 0) else { return nil }
    let own = try row.text(at: 1).flatMap { self.entity(named: $0) } ?? model[entity.root]
    return ObjectID(places[own], key)
  }
}
