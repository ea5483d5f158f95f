import Foundation
import MomentumDiagnostics
import MomentumModelFiles

/// Reads the settings of models and sources: `.momentum.json`, with the text that the editor has.
struct SettingsReader {
  /// The settings of a file.
  struct Settings {
    /// The path of the file; `nil` if there is none.
    var path: String?
    var configuration: CheckConfiguration
    /// Why the file is refused; empty if it is valid.
    var problems = Diagnostics()
    var isRejected: Bool { problems.hasErrors }
  }

  private let files: EditedFiles
  private let knowledge: @Sendable (String) -> CheckConfiguration.Knowledge
  private var byFile: [String: Settings] = [:]
  private var byFolder: [String: String?] = [:]

  init(
    _ files: EditedFiles, knowledge: @escaping @Sendable (String) -> CheckConfiguration.Knowledge
  ) {
    self.files = files
    self.knowledge = knowledge
  }

  /// The settings of a model, or of a source that is in no model.
  mutating func settings(of path: String) -> Settings {
    guard let file = nearest(CheckConfiguration.fileName, to: path) else {
      return Settings(path: nil, configuration: CheckConfiguration())
    }
    return settings(at: file)
  }

  /// The settings that a file has.
  mutating func settings(at path: String) -> Settings {
    if let known = byFile[path] { return known }
    var problems = Diagnostics()
    let source = SourceFile(path: path, utf8: files.bytes(of: path) ?? [])
    let read = CheckConfiguration.read(source, knowledge: knowledge, &problems)
    let result = Settings(
      path: path, configuration: read ?? CheckConfiguration(), problems: problems)
    byFile[path] = result
    return result
  }

  /// The nearest file with a name, from the folder of a model or source upwards.
  mutating func nearest(_ name: String, to path: String) -> String? {
    let folder = ModelSearch.settingsFolder(of: path).path
    let key = name + "\0" + folder
    if let known = byFolder[key] { return known }
    let found = SettingsFile.nearest(name, from: folder)
    byFolder[key] = .some(found)
    return found
  }
}

/// The baselines that hide findings which a project knows.
struct BaselineReader {
  private let files: EditedFiles
  private var byFile: [String: LintBaselineFile] = [:]
  /// The findings about baselines that cannot be read, each once.
  private(set) var problems = Diagnostics()
  private var unreadable: Set<String> = []

  init(_ files: EditedFiles) { self.files = files }

  /// Whether a baseline hides a finding. A baseline that cannot be read hides whatever one may
  /// hide, because nobody can tell what is new.
  mutating func hides(
    _ finding: Diagnostic, of model: String, _ settings: inout SettingsReader
  ) -> Bool {
    guard LintBaseline.canHide(finding),
      let path = settings.nearest(LintBaseline.fileName, to: model)
    else { return false }
    if byFile[path] == nil, !unreadable.contains(path) { read(path) }
    guard byFile[path] != nil else { return true }
    return byFile[path]?.take(finding, of: model) != nil
  }

  private mutating func read(_ path: String) {
    let source = SourceFile(path: path, utf8: files.bytes(of: path) ?? [])
    var found = Diagnostics()
    if let baseline = LintBaseline.read(source, &found) {
      byFile[path] = LintBaselineFile(path: path, baseline)
    } else {
      unreadable.insert(path)
      problems.append(contentsOf: found)
    }
  }
}
