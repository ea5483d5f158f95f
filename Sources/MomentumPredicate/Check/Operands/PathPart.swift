import MomentumDiagnostics

/// A key of a path, or a collection operator in it.
struct PathPart {
  var name: String
  var isOperator: Bool
  var range: SourceRange
}
