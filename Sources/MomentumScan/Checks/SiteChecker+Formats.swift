import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

// Checks the formats of predicates and expressions.

extension SiteChecker {
  func check(
    _ site: FormatSite, of place: ScanSite, isPredicate: Bool, _ diagnostics: inout Diagnostics
  ) {
    // Arrays and other frameworks have other keys and rules, so a finding could be wrong.
    if place.subject == .foreign { return }
    var check = FormatCheck(checker: self, site: site, place: place)
    check.run(isPredicate: isPredicate)
    diagnostics.append(contentsOf: check.diagnostics)
  }
}

/// The check of one format.
struct FormatCheck {
  /// The result of parsing a format.
  enum Syntax {
    case predicate(PredicateSyntax)
    case expression(ExpressionSyntax)
  }

  let checker: SiteChecker
  let site: FormatSite
  let place: ScanSite
  let gaps: FormatGaps
  var diagnostics = Diagnostics()
  /// The format, with conversions in place of the unknown interpolations, so that it can be parsed.
  private(set) var literal: SourceLiteral
  /// The conversions, keys and variables of the format.
  private(set) var asked = FormatSyntax()

  init(checker: SiteChecker, site: FormatSite, place: ScanSite) {
    self.checker = checker
    self.site = site
    self.place = place
    gaps = FormatGaps(site)
    literal = gaps.fillings[0]
  }

  var entity: EntityPlace? {
    if case .entity(let entity) = place.subject { entity } else { nil }
  }

  /// The format as a file, because the predicate parser reads files. Ranges in it are offsets in
  /// the format, not in the source file.
  var source: SourceFile { SourceFile(path: literal.location.file.path, text: literal.text) }

  mutating func run(isPredicate: Bool) {
    guard let syntax = parse(isPredicate) else {
      reportGaps()
      return
    }
    var first = FormatSyntax()
    _ = first.walk(syntax)
    asked = first
    var second = FormatSyntax()
    second.keys = knownKeys()
    if let entity {
      second.isLeftOut = { [checker] components in
        components.contains { component in
          guard case .key(let name) = component.name else { return false }
          return checker.isOfEveryObject(name, entity)
            && !["objectID", "self", "SELF"].contains(name)
        }
      }
    }
    let filled = second.walk(syntax)
    asked = second
    reportGaps()
    checkArguments()
    checkVariables()
    switch place.subject {
    case .entity(let entity): check(filled, against: entity)
    case .unknown: checkAgainstAll()
    case .declaredInCode, .foreign: break
    }
  }

  /// The syntax of the format; `nil` if it cannot be parsed. The errors of a format that is put
  /// together at run time are not reported, since its text is not known.
  private mutating func parse(_ isPredicate: Bool) -> Syntax? {
    for filling in gaps.fillings {
      var found = Diagnostics()
      literal = filling
      let syntax: Syntax? =
        isPredicate
        ? PredicateParser.parse(source, &found).map { .predicate($0) }
        : PredicateParser.parseExpression(source, &found).map { .expression($0) }
      if let syntax {
        for finding in found.all { diagnostics.report(relocated(finding)) }
        return syntax
      }
      if gaps.unknown.isEmpty {
        for finding in found.all { diagnostics.report(relocated(finding)) }
        return nil
      }
    }
    return nil
  }

  // MARK: - Against the model

  private mutating func check(_ syntax: Syntax, against entity: EntityPlace) {
    let found = findings(of: syntax, entity)
    guard !found.isEmpty else { return }
    if place.certainty == .assumed, found.hasErrors {
      let others = checker.model.places.filter { $0 != entity }
      if others.contains(where: { !findings(of: syntax, $0).hasErrors }) { return }
      if asked.paths.contains(where: { isDeclared($0) }) { return }
    }
    for finding in found.all.map(relocated) {
      // The checker reports the same place in more detail: drop the finding of the parser.
      if let location = finding.location { diagnostics.withdraw(id: finding.id, at: location) }
      diagnostics.report(finding)
    }
  }

