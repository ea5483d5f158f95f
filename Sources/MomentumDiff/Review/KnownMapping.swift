package import MomentumModel

/// A mapping model of the app, and its path.
package struct KnownMapping: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// `.xcmappingmodel`
    case editor(MappingModelSyntax)
    /// `.cdm`
    case compiled(MappingModel)
  }

  /// The path in findings: `App/Shop1to2.xcmappingmodel`.
  package var path: String
  package var form: Form

  package init(path: String, form: Form) {
    self.path = path
    self.form = form
  }
}
