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
    return try await ServerConnection.with(address) { database in
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
    _ plain: PlainSchema, _ database: ServerConnection, _ schema: String
  ) async throws -> DriftReport {
    let both = try await database.catalogues(plain, schema)
    let record = try await database.record(closestTo: compiled)
    return DriftReport(
      address: address.shown, schema: database.schema,
      serverVersion: database.connection.serverVersion, recordedModel: record?.model,
      entitiesDiffering: record?.entitiesDiffering(
        from: PlainModelRecord(compiled, named: record?.model ?? "")) ?? [],
      tableCount: plain.tables.count,
      findings: CatalogueComparison.findings(
        expected: both.expected, found: both.found,
        subjects: PlainSubjects.of(compiled.model, plain)))
  }
}
