import MomentumDiagnostics
import MomentumSwiftSource

extension AdaptedFile {
  /// The comparisons that sort descriptors know on Linux.
  private static let comparisons: Set<String> = [
    "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare",
    "localizedStandardCompare",
  ]

  /// `#selector(NSString.localizedStandardCompare(_:))` becomes
  /// `Selector("localizedStandardCompare:")`, and `#selector(changed(_:))` of another method becomes
  /// `Selector("changed:", Stack.changed(_:))`. Linux has no `#selector` and finds no method by its name,
  /// so the method itself is given to `NotificationCenter`. A selector of a getter or setter is reported.
  mutating func editSelector(at index: Int, in tokens: SwiftTokens) {
    guard tokens[index + 1].kind == .leftParenthesis, let close = tokens.partner(of: index + 1)
    else {
      return
    }
    guard let method = SelectedMethod(tokens, index + 2..<close) else {
      return report(.selector(tokens.text(index..<close + 1)), at: index..<close + 1, in: tokens)
    }
    let range = tokens[index].start..<tokens[close].end
    let text: String
    if Self.comparisons.contains(method.name) {
      text = "Selector(\"\(method.name):\""
    } else {
      let owner = method.owner ?? type(around: range.lowerBound)
      guard let owner else {
        return report(.selector(tokens.text(index..<close + 1)), at: index..<close + 1, in: tokens)
      }
      text = "Selector(\"\(method.selector)\", \(owner).\(method.written)"
    }
    let padding = String(repeating: " ", count: max(0, range.count - text.utf8.count - 1))
    edits.replace(range, with: text + padding, closing: ")")
  }
}

/// The method in a `#selector`: `Stack.changed(_:)`.
private struct SelectedMethod {
  /// The type before the method; `nil` for `self` and where none is written.
  var owner: String?
  var name: String
  /// The method with the labels that are written.
  var written: String
  /// The Objective-C name, as far as the labels say it.
  var selector: String

  /// `nil` for `getter:` and `setter:`, and for anything but names with periods.
  init?(_ tokens: SwiftTokens, _ range: Range<Int>) {
    var names: [String] = []
    var index = range.lowerBound
    while index < range.upperBound,
      tokens[index].kind == .identifier
        || tokens[index].kind == .quotedIdentifier
    {
      let start = index
      index = Self.index(afterGenericsAt: index + 1, tokens, range)
      names.append(tokens.text(start..<index))
      guard index < range.upperBound, tokens[index].kind == .period else { break }
      index += 1
    }
    guard let last = names.popLast() else { return nil }
    name = last.filter { $0 != "`" }
    written = last
    selector = name
    if index < range.upperBound {
      guard tokens[index].kind == .leftParenthesis, let close = tokens.partner(of: index),
        close < range.upperBound
      else { return nil }
      let labels = (index + 1..<close).filter { tokens[$0].kind != .colon }.map { tokens.text($0) }
      written += "(" + labels.map { $0 + ":" }.joined() + ")"
      selector = FunctionParameter.selector(
        name, labels.map { FunctionParameter(label: $0 == "_" ? "" : $0, name: "") })
    }
    if let first = names.first, first == "self" || first == "Self" { names.removeFirst() }
    owner = names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// The index after the angle brackets at an index: of `<T>` in `Monitor<T>.changed(_:)`.
  private static func index(
    afterGenericsAt start: Int, _ tokens: SwiftTokens, _ range: Range<Int>
  ) -> Int {
    guard start < range.upperBound, tokens.token(start, is: "<") else { return start }
    for index in start + 1..<range.upperBound {
      switch tokens[index].kind {
      case .identifier, .quotedIdentifier, .period, .comma: continue
      default: return tokens.token(index, is: ">") ? index + 1 : start
      }
    }
    return start
  }
}
