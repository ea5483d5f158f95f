import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumSQL
import MomentumTestSupport
import Testing

/// Predicates and the SQL that Core Data was seen to print for their like (Tests/Cases/SQL).
@Suite struct SQLCaseTests {
  @Test(arguments: CaseFile.all(in: "SQL"))
  func requestPrintsTheExpectedSQL(file: CaseFile) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: file.path, text: file["model"] ?? "")
    let model = try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
    let compiled = try #require(
      model.compile(file.request, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
    var views = [(name: "sql", text: compiled.sql.text)]
    if !compiled.sql.bindings.isEmpty {
      views.append(("bindings", compiled.sql.bindings.map(\.debugText).joined(separator: "\n")))
    }
    try file.expect(views)
  }
}

extension CaseFile {
  fileprivate func lines(_ name: String) -> [String] {
    (self[name] ?? "").split(separator: "\n").map(String.init)
  }

  fileprivate var request: RequestInput {
    RequestInput(
      entity: self["entity"], predicate: self["predicate"], arguments: lines("arguments"),
      sortKeys: lines("sort"), limit: self["limit"].flatMap { Int($0) },
      offset: self["offset"].flatMap { Int($0) },
      result: self["result"] == "count" ? .count : self["result"] == "ids" ? .ids : .objects)
  }
}
