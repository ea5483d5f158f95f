/// A file after the repairs of its findings.
package struct FixedFile: Sendable, Hashable {
  package var path: String
  package var original: [UInt8]
  package var fixed: [UInt8]
  /// The number of repairs made.
  package var count: Int

  package init(path: String, original: [UInt8], fixed: [UInt8], count: Int) {
    self.path = path
    self.original = original
    self.fixed = fixed
    self.count = count
  }
}

extension Diagnostics {
  /// The files with the repairs that their findings offer; sorted by path.
  ///
  /// If two repairs touch the same bytes, only the first is made, because it changes the place of
  /// the other repair; the next run offers the other one again.
  package func applyingFixIts() -> [FixedFile] {
    FixedFile.files(with: all.flatMap(\.fixIts))
  }
}

extension FixedFile {
  /// The files with some edits, sorted by path. Of two edits that touch the same bytes only the
  /// first is made.
  package static func files(with fixIts: [Diagnostic.FixIt]) -> [FixedFile] {
    var byFile: [SourceFile: [Diagnostic.FixIt]] = [:]
    for fixIt in fixIts { byFile[fixIt.location.file, default: []].append(fixIt) }
    return byFile.map { file, fixIts in apply(fixIts, to: file) }.sorted { $0.path < $1.path }
  }

  private static func apply(_ fixIts: [Diagnostic.FixIt], to file: SourceFile) -> FixedFile {
    // Repairs at the same place keep their order: `sorted` is not stable, so the index decides.
    let ordered = fixIts.enumerated().sorted {
      ($0.element.location.range.start, $0.offset) < ($1.element.location.range.start, $1.offset)
    }.map(\.element)
    var result: [UInt8] = []
    var copied = 0
    var count = 0
    var inserted: Set<Int> = []
    for fixIt in ordered {
      let range = fixIt.location.range
      guard range.start >= copied, range.end <= file.utf8.count,
        !range.isEmpty || !inserted.contains(range.start)
      else { continue }
      result += file.utf8[copied..<range.start] + Array(fixIt.replacement.utf8)
      copied = range.end
      count += 1
      if range.isEmpty { inserted.insert(range.start) }
    }
    result += file.utf8[copied...]
    return FixedFile(path: file.path, original: file.utf8, fixed: result, count: count)
  }
}
