import Momentum
import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
package import MomentumModelFiles
import MomentumScan

/// Analyses a folder again and again, as its files and the editor's texts change. A model or source
/// that did not change is not read again.
///
/// The findings are those of `momentum check` and `momentum scan` for the same texts: each stage is
/// the one that the commands run, and a test compares the two after random edits.
package struct WorkspaceAnalyzer: Sendable {
  package let root: String
  private let knowledge: @Sendable (String) -> CheckConfiguration.Knowledge
  private var found: WorkspaceFiles?
  private var models: [String: ModelAnalysis] = [:]
  private var mappings: [String: MappingAnalysis] = [:]
  private var sources: [String: ScannedFile] = [:]
  /// The Swift sources that changed since the folders with SwiftData were searched.
  private var changedSwift: Set<String> = []

  /// - Parameter knowledge: Whether a rule has an id, for the reader of `.momentum.json`.
  package init(
    root: String, knowledge: @escaping @Sendable (String) -> CheckConfiguration.Knowledge
  ) {
    self.root = root
    self.knowledge = knowledge
  }

  /// Forgets what was read from some files; searches the folder again if files may have been added
  /// or removed.
  package mutating func invalidate(_ paths: Set<String>, filesMayDiffer: Bool) {
    if filesMayDiffer { found = nil }
    for path in paths {
      sources[path] = nil
      for (key, model) in models where model.depends(on: path) { models[key] = nil }
      for key in mappings.keys where path == key || path.hasPrefix(key + "/") {
        mappings[key] = nil
      }
      if path.hasSuffix(".swift") { changedSwift.insert(path) }
    }
  }

  /// The result for the texts; `nil` if the task was cancelled, because the texts changed again.
  package mutating func analyze(_ files: EditedFiles) -> Analysis? {
    let source = ModelFileSource.edited(files)
    if changesSwiftData(files) { found = nil }
    changedSwift = []
    let listed = found ?? WorkspaceFiles(root: root, source)
    found = listed
    var run = AnalysisRun(root: root, SettingsReader(files, knowledge: knowledge), files)
    let modelPaths = listed.models.filter { !MappingModelReader.isMappingModel(path: $0) }
    var isRead = false
    for path in modelPaths {
      if Task.isCancelled { return nil }
      let cloudKit = run.cloudKit(for: path)
      if let known = models[path], known.cloudKit == cloudKit {
        run.add(known)
      } else {
        let model = ModelAnalysis(path: path, cloudKit: cloudKit, in: source)
        models[path] = model
        isRead = true
        run.add(model)
      }
    }
    if isRead { mappings = [:] }
    for path in listed.models where MappingModelReader.isMappingModel(path: path) {
      if Task.isCancelled { return nil }
      let mapping =
        mappings[path]
        ?? MappingAnalysis(path: path, models: run.analysis.models, in: source)
      mappings[path] = mapping
      run.add(mapping)
    }
    run.reviewTogether()
    for path in listed.sources where sources[path] == nil {
      if Task.isCancelled { return nil }
      guard let bytes = files.bytes(of: path) else { continue }
      sources[path] = ScannedFile(SourceFile(path: path, utf8: bytes))
    }
    guard run.scan(listed.sources.compactMap { sources[$0] }) else { return nil }
    return run.analysis
  }
  /// Whether a changed source can make a folder a model or end that: it has a class of SwiftData, or
  /// one of the models is read from Swift.
  private func changesSwiftData(_ files: EditedFiles) -> Bool {
    guard !changedSwift.isEmpty, found != nil else { return false }
    let suffixes = ModelSearch.suffixes
    let isSwift = found?.models.contains { path in !suffixes.contains { path.hasSuffix($0) } }
    return isSwift == true
      || changedSwift.contains { path in
        files.bytes(of: path).map { String(decoding: $0, as: UTF8.self).contains("Model") } ?? true
      }
  }
}
