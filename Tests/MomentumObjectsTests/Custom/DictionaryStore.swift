import Foundation
import MomentumModel
import MomentumObjects

// Two stores of a user: they see the public interface only.

/// An incremental store that keeps records in a dictionary.
final class DictionaryStore: IncrementalStore, @unchecked Sendable {
  struct Record {
    var version: Int64
    var values: [String: StoredValue]
  }

  private let lock = NSLock()
  private let id: @Sendable (String, String) throws -> ObjectID
  private var records: [ObjectID: Record] = [:]
  private var last = 0
  private var lines: [String] = []
  /// Whether the store finds objects by itself.
  let filters: Bool
  var metadata: [String: MetadataValue] = ["NSStoreUUID": .string("DICTIONARY")]

  init(
    _ id: @escaping @Sendable (String, String) throws -> ObjectID, filters: Bool = false
  ) {
    self.id = id
    self.filters = filters
  }

  /// The calls since the last call.
  func takeLog() -> [String] {
    lock.withLock {
      defer { lines = [] }
      return lines
    }
  }

  private func log(_ line: String) { lock.withLock { lines.append(line) } }

  /// A record that somebody else has made.
  @discardableResult
  func put(
    _ entityName: String, _ reference: String, _ values: [String: StoredValue]
  ) throws -> ObjectID {
    let id = try id(entityName, reference)
    lock.withLock { records[id] = Record(version: (records[id]?.version ?? 0) + 1, values: values) }
    return id
  }

  func record(_ id: ObjectID) -> Record? { lock.withLock { records[id] } }

  func loadMetadata() throws -> [String: MetadataValue] { metadata }

  func fetch(_ request: ObjectRequest) throws -> [ObjectID]? {
    log("fetch \(request.entityName)")
    guard filters, request.predicate == nil, request.sortKeys.isEmpty else { return nil }
    return try objects(entityName: request.entityName)
  }

  func objects(entityName: String) throws -> [ObjectID] {
    lock.withLock { records.keys.sorted { $0.reference < $1.reference } }
      .filter { $0.entityName == entityName }
  }

  func values(of id: ObjectID) throws -> (version: Int64, values: [String: StoredValue])? {
    log("values \(id.reference)")
    return record(id).map { ($0.version, $0.values) }
  }

  func members(_ relationship: String, of id: ObjectID) throws -> [ObjectID] {
    log("members \(relationship)")
    if case .identities(let ids)? = record(id)?.values[relationship] { return ids }
    // The other side of `company`.
    guard relationship == "people" else { return [] }
    return lock.withLock {
      records.filter { $0.value.values["company"] == .identity(id) }.map(\.key)
        .sorted { $0.reference < $1.reference }
    }
  }

  func newReferences(_ count: Int, entityName: String) throws -> [String] {
    lock.withLock {
      (0..<count).map { _ in
        last += 1
        return "new/\(entityName) \(last)"
      }
    }
  }

  func save(_ changes: [RecordChange], metadata: [String: MetadataValue]) throws {
    log("save \(changes.count)")
    lock.withLock {
      self.metadata = metadata
      for change in changes {
        switch change {
        case .insert(let id, let values): records[id] = Record(version: 1, values: values)
        case .update(let id, let values, let version):
          let kept = records[id]?.values.filter {
            if case .identities = $0.value { true } else { false }
          }
          records[id] = Record(
            version: version + 1, values: (kept ?? [:]).merging(values) { _, new in new })
        case .delete(let id, _): records[id] = nil
        }
      }
    }
  }

  func close() { log("close") }
}

/// An atomic store: a text file with a line for each object.
final class LineStore: AtomicStore, @unchecked Sendable {
  private let path: String
  private let id: @Sendable (String, String) throws -> ObjectID
  private let lock = NSLock()
  private var last = 0

  init(_ path: String, _ id: @escaping @Sendable (String, String) throws -> ObjectID) {
    self.path = path
    self.id = id
  }

  func load() throws -> (
    metadata: [String: MetadataValue], objects: [(id: ObjectID, values: [String: StoredValue])]
  ) {
    guard FileManager.default.fileExists(atPath: path) else {
      return (["NSStoreUUID": .string(UUID().uuidString)], [])
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let objects = try lines.dropFirst().map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      lock.withLock { last = max(last, Int(parts[1]) ?? 0) }
      return (try id(parts[0], parts[1]), try values(parts.dropFirst(2)))
    }
    return (["NSStoreUUID": .string(String(lines[0]))], objects)
  }

  private func values(_ fields: ArraySlice<String>) throws -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for field in fields {
      let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let ids = try parts[1].split(separator: ",").filter { $0.contains("#") }.map { text in
        let name = text.split(separator: "#").map(String.init)
        return try id(name[0], name[1])
      }
      switch parts[0].last {
      case "*": values[String(parts[0].dropLast())] = .identities(ids)
      case "^": values[String(parts[0].dropLast())] = .identity(ids[0])
      case "#": values[String(parts[0].dropLast())] = .attribute(.integer(Int64(parts[1]) ?? 0))
      default: values[parts[0]] = .attribute(.string(parts[1]))
      }
    }
    return values
  }

  func save(
    _ objects: [(id: ObjectID, values: [String: StoredValue])],
    metadata: [String: MetadataValue]
  ) throws {
    guard case .string(let identifier)? = metadata["NSStoreUUID"] else { return }
    let name = { (id: ObjectID) in "\(id.entityName)#\(id.reference)" }
    let lines = objects.map { object in
      let fields = object.values.sorted { $0.key < $1.key }.map { key, value in
        switch value {
        case .attribute(.string(let text)): "\(key)=\(text)"
        case .attribute(.integer(let number)): "\(key)#=\(number)"
        case .attribute: "\(key)="
        case .identity(let id): "\(key)^=\(name(id))"
        case .identities(let ids): "\(key)*=\(ids.map(name).joined(separator: ","))"
        }
      }
      return ([object.id.entityName, object.id.reference] + fields).joined(separator: "|")
    }
    try ([identifier] + lines).joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  func newReference(entityName: String) throws -> String {
    lock.withLock {
      last += 1
      return "\(last)"
    }
  }
}
