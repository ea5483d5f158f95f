import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// Delete rules when the store cannot be read, and between merges (OG-5).
@Suite(.tags(.faults)) struct DeletionFaultTests {
  @Test("A save does not delete an object whose relationships could not be read")
  func anUnreadableRelationshipStopsTheSave() throws {
    let office = try Office()
    let person = try office.person("Ann")
    let note = try office.context.insert("Note")
    note["author"] = .object(person)
    try office.context.save()
    let other = office.other()
    let found = try #require(try other.fetch(ObjectRequest("Person")).first)
    try found.fireFault()
    var failures = 0
    let observation = other.observe { if case .failed = $0 { failures += 1 } }
    office.store.isUnreadable = true
    try other.delete(found)
    other.processPendingChanges()
    #expect(failures == 1)
    #expect(throws: TableStore.Unreadable.self) { try other.save() }
    // The rules are applied when the store can be read again: the note goes, too.
    office.store.isUnreadable = false
    try other.save()
    #expect(try office.other().count(ObjectRequest("Person")) == 0)
    #expect(try office.other().count(ObjectRequest("Note")) == 0)
    observation.cancel()
  }

  @Test("A merge does not take the rules from a deletion that was not processed yet")
  func aMergeKeepsPendingRules() throws {
    let office = try Office()
    let person = try office.person("Ann")
    let note = try office.context.insert("Note")
    note["author"] = .object(person)
    try office.context.save()
    try office.context.delete(person)
    try office.context.merge(MergedChanges())
    #expect(note.isDeleted)
    try office.context.save()
    #expect(try office.other().count(ObjectRequest("Note")) == 0)
  }

  @Test("A deletion through a long chain of cascades takes time by its length alone")
  func aChainOfCascades() throws {
    let office = try Office(
      entities: """
        <entity name="Node">
          <relationship name="next" optional="YES" maxCount="1" deletionRule="Cascade"
            destinationEntity="Node" inverseName="previous" inverseEntity="Node"/>
          <relationship name="previous" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Node" inverseName="next" inverseEntity="Node"/>
        </entity>
        """)
    let nodes = try (0..<TestLength.choose(short: 2000, long: 20_000)).map { _ in
      try office.context.insert("Node")
    }
    for (node, next) in zip(nodes, nodes.dropFirst()) { node["next"] = .object(next) }
    try office.context.save()
    try office.context.delete(nodes[0])
    office.context.processPendingChanges()
    #expect(office.context.deletedObjects.count == nodes.count)
    try office.context.save()
    #expect(try office.other().count(ObjectRequest("Node")) == 0)
  }
}
