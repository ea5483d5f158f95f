internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

/// The statements of a batch insertion. A row that breaks a uniqueness constraint is left out, or
/// updates the row that has its values.
///
///     INSERT INTO item (code, place) VALUES ($1, $2) ON CONFLICT (code)
///       DO UPDATE SET place = excluded.place RETURNING id, momentum_version
struct BatchInsertion: Sendable {
  let plan: EntityPlan
  private let source: ObjectSource
  private let wantsIDs: Bool
  /// The statement for each uniqueness constraint; one statement if there is none.
  private let texts: [String]

  init(_ source: ObjectSource, _ plan: EntityPlan, takesInserted: Bool, wantsIDs: Bool) {
    self.plan = plan
    self.source = source
    self.wantsIDs = wantsIDs
    let statement = InsertionText(source, plan, takesInserted: takesInserted)
    let constraints = source.uniqueConstraints(of: plan)
    texts =
      constraints.isEmpty
      ? [statement.text(nil)]
      : constraints.map { statement.text($0, unique: Set(constraints.flatMap(\.columns))) }
  }

  /// Whether ``run(_:_:)`` may fail although each row could be written.
  var hasSeveralConstraints: Bool { texts.count > 1 }

  /// The values of the placeholders for a row.
  ///
  /// - Parameter values: By index in `EntityPlan.leaves`.
  func parameters(_ values: [AttributeValue?]) throws -> [PostgreSQLValue] {
    let columns = source.columns(of: plan)
    var parameters: [PostgreSQLValue] = columns.place.entity == nil ? [] : [.text(plan.name)]
    for (index, column) in columns.leaves.enumerated() where column != nil {
      parameters.append(try plan.stored(values[index], leaf: index))
    }
    return parameters
  }

  /// Writes all rows without waiting for each. The statement of PostgreSQL has one constraint that a
  /// row may break, so a row that breaks another one ends the transaction.
  func run(_ rows: [[PostgreSQLValue]], _ link: ServerLink) async throws -> StoreBatchResult {
    var result = StoreBatchResult()
    let requests = rows.map { PostgreSQLRequest(texts[0], $0) }
    for written in try await link.run(requests) { try note(written, &result) }
    return result
  }

  /// Writes each row in a savepoint, by the statement of one constraint after another.
  func runCarefully(
    _ rows: [[PostgreSQLValue]], _ link: ServerLink
  ) async throws -> StoreBatchResult {
    var result = StoreBatchResult()
    for row in rows { try note(try await write(row, link), &result) }
    return result
  }

  private func write(
    _ row: [PostgreSQLValue], _ link: ServerLink
  ) async throws -> PostgreSQLRows {
    for text in texts.dropLast() {
      do { return try await attempt(text, row, link) } catch let error as PostgreSQLError
        where error.state == .uniqueViolation
      {
        continue
      }
    }
    return try await attempt(texts[texts.count - 1], row, link)
  }

  private func attempt(
    _ text: String, _ row: [PostgreSQLValue], _ link: ServerLink
  ) async throws -> PostgreSQLRows {
    try await link.connection.transaction { _ in
      try await link.run(PostgreSQLRequest(text, row))
    }
  }

  /// Counts the row of a statement. Only an existing row has a version above 1: the trigger has
  /// raised it. A row that was left out is not returned.
  private func note(_ rows: PostgreSQLRows, _ result: inout StoreBatchResult) throws {
    guard let row = rows.first, let key = try row.integer(at: 0) else { return }
    result.count += 1
    guard wantsIDs else { return }
    let entity = source.tables.entity(named: try row.text(at: 2), root: plan.root)
    let id = ObjectID(source.places[source.model[entity]], key)
    result.ids.append(id)
    if try row.integer(at: 1) != 1 { result.updatedIDs.append(id) }
  }
}

/// Makes the text of an insertion.
private struct InsertionText {
  private let columns: EntityColumns
  private let takesInserted: Bool

  init(_ source: ObjectSource, _ plan: EntityPlan, takesInserted: Bool) {
    columns = source.columns(of: plan)
    self.takesInserted = takesInserted
  }

  /// - Parameter unique: The columns of all uniqueness constraints, which keep their values.
  func text(_ constraint: UniqueColumns?, unique: Set<String> = []) -> String {
    let names = [columns.place.entity].compactMap { $0 } + columns.leaves.compactMap { $0 }
    let place = columns.place
    var head: SQLFragment = "INSERT INTO \(name: place.table) "
    if names.isEmpty {
      head += "DEFAULT VALUES"
    } else {
      let values = names.map { _ in SQLFragment("\(bind: .null)") }
      head += "(\(names: names)) VALUES (\(list: values))"
    }
    if let constraint { head += " ON CONFLICT \(sql: conflict(constraint, unique))" }
    let entity: SQLFragment = place.entity.map { "\(name: $0)" } ?? "NULL"
    head +=
      " RETURNING \(name: place.identity), \(name: ObjectTables.versionColumn), \(sql: entity)"
    return head.text(in: .postgreSQL)
  }

  /// `(code) DO UPDATE SET place = excluded.place`
  private func conflict(_ constraint: UniqueColumns, _ unique: Set<String>) -> SQLFragment {
    var target: SQLFragment = "(\(names: constraint.columns))"
    if let condition = constraint.condition { target += " WHERE \(sql: condition)" }
    guard takesInserted else { return "\(sql: target) DO NOTHING" }
    var terms = columns.leaves.compactMap { $0 }.filter { !unique.contains($0) }
      .map { SQLFragment("\(name: $0) = excluded.\(name: $0)") }
    // An UPDATE needs a column. This one lets the trigger raise the version, as Core Data does.
    let version = ObjectTables.versionColumn
    if terms.isEmpty {
      terms = ["\(name: version) = \(name: columns.place.table).\(name: version)"]
    }
    return "\(sql: target) DO UPDATE SET \(list: terms)"
  }
}

/// The columns of a uniqueness constraint, and the condition of its index; `nil` if it is a
/// constraint of the table.
struct UniqueColumns {
  var columns: [String]
  var condition: SQLFragment?
}

extension ObjectSource {
  /// The uniqueness constraints that a new row of an entity may break, those of its root entity
  /// first.
  fileprivate func uniqueConstraints(of plan: EntityPlan) -> [UniqueColumns] {
    guard let table = tables.schema.tables.first(where: { $0.kind == .entity(plan.root) })
    else { return [] }
    let model = tables.model
    return plan.lineage.reversed().flatMap { owner in
      model[owner].uniquenessConstraints.compactMap { names -> UniqueColumns? in
        let columns = names.compactMap { column(named: $0, of: owner) }
        guard columns.count == names.count, !columns.isEmpty else { return nil }
        if table.uniqueConstraints.contains(where: { Set($0.columns) == Set(columns) }) {
          return UniqueColumns(columns: columns)
        }
        return table.indexes.lazy.filter { index in
          index.isUnique && Set(index.terms.map(\.column)) == Set(columns)
        }.compactMap { $0.definition(on: table, .postgreSQL) }.first.map {
          UniqueColumns(columns: columns, condition: $0.condition)
        }
      }
    }
  }
}
