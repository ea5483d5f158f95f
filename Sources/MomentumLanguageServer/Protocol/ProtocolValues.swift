import MomentumDiagnostics
import MomentumJSONRPC

// The values of the protocol as JSON, by the names of Language Server Protocol 3.17.

extension JSONNode {
  /// `{"line":3,"character":14}`; `nil` for anything else. Numbers that are not in the range of the
  /// protocol are taken for its ends.
  var position: TextPosition? {
    guard let line = self["line"]?.integer, let character = self["character"]?.integer else {
      return nil
    }
    return TextPosition(line: max(line, 0), character: max(character, 0))
  }

  var span: TextSpan? {
    guard let start = self["start"]?.position, let end = self["end"]?.position else { return nil }
    return TextSpan(start, max(start, end))
  }

  /// One item of `contentChanges`.
  var change: TextChange? {
    guard let text = self["text"]?.string else { return nil }
    guard let range = self["range"], !range.isNull else { return TextChange(nil, text) }
    return range.span.map { TextChange($0, text) }
  }
}

extension TextPosition {
  var json: JSONText { .object([("line", .integer(line)), ("character", .integer(character))]) }
}

extension TextSpan {
  var json: JSONText { .object([("start", start.json), ("end", end.json)]) }
}

/// Turns places in files into places of the protocol. The lines of a file are found once.
struct PlaceWriter {
  let encoding: PositionEncoding
  private var lines: [String: TextLines] = [:]

  init(_ encoding: PositionEncoding) { self.encoding = encoding }

  mutating func span(_ location: SourceLocation) -> TextSpan {
    let path = location.file.path
    if let known = lines[path], known.utf8.count == location.file.utf8.count {
      return known.span(of: location.range, encoding)
    }
    let found = TextLines(location.file.utf8)
    lines[path] = found
    return found.span(of: location.range, encoding)
  }

  /// `{"uri":"file:///…","range":{…}}`
  mutating func json(_ location: SourceLocation) -> JSONText {
    .object([("uri", .string(FileURI.uri(location.file.path))), ("range", span(location).json)])
  }
}

extension Severity {
  /// The protocol's `DiagnosticSeverity`.
  var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    case .info: 4
    }
  }
}

extension PlaceWriter {
  /// A finding as the protocol's `Diagnostic`.
  mutating func json(_ finding: Diagnostic, at location: SourceLocation) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("range", span(location).json), ("severity", .integer(finding.severity.number)),
      ("code", .string(finding.id)), ("source", .string("momentum")),
      ("message", .string(finding.text)),
    ]
    var related: [JSONText] = []
    for note in finding.notes {
      // A note without a place in a file is one about the finding's own place.
      let place = note.location.flatMap { $0.file.path.hasPrefix("/") ? $0 : nil } ?? location
      related.append(.object([("location", json(place)), ("message", .string(note.text))]))
    }
    if !related.isEmpty { members.append(("relatedInformation", .array(related))) }
    return .object(members)
  }

  /// Edits as the protocol's `WorkspaceEdit`; `versions` has those of the open files.
  mutating func json(_ edits: [Diagnostic.FixIt], versions: [String: Int]) -> JSONText {
    var byPath: [String: [Diagnostic.FixIt]] = [:]
    var seen: Set<Diagnostic.FixIt> = []
    for edit in edits where seen.insert(edit).inserted {
      byPath[edit.location.file.path, default: []].append(edit)
    }
    var documents: [JSONText] = []
    for (path, edits) in byPath.sorted(by: { $0.key < $1.key }) {
      var texts: [JSONText] = []
      for edit in edits.sorted(by: { $0.location.range.start < $1.location.range.start }) {
        texts.append(
          .object([
            ("range", span(edit.location).json), ("newText", .string(edit.replacement)),
          ]))
      }
      let version = versions[path].map { JSONText.integer($0) } ?? .null
      documents.append(
        .object([
          (
            "textDocument",
            .object([("uri", .string(FileURI.uri(path))), ("version", version)])
          ), ("edits", .array(texts)),
        ]))
    }
    return .object([("documentChanges", .array(documents))])
  }
}
