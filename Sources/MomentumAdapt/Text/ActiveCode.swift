import MomentumDiagnostics
import MomentumSwiftSource

/// The parts of a file that no compiler for Linux reads: clauses of `#if` whose condition is false
/// there, such as `#if canImport(ObjectiveC)`.
///
/// They are copied as they are, and nothing in them is reported.
struct ActiveCode {
  /// The bytes of the clauses, in written order.
  private var inactive: [Range<Int>] = []

  /// One `#if` around the tokens that are read.
  private struct Frame {
    /// Whether a clause before the current one holds; `nil` if that is not known.
    var isDecided: Bool? = false
    var start: Int
    var isInactive = false
  }

  init(_ tokens: SwiftTokens) {
    var frames: [Frame] = []
    for index in 0..<tokens.end where tokens[index].kind == .pound {
      switch tokens.text(index) {
      case "#if":
        frames.append(Frame(start: tokens[index].start))
        open(&frames, Condition(tokens, after: index).value, tokens[index].start)
      case "#elseif": open(&frames, Condition(tokens, after: index).value, tokens[index].start)
      case "#else": open(&frames, true, tokens[index].start)
      case "#endif":
        close(&frames, tokens[index].start)
        _ = frames.popLast()
      default: break
      }
    }
    while !frames.isEmpty {
      close(&frames, tokens.file.utf8.count)
      frames.removeLast()
    }
  }

  /// Whether the compiler reads the byte at an offset, or may read it.
  func contains(_ offset: Int) -> Bool { !inactive.contains { $0.contains(offset) } }

  /// Begins a clause, which ends the one before it.
  private mutating func open(_ frames: inout [Frame], _ value: Bool?, _ offset: Int) {
    close(&frames, offset)
    guard var frame = frames.popLast() else { return }
    frame.start = offset
    frame.isInactive = frame.isDecided == true || value == false
    if frame.isDecided != true, value != false { frame.isDecided = value == true ? true : nil }
    frames.append(frame)
  }

  private mutating func close(_ frames: inout [Frame], _ offset: Int) {
    guard let frame = frames.last, frame.isInactive else { return }
    inactive.append(frame.start..<offset)
    frames[frames.count - 1].isInactive = false
  }
}

/// The condition of an `#if` on Linux: true, false, or not known, as for a flag of the build.
private struct Condition {
  private let tokens: SwiftTokens
  private var index: Int
  private let end: Int
  private static let depthMax = 64

  /// - Parameter pound: The index of `#if` or `#elseif`. The condition ends with the line.
  init(_ tokens: SwiftTokens, after pound: Int) {
    self.tokens = tokens
    index = pound + 1
    var end = pound + 1
    while end < tokens.end, !tokens[end].startsLine { end += 1 }
    self.end = end
  }

  var value: Bool? {
    var reader = self
    return reader.disjunction(0)
  }

  private func token(is text: StaticString) -> Bool { index < end && tokens.token(index, is: text) }

  private mutating func disjunction(_ depth: Int) -> Bool? {
    var result = conjunction(depth)
    while token(is: "||") {
      index += 1
      let other = conjunction(depth)
      result = result == true || other == true ? true : result == nil || other == nil ? nil : false
    }
    return result
  }

  private mutating func conjunction(_ depth: Int) -> Bool? {
    var result = operand(depth)
    while token(is: "&&") {
      index += 1
      let other = operand(depth)
      result =
        result == false || other == false ? false : result == nil || other == nil ? nil : true
    }
    return result
  }

  private mutating func operand(_ depth: Int) -> Bool? {
    guard index < end, depth < Self.depthMax else { return nil }
    if token(is: "!") {
      index += 1
      return operand(depth + 1).map { !$0 }
    }
    if tokens[index].kind == .leftParenthesis {
      index += 1
      let result = disjunction(depth + 1)
      index += 1
      return result
    }
    let name = tokens.text(index)
    index += 1
    guard index < end, tokens[index].kind == .leftParenthesis else {
      return name == "true" ? true : name == "false" ? false : nil
    }
    let argument = tokens.text(index + 1)
    index = tokens.index(afterBracketAt: index)
    switch name {
    case "os": return argument == "Linux"
    case "canImport": return LinuxModules.exists(argument)
    case "targetEnvironment": return false
    default: return nil
    }
  }
}
