package import MomentumCompiler
package import MomentumDiagnostics
import MomentumGeneration
package import MomentumModelFiles
import MomentumSwiftData
import MomentumSwiftPredicate

/// The findings about a model by itself: about the version that was read, and about the versions of
/// its bundle together. `momentum check` and the language server report these, so that both say the
/// same.
package enum ModelFindings {
  /// - Parameters:
  ///   - path: The path of the model as it was named or found.
  ///   - file: The version that was read, with its model.
  ///   - found: Gets the findings; those before a file that could not be read stay.
  package static func find(
    path: String, _ file: LoadedModelFile, _ read: ReadModel, cloudKit: Bool,
    in source: ModelFileSource = .disk, _ found: inout Diagnostics
  ) throws(ModelFileError) {
    found.append(contentsOf: read.diagnostics)
    if let checked = read.checked {
      checked.checkValueTypes(&found)
      checked.review(cloudKit: cloudKit, &found)
      if file.isSwift, let reader = try ModelBundle.swiftData(path: path, in: source) {
        found.append(
          contentsOf: SwiftPredicates.check(reader.sources.sourceFiles, checked.model))
      }
    }
    if file.path != path || file.isSwift {
      try BundleReview.review(path: path, in: source, checked: file.versionName, &found)
    }
  }
}
