import MomentumDiagnostics
import MomentumSwiftSource

extension AdaptedFile {
  /// Changes what the compiler for Linux does not read wherever it stands in code: `@objc`,
  /// `#keyPath`, `#selector`, and casts of fetched arrays.
  mutating func editCode() {
    let imports = Set(file.declarations.filter { $0.kind == .import }.map(\.name))
    // In a file that imports Foundation too, the name alone could mean either class (CL-3). CoreData is
    // imported by the copy of each file that has the name.
    edit(tokens, 0, imports.contains("Foundation"))
  }

  private static let interpolationsMax = 64

  /// Classes of both Foundation and the module CoreData.
  private static let classesOfBoth: Set<String> = ["NSComparisonPredicate", "NSExpression"]

  /// Classes that Foundation has on a Mac, and the module CoreData on Linux.
  private static let classesOnLinux: Set<String> = classesOfBoth.union([
    "NSValueTransformer", "Selector", "UndoManager", "ValueTransformer",
  ])

  private mutating func edit(_ tokens: SwiftTokens, _ depth: Int, _ importsFoundation: Bool) {
    for index in 0..<tokens.end where active.contains(tokens[index].start) {
      switch tokens[index].kind {
      case .at: editAttribute(at: index, in: tokens)
      case .pound where tokens.token(index, is: "#keyPath"): editKeyPath(at: index, in: tokens)
      case .pound where tokens.token(index, is: "#selector"): editSelector(at: index, in: tokens)
      case .identifier where tokens.token(index, is: "fetch") || tokens.token(index, is: "execute"):
        editCast(ofFetchAt: index, in: tokens)
      case .identifier
      where tokens.token(index, is: "fetchRequestTemplate")
        || tokens.token(index, is: "fetchRequestFromTemplate"):
        editCast(ofTemplateAt: index, in: tokens)
      case .identifier where importsFoundation && Self.classesOfBoth.contains(tokens.text(index)):
        guard index == 0 || tokens[index - 1].kind != .period else { continue }
        edits.insert("CoreData.", at: tokens[index].start)
      case .identifier where tokens.token(index, is: "as"):
        editCast(ofRequestBefore: index, in: tokens)
        editConditionalCast(ofRequestBefore: index, in: tokens)
      case .identifier where tokens.token(index, is: "NSCompoundPredicate"):
        editInitializer(of: index, in: tokens)
      case .identifier where tokens.token(index, is: "urls"):
        guard tokens.token(index + 2, is: "forResourcesWithExtension") else { continue }
        edits.replace(tokens[index].start..<tokens[index].end, with: "fileURLs")
      case .identifier where tokens.token(index, is: "Foundation"):
        editModule(at: index, in: tokens)
      case .identifier where tokens.token(index, is: "NSClassFromString"):
        editLookUp(at: index, in: tokens)
      case .identifier where tokens.token(index, is: "Bundle"): editBundle(at: index, in: tokens)
      case .identifier: editOptionalCall(at: index, in: tokens)
      case .string where depth < Self.interpolationsMax:
        for part in tokens.stringLiteral(at: index)?.interpolations ?? [] {
          edit(SwiftTokens(tokens.file, in: part.content), depth + 1, importsFoundation)
        }
      default: break
      }
    }
  }

  /// `NSCompoundPredicate(type: .or, subpredicates: all)` becomes
  /// `NSCompoundPredicate.withFormat(type: .or, subpredicates: all)`: the class of Foundation for Linux
  /// has no `predicateFormat`.
  private mutating func editInitializer(of index: Int, in tokens: SwiftTokens) {
    let isNamed = tokens[index + 1].kind == .period && tokens.token(index + 2, is: "init")
    let open = isNamed ? index + 3 : index + 1
    guard tokens[open].kind == .leftParenthesis, !tokens.token(open + 1, is: "coder") else {
      return
    }
    edits.insert(".withFormat", at: tokens[index].end)
    if isNamed { edits.blank(tokens[index + 1].start..<tokens[index + 2].end) }
  }

  /// `Foundation.ValueTransformer` becomes `CoreData.ValueTransformer`, and so on.
  private mutating func editModule(at index: Int, in tokens: SwiftTokens) {
    guard tokens[index + 1].kind == .period, index == 0 || tokens[index - 1].kind != .period,
      Self.classesOnLinux.contains(tokens.text(index + 2))
    else { return }
    edits.replace(tokens[index].start..<tokens[index].end, with: "CoreData")
  }

