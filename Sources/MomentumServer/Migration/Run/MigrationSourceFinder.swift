internal import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore
internal import MomentumVersionHash

/// Finds the version whose tables a database has: by the hashes that it has noted, and by the tables,
/// since versions that differ in a default or an index alone have the same hashes.
struct MigrationSourceFinder {
  let migration: ServerMigration
  let database: ServerConnection

  struct Source {
    var version: ServerMigration.Version
    var isTarget: Bool
    /// The model's name in the record.
    var recordedName: String
    var names: ServerNames
  }

  private struct RolledBack: Error {}

  func find() async throws -> Source {
    let shown = migration.address.shown
    let records = try await records()
    guard !records.isEmpty else { throw ServerMigrationError.unknownModel(address: shown) }
    var drift: (version: String, findings: [String])?
    var nearest: (source: Source, extraIndexes: Int)?
    for version in [migration.target] + migration.candidates {
      let own = PlainModelRecord(version.model, named: "")
      guard let record = records.first(where: { $0.entitiesDiffering(from: own).isEmpty }) else {
        continue
      }
      let (names, findings, extraIndexes) = try await compare(version.model.plainSchema)
      if findings.isEmpty {
        // Versions may differ in an index alone: the database is of that which knows most of its
        // indexes, and of the target if somebody has added the others.
        if let nearest, nearest.extraIndexes <= extraIndexes { continue }
        let isTarget =
          version.model.plainSchema.creationStatements(.postgreSQL)
          == migration.target.model.plainSchema.creationStatements(.postgreSQL)
          && PlainModelRecord(migration.target.model, named: "").hashes == own.hashes
        nearest = (
          Source(version: version, isTarget: isTarget, recordedName: record.model, names: names),
          extraIndexes
        )
        if extraIndexes == 0 { break }
        continue
      }
      if drift == nil || findings.count < drift?.findings.count ?? 0 {
        drift = (version.name, findings)
      }
    }
    if let nearest { return nearest.source }
    if let drift {
      throw ServerMigrationError.drift(
        address: shown, model: drift.version, drift.findings)
    }
    let differing = migration.candidates.flatMap { version in
      records.map { $0.entitiesDiffering(from: PlainModelRecord(version.model, named: "")) }
    }.min { $0.count < $1.count }
    throw ServerMigrationError.unknownSource(address: shown, entities: differing ?? [])
  }

  private func records() async throws -> [PlainModelRecord] {
    guard try await !database.existing([PlainModelRecord.table]).isEmpty else { return [] }
    return PlainModelRecord.records(
      try await database.rows(PlainModelRecord.reading).map { row in
        (
          try row.text(at: 0) ?? "", try row.text(at: 1) ?? "", try row.text(at: 2) ?? "",
          try row.integer(at: 3) ?? 0
        )
      })
  }

  /// The names on the server, and what is not as the model says. Indexes that somebody has added, and
  /// other tables, are no hindrance; the indexes are counted.
  private func compare(
    _ plain: PlainSchema
  ) async throws -> (ServerNames, findings: [String], extraIndexes: Int) {
    guard let schema = PostgreSQLName.quoted(database.schema) else {
      throw ServerError.noSchema(address: migration.address.shown)
    }
    var result: (ServerNames, [String], Int)?
    do {
      try await database.connection.transaction { _ in
        let (expected, found) = try await database.catalogues(plain, schema)
        let all = CatalogueComparison.findings(expected: expected, found: found, subjects: [:])
        let findings = all.filter { $0.isDrift && $0.kind != .extraIndex }
        var names = ServerNames(expected: expected, found: found)
        names.sequences = try await sequences()
        names.hasStoreRows = try await !database.existing([CopyTablesOnServer.rows]).isEmpty
        result = (names, findings.map(\.text), all.count { $0.kind == .extraIndex })
        throw RolledBack()
      }
    } catch is RolledBack {
      // The end that is wanted: the temporary tables are gone.
    }
    guard let result else {
      throw ServerError.noSchema(address: migration.address.shown)
    }
    return result
  }

  private func sequences() async throws -> [String: String] {
    let rows = try await database.rows(
      """
      SELECT CAST(c.relname AS text), CAST(s.relname AS text) FROM pg_catalog.pg_depend d
      JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
      JOIN pg_catalog.pg_class c ON c.oid = d.refobjid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE d.classid = CAST('pg_catalog.pg_class' AS regclass) AND d.deptype = 'i'
        AND n.nspname = $1
      """, [.text(database.schema)])
    return Dictionary(
      try rows.map { (try $0.text(at: 0) ?? "", try $0.text(at: 1) ?? "") }
    ) { first, _ in first }
  }
}

extension ServerNames {
  /// The names of what says the same.
  init(expected: ServerCatalogue, found: ServerCatalogue) {
    self.init()
    for (table, wanted) in expected.tables {
      guard let actual = found.tables[table] else { continue }
      if actual.hasVersions, !wanted.hasVersions { hasVersions = true }
      var rest = actual.constraints
      func take(_ constraint: ServerCatalogue.Constraint, sameName: Bool) -> String? {
        let place = rest.firstIndex {
          $0.kind == constraint.kind && $0.definition == constraint.definition
            && (!sameName || $0.name == constraint.name)
        }
        return place.map { rest.remove(at: $0).name }
      }
      let own = wanted.constraints.filter { take($0, sameName: true) == nil }
      for constraint in own {
        constraints[table, default: [:]][constraint.name] = take(constraint, sameName: false)
      }
      var others = actual.indexes
      for index in wanted.indexes {
        let place =
          others.firstIndex { $0.name == index.name }
          ?? others.firstIndex { $0.definition == index.definition }
        if let place { indexes[index.name] = others.remove(at: place).name }
      }
    }
  }
}

extension ServerCatalogue.Table {
  fileprivate var hasVersions: Bool { columns.contains { $0.name == ObjectTables.versionColumn } }
}
