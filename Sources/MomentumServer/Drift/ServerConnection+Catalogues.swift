internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumStore

extension ServerConnection {
  /// The tables that a model has, and those of the database, in the server's words.
  ///
  /// Run it in a transaction that is rolled back: the model's tables are made as temporary ones.
  ///
  /// - Parameter schema: The quoted name of the database's schema.
  func catalogues(
    _ plain: PlainSchema, _ schema: String
  ) async throws -> (expected: ServerCatalogue, found: ServerCatalogue) {
    let namespace = try await rows(
      "SELECT CAST(oid AS bigint) FROM pg_catalog.pg_namespace WHERE nspname = $1",
      [.text(self.schema)]
    ).first?.value(at: 0)
    // Names of tables are written without their schema if it is the first one of the path.
    try await setPath(schema)
    let found = try await ServerCatalogue(self, namespace: namespace ?? .null)
    try await setPath("pg_temp")
    for statement in plain.creationStatements(.postgreSQL) {
      _ = try await connection.execute(script: statement)
    }
    let own = try await rows("SELECT CAST(pg_my_temp_schema() AS bigint)")
    let expected = try await ServerCatalogue(
      self, namespace: try own.first?.value(at: 0) ?? .null)
    try await setPath(schema)
    return (expected, found)
  }

  private func setPath(_ path: String) async throws {
    try await rows("SELECT set_config('search_path', $1, true)", [.text(path)])
  }
}
