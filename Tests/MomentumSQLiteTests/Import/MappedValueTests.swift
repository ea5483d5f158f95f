import MomentumDiagnostics
import MomentumModel
import Testing

@testable import MomentumSQLite

/// Values of a foreign file, by the type of the attribute and by how the file writes dates.
@Suite struct MappedValueTests {
  private let document = MappedDocument(
    source: ImportSource([]),
    map: ImportMap(source: SourceFile(path: "map.json", text: ""), entries: [], pathCount: 0),
    model: ObjectModel(entities: []), delimiter: nil)

  private func typed(
    _ value: JSONNode.Value, _ type: AttributeType, _ form: ImportMap.DateForm = .standard
  ) -> String {
    var issues = Diagnostics()
    let node = document.typed(
      JSONNode(value, at: SourceRange(0, 0)), Attribute(name: "a", type: type), form, &issues)
    let text = issues.all.first.map { "!" + $0.text } ?? node.value.compact
    #expect(issues.all.isEmpty || node.value == .null)
    return text
  }

  @Test func datesAreReadInTheirForm() {
    #expect(typed(.number("978307201"), .date, .unix) == "1.0")
    #expect(typed(.string("978307200.5"), .date, .unix) == "0.5")
    #expect(typed(.number("978307201500"), .date, .unixMilliseconds) == "1.5")
    #expect(typed(.number("0"), .date, .unixMilliseconds) == "-978307200.0")
    #expect(typed(.string("02.01.2001"), .date, .pattern("dd.MM.yyyy")) == "86400.0")
    #expect(typed(.string("2001-01-01"), .date) == "\"2001-01-01\"", "read by the import itself")
    #expect(typed(.number("5"), .date) == "5")
    #expect(typed(.null, .date, .unix) == "null")
    #expect(typed(.number("978307201"), .integer64, .unix) == "978307201", "no date")
  }

  @Test func aDateOfAnotherFormIsNamed() {
    func wrong(_ expected: String) -> String { "!'a' takes \(expected), not a string" }
    #expect(typed(.string("x"), .date, .unix) == wrong("seconds since 1970"))
    #expect(typed(.string("x"), .date, .unixMilliseconds) == wrong("milliseconds since 1970"))
    #expect(
      typed(.string("2001-01-01"), .date, .pattern("dd.MM.yyyy"))
        == wrong("a date as 'dd.MM.yyyy'"))
  }

  @Test func textsAndNumbersBecomeWhatTheAttributeNeeds() {
    #expect(typed(.string("7"), .integer16) == "7")
    #expect(typed(.string("x"), .integer16) == "\"x\"")
    #expect(typed(.number("7"), .string) == "\"7\"")
    #expect(typed(.number("0"), .boolean) == "false")
    #expect(typed(.number("1"), .boolean) == "true")
    #expect(typed(.number("2"), .boolean) == "2")
    #expect(typed(.string("yes"), .boolean) == "true")
    #expect(typed(.boolean(true), .string) == "true")
    #expect(typed(.null, .string) == "null")
  }

  @Test func aListIsSplitAtItsSeparator() {
    func items(_ value: JSONNode.Value, _ separator: String?) -> [String] {
      MappedDocument.items(JSONNode(value, at: SourceRange(0, 0)), separator: separator)
        .map(\.value.compact)
    }
    #expect(items(.string("a; b ;c"), ";") == ["\"a\"", "\"b\"", "\"c\""])
    #expect(items(.string("a; b"), nil) == ["\"a; b\""])
    #expect(items(.number("7"), ";") == ["7"])
    #expect(items(.null, nil) == [])
    #expect(items(.array([JSONNode(.number("1"), at: SourceRange(0, 0))]), nil) == ["1"])
  }
}
