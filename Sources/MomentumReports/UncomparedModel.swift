package import MomentumDiagnostics

/// A changed model of which two versions cannot be compared.
package struct UncomparedModel: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The bundle was deleted, so stores made with it can no longer be opened.
    case deleted
    /// A version is missing or has errors, so its differences are unknown.
    case unreadable
  }

  /// The path of the bundle. For a deleted bundle its former path, relative to the repository's
  /// root if it was read from a commit.
  package var path: String
  /// The git ref at which a deleted bundle existed, as the user wrote it; `nil` for other models.
  package var ref: String?
  package var reason: Reason
  /// The findings about the model.
  package var findings: [Diagnostic]

  package init(path: String, ref: String? = nil, reason: Reason, findings: [Diagnostic]) {
    self.path = path
    self.ref = ref
    self.reason = reason
    self.findings = findings
  }
}

extension UncomparedModel {
  /// The first sentence of a report.
  var sentence: String {
    switch reason {
    case .deleted: "The model was deleted; stores made with it cannot be opened any more."
    case .unreadable: "The model cannot be read, so what differs is not known."
    }
  }
}
