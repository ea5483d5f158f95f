import Foundation
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Saves that a store refuses (OG-612, OG-613).
@Suite struct StoreFailureTests {
  @Test("Scenario 129: a store that was opened for reading: 513, and the changes stay (OG-613)")
  func readOnly() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.path + "/office.sqlite"
      let office = try Office()
      let writing = StoreCoordinator(office.model)
      let store = try SQLiteObjectStore(path: path, model: office.model)
      try writing.add(store)
      let writer = ObjectContext(writing)
      try writer.insert("Tag")["word"] = .string("red")
      try writer.save()
      writing.remove(store)
      var options = SQLiteStoreOptions()
      options.isReadOnly = true
      let reading = StoreCoordinator(office.model)
      try reading.add(SQLiteObjectStore(path: path, model: office.model, options: options))
      let context = ObjectContext(reading)
      let tag = try #require(try context.fetch(ObjectRequest("Tag")).first)
      tag["word"] = .string("blue")
      var error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code.rawValue == 513 && context.hasChanges && tag.isUpdated)
      context.rollback()
      let new = try context.insert("Tag")
      new["word"] = .string("green")
      error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code.rawValue == 513 && context.insertedObjects == [new])
      context.rollback()
      try context.delete(tag)
      error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code.rawValue == 513 && tag.isDeleted)
    }
  }

  /// Two stores of one model; the second can be told to fail.
  private func twoStores() throws -> (Office, TableStore, [ManagedObject]) {
    let office = try Office()
    let second = TableStore(office.model)
    try office.coordinator.add(second)
    let objects = try [office.store, second].map { store in
      let person = try office.context.insert("Person")
      person["name"] = .string("Ann")
      try office.context.assign(person, to: store)
      return person
    }
    return (office, second, objects)
  }

  @Test("OG-612: one store was saved, another failed: 134040, and only that is pending")
  func incomplete() throws {
    let (office, second, objects) = try twoStores()
    second.refusesSaves = true
    let error = #expect(throws: ObjectError.self) { try office.context.save() }
    #expect(error?.code.rawValue == 134_040 && error?.objects == [objects[1].objectID])
    #expect(error?.underlying is TableStore.Unreadable)
    #expect(!objects[0].hasChanges && !objects[0].objectID.isTemporary)
    #expect(office.context.insertedObjects == [objects[1]])
    second.refusesSaves = false
    var saved: [ManagedObject] = []
    let observation = office.context.observe {
      if case .didSave(let changes) = $0 { saved = changes.inserted }
    }
    try office.context.save()
    observation.cancel()
    #expect(saved == [objects[1]] && !office.context.hasChanges)
  }

  @Test("A conflict in the second store is resolved without writing the first one again")
  func conflictInSecond() throws {
    let (office, second, objects) = try twoStores()
    try office.context.save()
    let other = office.other()
    other.object(with: objects[1].objectID)["age"] = .integer(60)
    try other.save()
    for object in objects { object["name"] = .string("Eve") }
    office.context.mergePolicy = .objectTrump
    _ = (office.store.takeLog(), second.takeLog())
    var saved: [ManagedObject] = []
    let observation = office.context.observe {
      if case .didSave(let changes) = $0 { saved = changes.updated }
    }
    try office.context.save()
    observation.cancel()
    #expect(office.store.takeLog() == ["save +0 ~1 -0"] && Set(saved) == Set(objects))
    #expect(second.stored(objects[1].objectID)?.value(1) == .integer(60))
    #expect(second.stored(objects[1].objectID)?.value(0) == .string("Eve"))
  }
}
