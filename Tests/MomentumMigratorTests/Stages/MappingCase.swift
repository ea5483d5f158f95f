import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// A store of one model, and a mapping model to another, each said in a few lines.
struct MappingCase {
  struct Map {
    var source: String?
    var destination: String?
    var attributes: [String] = []
    var relationships: [String] = []
    var filter: String?

    init(
      _ source: String?, _ destination: String?, _ attributes: [String] = [],
      links relationships: [String] = [], where filter: String? = nil
    ) {
      self.source = source
      self.destination = destination
      self.attributes = attributes
      self.relationships = relationships
      self.filter = filter
    }
  }

  let store: String
  let old: CompiledModel
  let new: CompiledModel
  private let maps: [Map]
  /// The names that the mapping model's file gives its two models.
  var names: (old: String, new: String) = ("1", "2")

  init(_ folder: URL, old: String, new: String, _ maps: [Map]) throws {
    store = folder.appendingPathComponent("store.sqlite").path
    self.old = try MappingCase.model(old)
    self.new = try MappingCase.model(new)
    self.maps = maps
  }

  private static func model(_ entities: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="22522" systemVersion="23A344" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">\(entities)</model>
      """
    let model = CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics)
    return try #require(model, "\(diagnostics.all.map(\.text))")
  }

  /// As the editor keeps it: what is not said goes by itself.
  var file: MappingModelFile {
    let source = SourceFile(path: "xcmapping.xml", text: "")
    let place = SourceLocation(source, SourceRange(0, 0))
    func properties(_ names: [String]) -> [MappingModelSyntax.PropertyMapping] {
      names.map { MappingModelSyntax.PropertyMapping(name: $0, location: place) }
    }
    func reference(_ name: String) -> MappingModelSyntax.ModelReference {
      MappingModelSyntax.ModelReference(path: "App/App.xcdatamodeld/\(name).xcdatamodel")
    }
    return .editor(
      MappingModelSyntax(
        entityMappings: maps.map {
          MappingModelSyntax.EntityMapping(
            sourceEntity: $0.source, destinationEntity: $0.destination, sourceFilter: $0.filter,
            attributeMappings: properties($0.attributes),
            relationshipMappings: properties($0.relationships), location: place)
        }, source: reference(names.old), destination: reference(names.new), file: source))
  }

  func makeStore(_ statements: String...) throws {
    try old.createStore(at: store)
    try change(statements)
  }

  func change(_ statements: [String]) throws {
    let connection = try Connection(path: store, access: .readWrite)
    for statement in statements { try connection.execute(sql: statement) }
  }

  func migrator(isInPlace: Bool = false) -> StoreMigrator {
    MappingMigration(file).migrator(options: MigrationOptions(isInPlace: isInPlace))
  }

  @discardableResult
  func migrate(isInPlace: Bool = false) throws -> MigrationOutcome {
    try migrator(isInPlace: isInPlace).migrate(store: store, among: [old], to: new)
  }

  /// The checks that rows do not pass, one line each: `warns mapping.lost-rows Sub: 1 (Sub 2)`.
  func preflight() throws -> String {
    let preview = try migrator().preflight(store: store, among: [old], to: new)
    return preview.failures.map { failed in
      let rows = failed.firstRows.map { "\($0.entity) \($0.key)" }.joined(separator: ", ")
      return "\(failed.check.consequence) \(failed.check.rule) \(failed.check.place): "
        + "\(failed.count) (\(rows))"
    }.joined(separator: "\n")
  }

  /// Why there is no plan.
  func refusal() throws -> [String] {
    do {
      _ = try migrator().plan(store: store, among: [old], to: new)
      return []
    } catch {
      guard case .mapping(let findings) = error else { throw error }
      return findings.filter { $0.severity == .error }.map { "\($0.id): \($0.text)" }
    }
  }

  /// The rows of a statement, one line each, columns joined by bars.
  func rows(_ sql: String) throws -> String {
    let connection = try Connection(path: store, access: .readOnly)
    let statement = try connection.prepare(sql: sql)
    var lines: [String] = []
    while let row = try statement.nextRow() {
      lines.append(row.map(\.debugText).joined(separator: "|"))
    }
    return lines.joined(separator: "\n")
  }
}

extension RepositoryFiles {
  /// A case in a folder of its own.
  static func withMapping<Result>(
    old: String, new: String, _ maps: MappingCase.Map..., body: (MappingCase) throws -> Result
  ) throws -> Result {
    try withTemporaryFolder { try body(MappingCase($0, old: old, new: new, maps)) }
  }
}
