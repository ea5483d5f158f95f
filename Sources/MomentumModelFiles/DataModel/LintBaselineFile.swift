package import MomentumDiagnostics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file `.momentum-baseline.json` and its folder; paths in the file are relative to that folder.
package struct LintBaselineFile: Sendable {
  package let path: String
  package let baseline: LintBaseline
  private let folder: [Substring]
  private let currentFolder: String
  /// The elements of each model file, by the file's path. They are kept because reading a file
  /// takes longer than finding an element in it.
  private var elements: [String: NamedElements] = [:]
  private var matching: LintBaseline.Matching

  /// - Parameters:
  ///   - path: The place where the file is, or is to be written.
  ///   - currentFolder: The folder that relative paths begin at; `nil` for the folder of the
  ///     process.
  package init(
    path: String, _ baseline: LintBaseline, currentFolder: String? = nil
  ) {
    let currentFolder = currentFolder ?? FileManager.default.currentDirectoryPath
    self.path = path
    self.baseline = baseline
    self.currentFolder = currentFolder
    folder = LintBaselineFile.parts(path, in: currentFolder).dropLast()
    matching = LintBaseline.Matching(baseline)
  }

  /// The entry that hides a finding; `nil` if the finding is new.
  package mutating func take(_ finding: Diagnostic, of model: String) -> LintBaseline.Entry? {
    guard LintBaseline.canHide(finding) else { return nil }
    return matching.take(entry(for: finding, of: model))
  }

  /// The entry that a baseline file would have for a finding.
  ///
  /// - Parameter model: The path that was checked, for findings without a place.
  package mutating func entry(for finding: Diagnostic, of model: String) -> LintBaseline.Entry {
    // Use the absolute path: a path that a user writes inside a bundle may begin with the version's
    // folder, so it lacks the bundle's name.
    let path = finding.location.flatMap { ModelPath($0.file.path) }.map(\.path)
    let place = path.flatMap { ModelPath(absolute($0)) } ?? ModelPath(absolute(model))
    return LintBaseline.Entry(
      rule: finding.id, bundle: bundle(place?.bundle ?? model), version: place?.version,
      element: element(finding))
  }

  private func absolute(_ path: String) -> String {
    "/" + LintBaselineFile.parts(path, in: currentFolder).joined(separator: "/")
  }

  /// The path of a model relative to the folder of the baseline file, as entries have it.
  private func bundle(_ path: String) -> String {
    let parts = LintBaselineFile.parts(path, in: currentFolder)
    let common = zip(folder, parts).prefix { $0 == $1 }.count
    let rest = [Substring](repeating: "..", count: folder.count - common) + parts[common...]
    // Swift sources may be in the folder of the file itself.
    return rest.isEmpty ? "." : rest.joined(separator: "/")
  }

  /// The absolute path of an entry's bundle.
  package func path(ofBundle bundle: String) -> String {
    "/" + (folder + bundle.split(separator: "/").filter { $0 != "." }).joined(separator: "/")
  }

  /// The entries whose findings were not all found again, with the number of missing findings.
  package var rest: [LintBaseline.Entry: Int] { matching.rest.filter { $0.value > 0 } }

  /// The element that contains the finding, such as `Venue.rating`; for a file without named
  /// elements, the names that the finding quotes.
  private mutating func element(_ finding: Diagnostic) -> String? {
    guard let location = finding.location else { return finding.quotedNames }
    let file = location.file
    guard file.path.hasSuffix("contents") || file.path.hasPrefix("<contents of ") else {
      return finding.quotedNames
    }
    let fileElements = elements[file.path] ?? NamedElements(file)
    elements[file.path] = fileElements
    return fileElements.path(at: location.range.start)
  }

  /// The parts of a path after it was made absolute, with links resolved as far as the path exists.
  private static func parts(_ path: String, in folder: String) -> [Substring] {
    let absolute = path.hasPrefix("/") ? path : folder + "/" + path
    let resolved = URL(fileURLWithPath: absolute).linksFollowed.path
    return Array(resolved.split(separator: "/"))
  }
}

extension Diagnostic {
  /// The first two names between single quotes: those of an entity mapping and of the property that
  /// it sets. Later names are details that change with the text.
  fileprivate var quotedNames: String? {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element).prefix(2)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension LintBaseline {
  /// The beginnings of the ids of rules about parts that a model works without: mapping models, and
  /// stored requests, which no app can fetch with as long as they are wrong.
  private static let partsOfTheirOwn = ["mapping.", "predicate.", "request."]

  /// Whether a baseline may hide a finding. It may not hide an error that makes the model unusable,
  /// because no project can have worked with such a model.
  ///
  /// The severity without a configuration counts, so that a warning can be hidden although a team
  /// made it an error.
  package static func canHide(_ finding: Diagnostic) -> Bool {
    finding.severity < .error || partsOfTheirOwn.contains { finding.id.hasPrefix($0) }
  }
}
