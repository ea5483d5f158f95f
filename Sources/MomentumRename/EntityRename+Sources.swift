package import MomentumDiagnostics
import MomentumModel
package import MomentumScan
package import MomentumSwiftData

extension EntityRename {
  /// The edits of source files: the names of the entity in requests and the like, and the class.
  ///
  /// - Parameters:
  ///   - sites: The sites of each file of the scan, whose only model is that of the entity.
  ///   - uses: The uses of the class in Swift.
  package func sourceEdits(
    _ scan: SourceScan, _ sites: [[ScanSite]], _ uses: ClassUses
  ) -> [Diagnostic.FixIt] {
    var places: [SourceLocation] = []
    for site in sites.joined() {
      guard case .entityName(let text, _) = site.kind, text.text == name, text.gaps.isEmpty
      else { continue }
      places.append(text.location(of: SourceRange(0, name.utf8.count)))
    }
    if renamesClass {
      places += uses.find()
      places += scan.files.indices.flatMap { scan.objectiveCNames(name, in: $0) }
    }
    var seen: Set<SourceLocation> = []
    return places.filter { $0.file.text(in: $0.range) == name || isQuoted($0) }
      .filter { seen.insert($0).inserted }
      .map { Diagnostic.FixIt("rename", replace: $0, with: newName) }
  }

  private func isQuoted(_ place: SourceLocation) -> Bool {
    place.file.text(in: place.range) == "`\(name)`"
  }

  /// The string literals with the entity's name that are no known use of it, such as a key of a
  /// dictionary. A person has to decide whether they mean the entity.
  package func openPlaces(
    _ scan: SourceScan, edits: [Diagnostic.FixIt]
  ) -> [SourceLocation] {
    let edited = Set(edits.map(\.location))
    return scan.files.indices.flatMap { scan.texts(equalTo: name, in: $0) }
      .filter { !edited.contains($0) }
      .sorted { ($0.file.path, $0.range.start) < ($1.file.path, $1.range.start) }
  }
}
