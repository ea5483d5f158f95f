import MomentumModel
import Testing

@testable import MomentumObjects

/// What a save of several pages of rows leaves behind: the objects that the program holds, their
/// rows and their identities, with and without somebody who looks at the objects afterwards.
@Suite struct SavedObjectsTests {
  private static let entities = """
    <entity name="Item">
      <attribute name="code" attributeType="String"/>
      <attribute name="note" optional="YES" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
      </uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Box">
      <attribute name="size" optional="YES" attributeType="Integer 64" usesScalarValueType="YES"/>
      <relationship name="first" optional="YES" maxCount="1" destinationEntity="Box"/>
    </entity>
    """
  private static let count = RowPage.rowsMax * 4 + 9

  private let context: ObjectContext

  init() throws { context = try sqliteContext(Self.entities) }

  private static func note(_ number: Int) -> String? {
    number % 5 == 0 ? nil : "a note with more than fifteen bytes, \(number)"
  }

  @discardableResult
  private func item(_ number: Int) throws -> ManagedObject {
    let item = try context.insert("Item")
    item["code"] = .string("code \(number)")
    if let note = Self.note(number) { item["note"] = .string(note) }
    return item
  }

  private struct StoredItem {
    let key: Int64
    let code: String?
    let note: String?
    let version: Int64?
  }

  /// All items in the store, in the order of their keys.
  private func rows() throws -> [StoredItem] {
    let other = ObjectContext(context.coordinator)
    let items = try other.fetch(ObjectRequest("Item")).map { item in
      StoredItem(
        key: item.objectID.number, code: item.text("code"), note: item.text("note"),
        version: item.row?.version)
    }
    return items.sorted { $0.key < $1.key }
  }

  @Test(
    "OG-101: held objects become permanent, and the others go with the save",
    arguments: [1, 7, 100, 1000], [false, true])
  func held(step: Int, isObserved: Bool) throws {
    var told: [ObjectID] = []
    let observation = context.observe {
      if case .didSave(let changes) = $0 { told = changes.inserted.map(\.objectID) }
    }
    if !isObserved { observation.cancel() }
    var held: [Int: ManagedObject] = [:]
    for number in 0..<Self.count {
      let item = try item(number)
      if number % step == step / 2 { held[number] = item }
    }
    let temporary = held.values.map(\.objectID)
    try context.save()
    observation.cancel()
    #expect(!context.hasChanges && context.insertedObjects.isEmpty)
    #expect(Set(context.registeredObjects) == Set(held.values))
    #expect(temporary.allSatisfy { context.registeredObject(for: $0) == nil })
    for (number, item) in held {
      #expect(item.objectID.number == Int64(number + 1) && !item.objectID.isTemporary)
      #expect(item.text("note") == Self.note(number) && !item.isFault && !item.hasChanges)
      #expect(context.registeredObject(for: item.objectID) === item)
      #expect(item.row?.id == item.objectID && item.row?.version == 1)
    }
    #expect(told.map(\.number) == (isObserved ? Array(1...Int64(Self.count)) : []))
    let rows = try rows()
    #expect(rows.map(\.key) == Array(1...Int64(Self.count)))
    #expect(rows.map(\.note) == (0..<Self.count).map(Self.note))
  }

  @Test("objects with equal values between changed ones are not written")
  func equalValues() throws {
    for number in 0..<Self.count { try item(number) }
    try context.save()
    var request = ObjectRequest("Item")
    request.sortKeys = [ObjectSort("code")]
    let items = try context.fetch(request)
    for (index, item) in items.enumerated() {
      if index % 3 == 0 { item["note"] = item["note"] } else { item["note"] = .string("\(index)") }
    }
    let codes = items.map { $0.text("code") }
    try context.save()
    #expect(!context.hasChanges && items.allSatisfy { !$0.isUpdated })
    let rows = try rows()
    for (index, item) in items.enumerated() {
      let row = rows[Int(item.objectID.number) - 1]
      #expect(row.version == (index % 3 == 0 ? 1 : 2) && item.row?.version == row.version)
      #expect(row.code == codes[index] && row.note == item.text("note"))
      #expect(index % 3 == 0 || row.note == "\(index)")
    }
  }

  @Test("OG-611: a save that is tried again uses the numbers that it has reserved")
  func retry() throws {
    for number in 0..<100 { try item(number) }
    let twin = try item(99)
    let error = #expect(throws: ObjectError.self) { try context.save() }
    #expect(error?.violations.first?.objects.map(\.number) == [100, 101])
    #expect(context.insertedObjects.count == 101 && twin.objectID.isTemporary)
    twin["code"] = .string("another")
    try item(101)
    try context.save()
    #expect(twin.objectID.number == 101)
    #expect(try rows().map(\.key) == Array(1...102))
  }

  @Test("new objects of two entities are numbered in their order, whoever comes between")
  func twoEntities() throws {
    var boxes: [ManagedObject] = []
    for number in 0..<Self.count {
      try item(number)
      if number % 3 == 0 {
        let box = try context.insert("Box")
        box["size"] = .integer(Int64(number))
        if let last = boxes.last { last["first"] = .object(box) }
        boxes.append(box)
      }
    }
    try context.obtainPermanentIDs(for: [boxes[1]])
    #expect(boxes[1].objectID.number == 1)
    try context.save()
    #expect(boxes.map(\.objectID.number) == [2, 1] + (3...Int64(boxes.count)))
    #expect(try rows().map(\.code) == (0..<Self.count).map { "code \($0)" })
    let other = ObjectContext(context.coordinator)
    for (box, next) in zip(boxes, boxes.dropFirst()) {
      #expect(other.object(with: box.objectID).object("first")?.objectID == next.objectID)
    }
  }
}
