import Testing

@testable import MomentumObjects

/// Undo of relationships of objects that have nothing but their row in memory (OG-2).
@Suite struct UndoRelationshipTests {
  @Test("Undo takes back the first change of a relationship after an object was read")
  func theFirstChange() throws {
    let office = try Office()
    let person = try office.person("Ann")
    let company = try office.context.insert("Company")
    try office.context.save()
    let context = office.other()
    context.undoHistory = UndoHistory()
    let found = try #require(try context.fetch(ObjectRequest("Person")).first)
    let destination = context.object(with: company.objectID)
    for key in ["company", "tags", "notes"] {
      switch key {
      case "company": found[key] = .object(destination)
      case "tags": found[key] = .objects([try context.insert("Tag")])
      default: found[key] = .orderedObjects([try context.insert("Note")])
      }
      context.processPendingChanges()
      context.undo()
      #expect(!found.hasPersistentChangedValues, "\(key)")
    }
    #expect(found["company"] == .null)
    #expect(found["tags"] == .objects([]) && found["notes"] == .orderedObjects([]))
    #expect(person.objectID == found.objectID)
  }
}
