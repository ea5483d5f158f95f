import MomentumCompiler
package import MomentumDiagnostics
import MomentumExplain
import MomentumModel
import MomentumPredicate
import MomentumSQLite

/// A line above a stored fetch request that says what its plan costs.
package struct CodeLens: Sendable, Hashable {
  package var title: String
  package var range: SourceRange
}

/// Finds the stored fetch requests of a `contents` file, with the cost of each.
package struct CodeLensFinder: Sendable {
  let analysis: Analysis
  let file: SourceFile

  package init(_ analysis: Analysis, _ file: SourceFile) {
    self.analysis = analysis
    self.file = file
  }

  package func find() -> [CodeLens] {
    guard FileKind(path: file.path) == .contents, let checked = analysis.checkedModel(of: file),
      !checked.storedRequests.isEmpty
    else { return [] }
    let compiled = CompiledModel(checked)
    let fetches = checked.storedRequests.map { compiled.compile($0) }
    let written = checked.syntax.fetchRequestsByName
    do throws(StoreError) {
      // One planner for all requests: to make its database takes longer than a plan.
      let planner = try FetchPlanner(compiled, for: fetches.compactMap { $0 })
      var result: [CodeLens] = []
      for (stored, fetch) in zip(checked.storedRequests, fetches) {
        guard let fetch, let element = written[stored.request.name] else { continue }
        result.append(
          CodeLens(
            title: PlanText.cost(of: try planner.explain(fetch)), range: element.nameRange))
      }
      return result
    } catch {
      return []
    }
  }
}
