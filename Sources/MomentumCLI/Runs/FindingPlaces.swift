import MomentumDiagnostics

/// Converts locations of findings for programs that show them beside the lines of files. Such a
/// program reads `main:App/…` as a path, and expects paths from the repository's root.
struct FindingPlaces {
  /// The prefixes of paths in commits: `main:`.
  var labels: Set<String> = []
  /// The repository from whose root paths are written; `nil` if all paths begin there already, and
  /// outside of repositories.
  var folder: RepositoryFolder?

  /// - Parameter areFromRoot: Whether the models were read from a commit.
  init(labels: Set<String>, areFromRoot: Bool = false) {
    self.labels = labels
    folder = areFromRoot ? nil : RepositoryFolder()
  }

  /// The finding with every path relative to the repository's root.
  func fromRoot(_ finding: Diagnostic) -> Diagnostic {
    var copy = withoutCommits(finding)
    guard let folder else { return copy }
    func moved(_ place: SourceLocation) -> SourceLocation {
      let path = folder.path(fromRoot: place.file.path)
      return SourceLocation(place.file.named(path), place.range)
    }
    // A path in a commit is relative to the repository's root already.
    let isInCommit = finding.location.map { label(of: $0) != nil } ?? false
    if !isInCommit { copy.location = copy.location.map(moved) }
    copy.notes = copy.notes.map { Diagnostic.Note($0.text, at: $0.location.map(moved)) }
    copy.fixIts = copy.fixIts.map {
      Diagnostic.FixIt($0.text, replace: moved($0.location), with: $0.replacement)
    }
    return copy
  }

  /// Replaces a location in a commit, `main:App/…`, by the path without its prefix. Notes that
  /// point into a commit get the place as text, since a program that shows findings cannot open it.
  func withoutCommits(_ finding: Diagnostic) -> Diagnostic {
    var copy = finding
    if let place = finding.location, let label = label(of: place) {
      let path = String(place.file.path.dropFirst(label.count))
      copy.location = SourceLocation(place.file.named(path), place.range)
    }
    copy.notes = finding.notes.map { note in
      guard let place = note.location, label(of: place) != nil else { return note }
      let line = place.line
      return Diagnostic.Note("\(note.text) (\(place.file.path):\(line))")
    }
    return copy
  }

  private func label(of place: SourceLocation) -> String? {
    labels.first { place.file.path.hasPrefix($0) }
  }
}
