import MomentumDiagnostics

/// Prints a predicate in Foundation's canonical form, `predicateFormat`.
///
///     name ==[c] "Ann" AND NOT (age < 3 OR age > 9)
///
/// Source: outputs in public test suites that run against Apple's Foundation, and implementations
/// that copy its printer.
package struct PredicatePrinter {
  private var text = ""

  /// The canonical text. Parsing it makes the same syntax, except for ranges.
  package static func print(_ predicate: PredicateSyntax) -> String {
    var printer = PredicatePrinter()
    printer.append(predicate)
    return printer.text
  }

  /// The canonical text of an expression.
  package static func print(_ expression: ExpressionSyntax) -> String {
    var printer = PredicatePrinter()
    printer.append(expression)
    return printer.text
  }

  // MARK: - Predicates

  private mutating func append(_ predicate: PredicateSyntax) {
    switch predicate.kind {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): append(comparison)
    case .and(let operands): appendChain(operands, " AND ", empty: "TRUEPREDICATE")
    case .or(let operands): appendChain(operands, " OR ", empty: "FALSEPREDICATE")
    case .not(let inner):
      text += "NOT "
      appendOperand(inner)
    }
  }

  /// Prints the operands with AND or OR between them. A compound with a single operand is printed
  /// as that operand.
  private mutating func appendChain(
    _ operands: [PredicateSyntax], _ separator: String, empty: String
  ) {
    if operands.isEmpty { text += empty }
    if operands.count == 1 { return append(operands[0]) }
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += separator }
      appendOperand(operand)
    }
  }

  /// Prints an operand of AND, OR or NOT. An operand that is itself an AND, OR or NOT is put in
  /// parentheses, a comparison never.
  private mutating func appendOperand(_ predicate: PredicateSyntax) {
    switch predicate.kind {
    case .constant, .comparison: append(predicate)
    case .and, .or, .not:
      text += "("
      append(predicate)
      text += ")"
    }
  }

  private mutating func append(_ comparison: ComparisonSyntax) {
    if let quantifier = comparison.quantifier { text += quantifier.rawValue + " " }
    append(comparison.left)
    text +=
      " " + comparison.comparisonOperator.text + comparison.options.text
      + " "
    append(comparison.right)
  }

  // MARK: - Expressions

  private mutating func append(_ expression: ExpressionSyntax) {
    switch expression.kind {
    case .literal(let literal): text += PredicatePrinter.print(literal)
    case .selfObject: text += "SELF"
    case .anyKey: text += "ANYKEY"
    case .indexSymbol(let symbol): text += symbol.rawValue
    case .keyPath(let components): appendKeyPath(components)
    case .variable(let name): text += PredicatePrinter.variable(name)
    case .argument(_, let conversion): text += PredicatePrinter.print(conversion)
    case .aggregate(let elements): appendList("{", elements, "}")
    case .path(let base, let components):
      appendBase(base)
      for component in components { append(component, separator: ".") }
    case .method(let base, let call):
      appendBase(base)
      text += "."
      appendList(call.selector + "(", call.arguments, ")")
    case .index(let base, let index):
      appendBase(base)
      appendList("[", [index], "]")
    case .call(let call): appendList(call.selector + "(", call.arguments, ")")
    case .arithmetic(let sign, let left, let right): appendBinary(left, sign.rawValue, right)
    case .setOperation(let sign, let left, let right): appendBinary(left, sign.rawValue, right)
    case .subquery, .ternary, .cast, .function, .fetch: appendForm(expression)
    case .assignment(let name, let value):
      text += PredicatePrinter.variable(name) + " := "
      append(value)
    }
  }

  private mutating func appendForm(_ expression: ExpressionSyntax) {
    switch expression.kind {
    case .subquery(let collection, let variable, let predicate):
      appendList("SUBQUERY(", [collection], ", " + PredicatePrinter.variable(variable) + ", ")
      append(predicate)
      text += ")"
    case .ternary(let predicate, let first, let second):
      text += "TERNARY("
      append(predicate)
      appendList(", ", [first, second], ")")
    case .cast(let value, let type):
      if let seconds = PredicatePrinter.seconds(value, type) {
        appendList("CAST(" + seconds + ", ", [type], ")")
      } else {
        appendList("CAST(", [value, type], ")")
      }
    case .function(let target, let selector, let arguments):
      appendList("FUNCTION(", [target, selector] + arguments, ")")
    case .fetch(let request, let context, let countOnly):
      appendList("FETCH(", [request, context, countOnly], ")")
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .argument, .aggregate,
      .path, .method, .index, .call, .arithmetic, .setOperation, .assignment:
      append(expression)
    }
  }

  private mutating func appendList(_ open: String, _ list: [ExpressionSyntax], _ close: String) {
    text += open
    for (index, element) in list.enumerated() {
      if index > 0 { text += ", " }
      append(element)
    }
    text += close
  }

  private mutating func appendBinary(
    _ left: ExpressionSyntax, _ sign: String, _ right: ExpressionSyntax
  ) {
    appendOperand(left)
    text += " " + sign + " "
    appendOperand(right)
  }

  /// Puts an operator inside an operator in parentheses.
  private mutating func appendOperand(_ expression: ExpressionSyntax) {
    switch expression.kind {
    case .arithmetic, .setOperation, .assignment: appendList("(", [expression], ")")
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .argument, .aggregate,
      .path, .method, .index, .call, .subquery, .ternary, .cast, .function, .fetch:
      append(expression)
    }
  }

  /// Prints the expression before a dot or an index. A number needs parentheses: otherwise the dot
  /// would be read as its decimal point, and its minus would apply to the whole operand.
  private mutating func appendBase(_ expression: ExpressionSyntax) {
    switch expression.kind {
    case .literal(.integer), .literal(.double), .literal(.decimal):
      appendList("(", [expression], ")")
    case .literal(.null), .literal(.string), .selfObject, .anyKey, .indexSymbol, .keyPath,
      .variable, .argument, .aggregate, .path, .method, .index, .call, .arithmetic, .setOperation,
      .subquery, .ternary, .cast, .function, .fetch, .assignment:
      appendOperand(expression)
    }
  }

  // MARK: - Key paths

  private mutating func appendKeyPath(_ components: [KeyComponent]) {
    for (index, component) in components.enumerated() {
      if index == 0, !component.beginsPath { text += "SELF." }
      append(component, separator: index == 0 ? "" : ".")
    }
  }

  private mutating func append(_ component: KeyComponent, separator: String) {
    text += separator
    switch component.name {
    case .key(let name): text += PredicatePrinter.escaped(name)
    case .quoted(let name): text += PredicatePrinter.quoted(name)
    case .variable(let name): text += PredicatePrinter.variable(name)
    case .expression(let expression): appendList("(", [expression], ")")
    case .collectionOperator(let name): text += "@" + name
    case .argument: text += "%K"
    }
  }

  /// Writes `#` before a reserved word.
  package static func escaped(_ name: String) -> String {
    Keyword.isReserved(name) ? "#" + name : name
  }

  static func variable(_ name: String) -> String { "$" + escaped(name) }

  // MARK: - Constants

  static func print(_ conversion: ArgumentConversion) -> String {
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

  /// A string in double quotes, in which only the backslash and the double quote are escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\\" || character == "\"" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }

  /// The seconds of a date with six digits, as `%f` prints them, or with more digits if six are not
  /// exact.
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

extension KeyComponent {
  /// Whether the component can be the first of a path without SELF before it.
  fileprivate var beginsPath: Bool {
    switch name {
    case .key, .collectionOperator, .argument: true
    case .quoted, .variable, .expression: false
    }
  }
}
