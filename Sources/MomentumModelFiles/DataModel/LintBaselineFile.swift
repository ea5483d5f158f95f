package import MomentumDiagnostics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file `.momentum-baseline.json` at its place, which the paths in it begin at.
package struct LintBaselineFile: Sendable {
  package let path: String
  package let baseline: LintBaseline
  private let folder: [Substring]
  private let currentFolder: String
  /// By path: reading a file takes longer than finding an element in it.
  private var elements: [String: NamedElements] = [:]
  private var matching: LintBaseline.Matching

  /// - Parameters:
  ///   - path: Where the file is, or is to be written.
  ///   - currentFolder: What a path that is not absolute begins at; `nil` for that of the process.
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

  /// The entry that a finding is hidden by; `nil` for a new one.
  package mutating func take(_ finding: Diagnostic, of model: String) -> LintBaseline.Entry? {
    guard LintBaseline.canHide(finding) else { return nil }
    return matching.take(entry(for: finding, of: model))
  }

  /// What the file says of a finding.
  ///
  /// - Parameter model: What was checked: a finding need not have a place.
  package mutating func entry(for finding: Diagnostic, of model: String) -> LintBaseline.Entry {
    // The whole path: what a user writes from within a bundle begins with its version.
    let path = finding.location.flatMap { ModelPath($0.file.path) }.map(\.path)
    let place = path.flatMap { ModelPath(absolute($0)) } ?? ModelPath(absolute(model))
    return LintBaseline.Entry(
      rule: finding.id, bundle: bundle(place?.bundle ?? model), version: place?.version,
      element: element(finding))
  }

  private func absolute(_ path: String) -> String {
    "/" + LintBaselineFile.parts(path, in: currentFolder).joined(separator: "/")
  }

  /// A model's path as entries have it, from the file's folder.
  private func bundle(_ path: String) -> String {
    let parts = LintBaselineFile.parts(path, in: currentFolder)
    let common = zip(folder, parts).prefix { $0 == $1 }.count
    return
      ([Substring](repeating: "..", count: folder.count - common) + parts[common...])
      .joined(separator: "/")
  }

  /// Where a bundle of an entry is.
  package func path(ofBundle bundle: String) -> String {
    "/" + (folder + bundle.split(separator: "/")).joined(separator: "/")
  }

  /// Entries that stand for more findings than were met.
  package var rest: [LintBaseline.Entry: Int] { matching.rest.filter { $0.value > 0 } }

  /// The element around the finding, or for a file without such elements the names that its text quotes.
  private mutating func element(_ finding: Diagnostic) -> String? {
    guard let location = finding.location else { return finding.quotedNames }
    let file = location.file
    guard file.path.hasSuffix("contents") || file.path.hasPrefix("<contents of ") else {
      return finding.quotedNames
    }
    let known = elements[file.path] ?? NamedElements(file)
    elements[file.path] = known
    return known.path(at: location.range.start)
  }

  /// The parts of an absolute path without links, as far as it exists.
  private static func parts(_ path: String, in folder: String) -> [Substring] {
    let absolute = path.hasPrefix("/") ? path : folder + "/" + path
    let resolved = URL(fileURLWithPath: absolute).linksFollowed.path
    return Array(resolved.split(separator: "/"))
  }
}

extension Diagnostic {
  /// The first two names between single quotes, of an entity mapping and of what it sets; later ones tell details.
  fileprivate var quotedNames: String? {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element).prefix(2)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension LintBaseline {
  /// What the models have a meaning without: their mapping models, and their stored requests, which no app fetches
  /// with as long as they are wrong.
  private static let partsOfTheirOwn = ["mapping.", "predicate.", "request."]

  /// Whether a finding may be old, and hidden: another error means that the model cannot be used.
  ///
  /// The severity is the one without a configuration, so that a warning that a team made an error of can be hidden.
  package static func canHide(_ finding: Diagnostic) -> Bool {
    finding.severity < .error || partsOfTheirOwn.contains { finding.id.hasPrefix($0) }
  }
}
