import MomentumModel
import Testing

@testable import MomentumObjects

/// A box whose class has rules of its own.
final class PickyBox: ManagedObject {
  struct TooHeavy: Error, Equatable {}

  override func validate(_ value: inout PropertyValue, forKey key: String) throws {
    switch (key, value) {
    case ("weight", .attribute(.integer(let weight))) where weight > 1000: throw TooHeavy()
    case ("label", .attribute(.string(let text))) where text.hasPrefix(" "):
      value = .string(String(text.drop { $0 == " " }))
    default: break
    }
  }
}

/// The rules of classes and models before a save (OG-605 to OG-610, OG-614 to OG-616).
@Suite struct ValidationTests {
  private static let entities = """
    <entity name="Box">
      <attribute name="label" optional="YES" attributeType="String" minValueString="3"
        maxValueString="8" regularExpressionString="[a-z]+"/>
      <attribute name="weight" optional="YES" attributeType="Integer 32" minValueString="1"/>
      <attribute name="price" optional="YES" attributeType="Double" maxValueString="10.5"/>
      <attribute name="made" optional="YES" attributeType="Date" minDateTimeInterval="100"
        maxDateTimeInterval="200"/>
      <attribute name="serial" attributeType="String" defaultValueString="a"/>
      <relationship name="items" optional="YES" toMany="YES" minCount="2" maxCount="3"
        destinationEntity="Item" inverseName="box" inverseEntity="Item"/>
      <relationship name="lid" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Lid" inverseName="box" inverseEntity="Lid"/>
    </entity>
    <entity name="Item">
      <relationship name="box" optional="YES" maxCount="1" destinationEntity="Box"
        inverseName="items" inverseEntity="Box"/>
    </entity>
    <entity name="Lid">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="box" maxCount="1" deletionRule="Nullify" destinationEntity="Box"
        inverseName="lid" inverseEntity="Box"/>
    </entity>
    """

  private let office: Office
  private let context: ObjectContext

  init() throws {
    var classes = ObjectClasses()
    classes["Box"] = PickyBox.self
    office = try Office(classes: classes, entities: Self.entities)
    context = office.context
  }

  private func failure(_ body: () throws -> Void) -> ObjectError? {
    do {
      try body()
      return nil
    } catch { return error as? ObjectError }
  }

