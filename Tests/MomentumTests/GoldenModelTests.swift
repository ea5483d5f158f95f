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
@Suite(.tags(.compiles)) struct GoldenModelTests {
  static let names = ["BubbleTea", "Newsroom", "Staff", "SurfJournal"]

  private static func compiled(_ name: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let path = RepositoryFiles.url("Models/\(name).xcdatamodeld").path
    let file = try #require(try ModelBundle.load(path: path, &diagnostics))
    return try #require(CompiledModel.compile(file.contents, &diagnostics))
  }

  @Test(arguments: names, CodeTarget.allCases)
  func goldenIsCurrent(_ name: String, _ target: CodeTarget) throws {
    let kind = target == .swift ? "Portable" : target.folder
    let folder = "Tests/GoldenCode/\(kind)/\(name)"
    let files = try Self.compiled(name).generatedCode(target, options: Self.options(name))
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

  @Test(
    .enabled(if: CoreDataStub.isPossible, CoreDataStub.reason), arguments: names,
    CoreDataStub.Mode.allCases)
  func coreDataCodeTypeChecksAgainstTheStub(_ name: String, _ mode: CoreDataStub.Mode) throws {
    let compiler = try #require(SwiftCompiler.found)
    var options = Self.options(name)
    options.isNonisolated = mode == .mainActor
    var files = try Self.compiled(name).generatedCode(.coreData, options: options)
      .map { (name: $0.name, text: $0.text) }
    if name == "SurfJournal" {
      // Its codegen setting is Category/Extension, so the class is the app's own.
      files.append(
        (
          "JournalEntry.swift",
          "public import CoreData\nnonisolated public class JournalEntry: NSManagedObject {}\n"
        ))
    }
    try RepositoryFiles.withTemporaryFolder { folder in
      let output = try CoreDataStub(compiler, in: folder).typeCheck(files, mode)
      #expect(output == "", "\(output)")
    }
  }

  /// Each model's classes are members of a schema, so that one run of the compiler reads all.
  @Test(.enabled(if: SwiftDataStub.isPossible, SwiftDataStub.reason))
  func swiftDataCodeTypeChecksAgainstTheStub() throws {
    var files: [(name: String, text: String)] = []
    for name in Self.names {
      var options = Self.options(name)
      options.versionedSchema = "\(name)Schema"
      files += try Self.compiled(name).generatedCode(.swiftData, options: options)
        .map { (name: "\(name)_\($0.name)", text: $0.text) }
    }
    files += try Self.compiled("Staff").generatedCode(.swiftData, options: Self.options("Staff"))
      .map { (name: $0.name, text: $0.text) }
    files.append(("App.swift", SwiftDataStub.appClasses(for: files.map(\.text))))
    let output = try SwiftDataStub.typeCheck(files)
    #expect(output == "", "\(output)")
  }

  /// All entities: the setting of most is Manual/None, for which a build writes nothing.
  private static func options(_ name: String) -> CodegenOptions {
    var options = CodegenOptions(modelName: name)
    options.selection = .menu
    return options
  }
}
