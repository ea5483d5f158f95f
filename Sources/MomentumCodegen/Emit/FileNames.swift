/// Distinct names for generated files, also where the file system ignores case.
enum FileNames {
  /// Longest stem in scalars: with four bytes each and the longest ending it stays below 255 bytes.
  private static let lengthMax = 50

  /// The stems of files for names, in their order. Letters, digits and `_` only: no path can form.
  static func stems(for names: [String], reserved: [String] = []) -> [String] {
    var scope = NameScope(ignoresCase: true)
    // A file 'main.swift' would be the program.
    _ = scope.claim(reserved + ["main"])
    return scope.claim(names.map(shortened)).map(\.text)
  }

  private static func shortened(_ name: String) -> String {
    let text = Identifier.nearest(to: name).text
    guard text.unicodeScalars.count > lengthMax else { return text }
    var result = ""
    result.unicodeScalars.append(contentsOf: text.unicodeScalars.prefix(lengthMax))
    return result
  }
}