  private func findings(of syntax: Syntax, _ entity: EntityPlace) -> Diagnostics {
    var found = Diagnostics()
    let model = checker.model.model(of: entity)
    switch syntax {
    case .predicate(let predicate):
      PredicateChecker.checkFormat(
        predicate, source: source, entity: entity.entity, model: model,
        isRegularExpression: checker.isRegularExpression, &found)
    case .expression(let expression):
      guard asked.conversions.isEmpty else { return found }
      _ = PredicateChecker.checkExpression(
        expression, source: source, entity: entity.entity, model: model, allowsRowAggregates: true,
        &found)
    }
    return found
  }

  /// Whether a path begins with a key that the sources declare, but no model.
  private func isDeclared(_ path: FormatSyntax.Path) -> Bool {
    guard let name = path.components.first?.keyName else { return false }
    return !checker.model.allKeys.contains(name) && checker.isKnownAnywhere(name)
  }

  private mutating func checkAgainstAll() {
    guard !place.isAmongOthers else { return }
    for path in asked.paths {
      let unknown = path.components.first { component in
        component.keyName.map { !checker.isKnownAnywhere($0) } ?? false
      }
      guard let unknown, let name = unknown.keyName else { continue }
      if let argument = keyArgument(at: unknown.range) {
        if argument.isCheckedByCompiler { continue }
        checker.reportKeyInNoEntity(
          name, at: argument.range(of: name), argument, &diagnostics)
      } else {
        checker.reportKeyInNoEntity(name, at: unknown.range, literal, &diagnostics)
      }
    }
  }

  // MARK: - Places

  /// The literal that is the argument of the `%K` at a range; `nil` if none is.
  private func keyArgument(at range: SourceRange) -> SourceLiteral? {
    guard let index = asked.conversions.first(where: { $0.value.range == range })?.key,
      asked.keys[index] != nil, case .string(let key)? = argument(ofConversion: index)?.value
    else { return nil }
    return key
  }

  /// A finding about the text of the format, with the location in the source file.
  private func relocated(_ finding: Diagnostic) -> Diagnostic {
    var result = finding
    result.location = finding.location.map { place in
      keyArgument(at: place.range)?.wholeLocation ?? literal.location(of: place.range)
    }
    result.notes = finding.notes.map { note in
      Diagnostic.Note(note.text, at: note.location.map { literal.location(of: $0.range) })
    }
    result.fixIts = []
    for fixIt in finding.fixIts {
      let isPlain = !fixIt.replacement.contains { "\"\\\n\r".contains($0) }
      if isPlain, literal.isVerbatim(fixIt.location.range) {
        result.fixIts.append(
          Diagnostic.FixIt(
            fixIt.text, replace: literal.location(of: fixIt.location.range),
            with: fixIt.replacement))
      } else {
        result.notes.append(
          Diagnostic.Note("fix-it: \(fixIt.text): write '\(fixIt.replacement)'"))
      }
    }
    return result
  }
}

extension KeyComponent {
  /// The name, if the component is written as a key; otherwise `nil`.
  var keyName: String? {
    switch name {
    case .key(let name), .quoted(let name): name
    case .collectionOperator, .argument, .variable, .expression: nil
    }
  }
}

extension SourceLiteral {
  /// The range of one key in a literal that is a key path.
  func range(of key: String) -> SourceRange {
    var start = 0
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let end = start + part.utf8.count
      if part == key { return SourceRange(start, end) }
      start = end + 1
    }
    return SourceRange(0, text.utf8.count)
  }
}

extension FormatSyntax {
  mutating func walk(_ syntax: FormatCheck.Syntax) -> FormatCheck.Syntax {
    switch syntax {
    case .predicate(let predicate): .predicate(walk(predicate))
    case .expression(let expression): .expression(walk(expression))
    }
  }
}
