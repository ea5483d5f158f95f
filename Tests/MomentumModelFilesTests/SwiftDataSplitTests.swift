import MomentumDiagnostics
import MomentumModelFiles
import Testing

/// The folders of programs whose SwiftData sources are in one repository.
@Suite struct SwiftDataSplitTests {
  /// A file of a class each: `Item`, and one that only this file has.
  private func folders(_ paths: [String], below path: String = "") throws -> [String] {
    let files: [(path: String, node: FileTree.Node)] = paths.enumerated().map { index, path in
      (path, .file(Array("@Model class Item { var a: Int }\n@Model class C\(index) {}".utf8)))
    }
    return try ModelBundle.swiftDataFolders(
      path: path, in: .tree(FileTree(label: "main:", files: files)))
  }

  @Test(arguments: [
    // One program is not split, and neither are sources that other files may share.
    (["App/Item.swift"], [""]),
    (["App/Item.swift", "AppTests/Item.swift"], [""]),
    (["App/Item.swift", "App/Old.swift"], [""]),
    (["Item.swift", "App/Item.swift"], [""]),
    // Each app of a repository is one program, in whatever folder.
    (["One/Item.swift", "Two/Item.swift"], ["One", "Two"]),
    (["One/Models/Item.swift", "Two/Item.swift"], ["One", "Two"]),
    (
      ["Apps/One/Item.swift", "Apps/Two/Item.swift", "Other/Item.swift"],
      ["Apps/One", "Apps/Two", "Other"]
    ),
    (["Apps/One/Item.swift", "Apps/Two/Item.swift"], ["Apps/One", "Apps/Two"]),
  ])
  func aFolderForEachProgram(_ paths: [String], _ expected: [String]) throws {
    #expect(try folders(paths) == expected)
  }

  @Test func onlyFoldersBelowThePathAreSearched() throws {
    let paths = ["Apps/One/Item.swift", "Apps/Two/Item.swift", "Other/Item.swift"]
    #expect(try folders(paths, below: "Apps") == ["Apps/One", "Apps/Two"])
    #expect(try folders(paths, below: "Apps/One") == ["Apps/One"])
    #expect(try folders(["README.md"]) == [])
  }
}
