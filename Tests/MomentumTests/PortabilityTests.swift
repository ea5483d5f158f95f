import Foundation
import MomentumTestSupport
import Testing

/// What the compiler refuses on a Mac, and takes here.
@Suite struct PortabilityTests {
  /// What a line may not begin with or hold, and why.
  private static let refused: [(sign: String, isStart: Bool, reason: String)] = [
    // A line that is not indented stands outside of `#if`.
    ("import FoundationEssentials", true, "is no module of Apple's; it needs '#if canImport'"),
    ("import FoundationXML", true, "is no module of Apple's; it needs '#if canImport'"),
    ("import Glibc", true, "is no module of Apple's; it needs '#if canImport'"),
    ("import Synchronization", false, "needs macOS 15"),
    ("String(validating:", false, "needs macOS 15"),
  ]

  /// What a file with a finding holds: most files hold none of these.
  private static let words = refused.map { sign in
    Data((sign.sign.split(separator: " ").last ?? "").utf8)
  }

  @Test func sourcesUseWhatAppleHas() throws {
    var count = 0
    for folder in ["Sources", "Tests"] {
      let names = FileManager.default.enumerator(atPath: RepositoryFiles.url(folder).path)?
        .compactMap { $0 as? String }
      for name in (names ?? []).sorted()
      where name.hasSuffix(".swift") && !name.contains(".build/")
        && !name.hasSuffix("/PortabilityTests.swift")
      {
        count += 1
        let data = try Data(contentsOf: RepositoryFiles.url("\(folder)/\(name)"))
        guard Self.words.contains(where: { data.range(of: $0) != nil }) else { continue }
        let text = String(decoding: data, as: UTF8.self)
        for line in text.split(separator: "\n") {
          for (sign, reason) in Self.findings(in: line) {
            Issue.record("\(folder)/\(name): '\(sign)' \(reason)")
          }
        }
      }
    }
    #expect(count > 500, "\(count) files were read")
  }

  private static func findings(in line: Substring) -> [(sign: String, reason: String)] {
    let code = line.drop { $0 == " " }
    guard !code.hasPrefix("//"), !code.contains("#available(macOS") else { return [] }
    return refused.filter { sign, isStart, _ in
      guard isStart else { return code.contains(sign) }
      let words = line.split(separator: " ").suffix(2).joined(separator: " ")
      return !line.hasPrefix(" ") && words == sign
    }.map { ($0.sign, $0.reason) }
  }
}
