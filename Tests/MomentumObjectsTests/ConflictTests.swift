import MomentumModel
import Testing

@testable import MomentumObjects

/// Rows that others have changed (OG-617 to OG-626).
@Suite struct ConflictTests {
  /// What `name`, `home` and `age` are after both sides have changed the name, this side the home
  /// and the other side the age.
  struct Outcome: Sendable {
    var policy: MergePolicy
    var name: String
    var home: String?
    var age: Int64
    var version: Int64
  }

  private func conflict(
    _ body: (Office, ObjectContext, ManagedObject) throws -> Void
  ) throws {
    let office = try Office()
    let person = try office.person("Ann", age: 30)
    let other = office.other()
    let theirs = other.object(with: person.objectID)
    theirs["name"] = .string("Their")
    theirs["age"] = .integer(60)
    try other.save()
    person["name"] = .string("Ours")
    person["home"] = .string("Ulm")
    try body(office, office.context, person)
  }

  @Test("OG scenario 36: without a policy the save fails and names the object")
  func error() throws {
    try conflict { _, context, person in
      let error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code == .mergeConflict && error?.objects == [person.objectID])
      let conflict = try #require(error?.conflicts.first)
      #expect(error?.conflicts.count == 1)
      #expect(conflict.oldVersion == 1 && conflict.newVersion == 2)
      #expect(conflict.objectSnapshot?.value(0) == .string("Ann"))
      #expect(conflict.cachedSnapshot?.value(0) == .string("Their"))
      #expect(conflict.persistedSnapshot == nil)
      #expect(person["name"] == .string("Ours") && context.hasChanges)
    }
  }

  @Test(
    "OG scenario 37 to 40: each policy (OG-624, OG-625)",
    arguments: [
      Outcome(policy: .storeTrump, name: "Their", home: "Ulm", age: 60, version: 3),
      Outcome(policy: .objectTrump, name: "Ours", home: "Ulm", age: 60, version: 3),
      Outcome(policy: .overwrite, name: "Ours", home: "Ulm", age: 30, version: 3),
      Outcome(policy: .rollback, name: "Their", home: nil, age: 60, version: 2),
    ])
  func policies(outcome: Outcome) throws {
    try conflict { office, context, person in
      context.mergePolicy = outcome.policy
      try context.save()
      #expect(person.text("name") == outcome.name)
      #expect(person.text("home") == outcome.home)
      #expect(person["age"] == .integer(outcome.age))
      #expect(!person.hasChanges && person.changedValues().isEmpty)
      let row = try #require(office.store.stored(person.objectID))
      #expect(row.version == outcome.version)
      #expect(row.values[0] == .string(outcome.name) && row.values[1] == .integer(outcome.age))
    }
  }

  @Test("OG scenario 41: a refresh that keeps changes avoids the conflict")
  func refreshed() throws {
    try conflict { _, context, person in
      context.refresh(person, keepingChanges: true)
      #expect(person["name"] == .string("Ours") && person["age"] == .integer(60))
      try context.save()
      #expect(person["name"] == .string("Ours") && person["age"] == .integer(60))
    }
  }

  @Test(
    "OG scenario 42 to 44: the row was deleted by another",
    arguments: [MergePolicy.error, .storeTrump, .objectTrump, .overwrite, .rollback])
  func deletedByAnother(policy: MergePolicy) throws {
    let office = try Office()
    let person = try office.person("Ann")
    let id = person.objectID
    let other = office.other()
    try other.delete(other.object(with: id))
    try other.save()
    person["name"] = .string("Ours")
    office.context.mergePolicy = policy
    switch policy {
    case .error, .custom:
      let error = #expect(throws: ObjectError.self) { try office.context.save() }
      #expect(error?.code == .mergeConflict && error?.conflicts.map(\.newVersion) == [0])
    case .overwrite:
      try office.context.save()
      #expect(office.store.stored(id)?.values[0] == .string("Ours"))
      #expect(person.objectID == id && !person.hasChanges)
    case .storeTrump, .objectTrump, .rollback:
      try office.context.save()
      #expect(office.store.stored(id) == nil)
      #expect(person.context == nil)
    }
  }

  @Test("OG-626: deleting what others have deleted is no conflict")
  func bothDeleted() throws {
    let office = try Office()
    let person = try office.person("Ann")
    let other = office.other()
    try other.delete(other.object(with: person.objectID))
    try other.save()
    try office.context.delete(person)
    try office.context.save()
    #expect(!office.context.hasChanges && person.context == nil)
  }

  @Test("OG scenario 139: an unchanged object can be compared too (OG-618)")
  func detected() throws {
    let office = try Office()
    let person = try office.person("Ann")
    let other = office.other()
    other.object(with: person.objectID)["name"] = .string("Their")
    try other.save()
    office.context.detectConflicts(for: person)
    let error = #expect(throws: ObjectError.self) { try office.context.save() }
    #expect(error?.code == .mergeConflict)
  }
}
