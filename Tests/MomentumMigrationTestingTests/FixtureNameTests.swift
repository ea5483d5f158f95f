import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumMigrationTesting

/// Which version the name of a file says, and which files are models.
@Suite struct FixtureNameTests {
  private func check(
    _ names: [String], _ texts: [(String, Int?)],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let numbers = VersionNumbers(names: names)
    for (text, expected) in texts {
      #expect(
        numbers.find(in: text) == expected, "'\(text)' among \(names)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aNumberNamesTheVersion() {
    check(
      ["Model", "Model 2", "Model 3"],
      [
        ("Model", 0), ("Model 2", 1), ("store_V3", 2), ("store3", 2), ("03", 2), ("store", nil),
        ("", nil), ("store-1", 0), ("store 1.0", 0), ("store-4", nil), ("3 a 2", 1),
        ("2020-05 store 3", 2), ("32", nil), ("store 0", nil), ("3.0.0", 2), ("v٣", nil),
      ])
  }

  @Test func longNumbersAreComparedAsAWholeFirst() {
    check(
      ["App2.61.0", "App2.61.1", "App1"],
      [
        ("store2-61-0", 0), ("store2-61", 0), ("store2-61-1", 1), ("store61-1", 2),
        ("store61-7", nil), ("9 1", 2),
        ("2.61.00", 0), ("1.0", 2), ("7 2 61 1", 1),
      ])
    check(["v0", "v10"], [("0", 0), ("00.0", 0), ("010", 1), ("0.10", 1), ("1", nil)])
  }

  /// Xcode's first version has no number, but only where the second one has.
  @Test func theFirstVersionIsTheOneWithoutANumber() {
    check(["A", "A 2"], [("x1", 0), ("x2", 1)])
    check(["A", "A 3"], [("x1", nil), ("x3", 1)])
    check(["A", "B", "A 2"], [("x1", nil), ("x2", 2)])
    check(["A", "A 1", "A 2"], [("x1", 1), ("x2", 2)])
    check(["A"], [("x1", nil), ("A", 0)])
  }

  @Test func twoOfOneNumberAreNone() {
    check(["A 2", "B 2"], [("x2", nil), ("x 2 2", nil), ("A 2", 0), ("B 2", 1)])
    check(["X", "X"], [("X", nil)])
    check([], [("1", nil), ("", nil)])
  }

  @Test func aModelIsToldByItsFirstElement() {
    for (text, isModel) in [
      ("<model>", true), ("<model name='x'>", true), ("<model/>", true), ("<model\ttype", true),
      ("<model\n>", true), ("<model\r\n>", true), ("<model", false), ("<models>", false),
      ("<Model>", false), ("", false), ("model", false), ("<a/><model>", false),
      (" \t\r\n<model>", true), ("<?xml version='1.0'?><model>", true),
      ("<?xml version='1.0'?>\n<!-- <model> -->\n<!DOCTYPE model>\n<model>", true),
      ("<!-- a > b --><model>", true), ("<!-- a --><b>", false), ("<!-- a", false),
      ("<?xml", false), ("<?a?><?b?><model>", true),
    ] {
      for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
        let bytes = mark + Array(text.utf8)
        #expect(BareModelFile.beginsWithModel(bytes[...]) == isModel, "\(text)")
        // A part of a longer array counts from its own start.
        #expect(BareModelFile.beginsWithModel(([0x20, 0x41] + bytes)[2...]) == isModel, "\(text)")
      }
    }
    #expect(!BareModelFile.beginsWithModel([0xEF, 0xBB] + Array("<model>".utf8)))
    #expect(!BareModelFile.beginsWithModel(Array("\u{B}<model>".utf8)[...]))
  }

  /// The first 65,536 bytes are read.
  @Test func onlyTheStartOfAFileIsRead() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      func isModel(_ name: String, blanks: Int) throws -> Bool {
        let path = folder.path + "/" + name
        let text = String(repeating: " ", count: blanks) + "<model>"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return BareModelFile.isModel(path)
      }
      let found = [
        try isModel("a.xml", blanks: 0), try isModel("a.txt", blanks: 0),
        try isModel("b.xml", blanks: 65_536 - 7), try isModel("c.xml", blanks: 65_536 - 6),
      ]
      #expect(found == [true, false, true, false])
      #expect(!BareModelFile.isModel(folder.path + "/none.xml"))
    }
  }
}
