package import MomentumDiagnostics
package import MomentumModel

/// Reads the `contents` file of a data model.
package enum ModelReader {
  /// The elements of the file as written; `nil` if it is not well-formed XML or its root is not a
  /// model.
  ///
  /// Elements and attributes that Xcode does not write are warnings; such attributes are kept, such
  /// elements are left out.
  package static func read(
    contents file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> ModelSyntax? {
    let sink = SyntaxSink(file: file)
    guard XMLReader.read(file, into: sink, &diagnostics) else { return nil }
    diagnostics.append(contentsOf: sink.finish())
    return sink.root.map { ModelSyntax(file: file, root: $0) }
  }

  /// The elements of the file and the model that they declare; `nil` if either has errors. The
  /// predicates of stored requests are not checked: version hashes and differences of versions do
  /// not depend on them.
  package static func model(
    contents file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> (syntax: ModelSyntax, model: ObjectModel)? {
    guard let syntax = read(contents: file, &diagnostics) else { return nil }
    return ModelChecker.check(syntax, &diagnostics).map { (syntax, $0) }
  }
}

/// Makes the elements of a model from XML, by the rows of `ModelGrammar`.
private final class SyntaxSink: XMLSink {
  /// The number of warnings that are reported; further ones are only counted, since a file with
  /// more is not a model.
  private static let warningsMax = 200

  private(set) var root: SyntaxElement?
  private let file: SourceFile
  /// The elements whose end was not read yet, outermost first, with their rows of the grammar.
  private var open: [(element: SyntaxElement, row: ModelGrammar.Row)] = []
  /// The finished inner elements of all elements that are open, those of the innermost one last.
  /// When an element ends, its children are taken from the end, so their array is made once, with
  /// its final size. `firstChildren` has the index of the first child of each open element.
  private var children: [SyntaxElement] = []
  private var firstChildren: [Int] = []
  /// The storage for the attributes of one element; it is used again for the next element.
  private var buffer: [SyntaxAttribute] = []
  /// The depth inside an element that is left out, counted from 1 for that element; 0 outside of
  /// such elements.
  private var ignoredDepth = 0
  private var diagnostics = Diagnostics()
  private var warnings = 0

  init(file: SourceFile) { self.file = file }

  func start(_ tag: XMLStartTag, attributes lexer: inout XMLTagLexer) {
    guard ignoredDepth == 0, let kind = kind(of: tag) else {
      ignoredDepth += 1
      return
    }
    let row = ModelGrammar.row(of: kind)
    // Use a local array: a property of a class is checked for exclusive access at each use, a local
    // array is not.
    var attributes = buffer
    buffer = []
    defer { buffer = attributes }
    attributes.removeAll(keepingCapacity: true)
    while let attribute = lexer.next() { attributes.append(convert(attribute, in: row)) }
    warnUnknown(attributes, in: row)
    // `map` copies the attributes to an array of exactly the needed size; an array made from the
    // whole buffer would share its storage with its spare capacity.
    let element = SyntaxElement(
      kind: kind, tagRange: tag.range, range: tag.range, attributes: attributes.map { $0 })
    open.append((element, row))
    firstChildren.append(children.count)
  }

  func end(_ end: Int, text: String) {
    guard ignoredDepth == 0 else {
      ignoredDepth -= 1
      return
    }
    guard let started = open.popLast()?.element, let first = firstChildren.popLast() else { return }
    let element = SyntaxElement(
      kind: started.kind, tagRange: started.tagRange,
      range: SourceRange(started.tagRange.start, end), attributes: started.attributes,
      children: Array(children[first...]))
    children.removeSubrange(first...)
    if !text.isEmpty { warn(.unexpectedText(element.kind.rawValue), at: element.nameRange) }
    if open.isEmpty {
      root = element
    } else {
      children.append(element)
    }
  }

  /// The kind of an element that is allowed here; `nil` for any other element, which is reported.
  private func kind(of tag: XMLStartTag) -> ModelElementKind? {
    let name = tag.name(in: file.utf8)
    let kind = ModelElementKind(rawValue: name)
    guard let row = open.last?.row else {
      if kind == .model { return kind }
      diagnostics.report(
        ModelFileMessage.notAModel(name), at: SourceLocation(file, tag.nameRange))
      return nil
    }
    if let kind, row.children.contains(kind) { return kind }
    warnUnknown(
      name, { .unknownElement(name, in: row.element.rawValue, near: $0) }, at: tag.nameRange,
      known: row.children.map(\.rawValue))
    return nil
  }

  private func convert(_ attribute: XMLAttribute, in row: ModelGrammar.Row) -> SyntaxAttribute {
    let knownName = ModelAttributeName(named: attribute.name)
    let name = knownName.flatMap {
      row.required.contains($0) || row.optional.contains($0) ? $0 : nil
    }
    return SyntaxAttribute(
      text: attribute.name, name: name, nameRange: attribute.nameRange, value: attribute.value,
      valueRange: attribute.valueRange, segments: attribute.segments)
  }

  /// Warns of unknown attributes. The suggestion is never a name that the element already has.
  private func warnUnknown(_ attributes: [SyntaxAttribute], in row: ModelGrammar.Row) {
    guard attributes.contains(where: { $0.name == nil }) else { return }
    let present = Set(attributes.compactMap { $0.name?.rawValue })
    for attribute in attributes where attribute.name == nil {
      warnUnknown(
        attribute.text,
        { .unknownAttribute(attribute.text, in: row.element.rawValue, near: $0) },
        at: attribute.nameRange, known: row.attributeNames.filter { !present.contains($0) })
    }
  }

  private func warnUnknown(
    _ name: String, _ message: (_ near: String?) -> ModelFileMessage, at range: SourceRange,
    known: [String]
  ) {
    guard warnings < Self.warningsMax else {
      warnings += 1
      return
    }
    let near = nearName(to: name, among: known)
    let fixIts = near.map {
      [
        Diagnostic.FixIt(
          "write '\($0)'", replace: SourceLocation(file, range), with: $0)
      ]
    }
    warn(message(near), at: range, fixIts: fixIts ?? [])
  }

  private func warn(
    _ message: ModelFileMessage, at range: SourceRange, fixIts: [Diagnostic.FixIt] = []
  ) {
    warnings += 1
    guard warnings <= Self.warningsMax else { return }
    diagnostics.report(message, at: SourceLocation(file, range), fixIts: fixIts)
  }

  /// The findings, sorted by place.
  func finish() -> Diagnostics {
    var result = Diagnostics()
    // Sort the findings: warnings about an element's text are reported at its end, and so after
    // those of inner elements.
    for finding in diagnostics.all.sorted(by: { start($0) < start($1) }) { result.report(finding) }
    if warnings > Self.warningsMax {
      result.report(
        ModelFileMessage.moreUnknown(warnings - Self.warningsMax),
        at: SourceLocation(file, SourceRange(0, 0)))
    }
    return result
  }

  private func start(_ finding: Diagnostic) -> Int { finding.location?.range.start ?? 0 }
}
