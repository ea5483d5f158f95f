import CFetch
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumPredicate
import MomentumRuntime
import MomentumSQL
import MomentumSQLite

/// Formats of a file, one a line.
package struct FormatSample {
  package let sources: [SourceFile]

  package init(file: String) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    sources = text.split(separator: "\n").map { SourceFile(path: "<format>", text: String($0)) }
  }

  package init(sources: [SourceFile]) { self.sources = sources }

  /// One format with `count` comparisons.
  package init(comparisons count: Int) {
    let parts = (0..<count).map { "(name CONTAINS[cd] 'tea \($0)' OR stats.tipCount > \($0))" }
    sources = [SourceFile(path: "<format>", text: parts.joined(separator: " AND "))]
  }

  package func parse() -> Int {
    var parsed = 0
    for source in sources {
      var diagnostics = Diagnostics()
      if PredicateParser.parse(source, &diagnostics) != nil { parsed += 1 }
    }
    return parsed
  }
}

/// Requests in words, and the SQL they become.
package struct CompilationSample {
  private let model: CompiledModel
  private let requests: [RequestInput]
  package let statements: [String]
  private let store: String

  package init(bundle: String, in folder: URL) throws {
    var diagnostics = Diagnostics()
    guard let file = try ModelBundle.load(path: bundle, &diagnostics),
      let model = CompiledModel.compile(file.contents, &diagnostics)
    else { throw Failure.refused }
    self.model = model
    requests = Self.predicates.map { RequestInput(entity: "Venue", predicate: $0) }
    statements = requests.compactMap { model.compile($0, &diagnostics)?.sql.text }
    guard statements.count == requests.count else { throw Failure.refused }
    store = folder.appendingPathComponent("venues.sqlite").path
    try model.createStore(at: store)
  }

  package func compile() throws -> Int {
    var count = 0
    for request in requests {
      var diagnostics = Diagnostics()
      if model.compile(request, &diagnostics) != nil { count += 1 }
    }
    return count
  }

  /// A connection that was opened once, as an app opens it, and knows the functions' names.
  package func open() throws -> OpaqueDatabase {
    guard let database = cfetch_open(store) else { throw Failure.refused }
    for (name, count) in [
      ("NSCoreDataStringSearch", 4), ("NSCoreDataStringCompare", 3), ("NSCoreDataLike", 3),
      ("NSCoreDataMatches", 3),
    ] {
      guard cfetch_declare(database, name, Int32(count)) == 0 else { throw Failure.refused }
    }
    return OpaqueDatabase(pointer: database)
  }

  /// `sqlite3_prepare_v2` of each statement.
  package func prepare(on database: OpaqueDatabase) throws -> Int {
    for sql in statements {
      guard cfetch_prepare(database.pointer, sql) == 0 else { throw Failure.refused }
    }
    return statements.count
  }

  /// Predicates as apps write them, from one comparison to seven.
  private static let predicates = [
    "name == 'Bubble & Co'",
    "priceInfo.priceCategory == \"$\" AND specialCount > 0",
    "name CONTAINS[cd] 'tea' OR (location.distance < 500.5 AND NOT category.name IN {'Café', 'Bar'})",
    "(stats.tipCount >= 10 AND stats.tipCount <= 90) AND (favorite == YES OR name BEGINSWITH[c] 'T') AND phone != nil AND location.city LIKE '*burg' AND specialCount BETWEEN {1, 9}",
  ]
}

/// A database that C opened.
package final class OpaqueDatabase {
  package let pointer: UnsafeMutableRawPointer

  package init(pointer: UnsafeMutableRawPointer) { self.pointer = pointer }
  deinit { cfetch_close(pointer) }
}
