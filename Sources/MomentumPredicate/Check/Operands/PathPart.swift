import MomentumDiagnostics

/// A part of a path that has the name of a property. The resolver walks paths of any such parts, so
/// that no caller has to copy its parts first.
protocol PathKey {
  var name: String { get }
}

/// A part of a key path: a key or a collection operator.
struct PathPart: PathKey {
  var name: String
  var isOperator: Bool
  var range: SourceRange
}
