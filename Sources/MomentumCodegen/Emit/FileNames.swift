/// Makes names of generated files that differ even if the file system ignores case.
enum FileNames {
  /// The greatest length of a stem, in Unicode scalars. A scalar takes at most four bytes, so a
  /// name with the longest ending stays below the 255 bytes that file systems allow.
  private static let lengthMax = 50

  /// A file stem for each name. Stems have letters, digits and `_` only, so no name can make a
  /// path.
  static func stems(for names: [String], reserved: [String] = []) -> [String] {
    var scope = NameScope(ignoresCase: true)
    // A file 'main.swift' would be compiled as the program's top-level code.
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
