import Foundation
package import MomentumCompiler
import MomentumDiagnostics
package import MomentumDifferential
package import MomentumModel
import MomentumModelFiles
package import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
package import MomentumSQLite
import MomentumStore

/// A store on disk with random objects and traces of a life before: versions of rows, keys that were given
/// and lost, metadata of the app.
package struct ProofStore {
  package let path: String
  package let compiled: CompiledModel
  /// As the store has it.
  package let state: StoreState

  /// Why a store could not be made: a mistake of the generators.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The model as a user's file would give it.
  package static func compile(_ model: ObjectModel) throws -> CompiledModel {
    let text = ModelWriter.contents(of: model)
    var diagnostics = Diagnostics()
    guard
      let compiled = CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics)
    else {
      throw Failure(
        description: "the model has errors\n\(TextRenderer().render(diagnostics.all))\n\(text)")
    }
    guard compiled.model == model else {
      throw Failure(description: "the model reads otherwise than it was written\n\(text)")
    }
    return compiled
  }

  /// Makes a store where no file is yet.
  package init(
    _ graph: ObjectGraph, _ compiled: CompiledModel, at path: String, _ dice: inout Dice
  ) throws {
    self.path = path
    self.compiled = compiled
    try compiled.createStore(at: path)
    var diagnostics = Diagnostics()
    let seed = SourceFile(path: "seed.json", text: graph.seedText)
    guard try compiled.importObjects(of: seed, into: path, &diagnostics) != nil else {
      throw Failure(description: TextRenderer().render(diagnostics.all))
    }
    let connection = try Connection(path: path, access: .readWrite)
    try ProofStore.age(connection, compiled.schema, &dice)
    state = try StoreState(reading: connection, compiled)
  }

  private static func age(
    _ connection: Connection, _ schema: StoreSchema, _ dice: inout Dice
  ) throws {
    var metadata = try StoreMetadata.read(from: connection)
    metadata.others["ProofOwnKey"] = .string("kept \(dice.int(0...9))")
    let lost = dice.chance(50) ? Int64(dice.int(1...1000)) : 0
    let version = Int64(dice.int(2...40))
    try connection.transaction {
      // The triggers count an object twice that is inserted with a link to itself.
      for derivation in schema.tables.flatMap(\.derivations) {
        try connection.execute(derivation.sql)
      }
      try metadata.write(to: connection)
      for table in schema.tables {
        try connection.execute(
          sql: "UPDATE \(PlainRows.quoted(table.name)) SET Z_OPT = Z_OPT + Z_PK % ?",
          [.integer(version)]
        )
      }
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ? WHERE Z_SUPER = 0", [.integer(lost)])
    }
  }
}

/// What a store holds, as far as a migration has to keep it.
package struct StoreState {
  package var graph: ObjectGraph
  /// `Z_OPT` by object.
  package var versions: [Int64]
  /// `Z_MAX` by entity.
  package var maxima: [Int64]
  package var uuid: String
  package var ownMetadata: PropertyList?

  package init(reading connection: Connection, _ compiled: CompiledModel) throws {
    let schema = compiled.schema
    let graph = try ObjectGraph(reading: connection, model: compiled.model, schema: schema)
    var versions: [EntityID: [Int64: Int64]] = [:]
    for root in compiled.model.entityIDs where compiled.model[root].parent == nil {
      let statement = try connection.prepare(
        sql: "SELECT Z_PK, Z_OPT FROM \(PlainRows.quoted(schema[root].table))")
      while try statement.step() {
        versions[root, default: [:]][statement.integer(at: 0) ?? 0] = statement.integer(at: 1) ?? 0
      }
    }
    self.versions = graph.objects.map {
      versions[compiled.model.root(of: $0.entity)]?[$0.primaryKey] ?? 0
    }
    self.graph = graph
    maxima = try compiled.model.entityIDs.map { id in
      let value = try connection.firstValue(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(schema[id].number))])
      return if case .integer(let number)? = value { number } else { -1 }
    }
    let metadata = try StoreMetadata.read(from: connection)
    uuid = metadata.uuid
    ownMetadata = metadata.others["ProofOwnKey"]
  }
}
