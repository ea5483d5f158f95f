/// The behaviour of Core Data's SQLite store for a function or operator on stored values.
///
/// The store turns a part of the language into SQL and raises an exception for the rest when the
/// fetch runs:
///
///     Unsupported function expression sqrt:(price)
///
/// Constants are computed before the statement is made, so the store does not refuse
/// `price > sqrt:(2)`.
package struct CoreDataSupport: Sendable, Hashable {
  package enum Answer: String, Sendable, Hashable {
    /// Computed in predicates and in fetched expressions.
    case computes
    /// Computed in fetched expressions, but refused in predicates.
    case computesInSelections = "computes in fetched expressions, refuses in predicates"
    case refuses
  }

  /// The evidence for the answer.
  package enum Standing: Sendable, Hashable {
    /// Apple documents it; the value says where.
    case documented(String)
    /// A log, an issue thread or the code of a shipped app shows it; the value says which.
    case observed(String)
    /// No evidence was found.
    case assumed
  }

  package var answer: Answer
  package var standing: Standing
  /// The replacement to propose in the message; `nil` if there is no known replacement.
  package var instead: String?

  init(_ answer: Answer, _ standing: Standing, instead: String? = nil) {
    self.answer = answer
    self.standing = standing
    self.instead = instead
  }

  static func computes(_ standing: Standing) -> CoreDataSupport {
    CoreDataSupport(.computes, standing)
  }

  static func selects(_ standing: Standing, instead: String? = nil) -> CoreDataSupport {
    CoreDataSupport(.computesInSelections, standing, instead: instead)
  }

  static func refuses(_ standing: Standing, instead: String? = nil) -> CoreDataSupport {
    CoreDataSupport(.refuses, standing, instead: instead)
  }

  func isRefused(inSelections: Bool) -> Bool {
    switch answer {
    case .computes: false
    case .computesInSelections: !inSelections
    case .refuses: true
    }
  }
}

extension CoreDataSupport.Standing {
  /// The standing as the documentation prints it.
  package var text: String {
    switch self {
    case .documented(let source): "documented: \(source)"
    case .observed(let source): "observed: \(source)"
    case .assumed: "assumed"
    }
  }

  /// The verb for messages, as certain as the evidence: `refuses`, or `is not known to compute`.
  var verb: String {
    switch self {
    case .documented, .observed: "refuses"
    case .assumed: "is not known to compute"
    }
  }
}
