import Foundation
import MomentumCLI
import MomentumDiagnostics
import MomentumLanguageServer
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// The findings of the language server against those of the commands, for the same texts.
@Suite(.tags(.random)) struct LanguageServerFindingTests {
  private static let texts: [String: String] = [
    "Shop.xcdatamodeld/Shop.xcdatamodel/contents": """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Customer" representedClassName="Customer" syncable="YES">
        <attribute name="email" optional="YES" attributeType="String"/>
        <relationship name="orders" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Order" inverseName="customer" inverseEntity="Order"/>
      </entity>
      <entity name="Order" representedClassName="Order" syncable="YES">
        <attribute name="total" attributeType="Double" defaultValueString="0.0"/>
        <relationship name="customer" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Customer" inverseName="orders" inverseEntity="Customer"/>
      </entity>
      <fetchRequest name="byEmail" entity="Customer" predicateString="email == $EMAIL"/>
    </model>
    """,
    "App.swift": """
    import CoreData
    func load() -> NSFetchRequest<Customer> {
      let request = NSFetchRequest<Customer>(entityName: "Customer")
      request.predicate = NSPredicate(format: "email != nil")
      request.sortDescriptors = [NSSortDescriptor(key: "email", ascending: true)]
      return request
    }
    """,
    ".momentum.json": "{ \"diagnostics\": { \"model.missing-inverse\": \"note\" } }\n",
  ]

  private static let pieces = [
    "", "\"", "<", "/>", "Customer", "email", "total", "é", "😀", " == ", "$", "YES", "\n", "{",
    "error", "x",
  ]

  @Test func editsHaveTheFindingsOfTheCommands() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let root = folder.resolvingSymlinksInPath().path
      var generator = SeededGenerator(seed: 5)
      var analyzer = WorkspaceAnalyzer(root: root) { DiagnosticCatalogue.all.knowledge(of: $0) }
      for (name, text) in Self.texts { try write(Array(text.utf8), root + "/" + name) }
      for step in 0..<TestLength.choose(short: 40, long: 150) {
        let edited = edited(root, &generator)
        analyzer.invalidate(Set(edited.keys), filesMayDiffer: false)
        // The server has the texts in memory; the commands read them from the files.
        let found = analyzer.analyze(EditedFiles(edited))?.findings ?? []
        for (path, text) in edited { try write(text, path) }
        let lines = Set(found.map(line))
        #expect(lines == commandLines(root), "step \(step)")
      }
    }
  }

  /// Texts of the files with some edits, in at most two of the files.
  private func edited(_ root: String, _ generator: inout SeededGenerator) -> [String: [UInt8]] {
    var result = Dictionary(
      uniqueKeysWithValues: Self.texts.map { (root + "/" + $0.key, Array($0.value.utf8)) })
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      guard let path = result.keys.sorted().randomElement(using: &generator),
        var lines = result[path].map({ TextLines($0) })
      else { continue }
      let lower = Int.random(in: 0...lines.utf8.count, using: &generator)
      let upper = lower + Int.random(in: 0...6, using: &generator)
      // As a client's edit: whole characters, by positions.
      let span = lines.span(of: SourceRange(lower, upper), .utf16)
      let piece = Self.pieces.randomElement(using: &generator) ?? ""
      lines.replace(lines.range(of: span, .utf16), with: Array(piece.utf8))
      result[path] = lines.utf8
    }
    return result
  }

  private func write(_ text: [UInt8], _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text).write(to: url)
  }

  /// `path:line:column severity id text`
  private func line(_ finding: Diagnostic) -> String {
    let place = finding.location.map { "\($0.path):\($0.line):\($0.column)" } ?? ""
    return "\(place) \(finding.severity.rawValue) \(finding.id) \(finding.text)"
  }

  /// The findings of `check`, and those of `scan` about sources: it repeats those about models.
  private func commandLines(_ root: String) -> Set<String> {
    let check = Self.findings(Run("check", root, "--format", "json").output)
    let scan = Self.findings(Run("scan", root, "--format", "json").output)
      .filter { $0.hasPrefix(root + "/App.swift") }
    return Set(check + scan)
  }

  private static func findings(_ json: String) -> [String] {
    let root = try? JSONSerialization.jsonObject(with: Data(json.utf8))
    let list = (root as? [String: Any])?["diagnostics"] as? [[String: Any]] ?? []
    return list.map { finding in
      let place = (finding["file"] as? String).map {
        "\($0):\(finding["line"] as? Int ?? 0):\(finding["column"] as? Int ?? 0)"
      }
      let words = ["severity", "id", "message"].map { finding[$0] as? String ?? "" }
      return "\(place ?? "") " + words.joined(separator: " ")
    }
  }
}
