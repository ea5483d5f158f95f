package import MomentumModel

/// A mapping model of the app, and its path.
package struct KnownMapping: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// The editor's file, `.xcmappingmodel`.
    case editor(MappingModelSyntax)
    /// A compiled mapping model, `.cdm`.
    case compiled(MappingModel)
  }

  /// The path in findings, for example `App/Shop1to2.xcmappingmodel`.
  package var path: String
  package var form: Form

  package init(path: String, form: Form) {
    self.path = path
    self.form = form
  }
}
