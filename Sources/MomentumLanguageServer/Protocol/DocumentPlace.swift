import MomentumDiagnostics
import MomentumJSONRPC
import MomentumModel
import MomentumRename

/// A position in an open document and the last analysis of the folder that the document is in. Answers
/// hover, completion, definition and the other requests that an editor sends for a position.
struct DocumentPlace: Sendable {
  let document: TextDocument
  let root: String
  var analysis: Analysis?
  let file: SourceFile
  let offset: Int
  let encoding: PositionEncoding
  private let lastModel: ObjectModel?
  private let versions: [String: Int]

  /// Fails for a document that is not open or in no file.
  init?(_ state: ServerState, _ uri: String, _ position: TextPosition?) {
    guard let document = state.documents[uri], let path = document.path,
      let root = state.root(of: path)
    else { return nil }
    self.document = document
    self.root = root
    analysis = state.analyses[root]
    file = SourceFile(path: path, utf8: document.lines.utf8)
    encoding = state.documents.encoding
    offset = position.map { document.lines.offset(of: $0, state.documents.encoding) } ?? 0
    lastModel = state.lastModels[path]
    versions = state.versions
  }

  private func span(_ range: SourceRange) -> TextSpan { document.lines.span(of: range, encoding) }

  // MARK: - Completion and hover

  func completion(_ catalogue: DiagnosticCatalogue) -> JSONText {
    guard let analysis,
      let list = CompletionFinder(analysis, file, at: offset, lastModel: lastModel, catalogue)
        .find()
    else { return .null }
    let range = span(list.replaced).json
    let items = list.items.map { item in
      var members: [(key: String, value: JSONText)] = [
        ("label", .string(item.label)), ("kind", .integer(item.kind.rawValue)),
        (
          "textEdit", .object([("range", range), ("newText", .string(item.label))])
        ),
      ]
      if let detail = item.detail { members.append(("detail", .string(detail))) }
      return JSONText.object(members)
    }
    return .object([("isIncomplete", .bool(list.isIncomplete)), ("items", .array(items))])
  }

  func hover(_ catalogue: DiagnosticCatalogue) -> JSONText {
    guard let analysis, let hover = HoverFinder(analysis, file, at: offset, catalogue).find()
    else { return .null }
    return .object([
      (
        "contents",
        .object([("kind", .string("markdown")), ("value", .string(hover.markdown))])
      ), ("range", span(hover.range).json),
    ])
  }

  // MARK: - Symbols

  private var symbol: FoundSymbol? {
    analysis.flatMap { SymbolFinder($0, file, at: offset).find() }
  }

  func definition() -> JSONText {
    guard let found = symbol, let place = found.model.definition(of: found.symbol) else {
      return .null
    }
    var writer = PlaceWriter(encoding)
    return writer.json(place)
  }

  func references(withDeclaration: Bool) -> JSONText {
    guard let analysis, let found = symbol else { return .null }
    let declaration = found.model.definition(of: found.symbol)
    var writer = PlaceWriter(encoding)
    var result: [JSONText] = []
    for place in SymbolEdits(analysis, found).references() {
      if !withDeclaration, let declaration, declaration.file.path == place.file.path,
        declaration.range.start == place.range.start
      {
        continue
      }
      result.append(writer.json(place))
    }
    return .array(result)
  }

  func prepareRename() -> JSONText {
    guard let found = symbol else { return .null }
    return .object([
      ("range", span(found.range).json),
      ("placeholder", .string(file.text(in: found.range))),
    ])
  }

  func rename(to newName: String) throws -> JSONText {
    guard let analysis, let found = symbol else {
      throw RPCError(.requestFailed, "nothing of a model is named here")
    }
    do throws(RenameFailure) {
      var writer = PlaceWriter(encoding)
      return writer.json(
        try SymbolEdits(analysis, found).edits(to: newName), versions: versions)
    } catch {
      throw RPCError(.requestFailed, error.description)
    }
  }

  // MARK: - Findings and plans

  /// The repairs of the findings that touch a range; of the whole document without one.
  func codeActions(_ span: TextSpan?) -> JSONText {
    guard let analysis else { return .array([]) }
    let wanted = span.map { document.lines.range(of: $0, encoding) }
    var writer = PlaceWriter(encoding)
    var result: [JSONText] = []
    for finding in analysis.findings {
      guard let place = analysis.place(of: finding), place.file.path == file.path,
        wanted.map({ $0.start <= place.range.end && place.range.start <= $0.end }) ?? true
      else { continue }
      for fixIt in finding.fixIts where fixIt.location.file.path.hasPrefix("/") {
        result.append(
          .object([
            ("title", .string(fixIt.text)), ("kind", .string("quickfix")),
            ("diagnostics", .array([writer.json(finding, at: place)])),
            ("isPreferred", .bool(finding.fixIts.count == 1)),
            ("edit", writer.json([fixIt], versions: versions)),
          ]))
      }
    }
    return .array(result)
  }

  func codeLens() -> JSONText {
    guard let analysis else { return .array([]) }
    return .array(
      CodeLensFinder(analysis, file).find().map { lens in
        .object([
          ("range", span(lens.range).json),
          (
            "command", .object([("title", .string(lens.title)), ("command", .string(""))])
          ),
        ])
      })
  }
}
