import MomentumDiagnostics

/// Reads `.xccurrentversion`, the property list in a bundle that names its current version.
enum CurrentVersionFile {
  /// Returns the name of the current version's folder, such as `Model 2.xcdatamodel`, with its
  /// place in the file; `nil` if the file names no version, with a warning if the file is broken.
  static func read(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> (name: String, location: SourceLocation)? {
    var problems = Diagnostics()
    let root = XMLReader.read(file, allowsDocumentType: true, &problems)
    guard let dictionary = root?.children.first, root?.name == "plist", dictionary.name == "dict"
    else {
      warn(file, problems, &diagnostics)
      return nil
    }
    // An empty dictionary names no version, and is not a mistake: Xcode also writes it (observed in
    // one bundle of 30).
    guard
      let key = dictionary.children.firstIndex(where: {
        $0.name == "key" && $0.text == "_XCCurrentVersionName"
      })
    else { return nil }
    guard dictionary.children.indices.contains(key + 1) else {
      warn(file, problems, &diagnostics)
      return nil
    }
    let value = dictionary.children[key + 1]
    guard value.name == "string", !value.text.isEmpty else {
      warn(file, problems, &diagnostics)
      return nil
    }
    return (value.text, SourceLocation(file, value.range))
  }

  /// Warns of a broken file. Its errors become notes, since the bundle can still be read.
  private static func warn(
    _ file: SourceFile, _ problems: Diagnostics, _ diagnostics: inout Diagnostics
  ) {
    diagnostics.report(
      ModelFileMessage.badCurrentVersionFile, at: SourceLocation(file, SourceRange(0, 0)),
      notes: problems.all.map { Diagnostic.Note($0.text, at: $0.location) })
  }
}
