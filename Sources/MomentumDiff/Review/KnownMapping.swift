public import MomentumModel

/// A mapping model of the app, with its place.
public struct KnownMapping: Sendable, Hashable {
  public enum Form: Sendable, Hashable {
    /// `.xcmappingmodel`
    case editor(MappingModelSyntax)
    /// `.cdm`
    case compiled(MappingModel)
  }

  /// The path as findings show it: `App/Shop1to2.xcmappingmodel`.
  public var path: String
  public var form: Form

  public init(path: String, form: Form) {
    self.path = path
    self.form = form
  }
}
