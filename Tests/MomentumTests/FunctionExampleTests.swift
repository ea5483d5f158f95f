import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumPredicate
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The example of each function's row finds all objects of a store.
@Suite struct FunctionExampleTests {
  @Test func examplesHold() throws {
    try StaffStore.withSession { model, session in
      for row in FunctionTable.all {
        guard let example = row.example, isComputedInSQL(row.meaning) else { continue }
        var diagnostics = Diagnostics()
        let request = RequestInput(entity: "Employee", predicate: example)
        let fetch = try #require(
          model.compile(request, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
        #expect(try session.run(fetch).rows.count == 4, "\(example)")
      }
    }
  }

  private func isComputedInSQL(_ meaning: FunctionTable.Meaning) -> Bool {
    switch meaning {
    case .function, .arithmetic, .cast: true
    // Over rows, or in memory only.
    case .aggregate, .index, .distinct, .words, .notComputed: false
    }
  }
}
