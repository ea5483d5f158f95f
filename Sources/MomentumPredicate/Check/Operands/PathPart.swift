import MomentumDiagnostics

/// A part of a key path: a key or a collection operator.
struct PathPart {
  var name: String
  var isOperator: Bool
  var range: SourceRange
}
