package import Foundation
package import MomentumObjects

/// What another process does with a store that this one has open, too.
package struct OtherProcess {
  private let process: ProofProcess
  private let path: String

  package init(tool: URL, store path: String) {
    process = ProofProcess(tool: tool)
    self.path = path
  }

  /// Saves a person with a name, and waits for the end of the process.
  package func save(_ name: String) throws {
    let result = try process.run(["child", "person", path, name])
    guard result.status == 0, result.signal == 0 else {
      throw ProofModel.Failure(description: "the other process ended with \(result)")
    }
  }

  /// The numbers of the transactions after an archived token, as the other process reads them.
  package func transactions(after token: Data) throws -> [String] {
    try process.run(["child", "history", path, token.base64EncodedString()]).lines
  }

  // MARK: - In the other process

  /// Opens a store of the proofs' model with a history.
  package static func open(
    _ path: String, postsRemoteChanges: Bool = false
  ) throws -> (coordinator: StoreCoordinator, store: SQLiteObjectStore) {
    let model = try ProofModel.plan()
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    options.postsRemoteChanges = postsRemoteChanges
    let store = try SQLiteObjectStore(path: path, model: model, options: options)
    let coordinator = StoreCoordinator(model)
    try coordinator.add(store)
    return (coordinator, store)
  }

  package static func savePerson(_ path: String, _ name: String) throws {
    let (coordinator, store) = try open(path)
    let context = ObjectContext(coordinator)
    context.transactionAuthor = "other"
    try context.insert("Person").setValue(.string(name), forKey: "name")
    try context.save()
    coordinator.remove(store)
  }

  package static func readHistory(_ path: String, _ token: String) throws -> [String] {
    let (coordinator, store) = try open(path)
    defer { coordinator.remove(store) }
    let data = Data(base64Encoded: token) ?? Data()
    let decoded = try JSONDecoder().decode(HistoryToken.self, from: data)
    return try ObjectContext(coordinator).fetchHistory(after: .token(decoded)).map {
      "\($0.number)"
    }
  }
}
