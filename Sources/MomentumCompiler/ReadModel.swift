package import MomentumDiagnostics
package import MomentumModel
import MomentumModelFiles

/// The text of a `contents` file, read and checked as far as its errors allow.
///
/// Every command, the plugin tool and ``CompiledModel/compile(_:frameworkVersion:keepsHistory:_:)``
/// use this type, so that all of them report the same findings in the same order.
package struct ReadModel: Sendable {
  /// The elements of the text; `nil` if the text is not a model.
  package let syntax: ModelSyntax?
  /// The checked model; `nil` if the model has errors. Errors in the predicates of stored requests
  /// are reported too, but the model can still be used.
  package let checked: CheckedModel?
  package let diagnostics: Diagnostics

  /// - Parameter found: The diagnostics of the search for the file; they come before those of the
  ///   text.
  package init(_ contents: SourceFile, found: Diagnostics = Diagnostics()) {
    var diagnostics = found
    syntax = ModelReader.read(contents: contents, &diagnostics)
    checked = syntax.flatMap { CheckedModel.check($0, &diagnostics) }
    self.diagnostics = diagnostics
  }

  /// Lays out the model at each call; returns `nil` if the model has errors.
  package func compiled(
    frameworkVersion: Int? = nil, keepsHistory: Bool = false
  ) -> CompiledModel? {
    checked.map {
      CompiledModel($0, frameworkVersion: frameworkVersion, keepsHistory: keepsHistory)
    }
  }
}