  /// `NSClassFromString(name)` becomes `NSManagedObject.anyClass(fromString: name)`, which also finds
  /// a class by its bare name (CL-7).
  private mutating func editLookUp(at index: Int, in tokens: SwiftTokens) {
    guard tokens[index + 1].kind == .leftParenthesis,
      index == 0 || tokens[index - 1].kind != .period && !tokens.token(index - 1, is: "func")
    else { return }
    let range = tokens[index].start..<tokens[index + 1].end
    edits.replace(range, with: "NSManagedObject.anyClass(fromString: ")
  }

  /// `Bundle(for: Stack.self)` becomes `Bundle.withResources(of: Stack.self)`, and
  /// `Bundle(identifier: "com.shop.Stack")` becomes `Bundle.identified(by: "com.shop.Stack")`: a package
  /// has the resources of a module in a folder beside the program, and none in the program itself.
  private mutating func editBundle(at index: Int, in tokens: SwiftTokens) {
    guard tokens[index + 1].kind == .leftParenthesis, tokens[index + 3].kind == .colon,
      index == 0 || tokens[index - 1].kind != .period || tokens.token(index - 2, is: "Foundation")
    else { return }
    let replacement: String
    if tokens.token(index + 2, is: "for") {
      replacement = "Bundle.withResources(of:"
    } else if tokens.token(index + 2, is: "identifier") {
      replacement = "Bundle.identified(by:"
    } else {
      return
    }
    edits.replace(tokens[index].start..<tokens[index + 3].end, with: replacement)
    usesModule = true
  }

  /// `@objc`, `@objc(name)` and `@objcMembers` become spaces.
  private mutating func editAttribute(at index: Int, in tokens: SwiftTokens) {
    guard tokens.token(index + 1, is: "objc") || tokens.token(index + 1, is: "objcMembers"),
      let attribute = tokens.attribute(at: index)
    else { return }
    let range = tokens.range(attribute.tokens)
    edits.blank(range.start..<range.end)
  }

  /// `try context.fetch(request) as! [[String: Any]]` gets ` as [Any]` before the cast: the compiler
  /// knows that an array of objects is no array of dictionaries, and would stop the program (CL-9).
  private mutating func editCast(ofFetchAt index: Int, in tokens: SwiftTokens) {
    guard index > 0, tokens[index - 1].kind == .period,
      tokens[index + 1].kind == .leftParenthesis, let close = tokens.partner(of: index + 1)
    else { return }
    // `execute` of a request has no argument; that of a context returns no array.
    if tokens.token(index, is: "execute"), close != index + 2 { return }
    var last = close
    while tokens[last + 1].kind == .rightParenthesis, let open = tokens.partner(of: last + 1),
      isGroup(openedAt: open, in: tokens)
    {
      last += 1
    }
    guard tokens.token(last + 1, is: "as"),
      tokens.token(last + 2, is: "!") || tokens.token(last + 2, is: "?"),
      tokens[last + 3].kind == .leftBracket
    else { return }
    edits.insert(" as [Any]", at: tokens[last].end)
  }

  /// `model.fetchRequestTemplate(forName: "All") as? NSFetchRequest<Venue>` becomes
  /// `model.fetchRequestTemplate(forName: "All")?.typed() as NSFetchRequest<Venue>?`: without
  /// Objective-C, a request of one type is none of another (CL-4).
  private mutating func editCast(ofTemplateAt index: Int, in tokens: SwiftTokens) {
    guard tokens[index + 1].kind == .leftParenthesis, let close = tokens.partner(of: index + 1),
      tokens.token(close + 1, is: "as"), tokens.token(close + 3, is: "NSFetchRequest"),
      tokens.token(close + 4, is: "<")
    else { return }
    let isForced = tokens.token(close + 2, is: "!")
    guard isForced || tokens.token(close + 2, is: "?") else { return }
    var end = close + 5
    while [.identifier, .quotedIdentifier, .period].contains(tokens[end].kind) { end += 1 }
    guard tokens[end].kind == .op,
      tokens.file.utf8[tokens[end].start] == UInt8(ascii: ">")
    else { return }
    edits.insert("\(isForced ? "!" : "?").typed()", at: tokens[close].end)
    edits.blank(tokens[close + 2].start..<tokens[close + 2].end)
    if !isForced { edits.insert("?", at: tokens[end].start + 1) }
  }

