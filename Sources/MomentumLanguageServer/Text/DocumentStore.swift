package import MomentumDiagnostics

/// A file that is open in the editor. Its text is the editor's, which may not be saved.
package struct TextDocument: Sendable, Hashable {
  package let uri: String
  /// The absolute path; `nil` for a text that is in no file.
  package let path: String?
  /// The number that the client gave this state of the text.
  package var version: Int
  package var lines: TextLines

  package init(uri: String, version: Int, text: [UInt8]) {
    self.uri = uri
    path = FileURI.path(uri)
    self.version = version
    lines = TextLines(text)
  }
}

/// One change of a document: a text for a range, or for the whole document if there is no range.
package struct TextChange: Sendable, Hashable {
  package var span: TextSpan?
  package var text: String

  package init(_ span: TextSpan?, _ text: String) {
    self.span = span
    self.text = text
  }
}

/// The open documents by their addresses.
package struct DocumentStore: Sendable {
  package private(set) var documents: [String: TextDocument] = [:]
  package var encoding: PositionEncoding = .utf16

  package init() {}

  package subscript(uri: String) -> TextDocument? { documents[uri] }

  package mutating func open(_ document: TextDocument) { documents[document.uri] = document }

  package mutating func close(_ uri: String) { documents[uri] = nil }

  /// Makes changes in their order: each range is one of the text after the changes before.
  ///
  /// - Returns: The document; `nil` if it is not open.
  package mutating func change(
    _ uri: String, version: Int, _ changes: [TextChange]
  ) -> TextDocument? {
    guard var document = documents[uri] else { return nil }
    // Do not keep a second reference while the text is edited, which would copy it.
    documents[uri] = nil
    for change in changes {
      if let span = change.span {
        document.lines.replace(
          document.lines.range(of: span, encoding), with: Array(change.text.utf8))
      } else {
        document.lines = TextLines(Array(change.text.utf8))
      }
    }
    document.version = version
    documents[uri] = document
    return document
  }

  /// The texts of the open files by their paths.
  package var texts: [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for document in documents.values {
      if let path = document.path { result[path] = document.lines.utf8 }
    }
    return result
  }

  /// The position of an offset in a file: in the editor's text if the file is open, else in the
  /// given text.
  package func span(of location: SourceLocation) -> TextSpan {
    TextLines(location.file.utf8).span(of: location.range, encoding)
  }
}
