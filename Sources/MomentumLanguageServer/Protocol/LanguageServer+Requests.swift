import MomentumCompiler
import MomentumDiagnostics
package import MomentumJSONRPC

extension LanguageServer {
  package func begin(_ request: RPCRequest, on connection: RPCConnection) -> RPCWork {
    switch request.method {
    case "initialize":
      let result = initialize(request.params)
      return { try result.get() }
    case "shutdown":
      withState { $0.phase = .shutDown }
      return { .null }
    case _: break
    }
    switch withState({ $0.phase }) {
    case .created:
      return { throw RPCError(.serverNotInitialized, "the first request is 'initialize'") }
    case .shutDown: return { throw RPCError(.invalidRequest, "the server was shut down") }
    case .running: break
    }
    guard let feature = Feature(rawValue: request.method) else {
      return { throw RPCError.methodNotFound(request.method) }
    }
    return work(feature, request.params, connection)
  }

  /// The requests about a place or a range of a document.
  enum Feature: String {
    case completion = "textDocument/completion"
    case hover = "textDocument/hover"
    case definition = "textDocument/definition"
    case references = "textDocument/references"
    case prepareRename = "textDocument/prepareRename"
    case rename = "textDocument/rename"
    case codeAction = "textDocument/codeAction"
    case codeLens = "textDocument/codeLens"
  }

  private func work(
    _ feature: Feature, _ params: JSONNode?, _ connection: RPCConnection
  ) -> RPCWork {
    guard let uri = params?["textDocument"]?["uri"]?.string else {
      return { throw RPCError.invalidParams("'textDocument.uri' is missing") }
    }
    if feature == .completion {
      // Take the texts as they are now: the analysis may be of earlier ones.
      let place = withState { DocumentPlace($0, uri, params?["position"]?.position) }
      return { [self] in
        guard var place else { return .null }
        if place.analysis == nil {
          try await settle(connection)
          place.analysis = withState { $0.analyses[place.root] }
        }
        return place.completion(catalogue)
      }
    }
    return { [self] in
      try await settle(connection)
      guard let place = withState({ DocumentPlace($0, uri, params?["position"]?.position) }) else {
        return .null
      }
      switch feature {
      case .completion: return .null
      case .hover: return place.hover(catalogue)
      case .definition: return place.definition()
      case .references:
        return place.references(
          withDeclaration: params?["context"]?["includeDeclaration"]?.boolean ?? true)
      case .prepareRename: return place.prepareRename()
      case .rename: return try place.rename(to: params?["newName"]?.string ?? "")
      case .codeAction: return place.codeActions(params?["range"]?.span)
      case .codeLens: return place.codeLens()
      }
    }
  }

  // MARK: - Start

  private func initialize(_ params: JSONNode?) -> Result<JSONText, RPCError> {
    let isFirst = withState { state -> Bool in
      guard case .created = state.phase else { return false }
      state.phase = .running
      return true
    }
    guard isFirst else {
      return .failure(RPCError(.invalidRequest, "the server was initialized already"))
    }
    let offered = (params?["capabilities"]?["general"]?["positionEncodings"]?.items ?? [])
      .compactMap(\.string)
    let encoding: PositionEncoding = offered.first == "utf-8" ? .utf8 : .utf16
    let folders = (params?["workspaceFolders"]?.items ?? []).compactMap { $0["uri"]?.string }
    let root = params?["rootUri"]?.string.map { [$0] } ?? []
    let paths = (folders.isEmpty ? root : folders).compactMap(FileURI.path)
    withState { state in
      state.documents.encoding = encoding
      state.roots = paths
      state.canWatch =
        params?["capabilities"]?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?
        .boolean ?? false
    }
    return .success(ServerCapabilities.json(encoding, version: version))
  }
}

/// What the client is told that the server can do.
enum ServerCapabilities {
  static func json(_ encoding: PositionEncoding, version: String) -> JSONText {
    let sync = JSONText.object([
      ("openClose", .bool(true)), ("change", .integer(2)), ("save", .bool(true)),
    ])
    let triggers = ["\"", ".", "<", " ", "$", "@", "'"].map { JSONText.string($0) }
    let capabilities: [(key: String, value: JSONText)] = [
      ("positionEncoding", .string(encoding.rawValue)), ("textDocumentSync", sync),
      ("completionProvider", .object([("triggerCharacters", .array(triggers))])),
      ("hoverProvider", .bool(true)), ("definitionProvider", .bool(true)),
      ("referencesProvider", .bool(true)),
      ("renameProvider", .object([("prepareProvider", .bool(true))])),
      (
        "codeActionProvider", .object([("codeActionKinds", .array([.string("quickfix")]))])
      ),
      ("codeLensProvider", .object([("resolveProvider", .bool(false))])),
      (
        "workspace",
        .object([
          (
            "workspaceFolders",
            .object([("supported", .bool(true)), ("changeNotifications", .bool(true))])
          )
        ])
      ),
    ]
    return .object([
      ("capabilities", .object(capabilities)),
      (
        "serverInfo", .object([("name", .string("momentum")), ("version", .string(version))])
      ),
    ])
  }
}
