public import MomentumDiagnostics
import MomentumPredicate

/// A predicate that is evaluated on values and objects in memory.
///
/// ```swift
/// var predicate = try ValuePredicate(format: "kind == %@ AND count > 2", [.string("click")])
/// let event = PredicateDictionary([(.string("kind"), .string("click")), (.string("count"), .integer(3))])
/// print(try predicate.matches(.dictionary(event)))
/// ```
///
/// To evaluate many objects, use the same `ValuePredicate` for all: it keeps what it has prepared,
/// such as regular expressions.
public struct ValuePredicate: Sendable {
  private let syntax: PredicateSyntax
  private var evaluator: PredicateEvaluator

  /// Parses a predicate in the format of NSPredicate.
  ///
  /// - Parameters:
  ///   - arguments: The values for `%@`, `%d` and `%K`, in the order of the format.
  ///   - variables: The values for `$NAME`, by name without the dollar sign.
  ///
  /// Throws ``PredicateFormatError`` if the format has errors.
  public init(
    format: String, _ arguments: [PredicateValue] = [], variables: [String: PredicateValue] = [:]
  ) throws(PredicateFormatError) {
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "format", text: format)
    guard let syntax = PredicateParser.parse(file, &diagnostics), !diagnostics.hasErrors else {
      throw PredicateFormatError(diagnostics: diagnostics)
    }
    self.syntax = syntax
    evaluator = PredicateEvaluator(arguments: arguments, bindings: variables)
  }

  /// Whether the predicate is true for a value, as `evaluate(with:)` of NSPredicate returns it.
  ///
  /// Throws an ``EvaluationError`` where NSPredicate raises an exception, for example for a key
  /// that the value does not have.
  public mutating func matches(_ value: PredicateValue) throws(EvaluationError) -> Bool {
    try evaluator.evaluate(syntax, on: value)
  }
}

/// The errors in the format of a predicate.
///
/// ```swift
/// do throws(PredicateFormatError) {
///   _ = try ValuePredicate(format: "count >")
/// } catch { print(error) }
/// ```
public struct PredicateFormatError: Error, Sendable, CustomStringConvertible {
  /// The errors and warnings with their places in the format.
  public let diagnostics: Diagnostics

  /// The errors, a line each, with the place and the text around it.
  public var description: String {
    TextRenderer().render(diagnostics.all.filter { $0.severity == .error })
  }
}
