import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles
import MomentumReports
import MomentumTestSupport
import Testing

/// A version of a model as a case file has it.
struct ReportVersion {
  let label: VersionLabel
  let syntax: ModelSyntax
  let model: ObjectModel

  var diffed: DiffedModel { DiffedModel(model, syntax: syntax) }

  init(named name: String, ref: String? = nil, contents: String) throws {
    var diagnostics = Diagnostics()
    let bundle = "App/Model.xcdatamodeld"
    let path = "\(bundle)/\(name).xcdatamodel/contents"
    let file = SourceFile(path: ref.map { "\($0):\(path)" } ?? path, text: contents + "\n")
    syntax = try #require(ModelReader.read(contents: file, &diagnostics), "\(diagnostics.all)")
    model = try #require(ModelChecker.check(syntax, &diagnostics), "\(diagnostics.all)")
    label = VersionLabel(name: name, path: bundle, ref: ref)
  }

  static func compared(_ old: ReportVersion, _ new: ReportVersion) -> ComparedVersions {
    ComparedVersions(
      old: old.label, new: new.label, oldModel: old.model, newModel: new.model,
      diff: ModelDiffer.diff(old.diffed, new.diffed))
  }
}

/// Two models in a case file: its sections `old` and `new`.
enum ReportCase {
  static let all = CaseFile.all(in: "Reports")

  static func compared(_ file: CaseFile) throws -> ComparedVersions {
    ReportVersion.compared(
      try ReportVersion(named: "Model", ref: "main", contents: try #require(file["old"])),
      try ReportVersion(named: "Model 2", contents: try #require(file["new"])))
  }
}
