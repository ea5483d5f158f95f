import Foundation
import GoldenNewsroom
import GoldenStaff
import GoldenSurfJournal
import MomentumDiagnostics
import MomentumRuntime
import MomentumTestSupport
import Testing

/// The portable code of the other models: defaults, inheritance, composites, lists and objects.
@Suite struct PortableModelsTests {
  @Test func defaultsComeFromTheModel() {
    let entry = JournalEntry(objectID: JournalEntry.ID(rawValue: 1))
    #expect(entry.rating == 3)
    #expect(entry.date == Date(timeIntervalSinceReferenceDate: 788_918_400))
    #expect(entry.waterTemperature == nil)
  }

  @Test func objectsAndDecimalsAreParameters() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("staff.sqlite").path
      let model = try Staff.model.compiled.get()
      try model.createStore(at: path)
      var diagnostics = Diagnostics()
      let seed = SourceFile(
        path: "seed", text: try RepositoryFiles.text("Models/Staff.seed.json"))
      let counts = try model.importObjects(of: seed, into: path, &diagnostics)
      try #require(counts != nil)
      let store = try Staff.open(path)
      for boss in try store.fetch(Employee.all) {
        let team = try store.fetch(Employee.teamOf(manager: boss.objectID))
        #expect(team.allSatisfy { $0.manager == boss.objectID })
      }
      let contracts = Contract.contractsOver(sum: 12, department: "R&D")
      #expect(contracts.sql.contains("JOIN ZEMPLOYEE t1 ON t0.ZOWNER = t1.Z_PK"))
      _ = try store.fetch(contracts)
    }
  }

  @Test func listsSetTheNumberOfPlaceholders() {
    let request = Article.named(names: ["a", "b", "c"])
    #expect(request.sql.hasSuffix("t0.ZNAME IN (?,?,?)"))
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
