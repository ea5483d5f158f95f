import Foundation
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Saves that a store refuses (OG-612, OG-613).
@Suite struct StoreFailureTests {
  @Test("OG scenario 129: a store that was opened for reading: 513, and the changes stay (OG-613)")
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

  @Test("SR-19, SR-104: while others keep the lock, each of many threads gets 134090")
  func busy() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let office = try Office()
      var options = SQLiteStoreOptions()
      options.timeout = 0.05
      let path = folder.path + "/office.sqlite"
      let coordinator = StoreCoordinator(office.model)
      try coordinator.add(SQLiteObjectStore(path: path, model: office.model, options: options))
      let contexts = try (0..<8).map { number in
        let context = ObjectContext(coordinator)
        try context.insert("Tag")["word"] = .string("\(number)")
        return context
      }
      // Another program, for all that the store can see.
      let holder = try Connection(path: path, access: .readWrite)
      try holder.execute("BEGIN IMMEDIATE")
      let errors = Locked<[ObjectError]>([])
      DispatchQueue.concurrentPerform(iterations: contexts.count) { index in
        let result = Result { try contexts[index].performAndWait { try contexts[index].save() } }
        guard case .failure(let error as ObjectError) = result else { return }
        errors.withLock { $0.append(error) }
      }
      let found = errors.withLock { $0 }
      #expect(found.map { $0.code.rawValue } == Array(repeating: 134_090, count: 8))
      // At least the thread that has come to the file tells SQLite's own code.
      #expect(found.contains { $0.userInfo["NSSQLiteErrorDomain"] == .integer(5) })
      #expect(contexts.allSatisfy { $0.hasChanges })
      try holder.execute("ROLLBACK")
      for context in contexts { try context.save() }
      #expect(try ObjectContext(coordinator).count(ObjectRequest("Tag")) == 8)
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
