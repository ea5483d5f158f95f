package import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore
internal import MomentumVersionHash

/// Compares a database with the tables of a model, property by property.
///
///     let report = try await DriftInspection(compiled, at: address).run()
///     for finding in report.findings { print(finding.text) }
///
/// The tables of the model are made as temporary ones in a transaction that is rolled back, and the
/// server describes them and the database's own in the same words. So an expression that the server
/// writes in another form than the model's script is no difference.
package struct DriftInspection: Sendable {
  let compiled: CompiledModel
  let address: ServerAddress

  private struct RolledBack: Error {}

  package init(_ compiled: CompiledModel, at address: ServerAddress) {
    self.compiled = compiled
    self.address = address
  }

  /// Nothing in the database changes. The role needs the privilege TEMPORARY, which all have unless it
  /// was taken away, and the server must not be a standby.
  package func run() async throws -> DriftReport {
    let plain = compiled.plainSchema
    return try await ServerDatabase.with(address) { database in
      let connection = database.connection
      guard let schema = PostgreSQLName.quoted(database.schema) else {
        throw ServerError.noSchema(address: address.shown)
      }
      var report: DriftReport?
      do {
        try await connection.transaction { _ in
          report = try await compare(plain, database, schema)
          throw RolledBack()
        }
      } catch is RolledBack {
        // The end that is wanted: the temporary tables are gone.
      }
      guard let report else { throw ServerError.noSchema(address: address.shown) }
      return report
    }
  }

  private func compare(
    _ plain: PlainSchema, _ database: ServerDatabase, _ schema: String
  ) async throws -> DriftReport {
    let both = try await database.catalogues(plain, schema)
    let record = try await record(database)
    let hashes = Dictionary(compiled.hashes.entities.map { ($0.name, $0.hexadecimal) }) { a, _ in a
    }
    return DriftReport(
      address: address.shown, schema: database.schema,
      serverVersion: database.connection.serverVersion, recordedModel: record?.model,
      entitiesDiffering: record?.entitiesDiffering(
        from: PlainModelRecord(model: record?.model ?? "", hashes: hashes)) ?? [],
      tableCount: plain.tables.count,
      findings: CatalogueComparison.findings(
        expected: both.expected, found: both.found, subjects: subjects(plain)))
  }

  /// What the database has noted; of several models the one that differs least.
  private func record(_ database: ServerDatabase) async throws -> PlainModelRecord? {
    guard try await !database.existing([PlainModelRecord.table]).isEmpty else { return nil }
    let rows = try await database.rows(PlainModelRecord.reading)
    let records = PlainModelRecord.records(
      try rows.map { row in
        (
          try row.text(at: 0) ?? "", try row.text(at: 1) ?? "", try row.text(at: 2) ?? "",
          try row.integer(at: 3) ?? 0
        )
      })
    let hashes = Dictionary(compiled.hashes.entities.map { ($0.name, $0.hexadecimal) }) { a, _ in a
    }
    let own = PlainModelRecord(model: "", hashes: hashes)
    return records.min {
      $0.entitiesDiffering(from: own).count < $1.entitiesDiffering(from: own).count
    }
  }

  /// The words of the model for tables and columns.
  private func subjects(_ plain: PlainSchema) -> [String: [String: String]] {
    let model = compiled.model
    var subjects: [String: [String: String]] = [:]
    var tables: [EntityID: String] = [:]
    for table in plain.tables {
      switch table.kind {
      case .entity(let root):
        tables[root] = table.name
        subjects[table.name, default: [:]][""] = model[root].name
      case .join(let owner):
        subjects[table.name, default: [:]][""] =
          "\(model[owner.entity].name).\(model[owner].name)"
      }
    }
    for (id, leaves) in plain.attributeColumns {
      guard let table = tables[model.root(of: id.entity)] else { continue }
      for leaf in leaves {
        let path = ([model[id].name] + leaf.path).joined(separator: ".")
        subjects[table]?[leaf.column] = "\(model[id.entity].name).\(path)"
      }
    }
    for (id, storage) in plain.relationships {
      guard case .foreignKey(let key) = storage, let table = tables[model.root(of: id.entity)]
      else { continue }
      let title = "\(model[id.entity].name).\(model[id].name)"
      subjects[table]?[key.column] = title
      if let order = key.orderColumn { subjects[table]?[order] = title }
    }
    return subjects
  }
}
