import Foundation
import MomentumDiagnostics
package import MomentumJSONRPC

extension LanguageServer {
  package func receive(_ notification: RPCNotification, on connection: RPCConnection) {
    let params = notification.params
    switch notification.method {
    case "exit": connection.stop()
    case "initialized": watchFiles(connection)
    case "textDocument/didOpen": open(params, connection)
    case "textDocument/didChange": change(params, connection)
    case "textDocument/didClose": close(params, connection)
    case "textDocument/didSave":
      if let path = path(params) { noteChange([path], filesMayDiffer: true, on: connection) }
    case "workspace/didChangeWatchedFiles":
      let paths = (params?["changes"]?.items ?? [])
        .compactMap { $0["uri"]?.string }.compactMap(FileURI.path)
      noteChange(Set(paths), filesMayDiffer: true, on: connection)
    case "workspace/didChangeWorkspaceFolders": changeFolders(params, connection)
    // Others, such as '$/setTrace', change nothing here. The protocol lets a server ignore them.
    case _: return
    }
  }

  private func path(_ params: JSONNode?) -> String? {
    (params?["textDocument"]?["uri"]?.string).flatMap(FileURI.path)
  }

  private func open(_ params: JSONNode?, _ connection: RPCConnection) {
    guard let item = params?["textDocument"], let uri = item["uri"]?.string,
      let text = item["text"]?.string
    else { return }
    let document = TextDocument(
      uri: uri, version: item["version"]?.integer ?? 0, text: Array(text.utf8))
    withState { state in
      state.documents.open(document)
      if let path = document.path, WorkspaceFiles.isInput(path), state.root(of: path) == nil {
        state.roots.append(ServerState.ownRoot(of: path))
      }
    }
    if let path = document.path { noteChange([path], on: connection) }
  }

  private func change(_ params: JSONNode?, _ connection: RPCConnection) {
    guard let uri = params?["textDocument"]?["uri"]?.string else { return }
    let items = params?["contentChanges"]?.items ?? []
    let changes = items.compactMap(\.change)
    // A change that cannot be read makes the text unknown. The client has to open it again.
    guard changes.count == items.count else {
      connection.notify(
        "window/logMessage",
        .object([
          ("type", .integer(1)),
          ("message", .string("a change of '\(uri)' cannot be read and was left out")),
        ]))
      return
    }
    let document = withState { state in
      state.documents.change(
        uri,
        version: params?["textDocument"]?["version"]?.integer
          ?? (state.documents[uri]?.version ?? 0) + 1, changes)
    }
    if let path = document?.path { noteChange([path], on: connection) }
  }

  private func close(_ params: JSONNode?, _ connection: RPCConnection) {
    guard let uri = params?["textDocument"]?["uri"]?.string else { return }
    withState { state in
      state.documents.close(uri)
      // The file on disk counts again, under no version.
    }
    if let path = FileURI.path(uri) { noteChange([path], on: connection) }
  }

  private func changeFolders(_ params: JSONNode?, _ connection: RPCConnection) {
    func paths(_ name: String) -> [String] {
      (params?["event"]?[name]?.items ?? []).compactMap { $0["uri"]?.string }
        .compactMap(FileURI.path)
    }
    let removed = Set(paths("removed"))
    withState { state in
      state.roots.removeAll { removed.contains($0) }
      for path in paths("added") where !state.roots.contains(path) { state.roots.append(path) }
    }
    noteChange([], filesMayDiffer: true, on: connection)
  }

  /// Asks the client to say when a file changes that is not open.
  private func watchFiles(_ connection: RPCConnection) {
    noteChange([], filesMayDiffer: true, on: connection)
    guard withState({ $0.canWatch }) else { return }
    let patterns = [
      "**/*.xcdatamodeld/**", "**/*.xcdatamodel/**", "**/*.xcmappingmodel/**", "**/*.swift",
      "**/*.m", "**/*.mm", "**/*.h", "**/.momentum*.json",
    ]
    let watchers = patterns.map { JSONText.object([("globPattern", .string($0))]) }
    let registration = JSONText.object([
      ("id", .string("momentum-files")),
      ("method", .string("workspace/didChangeWatchedFiles")),
      ("registerOptions", .object([("watchers", .array(watchers))])),
    ])
    Task {
      // A client that refuses does not say when files change; saving one still does.
      _ = try? await connection.request(
        "client/registerCapability", .object([("registrations", .array([registration]))]))
    }
  }
}
