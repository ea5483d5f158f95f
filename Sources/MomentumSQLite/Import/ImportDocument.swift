internal import MomentumDiagnostics
internal import MomentumModel

/// An object of an import in the form that a JSON import has, whatever its file looks like.
struct ImportItem {
  var node: JSONNode
  /// Attributes whose values say which object of the store it is; none for an object that is always new.
  var match: [String] = []
  /// Whether it only stands for an object of the store or of another rule, which something leads to.
  var isReference = false
}

/// The objects of an import, read one at a time and as often as they are asked for, so that no more than one
/// of them is in memory.
struct ImportDocument: Sendable {
  enum Form: Sendable {
    case json
    case csv(delimiter: UInt8)
    /// Somebody's, CSV where there is a delimiter.
    case mapped(ImportMap, delimiter: UInt8?)
  }

  /// The parts of an import other than its objects.
  struct Head {
    /// Of a JSON import.
    var file: JSONItems?
    var lastKeys: JSONNode?
  }

  let source: ImportSource
  let model: ObjectModel
  let form: Form

  /// Always the same items in the same order.
  ///
  /// - Returns: `nil` where the files cannot be read; what was handed over until then is not to be used.
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
