import MomentumDiagnostics
import MomentumSwiftSource

/// Finds the sites of one Swift file.
struct SwiftSiteFinder {
  let project: SwiftProject
  let unitIndex: Int
  private(set) var sites: [ScanSite] = []
  private var regions: [CodeRegion] = []
  /// Whether the file makes attributes in code, whose predicates validate values.
  private let checksValues: Bool
  private let spans: [Span]

  /// The tokens of a declaration that has code, and what is around it.
  struct Span {
    var range: Range<Int>
    /// The types around the declaration, the innermost first.
    var types: [String]
    var declaration: SwiftDeclaration?
  }

  var unit: SwiftUnit { project.units[unitIndex] }
  var tokens: SwiftTokens { unit.tokens }

  init(_ project: SwiftProject, unit index: Int) {
    self.project = project
    unitIndex = index
    spans = SwiftSiteFinder.spans(of: project.units[index])
    checksValues = project.units[index].names(oneOf: ["setValidationPredicates"])
  }

  /// Names and labels at which a site may begin. The code at each is read to see whether it is one.
  private static let names: Set<String> = [
    "NSPredicate", "NSExpression", "NSSortDescriptor", "SortDescriptor", "entityName",
    "forEntityName", "forKey", "forKeyPath", "forKeys", "forRelationshipNamed",
    "sectionNameKeyPath", "propertiesToFetch", "propertiesToGroupBy", "propertiesToUpdate",
    "relationshipKeyPathsForPrefetching", "fetchRequestTemplate", "fetchRequestFromTemplate",
    "entitiesByName", "attributesByName", "propertiesByName", "relationshipsByName", "context",
    "insertInto", "format",
  ]

  mutating func run() {
    for index in 0..<tokens.end {
      switch tokens[index].kind {
      case .identifier:
        let length = tokens[index].end - tokens[index].start
        guard length >= 6, length <= 34 else { continue }
        let name = tokens.text(index)
        if SwiftSiteFinder.names.contains(name) { read(name, at: index) }
      case .pound where tokens.token(index, is: "#keyPath"): readKeyPath(index)
      default: break
      }
    }
  }

  private mutating func read(_ name: String, at index: Int) {
    let next = tokens[index + 1]
    switch name {
    case "NSPredicate", "NSExpression", "NSSortDescriptor", "SortDescriptor":
      guard let open = callBracket(after: index) else { return }
      readConstruction(name, index, open)
    case "format":
      if next.kind == .colon { readImplicitFormat(index) }
    case "entityName", "forEntityName":
      if next.kind == .colon { readEntityName(index) }
    case "forKey", "forKeyPath", "forKeys", "forRelationshipNamed":
      if next.kind == .colon { readKeyValue(index) }
    case "sectionNameKeyPath":
      if next.kind == .colon { readSection(index) }
    case "context", "insertInto":
      if next.kind == .colon { readInsertion(index) }
    case "propertiesToFetch", "propertiesToGroupBy", "propertiesToUpdate",
      "relationshipKeyPathsForPrefetching":
      readProperties(name, index)
    case "fetchRequestTemplate", "fetchRequestFromTemplate":
      if next.kind == .leftParenthesis { readTemplate(index) }
    default:
      if next.kind == .leftBracket { readTable(name, index) }
    }
  }

  mutating func append(_ site: ScanSite) {
    var site = site
    site.isAmongOthers =
      !unit.imports.isDisjoint(with: FrameworkNames.foreignModules)
      && !unit.imports.contains("CoreData")
    // The file makes attributes, and its predicates may be about their values instead of objects.
    if checksValues, !site.subject.isKnown, case .predicate = site.kind {
      site.isAmongOthers = true
    }
    sites.append(site)
  }

  /// The index of the bracket of a call, `Name(`, `Name.init(` or `Name<T>(`; `nil` if the name is
  /// not called.
  private func callBracket(after index: Int) -> Int? {
    var next = index + 1
    if tokens[next].kind == .op, tokens.file.utf8[tokens[next].start] == UInt8(ascii: "<") {
      while next < index + 40, tokens[next].kind != .leftParenthesis { next += 1 }
      return tokens[next].kind == .leftParenthesis ? next : nil
    }
    if tokens[next].kind == .period, tokens.token(next + 1, is: "init") { next += 2 }
    return tokens[next].kind == .leftParenthesis ? next : nil
  }

  // MARK: - Code around

  private static func spans(of unit: SwiftUnit) -> [Span] {
    var result: [Span] = []
    func add(_ declarations: [SwiftDeclaration], _ types: [String]) {
      for declaration in declarations {
        switch declaration.kind {
        case .class, .struct, .enum, .extension, .protocol, .actor:
          add(
            declaration.members,
            declaration.name.split(separator: ".").reversed().map(String.init) + types)
        default:
          result.append(
            Span(range: declaration.tokens, types: types, declaration: declaration))
        }
      }
    }
    add(unit.file.declarations, [])
    return result
  }

  /// The code around a token.
  mutating func region(around token: Int) -> CodeRegion {
    if let known = regions.last, known.range.contains(token) { return known }
    let region = makeRegion(around: token)
    regions.append(region)
    return region
  }

  private func makeRegion(around token: Int) -> CodeRegion {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= token { low = middle + 1 } else { high = middle }
    }
    guard low < spans.count, spans[low].range.contains(token),
      let declaration = spans[low].declaration
    else {
      return CodeRegion(
        unit, unit: unitIndex, range: 0..<tokens.end, typeName: nil, member: nil)
    }
    let span = spans[low]
    let range =
      [declaration.body, declaration.value].compactMap { $0 }.first { $0.contains(token) }
      ?? declaration.tokens
    return CodeRegion(
      unit, unit: unitIndex, range: range, typeName: span.types.first,
      member: member(declaration, span.types.first), outerTypes: Array(span.types.dropFirst()))
  }

  private func member(_ declaration: SwiftDeclaration, _ owner: String?) -> SourceIndex.Member {
    SourceIndex.Member(
      name: declaration.name, owner: owner, isStatic: declaration.hasModifier("static"),
      isFunction: declaration.kind == .function || declaration.kind == .initializer,
      type: declaration.type, value: declaration.value, body: declaration.body,
      parameters: declaration.kind == .function || declaration.kind == .initializer
        ? declaration.parameters.map { unit.parameters(in: $0) } ?? [] : [],
      unit: unitIndex)
  }

  mutating func evaluator(at token: Int) -> Evaluator {
    Evaluator(project: project, region: region(around: token), token: token)
  }

  func arguments(_ open: Int) -> [SwiftExpression.Argument] {
    let close = tokens.index(afterBracketAt: open)
    return ExpressionReader.arguments(open + 1..<max(close - 1, open + 1), in: tokens)
  }

  // MARK: - Values

  mutating func value(_ expression: SwiftExpression) -> ArgumentValue {
    let evaluator = evaluator(at: expression.tokens.lowerBound)
    if let text = evaluator.text(of: expression) { return .string(text) }
    switch evaluator.meaning(of: expression) {
    case .plain(let value): return value
    case .object(let subject): return .object(subject)
    case .objects: return .list
    case .unknown, .type, .request, .description, .foreign, .objectModel, .value: return .unknown
    }
  }

  mutating func argument(_ expression: SwiftExpression) -> FormatArgument {
    FormatArgument(value(expression), at: tokens.location(expression.tokens))
  }
}
