import Foundation
package import MomentumDiagnostics
import MomentumJSONRPC

/// The language server: takes the messages of one client.
///
///     let server = LanguageServer(catalogue: .all, version: "1.0")
///     let ending = await RPCConnection(StandardChannel(), .languageServer).run(server)
///
/// `@unchecked`: the state is read and written under `lock` only, and nothing else changes. The
/// analysers are an actor's.
package final class LanguageServer: MessageHandler, @unchecked Sendable {
  let catalogue: DiagnosticCatalogue
  let version: String
  let analyst: Analyst
  private let lock = NSLock()
  private var state = ServerState()
  private var waiting: [Int: (generation: Int, continuation: CheckedContinuation<Void, Never>)] =
    [:]
  private var lastWaiter = 0

  /// - Parameters:
  ///   - catalogue: The rules that `.momentum.json` may name.
  ///   - version: The version that the client is told.
  package init(catalogue: DiagnosticCatalogue, version: String) {
    self.catalogue = catalogue
    self.version = version
    analyst = Analyst { catalogue.knowledge(of: $0) }
  }

  func withState<Result>(_ body: (inout ServerState) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  /// Whether the client said `exit` after `shutdown`, as it should.
  package var endedInOrder: Bool {
    withState { if case .shutDown = $0.phase { true } else { false } }
  }

  // MARK: - Waiting for an analysis

  /// Waits until the analyses are of the present texts, or of later ones. The task may be cancelled.
  func settle(_ connection: RPCConnection) async throws {
    // A client may ask before it opened a file and before 'initialized': nothing runs then.
    startAnalysis(connection) { _ in }
    let wanted = withState { $0.generation }
    let id = lock.withLock { () -> Int in
      lastWaiter += 1
      return lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = lock.withLock { () -> Bool in
          if state.analyzedGeneration >= wanted || Task.isCancelled { return true }
          waiting[id] = (wanted, continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      let waiter = lock.withLock { waiting.removeValue(forKey: id) }
      waiter?.continuation.resume()
    }
    try Task.checkCancellation()
  }

  /// Wakes those who wait for an analysis that is there now.
  func wakeWaiters() {
    let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      let done = waiting.filter { $0.value.generation <= state.analyzedGeneration }
      for id in done.keys { waiting[id] = nil }
      return done.values.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }
}

/// Runs the analyses, one at a time.
actor Analyst {
  private let knowledge: @Sendable (String) -> CheckConfiguration.Knowledge
  private var analyzers: [String: WorkspaceAnalyzer] = [:]

  init(knowledge: @escaping @Sendable (String) -> CheckConfiguration.Knowledge) {
    self.knowledge = knowledge
  }

  /// Analyses the roots of a state, with what changed since the last time.
  func analyze(_ state: ServerState) -> [String: Analysis] {
    var result: [String: Analysis] = [:]
    let files = state.editedFiles
    for root in state.roots {
      var analyzer = analyzers[root] ?? WorkspaceAnalyzer(root: root, knowledge: knowledge)
      // Do not keep a second reference while the caches change.
      analyzers[root] = nil
      analyzer.invalidate(state.changed, filesMayDiffer: state.filesMayDiffer)
      result[root] = analyzer.analyze(files)
      analyzers[root] = analyzer
    }
    for root in analyzers.keys where !state.roots.contains(root) { analyzers[root] = nil }
    return result
  }
}
