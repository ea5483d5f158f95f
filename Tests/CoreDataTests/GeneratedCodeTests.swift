import Foundation
import MomentumTestSupport
import Testing

/// CL-12: the half for Linux of generated classes goes through the compiler, against the module of this
/// package. The half for Macs is compiled by the tests of the generator.
@Suite(
  .tags(.compiles),
  .enabled(if: SwiftCompiler.found != nil && SwiftCompiler.runtimeArguments != nil))
struct GeneratedCodeTests {
  private static let strict =
    ["-swift-version", "6"]
    + ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
    .flatMap { ["-enable-upcoming-feature", $0] }

  @Test(arguments: ["BubbleTea", "Staff", "SurfJournal"], [true, false])
  func classesCompileOnLinux(_ name: String, _ isStrict: Bool) throws {
    let compiler = try #require(SwiftCompiler.found)
    let modules = try #require(SwiftCompiler.runtimeArguments)
    try RepositoryFiles.withTemporaryFolder { folder in
      let golden = RepositoryFiles.url("Tests/GoldenCode/CoreData/\(name)")
      var names = try FileManager.default.contentsOfDirectory(atPath: golden.path)
      for name in names {
        try FileManager.default.copyItem(
          at: golden.appendingPathComponent(name), to: folder.appendingPathComponent(name))
      }
      if name == "SurfJournal" {
        // Its codegen setting is Category/Extension, so the class is the app's own.
        try "public import CoreData\npublic class JournalEntry: NSManagedObject {}\n".write(
          to: folder.appendingPathComponent("JournalEntry.swift"), atomically: true, encoding: .utf8
        )
        names.append("JournalEntry.swift")
      }
      let settings = isStrict ? Self.strict : ["-swift-version", "5"]
      let output = try compiler.typeCheck(
        names, module: "App", settings + ["-warnings-as-errors"] + modules, in: folder)
      #expect(output == "", "\(output)")
    }
  }
}
