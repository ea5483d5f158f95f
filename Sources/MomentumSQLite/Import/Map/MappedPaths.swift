internal import MomentumDiagnostics
internal import MomentumModel

/// Records which paths of a mapping file were found. A misspelt path would set every object to its
/// default, and nobody would notice.
struct MappedPaths {
  private struct Use {
    var isFound = false
    /// Whether the path was looked for in an object or in the columns.
    var isAsked = false
    /// The keys of objects in which the path was not found; the message suggests the nearest key.
    var names: Set<String> = []
    var objects = 0
    var file = ""
  }

  /// The number of objects whose keys are collected. A misspelt path shows in the first objects,
  /// and collecting from all objects would cost more than reading them.
  private static let objectsMax = 1000

  private var uses: [Use]

  init(_ map: ImportMap) { uses = Array(repeating: Use(), count: map.pathCount) }

  func isFound(_ path: ImportMap.Path) -> Bool { uses[path.number].isFound }

  /// - Parameter columns: The first line of a CSV file: it names the columns even if there are no
  ///   rows.
  mutating func noteFile(_ rule: ImportMap.Rule, _ name: String, columns: [String]?) {
    for path in rule.allPaths { uses[path.number].file = name }
    guard let columns else { return }
    for path in rule.paths {
      uses[path.number].isAsked = true
      uses[path.number].names.formUnion(columns)
      if columns.contains(path.text) { uses[path.number].isFound = true }
    }
  }

  /// The node at a path of keys; `nil` if a key is missing. The name of a column may contain dots.
  mutating func value(at path: ImportMap.Path, in root: JSONNode) -> JSONNode? {
    let found = Self.value(at: path.keys, in: root)
    if found != nil {
      uses[path.number].isFound = true
    } else if !uses[path.number].isFound, uses[path.number].objects < Self.objectsMax {
      uses[path.number].isAsked = true
      uses[path.number].objects += 1
      uses[path.number].names.formUnion(JSONItems.paths(near: path.keys, in: root))
    }
    return found
  }

  private static func value(at path: [String], in root: JSONNode) -> JSONNode? {
    var node = root
    if path.count != 1, case .object(let members) = root.value,
      let whole = members.first(where: { $0.name == path.joined(separator: ".") })
    {
      return whole.value
    }
    for key in path {
      guard case .object(let members) = node.value,
        let next = members.first(where: { $0.name == key })?.value
      else { return nil }
      node = next
    }
    return node
  }

  // MARK: - Paths that were not found

  func check(
    _ map: ImportMap, isCSV: Bool, _ issues: inout Diagnostics
  ) {
    for path in map.entries.flatMap(\.rule.allPaths) {
      let use = uses[path.number]
      guard use.isAsked, !use.isFound, !path.isOptional else { continue }
      let near = nearName(to: path.text, among: use.names)
      issues.report(
        ImportMessage.mapKey(path.text, file: use.file, isColumn: isCSV, near: near),
        at: SourceLocation(map.source, path.range),
        notes: [
          .init(
            "one that files may lack is written {\"key\": \"\(path.text)\", \"optional\": true}")
        ])
    }
  }
}

extension ImportMap.Rule {
  /// The paths that are looked for in the objects of this rule, not in nested objects.
  fileprivate var paths: [ImportMap.Path] {
    var paths = id.map { [$0] } ?? []
    for (_, _, source) in attributes {
      if case .key(let path, _) = source { paths.append(path) }
    }
    return paths + relationships.map(\.link.path)
  }

  /// The paths of this rule and of the rules of nested objects.
  fileprivate var allPaths: [ImportMap.Path] {
    paths
      + relationships.flatMap { entry -> [ImportMap.Path] in
        if case .objects(_, let rule) = entry.link { rule.allPaths } else { [] }
      }
  }
}
