internal import MomentumDiagnostics

/// The files of an import. Places are counted through all of them as if they stood one behind another, so
/// that one number says which file is meant and where in it.
struct ImportSource: Sendable {
  let files: [SourceFile]
  /// Where each file begins; a file that is empty has a place too.
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

  /// `Venue.csv` of `all/Venue.csv`
  func fileName(_ index: Int) -> String {
    files[index].path.split(separator: "/").last.map(String.init) ?? files[index].path
  }

  /// `Venue` of `all/Venue.csv`
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
