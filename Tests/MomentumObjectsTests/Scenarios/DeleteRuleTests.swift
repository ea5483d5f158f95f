import MomentumModel
import Testing

@testable import MomentumObjects

/// Delete rules in memory and in the rows (OG-411 to OG-418).
@Suite struct DeleteRuleTests {
  /// A parent with one relationship of each rule; each child has a to-one rule of its own.
  private static let entities = """
    <entity name="Parent">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="nullified" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Child" inverseName="nullifying" inverseEntity="Child"/>
      <relationship name="cascaded" optional="YES" toMany="YES" deletionRule="Cascade"
        destinationEntity="Child" inverseName="cascading" inverseEntity="Child"/>
      <relationship name="denied" optional="YES" toMany="YES" deletionRule="Deny"
        destinationEntity="Child" inverseName="denying" inverseEntity="Child"/>
      <relationship name="ignored" optional="YES" toMany="YES" deletionRule="No Action"
        destinationEntity="Child" inverseName="ignoring" inverseEntity="Child"/>
    </entity>
    <entity name="Child">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="nullifying" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Parent" inverseName="nullified" inverseEntity="Parent"/>
      <relationship name="cascading" optional="YES" maxCount="1" deletionRule="Cascade"
        destinationEntity="Parent" inverseName="cascaded" inverseEntity="Parent"/>
      <relationship name="denying" optional="YES" maxCount="1" deletionRule="Deny"
        destinationEntity="Parent" inverseName="denied" inverseEntity="Parent"/>
      <relationship name="ignoring" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Parent" inverseName="ignored" inverseEntity="Parent"/>
    </entity>
    """

  private let office: Office
  private let context: ObjectContext

  init() throws {
    office = try Office(entities: Self.entities)
    context = office.context
  }

  private func family(_ relationship: String) throws -> (ManagedObject, [ManagedObject]) {
    let parent = try context.insert("Parent")
    let children = try (0..<2).map { _ in try context.insert("Child") }
    parent[relationship] = .objects(children)
    try context.save()
    return (parent, children)
  }

  /// The stored key of a to-one relationship.
  private func key(_ child: ManagedObject, _ name: String) throws -> ObjectID? {
    guard case .toOne(let index)? = child.plan.place(of: name) else { return nil }
    return try #require(office.store.stored(child.objectID)).toOne(index)
  }

  private func count(_ entity: String) throws -> Int {
    try office.other().count(ObjectRequest(entity))
  }

  @Test("OG scenario 18, 19: Cascade and Nullify, also of members that were never read (OG-412)")
  func cascadeAndNullify() throws {
    let (parent, _) = try family("cascaded")
    try context.delete(parent)
    try context.save()
    #expect(try count("Parent") == 0 && count("Child") == 0)
    let (second, children) = try family("nullified")
    let other = office.other()
    try other.delete(other.object(with: second.objectID))
    try other.save()
    #expect(try count("Parent") == 0 && count("Child") == 2)
    #expect(try children.allSatisfy { try key($0, "nullifying") == nil })
  }

  @Test("OG scenario 20: Deny fails with 1600 and leaves everything as it was (OG-412, OG-611)")
  func deny() throws {
    let (parent, children) = try family("denied")
    try context.delete(parent)
    #expect(parent.isDeleted, "delete itself never fails (OG-415)")
    let direct = #expect(throws: ObjectError.self) { try parent.validateForDelete() }
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(direct?.code == .deniedDelete && error?.code.rawValue == 1600)
    #expect(error?.key == "denied" && error?.description == "Items cannot be deleted from denied.")
    #expect(error?.values.count == 2, "OG-616")
    #expect(context.deletedObjects == [parent] && context.hasChanges)
    #expect(try count("Parent") == 1 && key(children[0], "denying") == parent.objectID)
    for child in children { try context.delete(child) }
    try context.save()
    #expect(try count("Parent") == 0 && count("Child") == 0, "OG scenario 21")
  }

