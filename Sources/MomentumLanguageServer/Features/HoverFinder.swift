import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumScan

/// Finds what there is to say about a place: about a symbol, a predicate, a function or the id of a
/// rule.
package struct HoverFinder: Sendable {
  let analysis: Analysis
  let file: SourceFile
  let offset: Int
  let catalogue: DiagnosticCatalogue

  package init(
    _ analysis: Analysis, _ file: SourceFile, at offset: Int, _ catalogue: DiagnosticCatalogue
  ) {
    self.analysis = analysis
    self.file = file
    self.offset = offset
    self.catalogue = catalogue
  }

  package func find() -> HoverText? {
    if FileKind(path: file.path) == .settings { return rule() }
    let finder = SymbolFinder(analysis, file, at: offset)
    if let found = finder.find() {
      return SymbolDescription(compiled: CompiledModel(found.model)).markdown(of: found.symbol)
        .map { HoverText($0, found.range) }
    }
    return function() ?? (FileKind(path: file.path) == .source ? request(finder) : predicate())
  }

  // MARK: - Functions and rules

  /// A function of the predicate language whose name is at the place.
  private func function() -> HoverText? {
    guard isInText, let word = SourceWord(file, at: offset) else { return nil }
    let bytes = file.utf8
    let next = word.range.end < bytes.count ? bytes[word.range.end] : 0
    guard next == UInt8(ascii: ":") || next == UInt8(ascii: "(") else { return nil }
    let rows = FunctionTable.all.filter { row in
      row.selector.prefix { $0 != ":" }.lowercased() == word.text.lowercased()
    }
    guard !rows.isEmpty else { return nil }
    let text = rows.map { row in
      var text = "**\(MarkdownCode.inline(row.selector))** \(row.group.rawValue) function"
      if let example = row.example { text += "  \ntrue: \(MarkdownCode.inline(example))" }
      return text
    }.joined(separator: "\n\n")
    return HoverText(text, word.range)
  }

  /// Whether the place is in a text: in any attribute of a model, or between quotes of a source.
  private var isInText: Bool {
    guard FileKind(path: file.path) == .source else { return true }
    let line = TextLines(file.utf8).lineRange(at: offset)
    let before = file.utf8[line.start..<min(max(offset, line.start), line.end)]
    return !before.filter { $0 == UInt8(ascii: "\"") }.count.isMultiple(of: 2)
  }

  private func rule() -> HoverText? {
    var ignored = Diagnostics()
    guard let root = JSONParser.parse(file, &ignored),
      let place = JSONPlace.name(at: offset, in: root),
      let rule = catalogue[place.name]
    else { return nil }
    return HoverText(
      "**\(rule.id)** \(rule.severity.rawValue)\n\n\(rule.summary) \(rule.explanation)",
      place.range)
  }

  // MARK: - Predicates

  /// The SQL and plan of the stored request whose predicate, but no name in it, is at the place.
  private func predicate() -> HoverText? {
    guard FileKind(path: file.path) == .contents, let checked = analysis.checkedModel(of: file)
    else { return nil }
    for request in checked.syntax.fetchRequests {
      guard let written = request[.predicateString], written.valueRange.contains(offset),
        let name = request[.name]?.value
      else { continue }
      return SymbolDescription(compiled: CompiledModel(checked))
        .markdown(of: .fetchRequest(name)).map { HoverText($0, written.valueRange) }
    }
    return nil
  }

  /// The SQL and plan of a predicate in a source, as far as the format says everything.
  private func request(_ finder: SymbolFinder) -> HoverText? {
    guard let index = analysis.sourceIndex[file.path] else { return nil }
    for site in analysis.sites[index] {
      guard case .predicate(let format) = site.kind, case .entity(let place) = site.subject,
        finder.covers(format.format.wholeLocation), format.format.gaps.isEmpty,
        let checked = analysis.checkedModel(of: place)
      else { continue }
      let compiled = CompiledModel(checked)
      var ignored = Diagnostics()
      guard let text = FormatVariables.text(of: format.format.text),
        let fetch = compiled.compile(
          RequestInput(entity: checked.model[place.entity].name, predicate: text),
          bindsVariables: false, &ignored)
      else { return nil }
      return HoverText(
        PlanText.markdown(of: fetch, in: compiled), format.format.wholeLocation.range)
    }
    return nil
  }
}

extension SourceRange {
  func contains(_ offset: Int) -> Bool { start <= offset && offset <= end }
}

/// Finds the name of a member of a JSON object at a place.
enum JSONPlace {
  static func name(at offset: Int, in node: JSONNode) -> (name: String, range: SourceRange)? {
    switch node.value {
    case .object(let members):
      for member in members {
        if member.nameRange.contains(offset) { return (member.name, member.nameRange) }
        if member.value.range.contains(offset) { return name(at: offset, in: member.value) }
      }
    case .array(let items):
      for item in items where item.range.contains(offset) { return name(at: offset, in: item) }
    case .null, .boolean, .number, .string: break
    }
    return nil
  }
}
