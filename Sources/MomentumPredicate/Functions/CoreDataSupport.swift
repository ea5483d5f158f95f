/// What Core Data's SQLite store does with a function or an operator whose operands are stored values.
///
/// The store makes SQL of a part of the language, and raises an exception at run time for the rest:
///
///     Unsupported function expression sqrt:(price)
///
/// Constants are computed before a statement is made, so `price > sqrt:(2)` has nothing to refuse.
public struct CoreDataSupport: Sendable, Hashable {
  public enum Answer: String, Sendable, Hashable {
    /// Computed in predicates and in fetched expressions.
    case computes
    /// Computed in fetched expressions, refused in predicates.
    case computesInSelections = "computes in fetched expressions, refuses in predicates"
    case refuses
  }

  /// How the answer is known.
  public enum Standing: Sendable, Hashable {
    /// Apple says so; where.
    case documented(String)
    /// A log, an issue thread or the code of a shipped app shows it; which.
    case observed(String)
    /// Nobody said so yet.
    case assumed
  }

  public var answer: Answer
  public var standing: Standing
  /// What to write in its place, for the message; `nil` where nothing is known.
  public var instead: String?

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
  public var text: String {
    switch self {
    case .documented(let source): "documented: \(source)"
    case .observed(let source): "observed: \(source)"
    case .assumed: "assumed"
    }
  }

  /// How sure a message may speak: `refuses`, or `is not known to compute`.
  var verb: String {
    switch self {
    case .documented, .observed: "refuses"
    case .assumed: "is not known to compute"
    }
  }
}
