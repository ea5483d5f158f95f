import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumPostgreSQL
import MomentumServer
import MomentumStore
import MomentumTestSupport
import Testing

/// A database that is migrated, and what its tables hold.
enum MigrationCase {
  /// A model of these entities, as a file has them.
  static func model(_ entities: String) throws -> CompiledModel {
    try CopyTests.compiled(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"
        lastSavedToolsVersion="22758" systemVersion="23F79" minimumToolsVersion="Automatic"
        sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      \(entities)
      </model>
      """)
  }

  /// Runs the parts of a step, or of its way back, as the step runs.
  static func run(_ parts: [MigrationPart], on connection: PostgreSQLConnection) async throws {
    for part in parts {
      for statement in part.texts {
        if case .batches = part.form {
          try await connection.query(statement, [.integer(.min), .integer(.max)])
        } else {
          try await connection.execute(script: statement)
        }
      }
    }
  }

  static func migration(
    _ server: ServerCase, _ old: CompiledModel, _ new: CompiledModel
  ) -> ServerMigration {
    var options = ServerMigrationOptions()
    options.batchRows = 3
    options.lockTimeoutMilliseconds = 100
    return ServerMigration(
      at: server.address, to: .init("new", new), among: [.init("old", old)], options: options)
  }

  /// The rows of all tables of the model, each with the names of its columns in order.
  static func rows(
    _ connection: PostgreSQLConnection, _ compiled: CompiledModel
  ) async throws -> [String] {
    var lines: [String] = []
    for table in compiled.plainSchema.tables {
      // A store computes all derived attributes, a server only those that have an expression there.
      let compared = table.columns.filter { column in
        column.generation != nil || column.comment?.contains("Derived in the model") != true
      }
      let columns = compared.map { "\"\($0.name)\"" }.sorted().joined(separator: ", ")
      let query = "SELECT CAST(ROW(\(columns)) AS text) FROM \"\(table.name)\" ORDER BY 1"
      let rows = try await connection.query(query)
      lines += try rows.map { row in "\(table.name) \(try row.text(at: 0) ?? "")" }
    }
    return lines
  }

  static func drift(_ server: ServerCase, _ compiled: CompiledModel) async throws -> [String] {
    let report = try await DriftInspection(compiled, at: server.address).run()
    return report.findings.filter { $0.kind != .otherTable }.map(\.text)
      + report.entitiesDiffering.map { "differs: \($0)" }
  }
}
