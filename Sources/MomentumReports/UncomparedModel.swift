public import MomentumDiagnostics

/// A model that differs although there are no two versions of it to compare.
public struct UncomparedModel: Sendable, Hashable {
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The bundle is gone, and with it every value of its stores.
    case deleted
    /// A version is not there or has errors, so nobody knows what differs.
    case unreadable
  }

  /// The bundle's path: of a deleted one where it was, in a commit from the repository's root.
  public var path: String
  /// The git ref at which a deleted one was there, as the user gave it.
  public var ref: String?
  public var reason: Reason
  /// What there is to say of it.
  public var findings: [Diagnostic]

  public init(path: String, ref: String? = nil, reason: Reason, findings: [Diagnostic]) {
    self.path = path
    self.ref = ref
    self.reason = reason
    self.findings = findings
  }
}

extension UncomparedModel {
  /// The first thing that a report says.
  var sentence: String {
    switch reason {
    case .deleted: "The model was deleted; stores made with it cannot be opened any more."
    case .unreadable: "The model cannot be read, so what differs is not known."
    }
  }
}
