import MomentumDiagnostics
import MomentumSwiftSource

// Reads `NSPredicate(…)`, `NSExpression(…)` and sort descriptors.

extension SwiftSiteFinder {
  mutating func readConstruction(_ name: String, _ index: Int, _ open: Int) {
    let arguments = arguments(open)
    let range = index..<tokens.index(afterBracketAt: open)
    switch name {
    case "NSPredicate": readFormat(arguments, range, open, isPredicate: true)
    case "NSExpression":
      if arguments.first?.label == "forKeyPath" {
        readKey(arguments[0].value, .fetched, range)
      } else {
        readFormat(arguments, range, open, isPredicate: false)
      }
    case "NSSortDescriptor":
      let brace = range.upperBound
      let hasClosure = tokens[brace].kind == .leftBrace && !tokens[brace].startsLine
      readSort(
        arguments,
        hasClosure ? range.lowerBound..<tokens.index(afterBracketAt: brace) : range, hasClosure)
    default: readSwiftSort(arguments, range)
    }
  }

  /// Reads `.init(format: …)` where a predicate is expected.
  mutating func readImplicitFormat(_ label: Int) {
    guard tokens[label - 1].kind == .leftParenthesis, tokens.token(label - 2, is: "init"),
      tokens[label - 3].kind == .period, unit.chainStart(before: label - 3) == label - 3,
      case .assigned(let path, _) = UseFinder(unit: unit, region: region(around: label))
        .use(of: label - 3..<tokens.index(afterBracketAt: label - 1)),
      path.last?.lowercased().hasSuffix("predicate") == true
    else { return }
    let open = label - 1
    readFormat(
      arguments(open), label - 3..<tokens.index(afterBracketAt: open), open, isPredicate: true)
  }

  // MARK: - Formats

  private mutating func readFormat(
    _ arguments: [SwiftExpression.Argument], _ range: Range<Int>, _ open: Int, isPredicate: Bool
  ) {
    guard let first = arguments.first, first.label == "format" else { return }
    let evaluator = evaluator(at: range.lowerBound)
    let region = region(around: range.lowerBound)
    let found = SubjectFinder(project: project, region: region).find(range)
    for format in formats(first.value) {
      guard let text = evaluator.text(of: format) else { continue }
      let close = tokens[range.upperBound - 1].start
      var site = FormatSite(
        format: text, arguments: self.arguments(of: arguments),
        end: SourceLocation(tokens.file, SourceRange(close, close)), language: .swift)
      site.gaps = text.gaps.map { gap in self.gap(gap, evaluator) }
      site.isFinal = found.isFinal && tokens[range.upperBound].kind != .period
      var result = ScanSite(
        isPredicate ? .predicate(site) : .expression(site), subject: found.subject,
        certainty: found.certainty)
      result.boundName = found.boundName
      append(result)
    }
  }

  /// The formats among which a condition chooses: both branches of `? :`.
  private func formats(_ expression: SwiftExpression) -> [SwiftExpression] {
    switch expression.unparenthesized.kind {
    case .ternary(_, let first, let second): formats(first) + formats(second)
    default: [expression.unparenthesized]
    }
  }

  private mutating func arguments(
    of arguments: [SwiftExpression.Argument]
  ) -> FormatSite.Arguments {
    let rest = arguments.dropFirst()
    guard let second = rest.first else { return .list([]) }
    if second.label == "argumentArray" {
      guard case .array(let elements) = second.value.unparenthesized.kind else {
        if case .nilLiteral = second.value.kind { return .array([]) }
        return .unknown
      }
      return .array(elements.map { argument($0) })
    }
    guard rest.allSatisfy({ $0.label == nil && !$0.value.isClosure }) else { return .unknown }
    return .list(rest.map { argument($0.value) })
  }

  private mutating func gap(_ gap: SourceLiteral.Gap, _ evaluator: Evaluator) -> FormatArgument {
    let location = SourceLocation(tokens.file, gap.content)
    guard gap.location.file.path == tokens.file.path,
      let (expression, inner) = evaluator.interpolated(gap)
    else { return FormatArgument(.unknown, at: location) }
    if let text = inner.text(of: expression), text.gaps.isEmpty {
      return FormatArgument(.string(text), at: location)
    }
    var argument = FormatArgument(.unknown, at: location)
    if case .plain(let value) = inner.meaning(of: expression) { argument.value = value }
    argument.isConstant = inner.isConstant(expression)
    return argument
  }

  // MARK: - Sort descriptors

