internal import MomentumDiagnostics

extension StoreExporter {
  /// Writes the whole store as one document that an import reads, with one object a line:
  ///
  ///     {"formatVersion": 1,
  ///      "lastKeys": {"Venue": 12},
  ///      "objects": [
  ///     {"entity": "Venue", "id": "Venue/p1", "key": 1, "version": 3, "attributes": {…}, "relationships": {…}}
  ///     ]}
  ///
  /// - Returns: The number of objects.
  package func writeJSON(_ write: (String) throws -> Void) throws -> Int {
    let keys = try lastKeys().map { "\(JSONText.string($0.entity).compact): \($0.key)" }
    try write(
      "{\"formatVersion\": 1,\n\"lastKeys\": {\(keys.joined(separator: ", "))},\n\"objects\": [")
    var count = 0
    for entity in entities {
      try forEachRecord(of: entity) { record in
        try write((count == 0 ? "\n" : ",\n") + record.json)
        count += 1
      }
    }
    try write("\n]}\n")
    return count
  }
}

extension ExportRecord {
  fileprivate var json: String {
    func object(_ members: [(name: String, value: JSONNode.Value)]) -> JSONNode.Value {
      .object(members.map { JSONMember($0.name, $0.value) })
    }
    func list(_ ids: [String]) -> JSONNode.Value {
      .array(ids.map { JSONNode(.string($0), at: SourceRange(0, 0)) })
    }
    let links =
      toOnes.compactMap { one in one.object.map { (one.name, JSONNode.Value.string($0)) } }
      + toManys.filter { !$0.objects.isEmpty }.map { ($0.name, list($0.objects)) }
    return object([
      ("entity", .string(entity)), ("id", .string(id)), ("key", .number(String(key))),
      ("version", .number(String(version))), ("attributes", object(attributes)),
      ("relationships", object(links)),
    ]).compact
  }
}
