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
  /// capital letter and `With`, unless it begins, or the name ends, with a preposition.
  static func selector(_ name: String, _ parameters: [FunctionParameter]) -> String {
    guard let first = parameters.first else { return name }
    var start = name
    if !first.label.isEmpty {
      let joins =
        prepositions.contains(words(first.label).first ?? "")
        || prepositions.contains(words(name).last ?? "")
      start += (joins ? "" : "With") + raised(first.label)
    }
    return start + ":" + parameters.dropFirst().map { $0.label + ":" }.joined()
  }

  /// Source: documented (the compiler's list of parts of speech).
  private static let prepositions: Set<String> = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
    "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
  ]

  /// The words of a name in lower case: `for`, `source` and `title` of `forSourceTitle`.
  private static func words(_ name: String) -> [String] {
    var result: [String] = []
    for character in name {
      if character.isUppercase || result.isEmpty { result.append("") }
      result[result.count - 1] += character.lowercased()
    }
    return result
  }

  private static func raised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
