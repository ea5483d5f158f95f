internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite

extension GraphWriter {
  /// Inserts a row with the values of the plan's properties, and updates the inverses of its to-one
  /// relationships.
  ///
  /// - Returns: The new key.
  func insert(_ plan: RowPlan, _ values: [SQLValue]) throws -> Int64 {
    guard !plan.isAbstract else {
      throw StoreFailure(
        .validation, "entity '\(plan.name)' is abstract and cannot have objects")
    }
    try plan.check(values)
    let links = try links(plan, values)
    let key = try nextKey(plan)
    // A single INSERT succeeds or fails as a whole. Several statements need a savepoint.
    guard !links.isEmpty else {
      try insertRow(plan, key, values, links)
      return key
    }
    return try transaction {
      for link in links { try releaseHolders(of: link.destination, link.plan, except: key) }
      try insertRow(plan, key, values, links)
      for link in links { try setInverse(link, source: key, number: .integer(plan.number)) }
      return key
    }
  }

  /// A to-one relationship of a new or changed row that leads to an object.
  struct Link {
    var plan: RelationshipPlan
    var key: RelationshipPlan.Key
    var destination: Int64
    /// `Z_ENT` of the destination.
    var number: Int64
  }

  private func links(_ plan: RowPlan, _ values: [SQLValue]) throws -> [Link] {
    var links: [Link] = []
    for (index, relationship, key) in plan.toOnes {
      guard case .integer(let other) = values[index] else { continue }
      let number = try destinationNumber(relationship, other)
      links.append(Link(plan: relationship, key: key, destination: other, number: number))
    }
    return links
  }

  /// The `Z_ENT` of an object that a relationship will lead to. Throws if there is no such object.
  func destinationNumber(_ plan: RelationshipPlan, _ key: Int64) throws -> Int64 {
    guard key > 0 else {
      throw StoreFailure(.noObject, "\(plan.title) leads to an object that was not inserted yet")
    }
    guard let number = try entityNumber(plan.destinationTable, key),
      entity(numbered: number, in: plan.relationship.destination) != nil
    else {
      let name = model[plan.relationship.destination].name
      throw StoreFailure(
        .noObject, "\(plan.title) leads to '\(name)', of which no object has the given key")
    }
    return number
  }

  private func insertRow(
    _ plan: RowPlan, _ key: Int64, _ values: [SQLValue], _ links: [Link]
  ) throws {
    // Bind the values one by one: for many rows, making an array of values for each row costs more
    // than binding them.
    let statement = plan.insert
    let positions = try links.map { try position($0, plan) }
    try willRun?(statement.sql)
    do throws(SQLiteError) {
      try statement.beginBinding(count: plan.parameterCount)
      statement.bind(integer: key, at: 0)
      statement.bind(integer: plan.number, at: 1)
      statement.bind(integer: 1, at: 2)
      for (place, value) in zip(plan.places, values) { statement.bind(value, at: place) }
      for place in plan.otherPlaces { statement.bindNull(at: place) }
      for (link, position) in zip(links, positions) {
        if let column = link.key.entityColumn, let place = plan.placesByColumn[column] {
          statement.bind(integer: link.number, at: place)
        }
        if let position { statement.bind(integer: position.number, at: position.place) }
      }
      try statement.runToEnd()
    } catch { throw plan.failure(for: error) }
    for (index, relationship, _) in plan.toOnes
    where values[index].isNull && relationship.hasRules {
      log?.check(relationship.id, key)
    }
    for relationship in plan.required { log?.check(relationship.id, key) }
  }

  /// The position of a new row in the ordered inverse of its to-one relationship (`number`), and
  /// the index of the INSERT's parameter for it (`place`). `nil` if the inverse is not ordered.
  private func position(_ link: Link, _ plan: RowPlan) throws -> (place: Int, number: Int64)? {
    guard let place = link.key.orderColumn.flatMap({ plan.placesByColumn[$0] }) else { return nil }
    return (place, try nextPosition(link))
  }
}
