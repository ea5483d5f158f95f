import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

@Suite struct ImportProgressTests {
  @Test func allObjectsAreReadBeforeTheFirstIsWritten() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = """
        <model><entity name="Note"><attribute name="text" optional="YES" attributeType="String"/>
        </entity></model>
        """
      var diagnostics = Diagnostics()
      let compiled = try #require(
        CompiledModel.compile(SourceFile(path: "contents", text: model), &diagnostics))
      let store = folder.appendingPathComponent("notes.sqlite").path
      try compiled.createStore(at: store)
      let json = #"{"objects": [{"entity": "Note"}, {"entity": "Note"}, {"entity": "Note"}]}"#
      var steps: [ImportProgress] = []
      let result = try compiled.importing(
        of: SourceFile(path: "data.json", text: json), into: store,
        onProgress: { steps.append($0) }, &diagnostics)
      #expect(result?.inserted == 3)
      let read = (1...3).map { ImportProgress.read(objects: $0) }
      #expect(steps == read + (0..<3).map { .written(objects: $0, of: 3) })
    }
  }
}
