import MomentumSwiftSource

/// A parameter of a function: its label, its name and its type.
struct FunctionParameter {
  /// Empty if the parameter has the label `_`.
  var label: String
  /// The name as it is written, with its back quotes.
  var name: String
  var type: SwiftType?

  /// The parameters of a function.
  static func all(_ declaration: SwiftDeclaration, _ tokens: SwiftTokens) -> [FunctionParameter] {
    guard let range = declaration.parameters, !range.isEmpty else { return [] }
    var result: [FunctionParameter] = []
    var names: [String] = []
    var type: SwiftType?
    var isInType = false
    var index = range.lowerBound
    while index < range.upperBound {
      switch tokens[index].kind {
      case .identifier, .quotedIdentifier: if !isInType { names.append(tokens.text(index)) }
      case .colon where !isInType:
        isInType = true
        type = tokens.type(at: index + 1)
      case .comma:
        add(names, type, to: &result)
        (names, type, isInType) = ([], nil, false)
      case .leftParenthesis, .leftBracket, .leftBrace:
        index = max(tokens.index(afterBracketAt: index) - 1, index)
      default: break
      }
      index += 1
    }
    add(names, type, to: &result)
    return result
  }

  private static func add(
    _ names: [String], _ type: SwiftType?, to result: inout [FunctionParameter]
  ) {
    guard let label = names.first, let name = names.last else { return }
    let text = label.filter { $0 != "`" }
    result.append(FunctionParameter(label: text == "_" ? "" : text, name: name, type: type))
  }

  /// The Objective-C name of a function without `@objc(name)`: `addTips:`, `insertTip:at:`.
  ///
  /// Source: documented (SE-0005 and Swift's import rules): the first label follows the name with a
  /// capital letter and `With`, unless it begins with a preposition, which is kept as it is.
  static func selector(_ name: String, _ parameters: [FunctionParameter]) -> String {
    guard let first = parameters.first else { return name }
    let start = first.label.isEmpty ? name : name + "With" + raised(first.label)
    return start + ":" + parameters.dropFirst().map { $0.label + ":" }.joined()
  }

  private static func raised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
