import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Replays the kept cases of `Tests/Fuzzing`: nothing crashes, nothing hangs, and what is refused says why.
@Suite struct FuzzCasesTests {
  private static func files(_ folder: String) -> [URL] {
    let url = RepositoryFiles.url("Tests/Cases/Fuzz/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.sorted().map { url.appendingPathComponent($0) }
  }

  @Test(arguments: files("xml"))
  func models(file: URL) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", utf8: Array(try Data(contentsOf: file)))
    if let compiled = CompiledModel.compile(source, &diagnostics) {
      #expect(!compiled.schemaScript.isEmpty)
    } else {
      #expect(diagnostics.hasErrors)
    }
    #expect(!TextRenderer().render(diagnostics.all).isEmpty || !diagnostics.hasErrors)
  }

  /// What each damaged archive is refused for; nothing where its damage is harmless.
  private static let archiveErrors: [String: [String]] = [
    "class-of-itself.mom": ["compiled.no-model"], "counts-below-zero.mom": [],
    "entity-twice.mom": ["model.duplicate-entity"], "reference-past-the-end.mom": [],
    "root-refers-to-itself.mom": ["compiled.no-model"],
  ]

  @Test(arguments: files("archive"))
  func compiledModels(file: URL) throws {
    var diagnostics = Diagnostics()
    let bytes = Array(try Data(contentsOf: file))
    let contents = ModelBundle.decompiled(bytes, path: "Model.mom", &diagnostics)
    let compiled = contents.flatMap { CompiledModel.compile($0, &diagnostics) }
    let expected = try #require(
      Self.archiveErrors[file.lastPathComponent], "a new case needs its row in the table")
    let errors = diagnostics.all.filter { $0.severity == .error }.map(\.id)
    #expect(Set(expected).isSubset(of: errors), "\(errors)")
    #expect(errors.isEmpty == expected.isEmpty, "\(errors)")
    #expect((compiled != nil) == expected.isEmpty)
    #expect(compiled?.schemaScript.isEmpty != true)
  }

  @Test(arguments: files("metadata"))
  func metadata(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    do {
      _ = try StoreMetadata(uuid: "", plist: bytes)
      Issue.record("\(file.lastPathComponent) is no metadata")
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  @Test(arguments: files("predicate"))
  func predicates(file: URL) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "predicate", utf8: Array(try Data(contentsOf: file)))
    if let syntax = PredicateParser.parse(source, &diagnostics) {
      let printed = SourceFile(path: "printed", text: PredicatePrinter.print(syntax))
      let again = PredicateParser.parse(printed, &diagnostics)
      #expect(again?.withoutRanges == syntax.withoutRanges, "\(printed.text)")
    } else {
      #expect(diagnostics.hasErrors)
    }
    #expect(!TextRenderer().render(diagnostics.all).isEmpty || !diagnostics.hasErrors)
  }

  /// The first byte chooses the entity. Each has to be done, or refused, in a second or so of the processor's
  /// time, whatever else the machine does.
  @Test(arguments: files("query"))
  func queries(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    let format = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let model = try StaffStore.model()
    let entity = model.model.entities[Int(bytes.first ?? 0) % model.model.entities.count].name
    let start = Self.processorSeconds
    for (index, target) in QueryTarget.all.enumerated() {
      let semantics = NullSemantics.allCases.enumerated().filter {
        TestLength.isLong || $0.offset == index % NullSemantics.allCases.count
      }
      for semantics in semantics.map(\.element) {
        var diagnostics = Diagnostics()
        let fetch = model.compile(
          RequestInput(entity: entity, predicate: format), bindsVariables: false, target: target,
          options: QueryOptions(nullSemantics: semantics), &diagnostics)
        #expect((fetch == nil) == diagnostics.hasErrors)
        #expect(fetch?.sql.text.isEmpty != true)
        let findings = TextRenderer().render(diagnostics.all)
        #expect(!findings.isEmpty || !diagnostics.hasErrors)
      }
      var diagnostics = Diagnostics()
      let columns = RequestInput(entity: entity, propertiesToFetch: ["\(format) AS value"])
      let fetch = model.compile(columns, target: target, &diagnostics)
      #expect((fetch == nil) == diagnostics.hasErrors)
    }
    #expect(Self.processorSeconds - start < 20)
  }

  /// Of this thread.
  private static var processorSeconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec)
  }

  @Test func thereAreCases() {
    for folder in ["xml", "archive", "metadata", "predicate", "query"] {
      #expect(Self.files(folder).count >= 5)
    }
  }
}
