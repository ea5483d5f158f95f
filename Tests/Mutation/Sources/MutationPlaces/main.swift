// Prints where the files of some folders can be changed, a line of JSON each:
// MutationPlaces ROOT FOLDER... (folders relative to the root)
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

guard CommandLine.arguments.count > 2 else {
  FileHandle.standardError.write(Data("usage: MutationPlaces ROOT FOLDER...\n".utf8))
  exit(2)
}
let root = CommandLine.arguments[1]
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]

var files: [(name: String, tree: Syntax)] = []
let signatures = Signatures()
for folder in CommandLine.arguments.dropFirst(2) {
  guard let names = FileManager.default.enumerator(atPath: root + "/" + folder) else {
    FileHandle.standardError.write(Data("\(folder): no such folder\n".utf8))
    exit(1)
  }
  for name in names.compactMap({ $0 as? String }).filter({ $0.hasSuffix(".swift") }).sorted() {
    let file = folder + "/" + name
    let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
    // An operator that the standard library does not declare stays unfolded and is not changed.
    let tree = OperatorTable.standardOperators.foldAll(
      Parser.parse(source: text), errorHandler: { _ in })
    signatures.walk(tree)
    files.append((file, tree))
  }
}

for file in files {
  let finder = PlaceFinder(file: file.name, tree: file.tree, signatures: signatures)
  finder.walk(file.tree)
  for place in finder.places {
    print(String(decoding: try encoder.encode(place), as: UTF8.self))
  }
}
