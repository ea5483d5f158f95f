import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// XML stores that Core Data wrote: mapping models of public projects are such stores.
@Suite(.tags(.corpus)) struct XMLCorpusTests {
  static let files: [URL] = {
    guard let folder = RepositoryFiles.corpus?.appendingPathComponent("migration/mappings"),
      let all = FileManager.default.enumerator(
        at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    else { return [] }
    return all.compactMap { $0 as? URL }.filter { $0.lastPathComponent == "xcmapping.xml" }
      .sorted { $0.path < $1.path }
  }()

  @Test(
    "SR scenario 82, SR-285 to SR-291: stores of Core Data are read, and printed as they are",
    .enabled(if: !files.isEmpty, "there is no corpus"))
  func realStores() throws {
    #expect(Self.files.count > 30)
    for url in Self.files {
      let name = url.pathComponents.suffix(2).joined(separator: "/")
      let text = try String(contentsOf: url, encoding: .utf8)
      let document = try XMLStoreReader.read(Array(text.utf8), path: name)
      let numbers = document.objects.compactMap { Int64($0.id.dropFirst()) }
      #expect(document.objects.allSatisfy { $0.id.hasPrefix("z") } && !numbers.isEmpty, "\(name)")
      #expect(numbers == numbers.sorted(), "\(name)")
      #expect(try document.lastNumber >= #require(numbers.max()), "SR-286: \(name)")
      for object in document.objects {
        #expect(object.type == object.type.uppercased(), "SR-288: \(name)")
        #expect(
          object.attributes.allSatisfy { $0.name == $0.name.lowercased() }, "SR-289: \(name)")
        #expect(
          object.relationships.allSatisfy { ["1/1", "0/0"].contains($0.type) }, "SR-290: \(name)")
      }
      // Some files have a standalone declaration; all else is printed as it was read.
      let plain = text.replacingOccurrences(of: " standalone=\"yes\"", with: "")
      expectText(Self.body(document.text), Self.body(plain), "\(name)")
    }
  }

  /// The objects; property lists are printed by a writer of their own.
  private static func body(_ text: String) -> String {
    guard let end = text.range(of: "</databaseInfo>") else { return text }
    return String(text[end.upperBound...])
  }
}
