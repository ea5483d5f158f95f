internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  package func row(_ id: ObjectID) throws -> RowSnapshot? {
    guard id.place.store == identifier else { return nil }
    return try read { connection in
      let row = try self.row(id, connection)
      if row != nil { self.hooks.observe?(.fault(id)) }
      return row
    }
  }

  /// Reads the row of an object on this connection; `nil` if there is no such row.
  func row(_ id: ObjectID, _ connection: StoreConnection) throws -> RowSnapshot? {
    let fault = statements.fault(id.entity.id)
    return try run(fault, id, id.entity, connection) { statement in
      guard try statement.step() else { return (nil, []) }
      var decoder = RowDecoder(fault.columns, id.entity.id, source, readAt: now())
      let row = try decoder.row(statement)
      return (row, [row.id])
    }
  }

  package func members(
    _ relationship: ObjectRelationship, of id: ObjectID
  ) throws -> [ObjectID] {
    guard id.place.store == identifier, let fault = statements.toManyFault(relationship.id) else {
      return []
    }
    let destination = source.model[relationship.destination]
    return try read { connection in
      let members = try self.run(fault, id, destination, connection) { statement in
        var decoder = RowDecoder(fault.columns, relationship.destination, self.source)
        var ids: [ObjectID] = []
        while try statement.step() { ids.append(try decoder.id(statement)) }
        return (ids, ids)
      }
      self.hooks.observe?(
        .toManyFault(name: relationship.name, id, rowCount: members.count))
      return members
    }
  }

  package func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]] {
    try prefetch(relationship, of: ids, readsRows: false).members
  }

  /// Reads the objects of a relationship for many owners by one statement, with their rows if
  /// `readsRows`.
  package func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID], readsRows: Bool
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot]) {
    var owners: [Int64: ObjectID] = [:]
    for id in ids where id.place.store == identifier { owners[id.number] = id }
    let lowering = FetchRequestLowering(model: compiled.model, schema: compiled.schema)
    guard !owners.isEmpty, relationship.isToMany,
      let prefetch = lowering.lowerPrefetch(of: relationship.id, keys: owners.keys.sorted())
    else { return ([:], []) }
    let lowered = readsRows ? prefetch.statement : prefetch.keysOnly
    let linkColumn = readsRows ? prefetch.linkColumn : 2
    let sql = SQLPrinter.print(lowered.select)
    let readAt = now()
    return try read { connection in
      let start = ContinuousClock.now
      let (members, rows, count) = try connection.query(sql) { statement in
        var decoder = RowDecoder(
          lowered.columns, relationship.destination, self.source, readAt: readAt)
        var members: [ObjectID: [ObjectID]] = [:]
        var pages = RowPages(readAt: readAt)
        var count = 0
        while try statement.step() {
          guard case .value(let link) = statement.integerCell(at: linkColumn),
            let owner = owners[link]
          else { continue }
          members[owner, default: []].append(try decoder.id(statement))
          if readsRows {
            try decoder.read(statement, into: &pages.builder)
            pages.endRow()
          }
          count += 1
        }
        return (members, pages.end(), count)
      }
      self.report(sql, self.source.model[relationship.destination], [], count, start)
      self.hooks.observe?(.prefetched(keyPath: relationship.name, rowCount: count))
      return (members, rows)
    }
  }

  /// Runs a statement whose only parameter is the key of an object. `body` returns its result and,
  /// for logs, the identities of the objects that it has read.
  private func run<Result>(
    _ fault: StoreStatement, _ id: ObjectID, _ entity: EntityPlan, _ connection: StoreConnection,
    _ body: (Statement) throws -> (Result, [ObjectID])
  ) throws -> Result {
    let start = ContinuousClock.now
    var sql = fault.sql
    sql.bindings = sql.bindings.map { _ in .value(.integer(id.number)) }
    let (result, ids) = try connection.query(sql, body)
    report(sql, entity, ids, ids.count, start)
    return result
  }

  func report(
    _ sql: SQLText, _ entity: EntityPlan, _ ids: [ObjectID], _ count: Int,
    _ start: ContinuousClock.Instant
  ) {
    guard let observe = hooks.observe else { return }
    let seconds = start.secondsSince
    observe(
      .finished(
        sql: sql.text, entity: entity.name, objects: ids, rowCount: count, seconds: seconds))
    observe(.fetched(rowCount: count, seconds: seconds))
  }
}

extension LoweredPrefetch {
  /// The same statement with three columns only: entity number, key, and key of the owner.
  fileprivate var keysOnly: LoweredFetchRequest {
    var lowered = statement
    let columns = statement.select.columns
    let key = statement.columns.firstIndex(of: .primaryKey) ?? 1
    lowered.select.columns = [columns[0], columns[key], columns[linkColumn]]
    lowered.columns = [statement.columns[0], .primaryKey]
    return lowered
  }
}
