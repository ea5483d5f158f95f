import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumGeneration

@Suite(.tags(.processes)) struct DepfileTests {
  @Test func whatMakeWouldReadAsSomethingElseIsEscaped() throws {
    expectText(
      try Depfile.text(
        targets: ["out/A b.swift", "out/50%.swift"],
        inputs: ["Käse Laden.xcdatamodeld", "a#b$c:d|e*f", "back\\slash", "odd\\ blank", "50%"]),
      ##"""
      out/A\ b.swift \
        out/50\%.swift: \
        Käse\ Laden.xcdatamodeld \
        a\#b$$c\:d\|e\*f \
        back\slash \
        odd\\\ blank \
        50%
      Käse\ Laden.xcdatamodeld:
      a\#b$$c\:d|e*f:
      back\slash:
      odd\\\ blank:
      50\%:

      """##)
  }

  @Test(arguments: ["a\nb", "a\rb", "a;b", "a=b", "a\tb", "a (1)"])
  func whatMakeCannotSpellIsRefused(path: String) {
    #expect(throws: OutputFailure.self) { try Depfile.text(targets: ["x"], inputs: [path]) }
    #expect(throws: OutputFailure.self) { try Depfile.text(targets: [path], inputs: ["x"]) }
  }

  private static let make: String? = {
    #if canImport(Darwin)
      // Apple's own is GNU Make 3.81 of 2006, which takes backslashes otherwise; Homebrew's is a newer one.
      let places = ["/opt/homebrew/bin/gmake", "/usr/local/bin/gmake"]
    #else
      let places = ["/usr/bin/make", "/usr/local/bin/make"]
    #endif
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// GNU Make reads the names as they are, runs when one changes, and does not when nothing does.
  @Test(
    .enabled(if: make != nil, "there is no make"),
    arguments: [
      "plain", "with blank", "a#b", "a$b", "a$$b", "50%", "a:b", "Käse", "a\\b", "a\\ b", "x*y",
      "(p).x",
    ])
  func makeKnowsTheFileAgain(name: String) throws {
    let make = try #require(Self.make)
    try Folder.with { folder in
      let output = "out \(name.replacingOccurrences(of: "*", with: ""))"
      let rule = try Depfile.text(targets: [output], inputs: [name])
      try folder.write(rule, "rule.d")
      // One quoted word of the shell, which Make's own `$` may not reach.
      try folder.write("#!/bin/sh\necho ran >&2\ntouch '\(output)'\n", "recipe")
      try folder.write("include rule.d\n%:\n\t@sh recipe\n", "Makefile")
      try folder.write("1", name)
      func run() throws -> String {
        try SwiftCompiler.launch(make, ["-r", output], in: folder.url).text
      }
      #expect(try run().contains("ran"), "\(rule)")
      func age(_ file: String, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: seconds)],
          ofItemAtPath: folder.path + "/" + file)
      }
      try age("Makefile", -200)
      try age("rule.d", -200)
      try age(name, -100)
      let again = try run()
      #expect(!again.contains("ran"), "\(again)")
      try age(output, -300)
      #expect(try run().contains("ran"))
      // A removed input is no error.
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
      #expect(try !run().contains("No rule"))
    }
  }
}
