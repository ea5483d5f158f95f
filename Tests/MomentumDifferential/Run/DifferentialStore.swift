import Momentum
package import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumSQL
package import MomentumSQLite
package import MomentumStore

/// One random model with random objects: in memory, in a store as Core Data lays it out, and in tables of
/// the plain layout.
package final class DifferentialStore {
  package let graph: ObjectGraph
  package let compiled: CompiledModel
  package let plainSchema: PlainSchema
  package let coreData: Connection
  package let plain: Connection
  /// Whether `plain` holds the objects too.
  package let hasPlain: Bool

  /// Why a store could not be made: a mistake of the generator, or of what it uses.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Writes the model as text and reads it again, as a user's would be; imports the objects from JSON.
  package init(_ graph: ObjectGraph, options: ConnectionOptions = ConnectionOptions()) throws {
    let text = ModelWriter.contents(of: graph.model)
    var diagnostics = Diagnostics()
    guard
      let compiled = CompiledModel.compile(
        SourceFile(path: "contents", text: text), &diagnostics)
    else { throw Self.failure("the model", diagnostics, text) }
    guard compiled.model == graph.model else {
      throw Failure(description: "the model reads otherwise than it was written\n\(text)")
    }
    self.graph = graph
    self.compiled = compiled
    plainSchema = compiled.plainSchema
    coreData = try Self.coreDataStore(seed: graph.seedText, compiled, options)
    plain = try Self.plainDatabase(graph, plainSchema, options)
    hasPlain = true
  }

  /// The objects of an import file; the graph is read from the store that they make.
  package init(
    seed: String, _ compiled: CompiledModel, options: ConnectionOptions = ConnectionOptions()
  ) throws {
    self.compiled = compiled
    plainSchema = compiled.plainSchema
    coreData = try Self.coreDataStore(seed: seed, compiled, options)
    graph = try ObjectGraph(reading: coreData, model: compiled.model, schema: compiled.schema)
    plain = try Self.plainDatabase(graph, plainSchema, options)
    hasPlain = true
  }

  /// A store that is there already; nothing is copied to a plain layout.
  package init(
    _ connection: Connection, _ compiled: CompiledModel,
    options: ConnectionOptions = ConnectionOptions()
  ) throws {
    self.compiled = compiled
    plainSchema = compiled.plainSchema
    coreData = connection
    graph = try ObjectGraph(reading: coreData, model: compiled.model, schema: compiled.schema)
    plain = try Connection.inMemory(options: options)
    hasPlain = false
  }

  private static func coreDataStore(
    seed: String, _ compiled: CompiledModel, _ options: ConnectionOptions
  ) throws -> Connection {
    let connection = try Connection.inMemory(options: options)
    for statement in compiled.schema.creationStatements(framework: compiled.framework) {
      try connection.execute(sql: statement)
    }
    for entity in compiled.schema.primaryKeyRows {
      try connection.execute(
        "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, ?, 0)",
        [
          .integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parentNumber)),
        ])
    }
    let file = SourceFile(path: "seed.json", text: seed)
    var diagnostics = Diagnostics()
    guard
      let plan = ImportPlan.make(
        file, model: compiled.model, schema: compiled.schema, &diagnostics)
    else { throw failure("the objects", diagnostics, seed) }
    try StoreImporter(model: compiled.model, schema: compiled.schema).run(plan, on: connection)
    return connection
  }

  private static func plainDatabase(
    _ graph: ObjectGraph, _ schema: PlainSchema, _ options: ConnectionOptions
  ) throws -> Connection {
    let connection = try Connection.inMemory(options: options)
    for statement in schema.creationStatements(.sqlite) { try connection.execute(sql: statement) }
    // Rows may refer to rows that come later.
    try connection.execute("PRAGMA foreign_keys = OFF")
    for row in PlainRows.rows(of: graph, in: schema) {
      let names = row.cells.map { PlainRows.quoted($0.column) }
      let places = names.map { _ in "?" }.joined(separator: ", ")
      try connection.execute(
        sql: "INSERT INTO \(PlainRows.quoted(row.table)) (\(names.joined(separator: ", "))) "
          + "VALUES (\(places))", row.cells.map { $0.sqliteValue ?? .null })
    }
    return connection
  }

  private static func failure(
    _ what: String, _ diagnostics: Diagnostics, _ text: String
  ) -> Failure {
    Failure(
      description: "\(what) has errors\n\(TextRenderer().render(diagnostics.all))\n\(text)")
  }
}
