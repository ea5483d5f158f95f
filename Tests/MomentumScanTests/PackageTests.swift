import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumScan
import MomentumTestSupport
import Testing

/// The sources in Tests/Cases/Scan: each mistake in them has a comment `// expect: ID`, and everything
/// else is right.
@Suite struct PackageTests {
  private struct Place: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var line: Int
    var id: String

    var description: String { "\(file):\(line) \(id)" }

    static func < (left: Place, right: Place) -> Bool {
      (left.file, left.line, left.id) < (right.file, right.line, right.id)
    }
  }

  private static let folder = RepositoryFiles.root.appendingPathComponent("Tests/Cases/Scan")

  private static func files() throws -> [SourceFile] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      SourceFile(
        path: name, utf8: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }

  private static func expected(_ files: [SourceFile]) -> [Place] {
    files.flatMap { file in
      file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
        index, line -> [Place] in
        for (word, distance) in [("// expect: ", 1), ("// expect-previous: ", 0)] {
          guard let mark = line.range(of: word) else { continue }
          return line[mark.upperBound...].split(separator: ",").map {
            Place(
              file: file.path, line: index + distance,
              id: $0.trimmingCharacters(in: .whitespaces))
          }
        }
        return []
      }
    }.sorted()
  }

  @Test func everyPlantedMistakeIsFoundAndNothingElse() throws {
    let files = try PackageTests.files()
    let found = try Scan.findings(files).map {
      Place(file: $0.location?.path ?? "", line: $0.location?.line ?? 0, id: $0.id)
    }.sorted()
    let expected = PackageTests.expected(files)
    #expect(found.filter { !expected.contains($0) } == [], "false alarms")
    #expect(expected.filter { !found.contains($0) } == [], "not found")
  }

  @Test func thePackageIsLargeEnoughToSaySomething() throws {
    let expected = PackageTests.expected(try PackageTests.files())
    #expect(expected.count >= 100)
    #expect(Set(expected.map(\.id)).count >= 25)
    #expect(try Scan.siteCount(PackageTests.files()) - expected.count >= 300, "right uses")
  }

  /// A file that somebody is typing must neither crash nor hang the scan.
  @Test func aCutOffFileIsScanned() throws {
    for file in try PackageTests.files() {
      let step = max(1, file.utf8.count / 40)
      for end in stride(from: 0, to: file.utf8.count, by: step) {
        let cut = SourceFile(path: file.path, utf8: Array(file.utf8[..<end]))
        for finding in try Scan.findings([cut]) {
          #expect((finding.location?.range.end ?? 0) <= end)
        }
      }
    }
  }
}

/// Runs a scan with the model Newsroom.
enum Scan {
  private static let model: Result<ObjectModel, any Error> = Result {
    let contents = try RepositoryFiles.text(
      "Models/Newsroom.xcdatamodeld/Newsroom 2.xcdatamodel/contents")
    let read = ReadModel(SourceFile(path: "contents", text: contents))
    return try #require(read.checked).model
  }

  static func findings(_ files: [SourceFile]) throws -> [Diagnostic] {
    let scan = SourceScan(
      files.map { ScannedFile($0) }, model: ScanModel([try model.get()]),
      isRegularExpression: PatternSyntax.isRegularExpression)
    let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
    return scan.files.indices.flatMap { scan.findings(of: $0, sites[$0]).all }
  }

  /// The number of places that are checked.
  static func siteCount(_ files: [SourceFile]) throws -> Int {
    let scan = SourceScan(files.map { ScannedFile($0) }, model: ScanModel([try model.get()]))
    return scan.files.indices.reduce(0) { $0 + scan.sites(of: $1).count }
  }

  static func findings(_ text: String, path: String = "Test.swift") throws -> [Diagnostic] {
    try findings([SourceFile(path: path, text: text)])
  }
}
