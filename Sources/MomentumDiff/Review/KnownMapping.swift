public import MomentumModel

/// A mapping model of the app, and its path.
public struct KnownMapping: Sendable, Hashable {
  public enum Form: Sendable, Hashable {
    /// `.xcmappingmodel`
    case editor(MappingModelSyntax)
    /// `.cdm`
    case compiled(MappingModel)
  }

  /// The path in findings: `App/Shop1to2.xcmappingmodel`.
  public var path: String
  public var form: Form

  public init(path: String, form: Form) {
    self.path = path
    self.form = form
  }
}
