import Foundation
import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Rows and files with numbers at the end of their range are used or refused, and stop nothing (SR-2).
@Suite struct ExtremeRowTests {
  @Test("A row whose version is the highest number can be saved")
  func theHighestVersion() throws {
    try SQLiteStoreFixture.run { fixture, path in
      let note = try fixture.new("Note", ["text": .string("a")])
      try fixture.insert(note)
      _ = try storedRows(path, "UPDATE ZNOTE SET Z_OPT = 9223372036854775807")
      let context = try sqliteContext(fixture.model, path: path)
      let object = try #require(try context.fetch(ObjectRequest("Note")).first)
      object["text"] = .string("b")
      try context.save()
      #expect(try storedRows(path, "SELECT ZTEXT FROM ZNOTE") == [[.text("b")]])
    }
  }

  @Test(
    "A file that has given its highest number refuses a new object", arguments: ["XML", "Binary"])
  func theHighestNumber(type: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try ModelPlan(compiledModel(Office.entities))
      let store = try MemoryObjectStore(
        file: folder.path + "/office", type: type, model)
      let root = try #require(model.entity(named: "Company"))
      _ = try store.reserveNumbers(Int(Int64.max) - 200, root: root)
      #expect(throws: MemoryStoreError.self) { try store.reserveNumbers(1000, root: root) }
    }
  }
}
