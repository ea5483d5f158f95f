import MomentumModel
import MomentumObjects

/// The content of a store as a text that is equal for equal content.
enum StoreDump {
  private static let properties = [
    ("Person", ["name", "age", "company", "partner", "boss", "mentors", "tags", "notes"]),
    ("Company", ["name"]), ("Tag", ["word", "rank"]), ("Note", ["text", "author", "parent"]),
  ]

  /// One line for each object, by entity and number. It is read by a new context, whose answers the
  /// random programs compare with the rows.
  static func text(_ store: ProgramStore) throws -> String {
    let context = ObjectContext(store.coordinator)
    var lines: [String] = []
    for (entity, keys) in properties {
      let objects = try context.fetch(ObjectRequest(entity))
      for object in objects.sorted(by: { $0.objectID.number < $1.objectID.number }) {
        let level = object.entityName == "Manager" ? ["level"] : []
        let values = try (keys + level).map { "\($0)=\(try value(object, $0))" }
        lines.append("\(name(object)) \(values.joined(separator: " "))")
      }
    }
    if store.kind.isSQLite { try StoredGraph.check(store.path) }
    return lines.joined(separator: "\n")
  }

  private static func name(_ object: ManagedObject) -> String {
    "\(object.entityName)/\(object.objectID.number)"
  }

  private static func value(_ object: ManagedObject, _ key: String) throws -> String {
    switch try object.value(forKey: key) {
    case .null: return "nil"
    case .object(let other): return name(other)
    case .objects(let others): return "{\(others.map(name).sorted().joined(separator: ","))}"
    case .orderedObjects(let others): return "[\(others.map(name).joined(separator: ","))]"
    case .attribute(.string(let text)): return "'\(text)'"
    case .attribute(.integer(let number)): return "\(number)"
    case let other: return "\(other)"
    }
  }
}
