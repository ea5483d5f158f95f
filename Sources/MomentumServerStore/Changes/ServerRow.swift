internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL

/// The values of a new or changed object, in the order of its plan's properties.
struct ServerRow {
  var values: [PostgreSQLValue]

  init(_ values: [PostgreSQLValue]) { self.values = values }

  /// The values of the columns without positions: the entity's name, if the table has a column for
  /// it, and the properties in the row itself.
  func columns(_ plan: ServerRowPlan) -> [PostgreSQLValue] {
    (plan.place.entity == nil ? [] : [.text(plan.name)])
      + plan.ownProperties.map { values[$0.index] }
  }

  /// The statement that inserts the row, with its values:
  ///
  ///     INSERT INTO tip (text, venue_id, tips_position) VALUES ($1, $2,
  ///       (SELECT coalesce(max(tips_position) + 1, 0) FROM tip WHERE venue_id = $3)) RETURNING id
  func insertion(_ plan: ServerRowPlan) -> (sql: SQLFragment, values: [PostgreSQLValue]) {
    var parameters = columns(plan)
    var terms = [SQLFragment](repeating: "\(bind: .null)", count: parameters.count)
    for (property, _, key) in plan.keys {
      guard let order = key.orderColumn else { continue }
      guard let owner = values[property].key else {
        terms.append("NULL")
        continue
      }
      parameters.append(.integer(owner))
      terms.append(
        "(SELECT coalesce(max(\(name: order)) + 1, 0) FROM \(name: key.table) "
          + "WHERE \(name: key.column) = \(bind: .null))")
    }
    let columns = plan.insertedColumns
    let row: SQLFragment =
      columns.isEmpty
      ? "DEFAULT VALUES" : "(\(names: columns)) VALUES (\(list: terms))"
    return (
      "INSERT INTO \(name: plan.place.table) \(sql: row) RETURNING \(name: plan.place.identity)",
      parameters
    )
  }
}

extension ServerRowPlan {
  /// The properties with a column in the row, each with its index among all properties.
  var ownProperties: [(index: Int, column: String)] {
    properties.enumerated().compactMap { index, property in
      switch property {
      case .attribute(let rule): (index, rule.column)
      case .key(_, let key): (index, key.column)
      case .farKey: nil
      }
    }
  }

  /// The to-one relationships whose keys are in the row.
  var keys: [(index: Int, plan: RelationshipPlan, key: RelationshipPlan.Key)] {
    properties.enumerated().compactMap { index, property in
      if case .key(let plan, let key) = property { (index, plan, key) } else { nil }
    }
  }

  /// The to-one relationships whose keys are in the rows of the other objects.
  var farKeys: [(index: Int, plan: RelationshipPlan, key: RelationshipPlan.Key)] {
    properties.enumerated().compactMap { index, property in
      if case .farKey(let plan, let key) = property { (index, plan, key) } else { nil }
    }
  }

  var relationships: [(index: Int, plan: RelationshipPlan)] {
    keys.map { ($0.index, $0.plan) } + farKeys.map { ($0.index, $0.plan) }
  }

  /// The columns of a new row without its key: the entity's name, the properties, and positions.
  var insertedColumns: [String] {
    [place.entity].compactMap { $0 } + ownProperties.map(\.column)
      + keys.compactMap(\.key.orderColumn)
  }
}
