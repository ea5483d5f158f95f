import Foundation
import GoldenNewsroom
import GoldenStaff
import GoldenSurfJournal
import Testing

/// The portable code of the other models: defaults, inheritance, composites, lists and objects.
@Suite struct PortableModelsTests {
  @Test func defaultsComeFromTheModel() {
    let entry = JournalEntry(objectID: JournalEntry.ID(rawValue: 1))
    #expect(entry.rating == 3)
    #expect(entry.date == Date(timeIntervalSinceReferenceDate: 788_918_400))
    #expect(entry.waterTemperature == nil)
  }

  @Test func objectsAndDecimalsAreBound() {
    let team = Employee.teamOf(manager: Employee.ID(rawValue: 7))
    #expect(team.bindings == [.integer(7)])
    let contracts = Contract.contractsOver(sum: 12, department: "R&D")
    #expect(contracts.bindings == [.real(12), .text("R&D")])
    #expect(contracts.sql.contains("JOIN ZEMPLOYEE t1 ON t0.ZOWNER = t1.Z_PK"))
  }

  @Test func listsSetTheNumberOfPlaceholders() {
    let request = Article.named(names: ["a", "b", "c"])
    #expect(request.sql.hasSuffix("t0.ZNAME IN (?, ?, ?)"))
    #expect(request.bindings == [.text("a"), .text("b"), .text("c")])
  }

  @Test func subentitiesHaveTheInheritedPropertiesAndTheRootsKey() throws {
    let editor = Editor(
      objectID: Editor.ID(rawValue: 4), name: "Ada", level: 2, desk: Category.ID(rawValue: 1))
    let person: any PersonEntity = editor
    #expect(person.name == "Ada")
    let data = try JSONEncoder().encode(editor)
    #expect(try JSONDecoder().decode(Editor.self, from: data) == editor)
  }
}
