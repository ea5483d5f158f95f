internal import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumStore

extension ServerConnection {
  /// What the database has noted; of several models the one that differs least.
  func record(closestTo compiled: CompiledModel) async throws -> PlainModelRecord? {
    guard try await !existing([PlainModelRecord.table]).isEmpty else { return nil }
    let rows = try await rows(PlainModelRecord.reading)
    let records = PlainModelRecord.records(
      try rows.map { row in
        (
          try row.text(at: 0) ?? "", try row.text(at: 1) ?? "", try row.text(at: 2) ?? "",
          try row.integer(at: 3) ?? 0
        )
      })
    let own = PlainModelRecord(compiled, named: "")
    return records.min {
      $0.entitiesDiffering(from: own).count < $1.entitiesDiffering(from: own).count
    }
  }

  /// Refuses a database whose tables were made for another version of the model, or that has none.
  ///
  /// A database without Momentum's record of its model may have been made by another program from
  /// the printed SQL. Refusing it would lock that program's users out, so all tables have to be
  /// there, and a column that is missing shows when a statement names it.
  func requireTables(of compiled: CompiledModel) async throws {
    let wanted = compiled.plainSchema.tables.map(\.name)
    let missing = Set(wanted).subtracting(try await existing(wanted)).sorted()
    if let record = try await record(closestTo: compiled) {
      let differing = record.entitiesDiffering(
        from: PlainModelRecord(compiled, named: record.model))
      guard differing.isEmpty else {
        throw ServerError.otherModel(
          recorded: record.model, entities: differing, address: address.shown)
      }
    }
    guard missing.isEmpty else {
      throw ServerError.tablesMissing(missing, address: address.shown)
    }
  }
}