  @Test("OG scenario 22: No Action leaves the key, without an error then or later (OG-412)")
  func noAction() throws {
    let (parent, children) = try family("ignored")
    let id = parent.objectID
    _ = children[0].object("ignoring")
    try context.delete(parent)
    try context.save()
    #expect(try key(children[0], "ignoring") == id)
    children[0]["name"] = .string("changed")
    try context.save()
    #expect(try key(children[0], "ignoring") == id, "the key leads nowhere")
    let ghost = try #require(children[0].object("ignoring"))
    #expect(ghost.isFault && ghost["name"] == .null && ghost.isDeleted)
  }

  @Test("OG scenario 105: before the event ends nobody has lost anything (OG-411)")
  func endOfEvent() throws {
    let (parent, children) = try family("nullified")
    try context.delete(children[0])
    #expect(parent["nullified"] == .objects(children))
    #expect(children[0].object("nullifying") === parent)
    context.processPendingChanges()
    #expect(parent["nullified"] == .objects([children[1]]))
  }

  @Test("OG scenario 106: propagation may wait for the save (OG-411)")
  func atSave() throws {
    context.propagatesDeletesAtEndOfEvent = false
    let (parent, children) = try family("nullified")
    try context.delete(children[0])
    context.processPendingChanges()
    #expect(parent["nullified"] == .objects(children))
    try context.save()
    #expect(parent["nullified"] == .objects([children[1]]))
    #expect(office.store.stored(parent.objectID)?.version == 2, "OG-404")
  }

  @Test("OG scenario 107: Cascade of a to-one, and then the rules of its object (OG-413)")
  func cascadeOfToOne() throws {
    let (parent, children) = try family("nullified")
    children[0]["cascading"] = .object(parent)
    try context.save()
    try context.delete(children[0])
    try context.save()
    #expect(try count("Parent") == 0 && count("Child") == 1)
    #expect(try key(children[1], "nullifying") == nil)
  }

  @Test("OG scenario 108: Deny of a to-one (OG-413)")
  func denyOfToOne() throws {
    let (_, children) = try family("denied")
    try context.delete(children[0])
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.code == .deniedDelete && error?.key == "denying")
    #expect(error?.objects == [children[0].objectID])
  }

  @Test("OG scenario 109: Cascade through three levels and a cycle ends (OG-412, OG-414)")
  func cycle() throws {
    let entities = """
      <entity name="Node">
        <relationship name="next" optional="YES" maxCount="1" deletionRule="Cascade"
          destinationEntity="Node" inverseName="last" inverseEntity="Node"/>
        <relationship name="last" optional="YES" maxCount="1" deletionRule="Cascade"
          destinationEntity="Node" inverseName="next" inverseEntity="Node"/>
      </entity>
      """
    let office = try Office(entities: entities)
    let nodes = try (0..<4).map { _ in try office.context.insert("Node") }
    for (index, node) in nodes.enumerated() { node["next"] = .object(nodes[(index + 1) % 4]) }
    try office.context.save()
    let other = office.other()
    try other.delete(other.object(with: nodes[2].objectID))
    try other.save()
    #expect(try other.count(ObjectRequest("Node")) == 0)
  }

  @Test("OG-418: the members of a deleted object are read together, not one by one")
  func membersTogether() throws {
    let parent = try context.insert("Parent")
    parent["nullified"] = .objects(try (0..<20).map { _ in try context.insert("Child") })
    try context.save()
    let plain = StoreCoordinator(office.model)
    try plain.add(office.store)
    let other = ObjectContext(plain)
    let theirs = try #require(try other.fetch(ObjectRequest("Parent")).first)
    _ = office.store.takeLog()
    try other.delete(theirs)
    other.processPendingChanges()
    let log = office.store.takeLog()
    #expect(log.filter { $0.hasPrefix("row") } == ["rows Child"])
    #expect(other.updatedObjects.count == 20)
  }
}
