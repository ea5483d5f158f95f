import Momentum
package import MomentumCompiler
package import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
package import MomentumModel
package import MomentumModelFiles

/// A model as it was read from the editor's texts and the files, with the findings about it.
package struct ModelAnalysis: Sendable {
  /// The path of the bundle, or of the folder of Swift sources.
  package let path: String
  /// The version that is current; `nil` if no version can be read.
  package var file: LoadedModelFile?
  package var read: ReadModel?
  /// The findings before settings and baseline are applied.
  package var findings = Diagnostics()
  /// The readable versions by name, as mapping models are compared with them.
  package var versions: [(name: String, model: ObjectModel)] = []
  /// The names of all versions of the bundle.
  package var versionNames: Set<String> = []
  let cloudKit: Bool

  package var checked: CheckedModel? { read?.checked }

  init(path: String, cloudKit: Bool, in source: ModelFileSource) {
    self.path = path
    self.cloudKit = cloudKit
    var found = Diagnostics()
    do throws(ModelFileError) {
      guard let file = try ModelBundle.load(path: path, in: source, &found) else {
        findings = found
        return
      }
      let read = ReadModel(file.contents, found: found)
      self.file = file
      self.read = read
      try ModelFindings.find(
        path: path, file, read, cloudKit: cloudKit, in: source, &findings)
    } catch {
      findings.report(
        ModelFileMessage.notRead(error.description),
        at: SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0)))
    }
    readVersions(in: source)
  }

  private mutating func readVersions(in source: ModelFileSource) {
    var ignored = Diagnostics()
    do throws(ModelFileError) {
      for version in try ModelBundle.versions(path: path, in: source, &ignored) {
        versionNames.insert(version.name)
        if version.name == file?.versionName, let checked {
          versions.append((version.name, checked.model))
        } else if let other = try ModelBundle.load(path: version.path, in: source, &ignored),
          let model = ReadModel(other.contents).checked?.model
        {
          versions.append((version.name, model))
        }
      }
    } catch {
      // The findings above say already that the bundle cannot be read.
      return
    }
  }

  /// Whether a change of a file can change the model.
  func depends(on changed: String) -> Bool {
    guard changed.hasPrefix(path + "/") || changed == path else { return false }
    return file?.isSwift == true ? changed.hasSuffix(".swift") : true
  }
}

/// A mapping model with the findings about it.
package struct MappingAnalysis: Sendable {
  package let path: String
  package var syntax: MappingModelSyntax?
  package var findings = Diagnostics()

  init(path: String, models: [ModelAnalysis], in source: ModelFileSource) {
    self.path = path
    do throws(ModelFileError) {
      guard let file = try MappingModelReader.load(path: path, in: source, &findings) else {
        return
      }
      if case .editor(let syntax) = file { self.syntax = syntax }
      let versions = models.flatMap(\.versions).map { NamedModel(name: $0.name, model: $0.model) }
      guard !versions.isEmpty else {
        // Without a model only the file by itself can be judged, as by 'momentum check'.
        return
      }
      switch file {
      case .editor(let syntax):
        findings.append(
          contentsOf: MappingDiagnosis.examine(syntax, versions: versions).findings)
      case .compiled(let mapping, let source):
        findings.append(
          contentsOf: MappingDiagnosis.examine(
            mapping, at: SourceLocation(source, SourceRange(0, 0)), versions: versions
          ).findings)
      }
    } catch {
      findings.report(
        ModelFileMessage.notRead(error.description),
        at: SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0)))
    }
  }
}
