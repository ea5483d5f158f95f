import Foundation
import MomentumArchive
import MomentumDiagnostics
import MomentumModelFiles
import MomentumSQLite
import MomentumTestSupport
import Testing

/// The copies of models that Core Data wrote into stores, compared with those that Momentum writes.
@Suite(.tags(.corpus)) struct ModelCopyStructureTests {
  /// Members in which real copies differ from each other although nothing in the model differs. One
  /// that ends in `[` stands for all that begin so.
  private static let real = [
    // 71 copies have no names of classes.
    "NSClassNameForEntity: nil",
    // Models that were read from a `.mom` file or made in code.
    "NSSubentities: nil",
    // Entities without indexes in a model that has some, and indexes that are not repeated.
    "NSCompoundIndexes: NSArray", "NSFetchIndexDescriptions: NSArray",
    // SwiftData: a configuration of all entities, empty lists, and a mark at enumerations.
    "NSConfigurations: NSDictionary [\"default\"]", "NSUniqueTuples: NSArray",
    "NSUserInfo: NSDictionary [\"EnumType\"]", "_P: 179",
  ]

  /// The members that Momentum writes instead.
  private static let ours = [
    "NSClassNameForEntity: \"NSManagedObject\"", "NSSubentities: NSDictionary",
    "NSCompoundIndexes: NSArray [", "_P: 243",
  ]

  @Test func realCopiesHaveTheSameStructure() throws {
    var count = 0
    for path in try Self.stores() {
      guard let real = try ModelCache.read(from: StoreReader(path: path).connection) else {
        continue
      }
      count += 1
      var diagnostics = Diagnostics()
      let model = try #require(CompiledModelReader.read(real, path: path, &diagnostics))
      let place = SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
      let ours = ModelArchive.bytes(
        of: model, module: nil, form: .storeCache, at: place, &diagnostics)
      let outline = try ArchiveOutline(real)
      let other = try ArchiveOutline(ours, leavingOut: outline.proxies)
      let missing = outline.lines.subtracting(other.lines)
      let added = other.lines.subtracting(outline.lines)
      #expect(Self.unknown(missing, Self.real) == [], "\(path)")
      #expect(Self.unknown(added, Self.ours) == [], "\(path)")
    }
    #expect(count > 50 || RepositoryFiles.corpus == nil)
  }

  private static func unknown(_ lines: Set<String>, _ known: [String]) -> [String] {
    lines.filter { line in
      let member = line.firstRange(of: ": ").flatMap { end in
        line[..<end.lowerBound].lastIndex(of: ".").map { line[line.index(after: $0)...] }
      }
      return !known.contains { member?.elementsEqual($0) == true }
        && !known.contains { $0.hasSuffix("[") && member?.hasPrefix($0) == true }
    }.sorted()
  }

  /// The stores of the corpus, in `stores` and `swiftdata`; none without the corpus.
  private static func stores() throws -> [String] {
    guard let corpus = RepositoryFiles.corpus else { return [] }
    return try ["stores", "swiftdata"].flatMap { name in
      let folder = corpus.appendingPathComponent(name)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .map { folder.appendingPathComponent($0 + "/store.sqlite").path }
    }.filter { FileManager.default.fileExists(atPath: $0) }
  }
}
