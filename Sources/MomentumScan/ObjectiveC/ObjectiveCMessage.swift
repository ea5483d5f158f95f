/// A message: `[receiver keyword:argument keyword:argument, argument]`.
struct ObjectiveCMessage {
  struct Part {
    var keyword: String
    var keywordToken: Int
    /// The arguments; several for the last part of a message such as `predicateWithFormat:`.
    var arguments: [Range<Int>]
  }

  var receiver: Range<Int>
  var parts: [Part]
  /// The tokens of the message, with the square brackets.
  var range: Range<Int>

  /// The selector of the message: `sortDescriptorWithKey:ascending:`
  var selector: String {
    parts.map { $0.arguments.isEmpty ? $0.keyword : $0.keyword + ":" }.joined()
  }

  /// The first argument of a keyword; `nil` if the message does not have the keyword.
  func argument(_ keyword: String) -> Range<Int>? {
    parts.first { $0.keyword == keyword }?.arguments.first
  }
}

extension ObjectiveCUnit {
  /// The message whose bracket is at `open`; `nil` for an array or a subscript.
  func message(at open: Int) -> ObjectiveCMessage? {
    guard isSign(open, "["), let close = partner(of: open), open + 1 < close else { return nil }
    if open > 0, tokens[open - 1].kind == .at { return nil }
    let receiverEnd = operandEnd(open + 1, before: close)
    guard receiverEnd > open + 1, receiverEnd < close, isName(receiverEnd) else { return nil }
    var message = ObjectiveCMessage(
      receiver: open + 1..<receiverEnd, parts: [], range: open..<close + 1)
    var index = receiverEnd
    while index < close, isName(index) {
      guard isSign(index + 1, ":") else {
        message.parts.append(
          ObjectiveCMessage.Part(keyword: text(index), keywordToken: index, arguments: []))
        break
      }
      var part = ObjectiveCMessage.Part(keyword: text(index), keywordToken: index, arguments: [])
      index += 2
      var start = index
      while index < close {
        if isSign(index, ",") {
          part.arguments.append(start..<index)
          start = index + 1
        } else if isName(index), isSign(index + 1, ":"), index > start, !isTernary(start, index) {
          break
        }
        index = partner(of: index).map { $0 > index ? $0 + 1 : index + 1 } ?? index + 1
      }
      part.arguments.append(start..<min(index, close))
      message.parts.append(part)
    }
    return message.parts.isEmpty ? nil : message
  }

  /// Whether a colon after a name belongs to `a ? b : c`.
  private func isTernary(_ start: Int, _ name: Int) -> Bool {
    var index = start
    var isOpen = false
    while index < name {
      if isSign(index, "?") { isOpen = true }
      if isSign(index, ":") { isOpen = false }
      index = partner(of: index).map { $0 > index ? $0 + 1 : index + 1 } ?? index + 1
    }
    return isOpen
  }

  /// The index after an operand: a name, a message or a literal, with the members and subscripts
  /// after it.
  func operandEnd(_ start: Int, before end: Int) -> Int {
    var index = start
    // Skip casts.
    while isSign(index, "("), let close = partner(of: index), close + 1 < end,
      isName(close + 1) || isSign(close + 1, "[") || isSign(close + 1, "(")
    {
      index = close + 1
    }
    if index < end, tokens[index].kind == .at { index += 1 }
    guard index < end else { return end }
    if let close = partner(of: index), close > index { index = close + 1 } else { index += 1 }
    while index < end {
      if isSign(index, "."), isName(index + 1) {
        index += 2
      } else if isSign(index, "-"), isSign(index + 1, ">") {
        index += 3
      } else if isSign(index, "(") || isSign(index, "["), let close = partner(of: index),
        tokens[index].start == tokens[index - 1].end
      {
        index = close + 1
      } else {
        return index
      }
    }
    return index
  }
}