  /// `request as! NSFetchRequest<Venue>` becomes `request.typed() as NSFetchRequest<Venue>`, also after
  /// `fetchRequest()`. A copy has the type of its original and is cast as it is.
  private mutating func editCast(ofRequestBefore index: Int, in tokens: SwiftTokens) {
    guard index > 0, tokens.token(index + 1, is: "!"),
      tokens.token(index + 2, is: "NSFetchRequest"),
      tokens[index + 3].kind == .op
    else { return }
    let last = index - 1
    let isRequest =
      switch tokens[last].kind {
      case .identifier, .quotedIdentifier: true
      case .rightParenthesis:
        tokens.partner(of: last).map { makesRequest(calledAt: $0 - 1, in: tokens) } ?? false
      default: false
      }
    guard isRequest else { return }
    edits.insert(".typed()", at: tokens[last].end)
    edits.blank(tokens[index + 1].start..<tokens[index + 1].end)
  }

  /// Whether a call makes a request: `fetchRequest()`, `NSFetchRequest<NSManagedObject>(entityName: "A")`.
  private func makesRequest(calledAt index: Int, in tokens: SwiftTokens) -> Bool {
    guard index > 0 else { return false }
    if tokens.token(index, is: "fetchRequest") || tokens.token(index, is: "NSFetchRequest") {
      return true
    }
    guard tokens[index].kind == .op else { return false }
    var first = index - 1
    while first > 1, [.identifier, .quotedIdentifier, .period].contains(tokens[first].kind) {
      first -= 1
    }
    return tokens[first].kind == .op && tokens.token(first - 1, is: "NSFetchRequest")
  }

  /// `self.request as? NSFetchRequest<Venue>` becomes `NSFetchRequest<Venue>.typed(self.request)`. The
  /// value may be of any type, so this is no method of the value.
  private mutating func editConditionalCast(ofRequestBefore index: Int, in tokens: SwiftTokens) {
    guard index > 0, tokens.token(index + 1, is: "?"),
      tokens.token(index + 2, is: "NSFetchRequest"), tokens.token(index + 3, is: "<")
    else { return }
    var end = index + 4
    while [.identifier, .quotedIdentifier, .period].contains(tokens[end].kind) { end += 1 }
    guard tokens[end].kind == .op, tokens.file.utf8[tokens[end].start] == UInt8(ascii: ">") else {
      return
    }
    guard let first = start(ofValueEndingAt: index - 1, in: tokens) else { return }
    let typeEnd = tokens[end].start + 1
    let type = tokens.file.text(in: SourceRange(tokens[index + 2].start, typeEnd))
    edits.insert("\(type).typed(", at: tokens[first].start)
    edits.insert(")", at: tokens[index - 1].end)
    edits.blank(tokens[index].start..<typeEnd)
  }

  /// The first token of names and calls that periods join: `Venue` of `Venue.all(in: area).request`.
  /// `nil` for any other expression, and for a template, whose cast is another edit.
  private func start(ofValueEndingAt last: Int, in tokens: SwiftTokens) -> Int? {
    var first = last
    while true {
      if tokens[first].kind == .rightParenthesis {
        guard let open = tokens.partner(of: first), open > 0, !isGroup(openedAt: open, in: tokens)
        else { return nil }
        first = open - 1
      }
      guard [.identifier, .quotedIdentifier].contains(tokens[first].kind),
        !tokens.token(first, is: "fetchRequestTemplate"),
        !tokens.token(first, is: "fetchRequestFromTemplate")
      else { return nil }
      guard first > 0, tokens[first - 1].kind == .period else { return first }
      guard first > 1 else { return nil }
      first -= 2
    }
  }

  /// Whether a parenthesis only groups, as in `(try context.fetch(request))`, and is not that of a
  /// call.
  private func isGroup(openedAt index: Int, in tokens: SwiftTokens) -> Bool {
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .op, .comma, .leftParenthesis, .leftBracket, .leftBrace, .colon, .semicolon: return true
    case .identifier: return ["return", "in", "try", "await"].contains(tokens.text(index - 1))
    default: return tokens[index].startsLine
    }
  }
}
