internal import MomentumDiagnostics
internal import MomentumModel

/// An object of an import as JSON. Objects of CSV files and of files with a mapping are converted
/// to the form of an exported JSON file first.
struct ImportItem {
  var node: JSONNode
  /// Attributes whose values identify an object of the store; empty for an object that is always
  /// new.
  var match: [String] = []
  /// Whether the item only refers to an object of the store or of another rule, as the destination
  /// of a relationship.
  var isReference = false
}

/// The objects of an import. They are read from the files each time they are needed, so that no
/// more than one of them is in memory.
struct ImportDocument: Sendable {
  enum Form: Sendable {
    case json
    case csv(delimiter: UInt8)
    /// A file in the user's own form, read with a mapping file; CSV if there is a delimiter.
    case mapped(ImportMap, delimiter: UInt8?)
  }

  /// The parts of an import other than its objects.
  struct Head {
    /// The parsed file of a JSON import; `nil` for other imports.
    var file: JSONItems?
    var lastKeys: JSONNode?
  }

  let source: ImportSource
  let model: ObjectModel
  let form: Form

  /// Reads the files and passes each object to `body`, in the same order at each call.
  ///
  /// - Returns: `nil` if the files cannot be read; the caller must then discard the items it
  ///   received.
  func forEachItem(_ issues: inout Diagnostics, _ body: (ImportItem) -> Void) -> Head? {
    switch form {
    case .json:
      guard let file = source.files.first,
        let items = JSONParser.parse(
          file, itemsAt: ["objects"], keepsRest: true, &issues, item: { body(ImportItem(node: $0)) }
        )
      else { return nil }
      var lastKeys: JSONNode?
      if case .object(let members) = items.root.value {
        lastKeys = members.first { $0.name == "lastKeys" }?.value
      }
      return Head(file: items, lastKeys: lastKeys)
    case .csv(let delimiter):
      var found = Diagnostics()
      defer { issues.append(contentsOf: found) }
      var document = CSVDocument(source: source, delimiter: delimiter, model: model)
      let lastKeys = document.read(&found) { body(ImportItem(node: $0)) }
      return found.hasErrors ? nil : Head(lastKeys: lastKeys)
    case .mapped(let map, let delimiter):
      var found = Diagnostics()
      defer { issues.append(contentsOf: found) }
      var document = MappedDocument(
        source: source, map: map, model: model, delimiter: delimiter)
      document.read(&found, body)
      return found.hasErrors ? nil : Head()
    }
  }
}
