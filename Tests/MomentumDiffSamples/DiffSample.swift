import MomentumDiagnostics
package import MomentumDiff
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Models for tests of diffs.
package enum DiffSample {
  /// The model of what stands between the tags of a `contents` file's `<model>`.
  package static func model(_ text: String, _ name: String) throws -> DiffedModel {
    let contents =
      "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n\(text)\n"
      + "</model>\n"
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "\(name)/contents", text: contents)
    let syntax = try #require(ModelReader.read(contents: file, &diagnostics))
    let model = ModelChecker.check(syntax, &diagnostics)
    expectText(
      TextRenderer().render(diagnostics.all.filter { $0.severity == .error }), "", "\(name)")
    return DiffedModel(try #require(model), syntax: syntax)
  }
}
