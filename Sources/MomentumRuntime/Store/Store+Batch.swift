internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

// Changes many objects by single statements, without reading them.

extension Store {
  /// Sets properties of all objects of a fetch by one UPDATE.
  ///
  ///     try store.update(Venue.where { $0.specialCount > 0 }, set: [.set(\.favorite, true)])
  ///     // UPDATE ZVENUE SET ZFAVORITE = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK IN (SELECT …)
  ///
  /// Values are checked against the model first. If a property is changed twice, the last change
  /// counts.
  ///
  /// - Returns: The number of objects, including those that already had the values.
  @discardableResult
  public func update<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, set changes: [Change<Entity>]
  ) throws(StoreFailure) -> Int where Entity.Model == Model {
    let keys = try keys(of: fetch)
    return try change { writer in
      let plan = try writer.plan(for: Entity.self)
      var columns: [AssignedColumn] = []
      for change in changes {
        let column = try writer.column(change.path, change.value, plan)
        columns.removeAll { $0.name == column.name }
        columns.append(column)
      }
      guard !columns.isEmpty else { return 0 }
      return try writer.transactionForOne {
        try writer.note(columns, plan, keys)
        return try writer.update(plan, columns, keys.sql())
      }
    }
  }

  /// Deletes all objects of a fetch, following the model's delete rules.
  ///
  /// - Returns: The number of objects of the fetch, without those that cascades deleted.
  @discardableResult
  public func delete<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) throws(StoreFailure) -> Int where Entity.Model == Model {
    let keys = try keys(of: fetch)
    return try change { writer in
      let plan = try writer.plan(for: Entity.self)
      return try writer.transaction {
        let sql = try keys.rows(of: plan.table)
        try writer.willRun?(sql.text)
        let rows = try writer.entityNumbers(sql)
        try writer.delete(plan.root, rows)
        return rows.count
      }
    }
  }

  private func keys<Entity: StoredEntity>(
    of fetch: Fetch<Entity>
  ) throws(StoreFailure) -> BatchKeys {
    BatchKeys(try fetch.parts.request(in: compiled), compiled, breaksTies: false)
  }
}

/// A column that a batch update sets, with its new value.
private typealias AssignedColumn = (name: String, attribute: AttributeID, value: SQLValue)

extension GraphWriter {
  /// Records the attributes of the rows that a batch update will change, for the persistent
  /// history. The keys are read before the UPDATE, because the condition may use a property that
  /// the UPDATE sets.
  fileprivate func note(
    _ columns: [AssignedColumn], _ plan: RowPlan, _ keys: BatchKeys
  ) throws {
    guard log?.recordsProperties == true else { return }
    let sql = try keys.rows(of: plan.table)
    try willRun?(sql.text)
    for key in try entityNumbers(sql).keys {
      for column in columns {
        log?.note(.attribute(column.attribute), RowKey(root: plan.root, key: key))
      }
    }
  }

  /// The column of a change and its new value. Throws if the model does not allow the value.
  fileprivate func column(
    _ path: PropertyPath, _ constant: AttributeConstant, _ plan: RowPlan
  ) throws -> AssignedColumn {
    let name = path.keys.joined(separator: ".")
    guard path.variable == nil, let first = path.keys.first,
      case .attribute(let id)? = model.property(named: first, in: plan.entity),
      let rule = AttributeRule(id, path: Array(path.keys.dropFirst()), model, schema)
    else {
      throw StoreFailure(
        .request, "'\(name)' is no stored attribute of entity '\(plan.name)' itself")
    }
    guard !rule.isDerived else {
      throw StoreFailure(
        .request, "attribute '\(name)' of entity '\(plan.name)' is derived and cannot be set")
    }
    switch constant.argument {
    case .value(let value):
      let stored = rule.stored(value)
      guard AttributeValue(stored: stored, type: rule.type) != nil else {
        throw StoreFailure(
          .request,
          "attribute '\(name)' of entity '\(plan.name)' takes a value of type "
            + rule.type.xmlName)
      }
      try rule.check(stored, entity: plan.name)
      return (rule.column, id, stored)
    case .null:
      // An element of an optional composite may be NULL if all elements are, and the values of the
      // others are not known here: do not refuse NULL.
      guard !rule.isRequired || !rule.optionalPrefixes.isEmpty else {
        throw rule.missing(plan.name)
      }
      return (rule.column, id, .null)
    case .object, .key, .list, .fetch, .text:
      throw StoreFailure(.request, "attribute '\(name)' takes a single value")
    }
  }

  fileprivate func update(
    _ plan: RowPlan, _ columns: [AssignedColumn], _ keys: SQLText
  ) throws -> Int {
    let list = columns.map { "\(name: $0.name) = ?" as SQLFragment }
    let text: SQLFragment =
      "UPDATE \(name: plan.table) SET \(list: list), Z_OPT = Z_OPT + 1 "
      + "WHERE Z_PK IN (\(sql: SQLFragment(printed: keys.text)))"
    let sql = SQLText(
      text: text.text,
      bindings: columns.map { .value($0.value) } + keys.bindings, arrays: keys.arrays)
    try willRun?(sql.text)
    let statement = try connection.prepare(sql)
    do { while try statement.step() {} } catch { throw plan.failure(for: error) }
    return connection.changedRowCount
  }
}
