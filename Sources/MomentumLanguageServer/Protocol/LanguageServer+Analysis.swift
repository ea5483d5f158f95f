import MomentumCompiler
package import MomentumDiagnostics
import MomentumJSONRPC
import MomentumModel
import MomentumModelFiles

extension LanguageServer {
  /// Notes that a text or a file changed, and sees to it that an analysis follows.
  ///
  /// At most one analysis runs. Changes that arrive meanwhile are analysed together by the next one,
  /// so that fast typing does not pile up work, and slow analyses still come to an end.
  func noteChange(
    _ paths: Set<String>, filesMayDiffer: Bool = false, on connection: RPCConnection
  ) {
    startAnalysis(connection) { state in
      state.generation += 1
      state.changed.formUnion(paths)
      state.filesMayDiffer = state.filesMayDiffer || filesMayDiffer
    }
  }

  /// Starts an analysis after a change of the state, if one is needed and none runs.
  func startAnalysis(_ connection: RPCConnection, _ change: (inout ServerState) -> Void) {
    let starts = withState { state -> Bool in
      change(&state)
      guard !state.isAnalyzing, state.analyzedGeneration < state.generation else { return false }
      state.isAnalyzing = true
      return true
    }
    if starts { Task { await analyzeUntilSettled(connection) } }
  }

  private func analyzeUntilSettled(_ connection: RPCConnection) async {
    while true {
      let started = withState { state -> ServerState? in
        guard state.analyzedGeneration < state.generation else {
          state.isAnalyzing = false
          return nil
        }
        let copy = state
        state.changed = []
        state.filesMayDiffer = false
        return copy
      }
      guard let started else { return }
      let analyses = await analyst.analyze(started)
      withState { state in
        state.analyses = analyses
        state.analyzedGeneration = started.generation
        for model in analyses.values.flatMap(\.models) {
          guard let path = model.file?.contents.path, let checked = model.checked else { continue }
          state.lastModels[path] = checked.model
        }
      }
      publish(started, analyses, connection)
      wakeWaiters()
    }
  }

  // MARK: - Publishing

  /// Sends the findings of each file that has some, had some before, or has a text of a new version.
  private func publish(
    _ started: ServerState, _ analyses: [String: Analysis], _ connection: RPCConnection
  ) {
    var byPath: [String: [(Diagnostic, SourceLocation)]] = [:]
    var seen: Set<Diagnostic> = []
    for (_, analysis) in analyses.sorted(by: { $0.key < $1.key }) {
      for finding in analysis.findings where seen.insert(finding).inserted {
        guard let place = analysis.place(of: finding) else { continue }
        byPath[place.file.path, default: []].append((finding, place))
      }
    }
    let versions = started.versions
    let (before, now) = withState { state -> ([String: Int?], ServerState) in
      let before = state.published
      state.published = [:]
      for path in byPath.keys { state.published[path] = .some(versions[path]) }
      for (path, version) in versions { state.published[path] = .some(version) }
      return (before, state)
    }
    var writer = PlaceWriter(started.documents.encoding)
    let paths = Set(byPath.keys).union(before.keys).union(versions.keys)
    for path in paths.sorted() {
      // The text changed again: the places would be those of an old text, and the next analysis is
      // on its way.
      if let version = versions[path], now.versions[path] != version { continue }
      var findings: [JSONText] = []
      for (finding, place) in byPath[path] ?? [] {
        findings.append(writer.json(finding, at: place))
      }
      var members: [(key: String, value: JSONText)] = [("uri", .string(FileURI.uri(path)))]
      if let version = versions[path] { members.append(("version", .integer(version))) }
      members.append(("diagnostics", .array(findings)))
      connection.notify("textDocument/publishDiagnostics", .object(members))
    }
  }
}

extension Analysis {
  /// The place in a file at which an editor can show a finding; `nil` if there is none, as for a
  /// compiled model. A finding about a bundle is shown in its current version.
  package func place(of finding: Diagnostic) -> SourceLocation? {
    guard let location = finding.location else { return nil }
    let path = location.file.path
    guard path.hasPrefix("/") else { return nil }
    guard location.file.utf8.isEmpty, let model = models.first(where: { $0.path == path }) else {
      return location
    }
    guard let file = model.file, !file.isSwift else { return nil }
    return SourceLocation(file.contents, SourceRange(0, 0))
  }
}
