import MomentumModel
import MomentumPropertyList
import Testing

@testable import MomentumObjects

/// Saving to a store in memory, and the members of relationships.
@Suite struct MemoryStoreTests {
  private func members(_ world: MemoryWorld, _ id: ObjectID, _ name: String) throws -> [ObjectID] {
    try world.store.members(world.relationship(name, of: id.entityName), of: id)
  }

  // MARK: - Relationships

  @Test func membersFollowTheToOneRelationshipsOfTheirRows() throws {
    var world = try MemoryWorld()
    let one = try world.insert("Company")
    let other = try world.insert("Company")
    let ann = try world.insert("Person", [:], ["company": one])
    let bob = try world.insert("Manager", [:], ["company": one])
    try world.save()
    #expect(try members(world, one, "people") == [ann, bob])
    try world.update(ann, [:], ["company": other])
    try world.save()
    #expect(try members(world, one, "people") == [bob])
    #expect(try members(world, other, "people") == [ann])
    try world.update(bob)
    try world.delete(ann)
    try world.save()
    #expect(try members(world, one, "people").isEmpty)
    #expect(try members(world, other, "people").isEmpty)
    let relationship = try world.relationship("people", of: "Company")
    #expect(try world.store.members(relationship, of: [one, other]) == [one: [], other: []])
  }

  @Test func anOrderedRelationshipKeepsItsOrder() throws {
    var world = try MemoryWorld()
    let room = try world.insert("Room")
    let people = try (0..<4).map { _ in try world.insert("Person", [:], ["room": room]) }
    try world.link(room, "desks", add: people, order: people.reversed())
    try world.save()
    #expect(try members(world, room, "desks") == people.reversed())
    // A member that left is gone, whatever the order says; a new one without a place is the last.
    try world.update(people[3])
    let late = try world.insert("Person", [:], ["room": room])
    try world.save()
    #expect(try members(world, room, "desks") == [people[2], people[1], people[0], late])
  }

  /// A context names the change of one side or of both; the result is the same.
  @Test(arguments: [[true, false], [false, true], [true, true]])
  func bothSidesOfAManyToManyRelationshipChange(_ sides: [Bool]) throws {
    var world = try MemoryWorld()
    let company = try world.insert("Company")
    let other = try world.insert("Company")
    let tag = try world.insert("Tag")
    if sides[0] { try world.link(company, "tags", add: [tag]) }
    if sides[1] { try world.link(tag, "companies", add: [company]) }
    try world.link(other, "tags", add: [tag])
    try world.save()
    #expect(try members(world, company, "tags") == [tag])
    #expect(try members(world, tag, "companies") == [company, other])
    if sides[0] { try world.link(company, "tags", remove: [tag]) }
    if sides[1] { try world.link(tag, "companies", remove: [company]) }
    try world.save()
    #expect(try members(world, company, "tags").isEmpty)
    #expect(try members(world, tag, "companies") == [other])
    try world.delete(tag)
    try world.save()
    #expect(try members(world, other, "tags").isEmpty)
  }

  // MARK: - Versions

