import MomentumDiagnostics
import MomentumSwiftSource

/// Reads a written type from tokens.
struct TypeText {
  let tokens: SwiftTokens
  private(set) var index: Int
  private let end: Int
  private var depth = 0
  /// How many `>` of the token at the index were read: `>>` ends two lists of generic arguments.
  private var closed = 0

  init(_ tokens: SwiftTokens, in range: Range<Int>) {
    self.tokens = tokens
    index = range.lowerBound
    end = min(range.upperBound, tokens.end)
  }

  /// The type at the index, `nil` if none begins there.
  mutating func read() -> SwiftType? {
    guard depth < 20, index < end else { return nil }
    depth += 1
    defer { depth -= 1 }
    while index < end, isSpecifier { index += 1 }
    guard index < end, var type = simple() else { return nil }
    while index < end, closed == 0, tokens[index].kind == .op, !tokens[index].startsLine,
      !tokens[index].marks.contains(.spaceBefore)
    {
      if tokens.token(index, is: "?") {
        type = .optional(type)
      } else if tokens.token(index, is: "!") {
        type = .implicitlyUnwrapped(type)
      } else {
        break
      }
      index += 1
    }
    return type
  }

  private var isSpecifier: Bool {
    switch tokens[index].kind {
    case .at: return true
    case .identifier:
      return [
        "some", "any", "inout", "escaping", "autoclosure", "Sendable", "MainActor", "borrowing",
      ]
      .contains(tokens.text(index))
        && (tokens[index + 1].kind == .identifier || tokens[index + 1].kind == .leftParenthesis
          || tokens[index + 1].kind == .at || tokens[index + 1].kind == .leftBracket)
    default: return false
    }
  }

  private mutating func simple() -> SwiftType? {
    switch tokens[index].kind {
    case .leftBracket:
      let close = tokens.index(afterBracketAt: index)
      index += 1
      let first = read() ?? .other
      var result = SwiftType.array(first)
      if index < close, tokens[index].kind == .colon {
        index += 1
        result = .dictionary(first, read() ?? .other)
      }
      index = close
      return result
    case .leftParenthesis:
      let open = index
      let close = tokens.index(afterBracketAt: index)
      index += 1
      let inner = read()
      let isWhole = index == close - 1
      index = close
      if index < end, tokens[index].kind == .op, tokens.token(index, is: "->") {
        index += 1
        _ = read()
        return .other
      }
      return isWhole && open + 1 < close ? inner : .other
    case .identifier, .quotedIdentifier: return named()
    default: return nil
    }
  }

  private mutating func named() -> SwiftType {
    var components: [SwiftType.Component] = []
    while index < end, [.identifier, .quotedIdentifier].contains(tokens[index].kind) {
      var component = SwiftType.Component(tokens.name(index))
      index += 1
      if index < end, tokens[index].kind == .op, tokens.token(index, is: "<"),
        !tokens[index].marks.contains(.spaceBefore)
      {
        index += 1
        component.arguments = genericArguments()
      }
      components.append(component)
      guard index + 1 < end, closed == 0, tokens[index].kind == .period else { break }
      index += 1
    }
    return .named(components)
  }

  private mutating func genericArguments() -> [SwiftType] {
    var result: [SwiftType] = []
    while index < end {
      guard let type = read() else { break }
      result.append(type)
      guard index < end else { break }
      if closed == 0, tokens[index].kind == .comma {
        index += 1
        continue
      }
      break
    }
    if index < end, tokens[index].kind == .op {
      let token = tokens[index]
      let text = Array(tokens.file.utf8[token.start..<token.end])
      if closed < text.count, text[closed] == UInt8(ascii: ">") {
        closed += 1
        if closed == text.count || text[closed] != UInt8(ascii: ">") {
          // `>?` and `>=` are one token; what is after the `>` is not needed.
          closed = 0
          index += 1
        }
      }
    }
    return result
  }
}

extension SwiftType {
  /// The last name of a named type: `Person` of `App.Person`; `nil` for other types.
  var lastName: String? {
    guard case .named(let components) = self else { return nil }
    return components.last?.name
  }

  /// The generic arguments of the last name.
  var genericArguments: [SwiftType] {
    guard case .named(let components) = self else { return [] }
    return components.last?.arguments ?? []
  }
}
