import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// The files of an import: their names, the positions that count through all of them, and the rows of a table.
@Suite struct ImportFileTests {
  private func place(_ location: MomentumDiagnostics.SourceLocation?) -> String {
    location.map { "\($0.file.path):\($0.range.start)-\($0.range.end)" } ?? "nowhere"
  }

  @Test func aPositionTellsTheFile() {
    let files = [("a", "xy"), ("b", ""), ("c", ""), ("d", "z")]
    let source = ImportSource(files.map { SourceFile(path: $0.0, text: $0.1) })
    #expect(source.starts == [0, 3, 4, 5])
    let found = (0...7).map { place(source.location(SourceRange($0, $0 + 1))) }
    #expect(
      found == [
        "a:0-1", "a:1-2", "a:2-3", "b:0-1", "c:0-1", "d:0-1", "d:1-2", "d:2-3",
      ])
    #expect(place(source.location(SourceRange(-1, 4))) == ":-1-4")
    #expect(place(ImportSource([]).location(SourceRange(0, 0))) == ":0-0")
  }

  @Test func aFileHasItsNameWithoutFolderAndExtension() {
    let names = [
      ("all/Venue.csv", "Venue.csv", "Venue"), ("Venue", "Venue", "Venue"),
      ("/a/b.c/d.e.csv", "d.e.csv", "d.e"), (".csv", ".csv", ".csv"), ("a.", "a.", "a"),
      ("$lastKeys.csv", "$lastKeys.csv", "$lastKeys"), ("", "", ""), ("/", "/", "/"),
    ]
    let source = ImportSource(names.map { SourceFile(path: $0.0, text: "") })
    for (index, (path, file, stem)) in names.enumerated() {
      #expect(source.fileName(index) == file && source.stem(index) == stem, "\(path)")
    }
  }

  // MARK: - Tables

  /// The first line, the rows as objects, and the findings, each with its place. After the end the table is asked
  /// twice more.
  private func table(_ text: String, after first: String? = nil) -> [String] {
    var files = [SourceFile(path: "t", text: text)]
    if let first { files.insert(SourceFile(path: "first", text: first), at: 0) }
    let source = ImportSource(files)
    var issues = Diagnostics()
    var lines: [String] = []
    func shown(_ range: SourceRange) -> String { place(source.location(range)) }
    if var table = CSVTable(
      files.count - 1, of: source, delimiter: UInt8(ascii: ","), &issues)
    {
      lines.append(
        table.header.map { "\($0.text)@\(shown($0.range))" }.joined(separator: " ")
          + " in \(shown(CSVTable.range(table.header)))")
      for _ in 0..<3 {
        while let row = table.nextRow(&issues) {
          let node = table.json(row)
          lines.append("\(node.value.compact) in \(shown(node.range))")
        }
      }
    }
    return lines
      + issues.all.map { "\(place($0.location)) \($0.id.dropFirst(7)): \($0.text)" }
  }

  @Test func rowsHaveTheNamesOfTheFirstLine() {
    #expect(
      table("a,b\n1,\n\"\",x y\n") == [
        "a@t:0-1 b@t:2-3 in t:0-3", #"{"a": "1", "b": null} in t:4-6"#,
        #"{"a": "", "b": "x y"} in t:7-13"#,
      ])
    #expect(table("a") == ["a@t:0-1 in t:0-1"])
    #expect(
      table("a\n\n1\n") == [
        "a@t:0-1 in t:0-1", #"{"a": null} in t:2-2"#, #"{"a": "1"} in t:3-4"#,
      ])
    #expect(
      table("a,b\n1,2\n", after: "x,y,z\n") == [
        "a@t:0-1 b@t:2-3 in t:0-3", #"{"a": "1", "b": "2"} in t:4-7"#,
      ])
  }

  @Test func aFileWithoutNamesIsNoTable() {
    for text in ["", "\n", "\r\n\n"] {
      #expect(
        table(text) == ["t:0-0 expected: expected a line of names, not an empty file"])
    }
    #expect(
      table("", after: "a") == ["t:0-0 expected: expected a line of names, not an empty file"])
    #expect(table("a,\"b\n") == ["t:2-3 csv-syntax: the quote that opens here is never closed"])
    #expect(
      table("a,b,a,c,b\n1,2,3,4,5\n") == [
        "t:4-5 repeated-column: the column 'a' can stand in a file once",
        "t:8-9 repeated-column: the column 'b' can stand in a file once",
      ])
  }

  @Test func aRowOfAnotherLengthIsSkipped() {
    func wrong(_ place: String, _ count: Int) -> String {
      "\(place) field-count: the number of fields has to be 2, as in the first line, not \(count)"
    }
    #expect(
      table("a,b\n1\n2,3\n4,5,6\n,\n7,8,9") == [
        "a@t:0-1 b@t:2-3 in t:0-3", #"{"a": "2", "b": "3"} in t:6-9"#,
        #"{"a": null, "b": null} in t:16-17"#, wrong("t:4-5", 1), wrong("t:10-15", 3),
        wrong("t:18-23", 3),
      ])
  }

  /// After an error in the text nobody knows where the next row begins.
  @Test func nothingIsReadAfterAnErrorInTheText() {
    #expect(
      table("a,b\n1,2\n3,x\"y\n5,6\n", after: "z") == [
        "a@t:0-1 b@t:2-3 in t:0-3", #"{"a": "1", "b": "2"} in t:4-7"#,
        "t:11-12 csv-syntax: a field that holds a quote stands in quotes, and the quote is written "
          + "twice",
      ])
  }
}