  @Test func aChangedOrDeletedRowIsAConflictAndNothingIsSaved() throws {
    var world = try MemoryWorld()
    let ann = try world.insert("Person", ["name": .string("ann")])
    let bob = try world.insert("Person", ["name": .string("bob")])
    try world.save()
    let stale = try #require(try world.store.row(ann))
    let gone = try #require(try world.store.row(bob))
    try world.update(ann, ["name": .string("eve")])
    try world.delete(bob)
    try world.save()
    _ = try world.insert("Person", ["name": .string("new")])
    world.changes.updates = [
      .init(
        old: stale, new: stale, changedLeaves: [], changedToOnes: [], changedToManys: [])
    ]
    world.changes.deletes = [.init(gone)]
    #expect {
      try world.save()
    } throws: { error in
      guard case .rows(let rows)? = error as? StoreConflict else { return false }
      return rows.map(\.id) == [ann, bob] && rows.map { $0.present?.version } == [2, nil]
    }
    #expect(try world.names(world.fetch("Person")) == ["eve"])
  }

  @Test func aCheckedRowMustBeUnchanged() throws {
    var world = try MemoryWorld()
    let ann = try world.insert("Person")
    try world.save()
    let stale = try #require(try world.store.row(ann))
    world.changes.checked = [stale]
    try world.save()
    try world.update(ann)
    try world.save()
    world.changes.checked = [stale]
    #expect(throws: StoreConflict.self) { try world.save() }
  }

  @Test func anInsertOfAKnownNumberIsAConflict() throws {
    var world = try MemoryWorld()
    let ann = try world.insert("Person")
    try world.save()
    world.changes.inserts = [.init(world.row(ann, [:]))]
    #expect(throws: StoreConflict.self) { try world.save() }
  }

  /// OG-629
  @Test func constraintsAreNotChecked() throws {
    var world = try MemoryWorld()
    _ = try world.insert("Person", ["name": .string("ann")])
    _ = try world.insert("Person", ["name": .string("ann")])
    try world.save()
    #expect(try world.store.count(world.fetch("Person")) == 2)
  }

  // MARK: - Opening

  @Test("SR scenario 84, SR-90: only SQLite has derived attributes")
  func aDerivedAttributeIsRefused() throws {
    let model = try ModelPlan(
      compiledModel(
        """
        <entity name="Note">
          <attribute name="text" optional="YES" attributeType="String"/>
          <attribute name="upper" optional="YES" attributeType="String" derived="YES"
            derivationExpression="uppercase:(text)"/>
        </entity>
        """))
    let error = MemoryStoreError(.derivedAttribute(entity: "Note", attribute: "upper"))
    #expect(throws: error) { try MemoryObjectStore(model) }
    #expect(error.code == nil)
  }

  @Test func aReadOnlyStoreTakesOnlyEmptySaves() throws {
    let model = try ModelPlan(compiledModel(officeEntities))
    var world = MemoryWorld(
      model, try MemoryObjectStore(model, options: MemoryStoreOptions(isReadOnly: true)))
    try world.save()
    _ = try world.insert("Person")
    #expect(throws: MemoryStoreError(.readOnly)) { try world.save() }
  }

  @Test func aStoreHasTheEntitiesOfItsConfiguration() throws {
    let model = try ModelPlan(
      compiledModel(
        officeEntities + """
          <configuration name="Tags"><memberEntity name="Tag"/></configuration>
          """))
    let store = try MemoryObjectStore(model, options: MemoryStoreOptions(configuration: "Tags"))
    #expect(model.entities.filter { store.holds($0) }.map(\.name) == ["Tag"])
    #expect(store.metadata["NSStoreModelVersionHashes"]?.dictionary?.keys.sorted() == ["Tag"])
  }

  // MARK: - Identities

  @Test func numbersAreNeverGivenTwice() throws {
    var world = try MemoryWorld()
    let person = try world.entity("Person")
    #expect(try world.store.reserveNumbers(3, root: person) == 1...3)
    let ann = try world.insert("Person")
    #expect(ann.number == 4)
    world.changes = StoreChanges()
    #expect(try world.store.reserveNumbers(1, root: person) == 5...5)
  }

  /// SR-281
  @Test func aReferenceIsAUUID() throws {
    let world = try MemoryWorld()
    let id = ObjectID(world.store.places[try world.entity("Tag")], 7)
    let text = try #require(id.uri.split(separator: "/").last).dropFirst()
    #expect(text.count == 36 && text.hasSuffix("-000000000007"))
    #expect(world.store.references.number(String(text)) == 7)
    #expect(world.store.references.number("7") == nil)
    let other = try MemoryObjectStore(world.model)
    #expect(other.references.number(String(text)) == nil)
  }

  @Test func metadataKeepsItsIdentity() throws {
    let world = try MemoryWorld()
    world.store.metadata = StoreInformation(["own": .string("x"), "NSStoreType": .string("y")])
    #expect(world.store.metadata["own"] == .string("x"))
    #expect(world.store.metadata["NSStoreType"] == .string("InMemory"))
    #expect(world.store.metadata["NSStoreUUID"] == .string(world.store.identifier))
  }
}
