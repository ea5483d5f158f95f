import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The model Staff with a store of its seed (Models/Staff.seed.json).
enum StaffStore {
  static func model() throws -> CompiledModel { try shared.get() }

  /// Compiled once for all tests.
  private static let shared = Result<CompiledModel, any Error> {
    var diagnostics = Diagnostics()
    let contents = "Models/Staff.xcdatamodeld/Staff 2.xcdatamodel/contents"
    let source = SourceFile(path: "contents", text: try RepositoryFiles.text(contents))
    return try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
  }

  static func withSession(_ body: (CompiledModel, FetchSession) throws -> Void) throws {
    let model = try model()
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("staff.sqlite").path
      try model.createStore(at: path)
      var diagnostics = Diagnostics()
      let seed = SourceFile(path: "seed", text: try RepositoryFiles.text("Models/Staff.seed.json"))
      let counts = try model.importObjects(of: seed, into: path, &diagnostics)
      try #require(counts != nil, "\(TextRenderer().render(diagnostics.all))")
      let session = try #require(try FetchSession.open(path, model: model, &diagnostics))
      try body(model, session)
    }
  }
}

extension CompiledModel {
  /// Compiles what has to compile without a finding.
  func compiled(_ request: RequestInput) throws -> CompiledFetch {
    var diagnostics = Diagnostics()
    let fetch = compile(request, &diagnostics)
    let findings = TextRenderer().render(diagnostics.all)
    #expect(diagnostics.isEmpty, "\(findings)")
    return try #require(fetch, "\(findings)")
  }
}