  @Test("OG scenario 9, 10, 11: missing values, one error or 1560 with all (OG-605, OG-611)")
  func missing() throws {
    let box = try context.insert("Box")
    box["serial"] = .null
    var error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == 1570 && error.key == "serial" && error.details.isEmpty)
    #expect(error.objects == [box.objectID] && error.values.isEmpty)
    box["weight"] = .integer(0)
    error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == 1560)
    #expect(error.description == "Multiple validation errors occurred.")
    #expect(Set(error.details.map(\.code)) == [.missingValue, .numberTooSmall])
    #expect(office.store.takeLog() == [] && context.hasChanges && box.isInserted)
    #expect(failure { try context.save() }?.code == .multipleErrors, "it fails again")
    box["weight"] = .integer(1)
    box["serial"] = .string("b")
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test("OG-606: errors of several objects are one 1560, not one in another")
  func severalObjects() throws {
    let boxes = try (0..<2).map { _ in try context.insert("Box") }
    for box in boxes {
      box["serial"] = .null
      box["weight"] = .integer(-1)
    }
    let error = try #require(failure { try context.save() })
    #expect(error.details.count == 4 && error.details.allSatisfy { $0.details.isEmpty })
    #expect(Set(error.objects) == Set(boxes.map(\.objectID)))
  }

  @Test(
    "OG scenario 79: the error of a class comes out unchanged, beside others as a detail (OG-605)")
  func classErrors() throws {
    let box = try context.insert("Box")
    box["weight"] = .integer(2000)
    #expect(throws: PickyBox.TooHeavy.self) { try context.save() }
    #expect(throws: PickyBox.TooHeavy.self) { try box.validateForInsert() }
    box["serial"] = .null
    let error = try #require(failure { try context.save() })
    #expect(error.details.contains { $0.underlying is PickyBox.TooHeavy })
    #expect(error.details.count == 2)
  }

  @Test("OG-605, OG-607: a class may replace the value before the model judges it")
  func replaced() throws {
    let box = try context.insert("Box")
    box["label"] = .string("   abc")
    try context.save()
    #expect(box["label"] == .string("abc"))
    #expect(office.store.stored(box.objectID)?.value(0) == .string("abc"))
  }

  @Test("OG-607: validateValue checks one key, replaces the value and saves nothing")
  func oneValue() throws {
    let box = try context.insert("Box")
    box["serial"] = .null
    var value = PropertyValue.string(" good")
    try box.validateValue(&value, forKey: "label")
    #expect(value == .string("good") && box["label"] == .null)
    value = .string("a")
    #expect(failure { try box.validateValue(&value, forKey: "label") }?.code == .textTooShort)
    value = .null
    #expect(failure { try box.validateValue(&value, forKey: "serial") }?.code == .missingValue)
    #expect(throws: ObjectMisuse.self) { try box.validateValue(&value, forKey: "lable") }
  }

  @Test(
    "OG scenario 80: each bound has its code, its text and the value (OG-608, OG-614)",
    arguments: [
      ("label", .string("ab"), 1670, "label is too short."),
      ("label", .string("abcdefghi"), 1660, "label is too long."),
      ("label", .string("ABC"), 1680, "label is invalid."),
      ("weight", .integer(0), 1620, "weight is too small."),
      ("price", .double(11), 1610, "price is too large."),
      ("made", .date(99), 1640, "made is too soon."),
      ("made", .date(201), 1630, "made is too late."),
    ] as [(String, AttributeValue, Int, String)])
  func bounds(key: String, value: AttributeValue, code: Int, text: String) throws {
    let box = try context.insert("Box")
    box[key] = .attribute(value)
    #expect(box[key] == .attribute(value), "setters do not validate (OG-906)")
    let error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == code && error.description == text && error.key == key)
    #expect(error.values == [.attribute(value)])
  }

  @Test("Every broken rule of one value is reported")
  func severalRules() throws {
    let box = try context.insert("Box")
    box["label"] = .string("A")
    let error = try #require(failure { try context.save() })
    #expect(Set(error.details.map(\.code)) == [.textTooShort, .textPattern])
  }

  @Test("OG scenario 82: too many and too few objects; an optional to-many may be empty (OG-609)")
  func counts() throws {
    let box = try context.insert("Box")
    let items = try (0..<4).map { _ in try context.insert("Item") }
    try context.save()
    box["items"] = .objects(items)
    var error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == 1590 && error.key == "items" && error.values.count == 4)
    box["items"] = .objects([items[0]])
    error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == 1580)
    box["items"] = .objects([])
    try context.save()
  }

  @Test(
    "A required to-many may be empty unless it has a minimum count (OG-609, which real stores correct)",
    arguments: [(0, nil), (1, 1570)])
  func requiredToMany(minimum: Int, code: Int?) throws {
    let entities = """
      <entity name="Team">
        <relationship name="members" toMany="YES" minCount="\(minimum)" destinationEntity="Member"
          inverseName="team" inverseEntity="Team"/>
      </entity>
      <entity name="Member">
        <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team"
          inverseName="members" inverseEntity="Team"/>
      </entity>
      """
    let model = try ModelPlan(compiledModel(entities))
    let coordinator = StoreCoordinator(model)
    try coordinator.add(TableStore(model))
    let context = ObjectContext(coordinator)
    let team = try context.insert("Team")
    #expect(failure { try context.save() }?.code.rawValue == code)
    team["members"] = .objects([try context.insert("Member")])
    try context.save()
    team["members"] = .objects([])
    #expect(failure { try context.save() }?.code.rawValue == code)
  }

  @Test(
    "OG scenario 83, 84: a required to-one; a one-one move makes another object invalid (OG-419)")
  func requiredToOne() throws {
    let box = try context.insert("Box")
    let lids = try (0..<2).map { _ in try context.insert("Lid") }
    lids[0]["box"] = .object(box)
    var error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == 1570 && error.key == "box")
    #expect(error.objects == [lids[1].objectID])
    try context.delete(lids[1])
    try context.save()
    let third = try context.insert("Lid")
    box["lid"] = .object(third)
    error = try #require(failure { try context.save() })
    #expect(error.code == .missingValue && error.objects == [lids[0].objectID])
  }

  @Test("OG-606: a deletion is not stopped by invalid attributes")
  func deletionOfInvalidObject() throws {
    let box = try context.insert("Box")
    try context.save()
    box["serial"] = .null
    try context.delete(box)
    try context.save()
    #expect(try context.count(ObjectRequest("Box")) == 0)
  }

  @Test("OG scenario 81: a predicate with a text or a number as its warning (OG-608)")
  func addedRules() throws {
    let model = try ModelPlan(
      compiledModel(Office.entities),
      rules: [
        ValidationRule("Person", "home", "SELF BEGINSWITH 'U'", warning: .text("no U in front")),
        ValidationRule("Person", "home", "SELF != 'Ulm'", warning: .code(1610)),
      ])
    #expect(throws: (any Error).self) {
      try ValidationRule("Person", "home", "SELF ==", warning: .code(1))
    }
    let coordinator = StoreCoordinator(model)
    try coordinator.add(TableStore(model))
    let context = ObjectContext(coordinator)
    let manager = try context.insert("Manager")
    manager["home"] = .string("Bonn")
    var error = try #require(failure { try manager.validateForInsert() })
    #expect(error.code.rawValue == 1550 && error.description == "no U in front")
    #expect(error.key == "home" && error.values == [.attribute(.string("Bonn"))])
    manager["home"] = .string("Ulm")
    error = try #require(failure { try context.save() })
    #expect(error.code.rawValue == 1610 && error.description == "home is too large.")
    manager["home"] = .string("Uelzen")
    try context.save()
  }

  @Test("OG-610: a derived attribute that is not optional cannot be inserted")
  func derived() throws {
    let entities = """
      <entity name="Team">
        <attribute name="upper" attributeType="String" derived="YES"
          derivationExpression="uppercase:(name)"/>
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
      """
    let office = try Office(entities: entities)
    _ = try office.context.insert("Team")
    let error = try #require(failure { try office.context.save() })
    #expect(error.code == .missingValue && error.key == "upper")
  }
}
