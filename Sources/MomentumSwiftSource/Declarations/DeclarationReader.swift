import MomentumDiagnostics

/// Reads the declarations of a file, of a type or of code.
///
/// Statements are stepped over by their tokens. A text that is not well-formed yields fewer
/// declarations, but no endless loop: each step moves on by one token or more.
struct DeclarationReader {
  /// The greatest nesting of type declarations that is read.
  static let depthMax = 64

  /// The greatest nesting of `#if` around attributes that is read.
  private static let attributeConditionsMax = 4

  let source: SwiftTokens
  var index: Int
  let end: Int
  let depth: Int
  var result: [SwiftDeclaration] = []
  /// Whether the last type ended inside an operator: `?=` has the end of a type and an equals sign.
  var endsInsideOperator = false
  /// The `#if` clauses around the index.
  private(set) var conditions: ConditionStack
  /// The index after the attributes and modifiers of the last declaration that was tried.
  private(set) var furthest: Int

  init(
    _ source: SwiftTokens, in range: Range<Int>, depth: Int = 0,
    conditions: ConditionStack = ConditionStack()
  ) {
    self.source = source
    index = range.lowerBound
    end = range.upperBound
    furthest = range.lowerBound
    self.depth = depth
    self.conditions = conditions
  }

  /// The words that always begin a declaration.
  static let introducers: Set<String> = [
    "import", "class", "struct", "enum", "extension", "protocol", "func", "init", "deinit",
    "subscript", "var", "let", "typealias", "associatedtype", "case", "operator",
    "precedencegroup",
  ]

  /// Reads members up to the end of the range: declarations with nothing between them.
  mutating func readMembers() -> [SwiftDeclaration] {
    while index < end {
      let before = index
      if source[index].kind == .pound, !beginsConditionalAttributes(at: index), readDirective() {
        continue
      }
      if !readDeclaration() {
        // A mistake in the text: go on after it. Attributes and modifiers without a declaration are not tried
        // again, since each of many would be.
        index = max(furthest, source.partner(of: index).map { max($0, before) + 1 } ?? before + 1)
      }
      index = max(index, before + 1)
    }
    return result
  }

  /// Reads the declaration at the index and appends it. Returns whether there is one.
  mutating func readDeclaration() -> Bool {
    let start = index
    var attributes: [SwiftAttribute] = []
    var modifiers: [SwiftDeclaration.Modifier] = []
    while index < end {
      if source[index].kind == .pound {
        guard let next = readConditionalAttributes(at: index, &attributes) else { break }
        index = next
      } else if let attribute = AttributeReader.read(at: index, in: source) {
        attributes.append(attribute)
        index = attribute.tokens.upperBound
      } else if source[index].kind == .identifier,
        let (modifier, next) = AttributeReader.modifier(at: index, in: source)
      {
        modifiers.append(modifier)
        index = next
      } else {
        break
      }
    }
    let first = result.count
    furthest = index
    guard index < end, readIntroduced(from: start) else {
      index = start
      return false
    }
    for position in first..<result.count {
      result[position].attributes = attributes
      result[position].modifiers = modifiers
      result[position].conditions = conditions.clauses
    }
    return true
  }

  /// Reads the declaration whose first word or macro, after attributes and modifiers, is at the
  /// index. Returns whether there is one.
  private mutating func readIntroduced(from start: Int) -> Bool {
    switch source[index].kind {
    case .pound: return !isDirective(index) && readMacroExpansion(from: start)
    case .identifier: break
    default: return false
    }
    switch source.text(index) {
    case "class": return readType(.class, from: start)
    case "struct": return readType(.struct, from: start)
    case "enum": return readType(.enum, from: start)
    case "extension": return readType(.extension, from: start)
    case "protocol": return readType(.protocol, from: start)
    case "actor" where isName(index + 1) && !isWord(index + 1, "in"):
      return readType(.actor, from: start)
    case "var", "let": return readVariables(from: start)
    case "func": return readFunction(.function, from: start)
    case "init": return readFunction(.initializer, from: start)
    case "deinit": return readFunction(.deinitializer, from: start)
    case "subscript": return readFunction(.subscript, from: start)
    case "macro" where isName(index + 1) && !source[index + 1].startsLine:
      return readFunction(.macro, from: start)
    case "case": return readCases(from: start)
    case "typealias": return readAlias(.typeAlias, from: start)
    case "associatedtype": return readAlias(.associatedType, from: start)
    case "import": return readImport(from: start)
    case "operator": return readOperator(.operator, from: start)
    case "precedencegroup": return readOperator(.precedenceGroup, from: start)
    default: return false
    }
  }

  // MARK: - Conditions

  /// Reads `#if`, `#else` and the like between declarations. Returns whether there was one.
  mutating func readDirective() -> Bool {
    let word = source.text(index)
    switch word {
    case "#if": conditions.open(readCondition(after: nil))
    case "#elseif", "#else": conditions.open(readCondition(after: conditions.close()))
    case "#endif":
      conditions.close()
      index += 1
    case "#sourceLocation":
      index += 1
      if source[index].kind == .leftParenthesis { index = source.index(afterBracketAt: index) }
    default: return false
    }
    return true
  }

  /// The clause whose word is at the index; moves to the next line.
  private mutating func readCondition(after previous: SwiftCondition?) -> SwiftCondition {
    let condition = condition(at: index, after: previous)
    index = condition.tokens.upperBound
    return condition
  }

