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
    return quantifier + print(comparison.left) + " " + comparison.comparisonOperator.text
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
    case .anyKey: return "ANYKEY"
    case .indexSymbol(let symbol): return symbol.rawValue
    case .path(let base, let components):
      return ([base.isNumber ? "(" + print(base) + ")" : operand(base)] + components.map(print))
        .joined(separator: ".")
    case .method(let base, let call):
      return (base.isNumber ? "(" + print(base) + ")" : operand(base)) + "." + print(call)
    case .index(let base, let index):
      return (base.isNumber ? "(" + print(base) + ")" : operand(base)) + "[" + print(index) + "]"
    case .call(let call): return print(call)
    case .arithmetic(let sign, let left, let right):
      return operand(left) + " " + sign.rawValue + " " + operand(right)
    case .setOperation(let sign, let left, let right):
      return operand(left) + " " + sign.rawValue + " " + operand(right)
    case .subquery(let collection, let variable, let predicate):
      return "SUBQUERY(" + print(collection) + ", $" + escaped(variable) + ", "
        + print(predicate) + ")"
    case .ternary(let predicate, let first, let second):
      return "TERNARY(" + print(predicate) + ", " + print(first) + ", " + print(second) + ")"
    case .cast(let value, let type):
      return "CAST(" + (seconds(value, type) ?? print(value)) + ", " + print(type) + ")"
    case .function(let target, let selector, let arguments):
      let all = [target, selector] + arguments
      return "FUNCTION(" + all.map(print).joined(separator: ", ") + ")"
    case .fetch(let request, let context, let countOnly):
      return "FETCH(" + [request, context, countOnly].map(print).joined(separator: ", ") + ")"
    case .assignment(let name, let value): return "$" + escaped(name) + " := " + print(value)
    case .keyPath(let components):
      return (components.first?.beginsPath == false ? "SELF." : "")
        + components.map(print).joined(separator: ".")
    case .selfObject: return "SELF"
    case .literal(let literal): return print(literal)
    case .variable(let name): return "$" + escaped(name)
    case .argument(_, let conversion): return print(conversion)
    case .aggregate(let elements): return "{" + elements.map(print).joined(separator: ", ") + "}"
    }
  }

  /// An operator inside an operator is put in parentheses.
  private static func operand(_ expression: ExpressionSyntax) -> String {
    switch expression.kind {
    case .arithmetic, .setOperation, .assignment: "(" + print(expression) + ")"
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .argument, .aggregate,
      .path, .method, .index, .call, .subquery, .ternary, .cast, .function, .fetch:
      print(expression)
    }
  }

  private static func print(_ call: CallSyntax) -> String {
    call.selector + "(" + call.arguments.map(print).joined(separator: ", ") + ")"
  }

  private static func print(_ component: KeyComponent) -> String {
    switch component.name {
    case .key(let name): escaped(name)
    case .quoted(let name): quoted(name)
    case .variable(let name): "$" + escaped(name)
    case .expression(let expression): "(" + print(expression) + ")"
    case .collectionOperator(let name): "@" + name
    case .argument: "%K"
    }
  }

  /// A reserved word gets a number sign.
  static func escaped(_ name: String) -> String {
    Keyword.isReserved(name) ? "#" + name : name
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

  /// The seconds of a date with six digits, as `%f` has them; more where those would lose something.
  private static func seconds(_ value: ExpressionSyntax, _ type: ExpressionSyntax) -> String? {
    guard case .literal(.string("NSDate")) = type.kind,
      case .literal(.double(let seconds)) = value.kind
    else { return nil }
    let micros = (seconds.magnitude * 1_000_000).rounded()
    guard micros < 0x1p63, let whole = Int64(exactly: micros) else { return nil }
    let fraction = String(whole % 1_000_000)
    let text =
      (seconds.sign == .minus ? "-" : "") + String(whole / 1_000_000) + "."
      + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    return Double(text) == seconds ? text : nil
  }
}

extension ExpressionSyntax {
  /// A number takes a dot behind it for its own, and a minus before it for everything's.
  fileprivate var isNumber: Bool {
    switch kind {
    case .literal(.integer), .literal(.double), .literal(.decimal): true
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .argument, .aggregate,
      .path, .method, .index, .call, .arithmetic, .setOperation, .subquery, .ternary, .cast,
      .function, .fetch, .assignment:
      false
    }
  }
}

extension KeyComponent {
  /// Whether the component can be the first of a path without SELF before it.
  fileprivate var beginsPath: Bool {
    switch name {
    case .key, .collectionOperator, .argument: true
    case .quoted, .variable, .expression: false
    }
  }
}
