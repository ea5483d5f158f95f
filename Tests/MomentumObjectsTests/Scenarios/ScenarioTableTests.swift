import Foundation
import MomentumTestSupport
import Testing

/// Which test holds which scenario of the two specifications of this module: object graph (OG 1 to 145)
/// and stores and requests (SR 1 to 88). A test says so in its name: `OG scenario 37 to 40, 44: …`.
@Suite struct ScenarioTableTests {
  private static let counts = [("OG", 145), ("SR", 88)]

  /// Scenarios that no test on this machine can hold, with the reason.
  private static let impossible = [
    "SR 88": "Core Data opens a store with a history of Momentum's: needs a Mac"
  ]

  /// The tests of each scenario, `OG 37`: `ConflictTests.swift policies`.
  private static func tests() throws -> [String: [String]] {
    let folder = RepositoryFiles.url("Tests/MomentumObjectsTests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
    var tests: [String: [String]] = [:]
    for file in files ?? [] where file.lastPathComponent != "ScenarioTableTests.swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(
        of: /(OG|SR) scenario (\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*)/)
      {
        let rest = text[match.range.upperBound...]
        guard let function = rest.firstMatch(of: /func (\w+)/) else { continue }
        for number in numbers(match.2) {
          tests["\(match.1) \(number)", default: []].append(
            "\(file.lastPathComponent) \(function.1)")
        }
      }
    }
    return tests
  }

  /// `37 to 40, 44`
  private static func numbers(_ text: Substring) -> [Int] {
    text.split(separator: ", ").flatMap { part -> [Int] in
      let ends = part.split(separator: " ").compactMap { Int($0) }
      return ends.count == 2 && ends[0] <= ends[1] ? Array(ends[0]...ends[1]) : ends
    }
  }

  @Test func everyScenarioHasATest() throws {
    let tests = try Self.tests()
    let wanted = Self.counts.flatMap { kind, count in (1...count).map { "\(kind) \($0)" } }
    let missing = wanted.filter { tests[$0] == nil && Self.impossible[$0] == nil }
    #expect(missing == [])
    #expect(Set(tests.keys).subtracting(wanted) == [], "no such scenario")
    #expect(Self.impossible.keys.allSatisfy { tests[$0] == nil })
  }

  @Test func theTableIsCurrent() throws {
    let tests = try Self.tests()
    var lines = ["scenario\ttests"]
    for (kind, count) in Self.counts {
      for number in 1...count {
        let id = "\(kind) \(number)"
        let known = (tests[id] ?? []).sorted().joined(separator: ", ")
        lines.append("\(id)\t\(known.isEmpty ? "none: " + (Self.impossible[id] ?? "") : known)")
      }
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/ObjectScenarios.tsv")
  }
}
