internal import MomentumDiagnostics

/// The files of an import. Positions count through all files as if they were one text, so that one
/// number identifies the file and the position in the file.
struct ImportSource: Sendable {
  let files: [SourceFile]
  /// The position at which each file begins; an empty file has a position too.
  let starts: [Int]

  init(_ files: [SourceFile]) {
    self.files = files
    var starts: [Int] = []
    var next = 0
    for file in files {
      starts.append(next)
      next += file.utf8.count + 1
    }
    self.starts = starts
  }

  /// The name of a file without its folder, for example `Venue.csv` of `all/Venue.csv`.
  func fileName(_ index: Int) -> String {
    files[index].path.split(separator: "/").last.map(String.init) ?? files[index].path
  }

  /// The name of a file without folder and extension, for example `Venue` of `all/Venue.csv`.
  func stem(_ index: Int) -> String {
    let name = fileName(index)
    let end = name.lastIndex(of: ".") ?? name.endIndex
    return end == name.startIndex ? name : String(name[..<end])
  }

  func location(_ range: SourceRange) -> SourceLocation {
    guard let index = starts.lastIndex(where: { $0 <= range.start }) else {
      return SourceLocation(SourceFile(path: "", utf8: []), range)
    }
    let start = starts[index]
    return SourceLocation(files[index], SourceRange(range.start - start, range.end - start))
  }
}
