internal import Foundation
internal import MomentumModel
package import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumServerStore

extension PostgreSQLObjectStore {
  package func row(_ id: ObjectID) throws -> RowSnapshot? {
    guard source.owns(id) else { return nil }
    return try call(.read) { [source] link in try await source.row(id, link) }
  }

  package func members(
    _ relationship: ObjectRelationship, of id: ObjectID
  ) throws -> [ObjectID] {
    try members(relationship, of: [id])[id] ?? []
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
    for id in ids where source.owns(id) { owners[id.number] = id }
    guard !owners.isEmpty, relationship.isToMany,
      let plan = source.tables.plan(for: relationship.id)
    else { return ([:], []) }
    var lowered = source.lowering.related(plan, keys: owners.keys)
    if !readsRows { lowered = lowered.keysOnly }
    let link = lowered.columns.count - 1
    let sql = source.lowering.print(lowered)
    var reader = ObjectRowReader(
      lowered.columns, source.model[relationship.destination], source,
      readAt: Date.timeIntervalSinceReferenceDate)
    return try reading {
      var members: [ObjectID: [ObjectID]] = [:]
      var rows: [RowSnapshot] = []
      for row in try found(sql) {
        guard let key = try row.integer(at: link), let owner = owners[key] else { continue }
        guard readsRows else {
          members[owner, default: []].append(try reader.id(row))
          continue
        }
        let snapshot = try reader.snapshot(row)
        members[owner, default: []].append(snapshot.id)
        rows.append(snapshot)
      }
      return (members, rows)
    }
  }
}

extension ObjectSource {
  /// The row of an object; `nil` if there is none, or if it belongs to an entity of another branch.
  func row(_ id: ObjectID, _ link: ServerLink) async throws -> RowSnapshot? {
    let root = id.entity.root
    let lowered = rows(withKeys: [id.number], of: root)
    var reader = ObjectRowReader(
      lowered.columns, model[root], self, readAt: Date.timeIntervalSinceReferenceDate)
    guard let row = try await link.run(lowering.print(lowered)).first else { return nil }
    return try reader.snapshot(row)
  }
}

extension LoweredFetchRequest {
  /// The same statement with three columns only: the entity, the key, and the key of the owner.
  fileprivate var keysOnly: LoweredFetchRequest {
    var lowered = self
    let kept = columns.indices.filter { index in
      columns[index] == .entityNumber || columns[index] == .primaryKey
    }
    lowered.columns = kept.map { columns[$0] }
    lowered.select.columns = kept.map { select.columns[$0] }
    return lowered
  }
}
