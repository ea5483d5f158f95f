package import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// A store, the version it is migrated to, and what it has to hold before and after: what crashes and
/// faults are tried on.
package struct CrashScenario {
  /// How the migration and the store work.
  package struct Mode: Sendable, Hashable, CustomStringConvertible {
    package var isInPlace: Bool
    /// A write-ahead log, with rows in it that are not in the file, and without its index.
    package var hasLog: Bool

    package var description: String {
      "\(isInPlace ? "in place" : "copy"), \(hasLog ? "WAL" : "DELETE")"
    }

    package static let all = [false, true].flatMap { isInPlace in
      [false, true].map { Mode(isInPlace: isInPlace, hasLog: $0) }
    }
  }

  package let mode: Mode
  /// Holds the store, and the two models beside the folder.
  let template: URL
  let old: EvolvingModel
  let new: EvolvingModel
  let source: CompiledModel
  let target: CompiledModel
  let before: StoreState
  let expected: ExpectedObjects

  static let storeName = "store.sqlite"
  var models: [String] {
    ["v1", "v2"].map { template.deletingLastPathComponent().appendingPathComponent($0).path }
  }

  /// - Parameter folder: An empty one.
  package init(_ mode: Mode, rows: Int, in folder: URL) throws {
    self.mode = mode
    template = folder.appendingPathComponent("template")
    try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
    (old, new) = CrashScenario.versions()
    source = try ProofStore.compile(old.model)
    target = try ProofStore.compile(new.model)
    for (name, model) in [("v1", old), ("v2", new)] {
      try ModelWriter.contents(of: model.model).write(
        to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    var dice = Dice(seed: 5, part: 21)
    let path = folder.appendingPathComponent("first.sqlite").path
    let graph = PopulationGenerator.graph(of: source.model, count: rows, seed: 5)
    _ = try ProofStore(graph, source, at: path, &dice)
    let copy = template.appendingPathComponent(CrashScenario.storeName).path
    try CrashScenario.leave(path, at: copy, hasLog: mode.hasLog, source)
    // The rows of the log count, so the state is read from what is left.
    let reader = folder.appendingPathComponent("reader")
    try FileManager.default.copyItem(at: template, to: reader)
    before = try StoreState(
      reading: Connection(
        path: reader.appendingPathComponent(CrashScenario.storeName).path, access: .readWrite),
      source)
    let outcome = MigrationOracle(from: old, to: new, graph: before.graph).outcome()
    guard case .succeeds(let expected) = outcome else {
      throw ProofStore.Failure(description: "the scenario says \(outcome)")
    }
    self.expected = expected
  }

  /// Copies a store to where it is to be found, in the state that a program which ended has left.
  private static func leave(
    _ path: String, at copy: String, hasLog: Bool, _ source: CompiledModel
  ) throws {
    let connection = try Connection(path: path, access: .readWrite)
    if hasLog {
      _ = try connection.firstValue("PRAGMA journal_mode = WAL")
      _ = try connection.firstValue("PRAGMA wal_autocheckpoint = 0")
      for table in source.schema.tables {
        try connection.execute(sql: "UPDATE \(PlainRows.quoted(table.name)) SET Z_OPT = Z_OPT + 1")
      }
      try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
  }

  // MARK: - Models

  /// A rename, a move of all numbers, a rebuilt table with an index, a join table, and defaults.
  private static func versions() -> (EvolvingModel, EvolvingModel) {
    let (customer, company, order, tag) = (EntityID(0), EntityID(1), EntityID(2), EntityID(3))
    var model = ObjectModel(entities: [
      Entity(
        name: "Customer",
        attributes: [
          Attribute(name: "name", type: .string, isOptional: true),
          Attribute(name: "note", type: .string, isOptional: true),
        ],
        relationships: [
          Relationship(
            name: "orders", destination: order, inverse: RelationshipID(order, 0), isToMany: true,
            isOrdered: true)
        ]),
      Entity(
        name: "Company", parent: customer,
        attributes: [Attribute(name: "code", type: .integer64, isOptional: true)]),
      Entity(
        name: "Order",
        attributes: [
          Attribute(name: "number", type: .integer32, isOptional: true),
          Attribute(name: "placed", type: .date, isOptional: true),
          Attribute(name: "total", type: .double, isOptional: true),
        ],
        relationships: [
          Relationship(
            name: "customer", destination: customer, inverse: RelationshipID(customer, 0)),
          Relationship(
            name: "tags", destination: tag, inverse: RelationshipID(tag, 0), isToMany: true),
        ]),
      Entity(
        name: "Tag", attributes: [Attribute(name: "label", type: .string, isOptional: true)],
        relationships: [
          Relationship(
            name: "orders", destination: order, inverse: RelationshipID(order, 1), isToMany: true)
        ]),
    ])
    model.entities[company.index].isAbstract = false
    let old = EvolvingModel(model)
    var new = old
    new.entities[0].attributes[0].attribute.name = "title"
    new.entities[0].attributes[0].attribute.renamingIdentifier = "name"
    new.append(
      Attribute(name: "rank", type: .integer32, defaultValue: .integer(3)), to: customer.index)
    new.entities[order.index].attributes.removeLast()
    new.entities[order.index].attributes[0].attribute.type = .integer64
    new.entities[order.index].entity.fetchIndexes = [
      FetchIndex(name: "byNumber", elements: [FetchIndex.Element(.property("number"))])
    ]
    let aisle = new.newTag()
    new.entities.append(.init(tag: aisle, entity: Entity(name: "Aisle")))
    new.append(Attribute(name: "number", type: .integer16, isOptional: true), to: 4)
    return (old, new)
  }
}
