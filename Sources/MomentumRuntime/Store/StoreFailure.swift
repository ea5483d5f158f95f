package import MomentumDiagnostics
package import MomentumSQLite

/// Why a store could not be opened, read or changed. Its text shows no stored values.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is, for programs.
  public enum Reason: Sendable, Hashable {
    /// The model that the generated code carries has errors: the code was made by another version.
    case model
    /// The file is no store, or cannot be opened, read or written.
    case store
    /// The store was made with another version of the model.
    case otherModel
    /// A condition or a sort key asks for what a store cannot be asked.
    case request
    /// A row holds what its property's type does not allow.
    case row
    /// A value breaks a rule of the model: a bound, a length, a pattern, a unique constraint, a deny rule.
    case validation
    /// The object to be changed is not in the store.
    case noObject
  }

  public let reason: Reason
  public let description: String

  package init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  package init(_ reason: Reason, diagnostics: Diagnostics) {
    let errors = diagnostics.all.filter { $0.severity == .error }
    self.init(reason, errors.map(\.text).joined(separator: "; "))
  }

  package init(_ error: StoreError) { self.init(.store, error.description) }
}
