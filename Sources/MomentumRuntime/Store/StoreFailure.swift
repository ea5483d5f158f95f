package import MomentumDiagnostics
package import MomentumSQLite

/// Why a store could not be opened, read or changed. The description contains no stored values.
///
/// ```swift
/// do throws(StoreFailure) {
///   let store = try BubbleTea.open("tea.sqlite")
///   print(try store.count(Venue.all))
/// } catch {
///   print(error.reason == .otherModel ? "another version of the model" : error.description)
/// }
/// ```
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Reason: Sendable, Hashable {
    /// The model in the generated code has errors, because another version of the tool generated
    /// it.
    case model
    /// The file is not a store, or cannot be opened, read or written.
    case store
    /// The store was made with another version of the model.
    case otherModel
    /// A condition or a sort key of a fetch cannot be evaluated in a store.
    case request
    /// A row has a value that the type of its property does not allow.
    case row
    /// A value breaks a rule of the model: a bound, a length, a pattern, a uniqueness constraint, a
    /// delete rule *Deny*.
    case validation
    /// The object to be changed is not in the store.
    case noObject
    /// Another transaction of a server has changed the same objects. The same transaction may
    /// succeed when it runs again.
    case conflict
    /// A server cannot be reached, has no free connection, has ended the connection, or took longer
    /// than allowed. Nothing has changed.
    case unavailable
    /// The connection to a server was lost during COMMIT: the changes are there or not.
    case unsettled
    /// The task was cancelled. Nothing has changed.
    case cancelled
  }

  /// The kind of failure.
  public let reason: Reason
  /// The error, with the names of the entity and the property if they are known.
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