  /// The clause whose word is at `start`; its condition goes to the end of the line.
  ///
  /// - Parameter previous: The clause before `#elseif` or `#else`.
  private func condition(at start: Int, after previous: SwiftCondition?) -> SwiftCondition {
    var next = start + 1
    while next < end, !source[next].startsLine { next += 1 }
    return SwiftCondition(
      word: source.text(start), text: source.text(start + 1..<next), tokens: start..<next,
      start: previous?.start ?? start,
      preceding: previous.map { $0.preceding + [$0.text] } ?? [])
  }

  /// Whether the `#if` at `index` has nothing but attributes in its clauses: then it belongs to the
  /// declaration after `#endif`.
  func beginsConditionalAttributes(at index: Int) -> Bool {
    var attributes: [SwiftAttribute] = []
    return readConditionalAttributes(at: index, &attributes) != nil
  }

  /// Reads an `#if` with attributes only. Returns the index after its `#endif`; `nil` if it has other
  /// content.
  private func readConditionalAttributes(
    at index: Int, _ attributes: inout [SwiftAttribute]
  ) -> Int? {
    guard isPound(index, "#if") else { return nil }
    var next = index
    var level = 0
    var found: [SwiftAttribute] = []
    var clauses = ConditionStack()
    while next < end {
      if isPound(next, "#endif") {
        level -= 1
        clauses.close()
        next += 1
        if level == 0 {
          attributes += found
          return found.isEmpty ? nil : next
        }
      } else if isDirective(next) {
        if isPound(next, "#if") { level += 1 }
        // Each level reads ahead, so deep nesting would take quadratic time.
        if level > DeclarationReader.attributeConditionsMax { return nil }
        let previous = isPound(next, "#if") ? nil : clauses.close()
        clauses.open(condition(at: next, after: previous))
        next = clauses.clauses.last?.tokens.upperBound ?? end
      } else if var attribute = AttributeReader.read(at: next, in: source) {
        attribute.conditions = clauses.clauses
        found.append(attribute)
        next = attribute.tokens.upperBound
      } else {
        return nil
      }
    }
    return nil
  }

  // MARK: - Tokens

  /// Whether one of `#if`, `#elseif`, `#else` and `#endif` is at `index`.
  private func isDirective(_ index: Int) -> Bool {
    isPound(index, "#if") || isPound(index, "#elseif") || isPound(index, "#else")
      || isPound(index, "#endif")
  }

  private func isPound(_ index: Int, _ word: StaticString) -> Bool {
    source[index].kind == .pound && source.token(index, is: word)
  }

  func isName(_ index: Int) -> Bool {
    source[index].kind == .identifier || source[index].kind == .quotedIdentifier
  }

  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    source[index].kind == .identifier && source.token(index, is: word)
  }

  func isOperator(_ index: Int, _ text: StaticString) -> Bool {
    source[index].kind == .op && source.token(index, is: text)
  }

  /// The tokens inside the bracket at the index; moves past it.
  mutating func readBracket() -> Range<Int> {
    let inside = source.range(inBracketAt: index)
    index = min(source.index(afterBracketAt: index), end)
    // Nothing closes the bracket before the end of the type or the code.
    return inside.upperBound < end ? inside : inside.lowerBound..<max(end, inside.lowerBound)
  }

  /// Skips the generic parameters `<…>` after a name. Returns the tokens between the angle
  /// brackets; `nil` if there are none.
  ///
  /// - Parameter afterBytes: The bytes of the first token that are part of the name before it.
  mutating func readGenericParameters(afterBytes: Int = 0) -> Range<Int>? {
    guard source[index].kind == .op, index < end,
      source.file.utf8[source[index].start + afterBytes] == UInt8(ascii: "<")
    else { return nil }
    let start = index + 1
    var level = 0
    var skipped = afterBytes
    while index < end {
      let token = source[index]
      if token.kind == .op, !source.token(index, is: "->") {
        for byte in source.file.utf8[token.start + skipped..<token.end] {
          if byte == UInt8(ascii: "<") { level += 1 }
          if byte == UInt8(ascii: ">") { level -= 1 }
        }
        skipped = 0
        index += 1
        if level <= 0 { return start..<max(index - 1, start) }
      } else if [.leftParenthesis, .leftBracket].contains(token.kind) {
        index = source.index(afterBracketAt: index)
      } else if [.leftBrace, .rightBrace, .semicolon].contains(token.kind) {
        return start..<max(index, start)
      } else {
        index += 1
      }
    }
    return start..<max(index, start)
  }
}

/// The `#if` clauses around a token.
struct ConditionStack {
  /// The number of clauses that are kept. Deeper ones are only counted, because each declaration
  /// has a copy of the clauses around it.
  private static let clausesMax = 64

  /// The clauses that are kept, the outermost first.
  private(set) var clauses: [SwiftCondition] = []
  private var uncounted = 0

  mutating func open(_ clause: SwiftCondition) {
    if clauses.count < ConditionStack.clausesMax {
      clauses.append(clause)
    } else {
      uncounted += 1
    }
  }

  /// Leaves the innermost clause; returns it unless it is only counted.
  @discardableResult mutating func close() -> SwiftCondition? {
    guard uncounted == 0 else {
      uncounted -= 1
      return nil
    }
    return clauses.popLast()
  }
}
