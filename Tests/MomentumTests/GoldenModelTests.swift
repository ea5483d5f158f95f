import Foundation
import Momentum
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// The code generated for the bundles in Models/, as it stands in Tests/GoldenCode.
@Suite struct GoldenModelTests {
  static let names = ["BubbleTea", "Newsroom", "Staff", "SurfJournal"]

  private static func compiled(_ name: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let path = RepositoryFiles.url("Models/\(name).xcdatamodeld").path
    let file = try #require(try ModelBundle.load(path: path, &diagnostics))
    return try #require(CompiledModel.compile(file.contents, &diagnostics))
  }

  @Test(arguments: names, CodeTarget.allCases)
  func goldenIsCurrent(_ name: String, _ target: CodeTarget) throws {
    let folder = "Tests/GoldenCode/\(target == .swift ? "Portable" : "CoreData")/\(name)"
    let files = try Self.compiled(name).generatedCode(target, options: .init(modelName: name))
    for file in files {
      try RepositoryFiles.expectGolden(file.text, at: "\(folder)/\(file.name)")
    }
    let present = try FileManager.default.contentsOfDirectory(
      atPath: RepositoryFiles.url(folder).path)
    #expect(present.sorted() == files.map(\.name))
  }

  @Test(arguments: names)
  func schemaAndRequestsAreCurrent(_ name: String) throws {
    let model = try Self.compiled(name)
    try RepositoryFiles.expectGolden(
      model.schemaScript, at: "Tests/GoldenCode/SQL/\(name).schema.sql")
    try RepositoryFiles.expectGolden(
      model.fetchRequestScript, at: "Tests/GoldenCode/SQL/\(name).fetch-requests.sql")
  }

  @Test(.enabled(if: SwiftCompiler.found != nil), arguments: names)
  func coreDataCodeTypeChecksAgainstTheStub(_ name: String) throws {
    let compiler = try #require(SwiftCompiler.found)
    let files = try Self.compiled(name).generatedCode(.coreData, options: .init(modelName: name))
    try RepositoryFiles.withTemporaryFolder { folder in
      let stub = RepositoryFiles.url("Tests/GoldenCode/CoreDataStub")
      var output = try compiler.run(
        [
          "-emit-module", "-parse-as-library", "-module-name", "CoreData", "-o",
          "CoreData.swiftmodule", stub.appendingPathComponent("CoreData.swift").path,
        ], in: folder)
      #expect(output == "", "\(output)")
      var arguments = ["-typecheck", "-I", ".", "-module-name", "App"]
      for file in files {
        try ObjectiveCAttributes.removed(from: file.text).write(
          to: folder.appendingPathComponent(file.name), atomically: false, encoding: .utf8)
        arguments.append(file.name)
      }
      if name == "SurfJournal" {
        // Its codegen setting is Category/Extension, so the class is the app's own.
        try "import CoreData\npublic class JournalEntry: NSManagedObject {}\n".write(
          to: folder.appendingPathComponent("JournalEntry.swift"), atomically: false,
          encoding: .utf8)
        arguments.append("JournalEntry.swift")
      }
      arguments.append(stub.appendingPathComponent("NSPredicate.swift").path)
      output = try compiler.run(arguments, in: folder)
      #expect(output == "", "\(output)")
    }
  }
}
