import Foundation
import MomentumAdapt
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumScan

/// One run of `adapt`: reads sources and models, and makes the copies.
struct AdaptRun {
  let path: String
  let output: String
  private(set) var findings = Diagnostics()

  /// The name under which the output folder lists the copies.
  var name: String {
    "sources of " + URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
  }

  init(path: String, output: String) {
    self.path = path
    self.output = output
  }

  /// The models that are named, or those below the folder. A model that was found and cannot be read
  /// is a warning, since key paths can be checked with the others.
  mutating func models(_ named: [String], _ version: ModelVersionOption) throws -> [ObjectModel] {
    var places = named
    if named.isEmpty, ModelDiscovery.isSearched(path) {
      places = try ModelDiscovery.bundles(below: path)
    }
    var models: [ObjectModel] = []
    for place in places {
      do {
        let input = try ModelInput.read(try version.place(place))
        guard let checked = input.checked else {
          throw InputRejected(diagnostics: input.diagnostics)
        }
        models.append(checked.model)
      } catch let rejected as InputRejected where named.isEmpty {
        for var finding in rejected.diagnostics.all {
          finding.severity = min(finding.severity, .warning)
          findings.report(finding)
        }
      }
    }
    return models
  }

  /// The copies of all sources, with paths as below the folder of the sources.
  mutating func copies(
    _ models: [ObjectModel], _ configuration: CheckConfiguration
  ) throws -> [ProducedFile] {
    let output = output
    let sources = try sources { AdaptCommand.isInside($0, output) == .outside }
    let adaptation = SourceAdaptation(sources, models: models)
    var found = Diagnostics()
    let files = sources.indices.map { index in
      ProducedFile(
        path: place(of: sources[index].path), text: adaptation.text(of: index, &found),
        mark: SourceAdaptation.mark)
    }
    findings.append(contentsOf: configuration.apply(to: found).from(.note))
    return files
  }

  /// The file of accessors for sources that are compiled as they are.
  mutating func accessors(
    of module: String, _ models: [ObjectModel], _ configuration: CheckConfiguration
  ) throws -> ProducedFile {
    let sources = try sources {
      URL(fileURLWithPath: $0).lastPathComponent != LinkedAccessors.fileName
    }
    var found = Diagnostics()
    let text = LinkedAccessors(sources, module: module, models: models).text(&found)
    findings.append(contentsOf: configuration.apply(to: found).from(.note))
    return ProducedFile(path: LinkedAccessors.fileName, text: text, mark: LinkedAccessors.mark)
  }

  /// Whether a name is one of a Swift module: ASCII letters, digits and underscores.
  static func isModuleName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_")
    }
  }

  /// The Swift files whose paths are sources and not made by an earlier run.
  private func sources(_ isSource: (String) -> Bool) throws -> [SourceFile] {
    let read = try ScanRun.read([path])
    if let failure = read.failures.first { throw failure }
    let files = read.files.map(\.source).filter { file in
      file.path.hasSuffix(".swift") && isSource(file.path)
    }
    guard !files.isEmpty else {
      throw CommandFailure("no Swift source at '\(path)'", status: .badInput)
    }
    return files
  }

  /// The path of a copy below the output folder: `Model/Venue+Adapted.swift`. With the name of the
  /// source, the compiler would warn of each line that names the source: two files of one module would
  /// have the same `#fileID`.
  private func place(of file: String) -> String {
    let folder = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let name =
      file == folder
      ? URL(fileURLWithPath: file).lastPathComponent
      : String((folder == "." ? file[...] : file.dropFirst(folder.count)).drop { $0 == "/" })
    return name.dropLast(".swift".count) + "+Adapted.swift"
  }
}