  private mutating func readSort(
    _ arguments: [SwiftExpression.Argument], _ range: Range<Int>, _ hasClosure: Bool
  ) {
    guard let first = arguments.first else { return }
    let region = region(around: range.lowerBound)
    let found = SubjectFinder(project: project, region: region).find(range)
    let hasBlock =
      hasClosure || arguments.contains { $0.label == "comparator" || $0.value.isClosure }
    if hasBlock, found.certainty == .shown {
      append(
        ScanSite(.sortBlock(tokens.location(range)), subject: found.subject))
      return
    }
    var sort = SortSite()
    if let selector = arguments.first(where: { $0.label == "selector" }) {
      sort.selector = selectorName(selector.value)
      sort.selectorLocation = tokens.location(selector.value.tokens)
    }
    let evaluator = evaluator(at: range.lowerBound)
    let key: SourceLiteral?
    switch first.label {
    case "key": key = evaluator.text(of: first.value)
    case "keyPath":
      sort.isKeyPath = true
      key = keyPathText(first.value)
    default: key = nil
    }
    guard let key else { return }
    var site = ScanSite(
      .sortKey(key, sort), subject: found.subject, certainty: found.certainty)
    site.boundName = found.boundName
    if sort.isKeyPath {
      // The compiler has checked the property, so only a property that the store lacks is a
      // finding.
      guard let root = keyPathRoot(first.value) ?? knownSubject(found) else { return }
      site.subject = found.subject.isKnown && found.certainty == .shown ? found.subject : root
      guard found.certainty == .shown, found.subject.isKnown else { return }
    }
    append(site)
  }

  private func knownSubject(_ found: SubjectFinder.Result) -> Subject? {
    found.subject.isKnown ? found.subject : nil
  }

  /// Reads `SortDescriptor(\.name)`, which has no selector. It becomes a site only if its entity is
  /// shown for certain.
  private mutating func readSwiftSort(
    _ arguments: [SwiftExpression.Argument], _ range: Range<Int>
  ) {
    guard let first = arguments.first, first.label == nil, let key = keyPathText(first.value) else {
      return
    }
    let region = region(around: range.lowerBound)
    let found = SubjectFinder(project: project, region: region).find(range)
    guard case .entity = found.subject, found.certainty == .shown else { return }
    append(ScanSite(.sortKey(key, SortSite(isKeyPath: true)), subject: found.subject))
  }

  /// The keys of `\Person.name.first`; `nil` if a part is no property.
  private func keyPathText(_ expression: SwiftExpression) -> SourceLiteral? {
    guard case .keyPath(let path) = expression.unparenthesized.kind else { return nil }
    var names = path.names
    if path.hasRoot, names.count > 1 { names.removeFirst() }
    let keys = names.compactMap { $0 }
    guard keys.count == names.count, !keys.isEmpty, keys != ["self"] else { return nil }
    let start = expression.tokens.upperBound
    // For a path of one key the location is that of the name, otherwise that of the whole key path.
    let place =
      keys.count == 1
      ? tokens.location(start - 1..<start) : tokens.location(expression.tokens)
    return SourceLiteral(keys.joined(separator: "."), at: place)
  }

  private func keyPathRoot(_ expression: SwiftExpression) -> Subject? {
    guard case .keyPath(let path) = expression.unparenthesized.kind, path.hasRoot,
      let name = path.names.first ?? nil
    else { return nil }
    return project.subject(ofClass: name)
  }

  /// The name of a selector as Objective-C writes it: `localizedStandardCompare:` of
  /// `#selector(NSString.localizedStandardCompare(_:))`.
  private func selectorName(_ expression: SwiftExpression) -> String? {
    switch expression.kind {
    case .macro(let macro) where macro.name == "selector":
      guard let value = macro.arguments.first?.value else { return nil }
      switch value.kind {
      case .call(let callee, let arguments):
        guard case .member(_, let name) = callee.kind else { return nil }
        return name + (arguments.isEmpty ? "" : ":")
      case .member(_, let name):
        return name + ":"
      case .name(let name, _): return name + ":"
      case .cast: return nil
      default:
        // The expression reader does not read argument labels alone, as in `NSString.compare(_:)`:
        // take the last name before the bracket.
        let text = tokens.text(value.tokens)
        guard let open = text.lastIndex(of: "(") else { return nil }
        let base = text[..<open]
        let name = base.split(separator: ".").last.map(String.init) ?? String(base)
        let labels = text[open...].filter { $0 == ":" }.count
        return name + (labels > 0 ? ":" : "")
      }
    case .call(let callee, let arguments):
      if callee.path == ["NSSelectorFromString"] || callee.path == ["Selector"],
        let first = arguments.first, case .string(let token) = first.value.unparenthesized.kind
      {
        return SwiftLiteralReader.read(token, in: tokens).text
      }
      return nil
    default: return nil
    }
  }
}
