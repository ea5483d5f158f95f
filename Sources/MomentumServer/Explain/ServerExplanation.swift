package import MomentumExplain

/// The way in which a server runs a request, described with the names of the model.
package struct ServerExplanation: Sendable, Hashable {
  /// Fetch indexes that help, or may help.
  package struct Advice: Sendable, Hashable {
    /// As elements of the model.
    package var indexes: [IndexAdvice.Index]
    /// As statements for the server.
    package var statements: [String]
    /// The server's plan with the indexes; `nil` if it could not be asked, because it does not have
    /// the extension hypopg.
    package var steps: [ExplainedFetch.Step]?
  }

  /// The name of the fetched entity.
  package var entity: String
  package var statement: String
  package var steps: [ExplainedFetch.Step]
  package var findings: [PlanFinding]
  package var advice: Advice?
}
