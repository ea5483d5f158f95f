package import MomentumDiagnostics

/// Why a predicate cannot be evaluated for an object.
///
/// If `NSPredicate` raises an exception, the text contains its sentence. Stored values are left
/// out, since they may be private: where the sentence has a value, the text names its kind instead.
///
/// ```swift
/// do throws(EvaluationError) {
///   print(try predicate.matches(.string("x")))
/// } catch { print(error) }
/// ```
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    case unknownKey(String)
    case unboundVariable(String)
    /// The index of the argument, counted from 0.
    case missingArgument(Int)
    /// A `%K` or a computed key that is not a string.
    case keyIsNoString(String)
    /// ANY or ALL of a value that is not a collection.
    case quantifiedNoCollection(String)
    case noCollection(String, in: String)
    case notSearchable(String)
    case notAPart(of: String, value: String)
    case noSubstring(left: String, right: String)
    case notMatchable(String)
    case badPattern
    case slowPattern
    /// A LIKE pattern with more than this many bytes.
    case longPattern(bytesMax: Int)
    case notComparable(String, String)
    /// The right side of BETWEEN is not a pair of bounds.
    case badBounds(String)
    case badIndex(String, in: String)
    case indexOutOfRange(Int64, count: Int)
    case wrongArgument(of: String, String, wanted: String)
    case argumentCount(of: String, Int)
    case overflow(String)
    case divisionByZero(String)
    case noElements(String)
    case unknownFunction(String)
    case unknownMethod(String, of: String)
    case unknownCast(String, from: String)
    case notEvaluated(String)
    case unknownOperator(String)
    case noTypeTable
    case noTime
    case badLiteral(String)
    case tooDeep(levelsMax: Int)
  }

  package var kind: Kind
  /// The place in the format; `nil` if the error has none.
  package var range: SourceRange?

  package init(_ kind: Kind, at range: SourceRange? = nil) {
    self.kind = kind
    self.range = range
  }

  /// The error with a place, unless it already has one.
  func located(_ range: SourceRange) -> EvaluationError {
    EvaluationError(kind, at: self.range ?? range)
  }

  /// The text of the error. If NSPredicate raises an exception, the text has the exception's words.
  public var description: String {
    switch kind {
    case .unknownKey(let key):
      "this class is not key value coding-compliant for the key \(key)."
    case .unboundVariable(let name): "Can't get value for '\(name)' in bindings { }."
    case .missingArgument:
      "Insufficient arguments for conversion characters specified in format string."
    case .keyIsNoString(let kind): "a key has to be a string, not \(kind)"
    case .quantifiedNoCollection:
      "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet."
    case .noCollection(let kind, let place): "\(place) takes a collection, not \(kind)"
    case .notSearchable(let kind):
      "Can't use in/contains operator with collection \(kind) (not a collection)"
    case .notAPart(let whole, let value):
      "Can't look for value (\(value)) in string (\(whole)); value is not a string"
    case .noSubstring(let left, let right):
      "Can't do a substring operation with something that isn't a string "
        + "(lhs = \(left) rhs = \(right))"
    case .notMatchable(let kind): "Can't do regex matching on object \(kind)."
    case .badPattern:
      "Can't do regex matching, reason: Can't open pattern; it is no regular expression of ICU"
    case .slowPattern: "the regular expression of MATCHES takes too many steps"
    case .longPattern(let max): "a pattern of LIKE has at most \(max) bytes"
    case .notComparable(let left, let right): "\(left) has no order with \(right)"
    case .badBounds(let kind): "BETWEEN takes an array of two bounds, not \(kind)"
    case .badIndex(let index, let base): "\(index) is no index of \(base)"
    case .indexOutOfRange(let index, let count):
      "NSRangeException: index \(index) beyond bounds of a collection of \(count)"
    case .wrongArgument(let function, let kind, let wanted):
      "'\(function)' takes \(wanted), not \(kind)"
    case .argumentCount(let function, let count): "'\(function)' cannot have \(count) arguments"
    case .overflow(let operation): "the result of '\(operation)' is out of range"
    case .divisionByZero(let operation): "'\(operation)' cannot divide by zero"
    case .noElements(let function): "'\(function)' on zero elements is prohibited"
    case .unknownFunction(let name): "'\(name)' is no function of a predicate"
    case .unknownMethod(let name, let kind): "'\(name)' is no method of \(kind) that FUNCTION knows"
    case .unknownCast(let type, let kind): "Don't know how to cast \(kind) to \(type)"
    case .notEvaluated(let construct): "'\(construct)' has no value in memory"
    case .unknownOperator(let name):
      "the operator '\(name)' sends a message, which is not done here"
    case .noTypeTable: "UTI-CONFORMS-TO and UTI-EQUALS need a table of types"
    case .noTime: "'now' needs the time of the evaluation"
    case .badLiteral(let text): "'\(text)' is no number"
    case .tooDeep(let max): "a predicate can be nested \(max) levels deep at most"
    }
  }
}
