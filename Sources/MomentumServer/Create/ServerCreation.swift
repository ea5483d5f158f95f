package import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

/// Makes the tables of a model in a database on a server.
package struct ServerCreation: Sendable {
  package let compiled: CompiledModel
  package let modelName: String
  package let address: ServerAddress
  /// Whether the tables get versions of rows, which contexts need.
  private let hasVersions: Bool

  /// - Parameter modelName: The name that the database keeps: that of the bundle.
  package init(
    _ compiled: CompiledModel, named modelName: String, at address: ServerAddress,
    hasVersions: Bool = false
  ) {
    self.hasVersions = hasVersions
    self.compiled = compiled
    self.modelName = modelName
    self.address = address
  }

  /// Makes all tables of the plain layout and the record of the model, or none.
  ///
  /// One transaction under a lock, so that two processes that do the same at once do not both
  /// begin. Throws ``ServerError/tablesExist(_:address:)`` if a table is there already, and
  /// ``ServerError/versionColumn(_:)`` if the tables cannot have versions.
  ///
  /// - Returns: The number of tables of the model.
  package func run() async throws -> Int {
    let schema = compiled.plainSchema
    let versions = ObjectTables(schema: schema)
    if hasVersions, versions.usesVersionColumn {
      throw ServerError.versionColumn(ObjectTables.versionColumn)
    }
    return try await ServerConnection.with(address) { database in
      try await database.connection.withAdvisoryLock(ServerConnection.lockName) { connection in
        try await connection.transaction { connection in
          try await database.requireNone(of: schema)
          for statement in schema.creationStatements(.postgreSQL) {
            _ = try await connection.execute(script: statement)
          }
          if hasVersions {
            for statement in versions.statements { try await database.run(statement) }
          }
          try await database.record(compiled, named: modelName)
          return schema.tables.count
        }
      }
    }
  }
}

extension ServerConnection {
  func requireNone(of schema: PlainSchema) async throws {
    let existing = try await existing(schema.tables.map(\.name))
    guard existing.isEmpty else {
      throw ServerError.tablesExist(existing, address: address.shown)
    }
  }

  /// Notes which model the tables were made for.
  func record(_ compiled: CompiledModel, named name: String) async throws {
    let record = PlainModelRecord(compiled, named: name)
    try await run(PlainModelRecord.creation)
    for statement in record.writing {
      try await rows(statement, try ServerValue.parameters(of: statement.bindings))
    }
  }
}
