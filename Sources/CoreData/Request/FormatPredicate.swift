import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate

/// A predicate with a format, which Foundation on Linux does not have.
final class FormatPredicate: NSPredicate {
  let format: String
  let arguments: [Any?]
  let variables: [String: Any?]
  private let syntax: PredicateSyntax

  /// Stops the program if the format has errors, with Core Data's text and the place of the error.
  init(_ format: String, _ arguments: [Any?], variables: [String: Any?] = [:]) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "format", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics), !diagnostics.hasErrors else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "Unable to parse the format string \"\(format)\"\n"
          + TextRenderer().render(diagnostics.all.filter { $0.severity == .error }))
    }
    self.format = format
    self.arguments = arguments
    self.variables = variables
    self.syntax = syntax
    super.init(value: true)
  }

  /// A part of a format. `nil` if the part alone is no format.
  private init?(part format: String, _ arguments: [Any?], variables: [String: Any?]) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "format", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics), !diagnostics.hasErrors else {
      return nil
    }
    self.format = format
    self.arguments = arguments
    self.variables = variables
    self.syntax = syntax
    super.init(value: true)
  }

  /// `nil`: a predicate of this class has no archive that Foundation could read.
  required init?(coder: NSCoder) { nil }

  // Foundation's compound predicates copy their parts, and a copy by the superclass would be another
  // predicate.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  /// The predicate as an object of the class that it has on a Mac, as far as Linux can have it: a
  /// comparison is an `NSComparisonPredicate`, one with AND, OR or NOT an `NSCompoundPredicate`.
  var specific: NSPredicate {
    switch syntax.kind {
    case .comparison(let comparison): NSComparisonPredicate(self, comparison)
    case .and, .or, .not: CompoundFormatPredicate.reading(self) ?? self
    case .constant: self
    }
  }

  /// The operands of AND, OR or NOT, each with the arguments of its placeholders; `nil` for a
  /// comparison or a constant.
  var parts: (type: NSCompoundPredicate.LogicalType, [FormatPredicate])? {
    let (type, operands): (NSCompoundPredicate.LogicalType, [PredicateSyntax])
    switch syntax.kind {
    case .and(let all): (type, operands) = (.and, all)
    case .or(let all): (type, operands) = (.or, all)
    case .not(let operand): (type, operands) = (.not, [operand])
    case .comparison, .constant: return nil
    }
    let length = PredicatePrinter.print(syntax).utf8.count
    var result: [FormatPredicate] = []
    // Placeholders are numbered in the order of the text, so the arguments of a part lie together.
    var substitution = ArgumentSubstitution([])
    var first = 0
    for operand in operands {
      _ = substitution.fill(operand)
      let end = min(max(first, substitution.usedCount), arguments.count)
      let text = PredicatePrinter.print(operand)
      // A part that were not shorter than the whole would be taken apart for ever.
      guard text.utf8.count < length,
        let part = FormatPredicate(
          part: text, Array(arguments[first..<end]), variables: variables)
      else { return nil }
      result.append(part)
      first = end
    }
    return (type, result)
  }

  func filled(with variables: [String: Any?]) -> FormatPredicate {
    FormatPredicate(format, arguments, variables: self.variables.merging(variables) { $1 })
  }

  /// The predicate in Foundation's canonical form, with the values written out.
  var canonical: String {
    var substitution = ArgumentSubstitution(arguments.map { PredicateArgumentText($0).value })
    return PredicatePrinter.print(substitution.fill(syntax))
  }

  /// A part of a format with its values written out.
  static func text(of expression: ExpressionSyntax, _ arguments: [Any?]) -> String {
    var substitution = ArgumentSubstitution(arguments.map { PredicateArgumentText($0).value })
    return PredicatePrinter.print(substitution.fill(expression))
  }

  override var predicateFormat: String { canonical }
  override var description: String { canonical }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    return other === self || other.canonicalFormat == canonical
  }

  override var hash: Int { canonical.hashValue }

  // MARK: - Evaluating

  override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    var all = variables
    for (name, value) in bindings ?? [:] { all[name] = value }
    var evaluator = PredicateEvaluator(
      arguments: arguments.map { PredicateValue(foundation: $0) },
      bindings: all.mapValues { PredicateValue(foundation: $0) },
      options: EvaluationOptions(now: Date.timeIntervalSinceReferenceDate))
    do throws(EvaluationError) {
      return try evaluator.evaluate(syntax, on: PredicateValue(foundation: object))
    } catch {
      CoreDataException.raise("NSInvalidArgumentException", error.description)
    }
  }
}

/// An argument of a predicate as a text.
private struct PredicateArgumentText {
  let value: ArgumentSubstitution.Value

  init(_ argument: Any?) {
    let kind = Self.kind(PredicateValue(foundation: argument))
    let none = SourceRange(0, 0)
    var text = ""
    switch kind {
    case .literal(.string(let string)): text = string
    case let kind?: text = PredicatePrinter.print(ExpressionSyntax(kind, none))
    case nil: break
    }
    value = ArgumentSubstitution.Value(text: text, form: kind)
  }

  private static func kind(_ value: PredicateValue) -> ExpressionSyntax.Kind? {
    let none = SourceRange(0, 0)
    switch value {
    case .null: return .literal(.null)
    case .boolean(let flag): return .literal(.integer(flag ? 1 : 0))
    case .integer(let number): return .literal(.integer(number))
    case .double(let number): return .literal(.double(number))
    case .decimal(let number): return .literal(.decimal("\(number)"))
    case .string(let text), .url(let text): return .literal(.string(text))
    case .uuid(let uuid): return .literal(.string(uuid.uuidString))
    case .date(let seconds):
      return .cast(
        ExpressionSyntax(.literal(.double(seconds)), none),
        ExpressionSyntax(.literal(.string("NSDate")), none))
    case .array(let elements):
      return .aggregate(elements.compactMap { kind($0).map { ExpressionSyntax($0, none) } })
    case .set(let set), .orderedSet(let set):
      return .aggregate(set.elements.compactMap { kind($0).map { ExpressionSyntax($0, none) } })
    case .data, .object, .dictionary, .className: return nil
    }
  }
}

extension NSPredicate {
  /// The predicate as a format; `nil` if it was not made of one.
  var form: FormatPredicate? {
    self as? FormatPredicate ?? (self as? NSComparisonPredicate)?.comparison
      ?? (self as? CompoundFormatPredicate)?.written
  }

  /// The predicate with values for its variables.
  func binding(_ variables: [String: Any]) -> NSPredicate {
    if let form { return form.filled(with: variables).specific }
    switch self {
    case let compound as NSCompoundPredicate:
      let parts = compound.predicates.map { $0.binding(variables) }
      return NSCompoundPredicate.withFormat(
        type: compound.compoundPredicateType, subpredicates: parts)
    default: return self
    }
  }
}
