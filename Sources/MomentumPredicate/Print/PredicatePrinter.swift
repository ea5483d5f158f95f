import MomentumDiagnostics

/// Prints a predicate in Foundation's canonical form, `predicateFormat`.
///
///     name ==[c] "Ann" AND NOT (age < 3 OR age > 9)
///
/// Source: outputs in public test suites that run against Apple's Foundation.
public enum PredicatePrinter {
  /// The canonical text. Parsing it gives the same syntax but for ranges.
  public static func print(_ predicate: PredicateSyntax) -> String {
    switch predicate.kind {
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): return print(comparison)
    case .and(let operands): return operands.map(operand).joined(separator: " AND ")
    case .or(let operands): return operands.map(operand).joined(separator: " OR ")
    case .not(let inner): return "NOT " + operand(inner)
    }
  }

  /// A compound inside a compound is put in parentheses, a comparison never.
  private static func operand(_ predicate: PredicateSyntax) -> String {
    switch predicate.kind {
    case .constant, .comparison: print(predicate)
    case .and, .or, .not: "(" + print(predicate) + ")"
    }
  }

  private static func print(_ comparison: ComparisonSyntax) -> String {
    let quantifier = comparison.quantifier.map { $0.rawValue + " " } ?? ""
    return quantifier + print(comparison.left) + " " + comparison.comparisonOperator.rawValue
      + print(comparison.options) + " " + print(comparison.right)
  }

  /// `[cd]`, or nothing.
  static func print(_ options: ComparisonOptions) -> String {
    var letters = ""
    if options.contains(.caseInsensitive) { letters += "c" }
    if options.contains(.diacriticInsensitive) { letters += "d" }
    if options.contains(.normalized) { letters += "n" }
    if options.contains(.localeSensitive) { letters += "l" }
    return letters.isEmpty ? "" : "[\(letters)]"
  }

  /// One operand.
  public static func print(_ expression: ExpressionSyntax) -> String {
    switch expression.kind {
    case .keyPath(let components): return components.map(print).joined(separator: ".")
    case .selfObject: return "SELF"
    case .literal(let literal): return print(literal)
    case .variable(let name): return "$" + escaped(name)
    case .argument(_, let conversion): return print(conversion)
    case .aggregate(let elements): return "{" + elements.map(print).joined(separator: ", ") + "}"
    }
  }

  private static func print(_ component: KeyComponent) -> String {
    switch component.name {
    case .key(let name): escaped(name)
    case .collectionOperator(let name): "@" + name
    case .argument: "%K"
    }
  }

  /// A reserved word gets a number sign.
  static func escaped(_ name: String) -> String {
    Keyword.byWord[name.uppercased()] == nil ? name : "#" + name
  }

  private static func print(_ conversion: ArgumentConversion) -> String {
    switch conversion {
    case .object: "%@"
    case .integer: "%ld"
    case .double: "%f"
    case .string: "%s"
    }
  }

  static func print(_ literal: Literal) -> String {
    switch literal {
    case .null: "nil"
    case .integer(let value): String(value)
    case .double(let value): "\(value)"
    case .decimal(let digits): digits
    case .string(let text): quoted(text)
    }
  }

  /// Only the backslash and the double quote are escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\\" || character == "\"" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}
