import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import Testing

@testable import MomentumRuntime

/// What `key=value` means for a batch update, and where a text that means nothing is wrong.
@Suite struct BatchAssignmentTests {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Shop">
        <attribute name="address" optional="YES" attributeType="Composite" composite="Address"/>
        <attribute name="isOpen" optional="YES" attributeType="Boolean"/>
        <attribute name="key" optional="YES" attributeType="UUID"/>
        <attribute name="name" attributeType="String" maxValueString="5"/>
        <attribute name="opened" optional="YES" attributeType="Date"/>
        <attribute name="shown" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="rank" optional="YES" attributeType="Integer 16" minValueString="0" maxValueString="9"/>
        <attribute name="total" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="tags.@count"/>
        <relationship name="owner" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="shops" inverseEntity="Owner"/>
        <relationship name="rival" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shop" inverseName="rival" inverseEntity="Shop"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="shops" inverseEntity="Tag"/>
        <fetchedProperty name="others" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="Shop"/>
        </fetchedProperty>
      </entity>
      <entity name="Owner">
        <relationship name="shops" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Shop" inverseName="owner" inverseEntity="Shop"/>
      </entity>
      <entity name="Firm" parentEntity="Owner"/>
      <entity name="Tag">
        <relationship name="shops" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Shop" inverseName="tags" inverseEntity="Shop"/>
      </entity>
      <composite name="Address">
        <attribute name="city" attributeType="String"/>
        <attribute name="zip" optional="YES" attributeType="String"/>
      </composite>
    </model>
    """

  private static let compiled: CompiledModel? = {
    var diagnostics = Diagnostics()
    return CompiledModel.compile(SourceFile(path: "contents", text: contents), &diagnostics)
  }()

  /// `key: value`, or `id: text` with the place of each mistake.
  private func read(_ texts: String..., checksRules: Bool = true) throws -> [String] {
    let compiled = try #require(Self.compiled)
    let shop = try #require(compiled.model.entity(named: "Shop"))
    var diagnostics = Diagnostics()
    let found = BatchAssignment.read(
      texts, of: shop, in: compiled, checksRules: checksRules, &diagnostics)
    #expect((found == nil) == diagnostics.hasErrors)
    if let found {
      return found.map { assignment in
        switch assignment.value {
        case .constant(let value): "\(assignment.key): \(value.map { "\($0)" } ?? "nil")"
        case .expression: "\(assignment.key): an expression"
        case .object(let object):
          "\(assignment.key): "
            + (object.map { "\(compiled.model[$0.entity].name) \($0.primaryKey)" } ?? "nil")
        }
      }
    }
    return diagnostics.all.map { finding in
      let range = finding.location?.range
      return "\(range?.start ?? -1)-\(range?.end ?? -1) \(finding.id): \(finding.text)"
    }
  }

  // MARK: - Values

  @Test func aValueHasTheTypeOfItsAttribute() throws {
    #expect(try read("name=abc") == ["name: string(\"abc\")"])
    #expect(try read("name=") == ["name: string(\"\")"])
    #expect(try read(" name =a=b") == ["name: string(\"a=b\")"])
    #expect(try read("rank=9", "isOpen=yes") == ["rank: integer(9)", "isOpen: boolean(true)"])
    #expect(try read("rank=nil") == ["rank: nil"])
    #expect(try read("opened=2001-01-01") == ["opened: date(0.0)"])
    #expect(
      try read("address.zip=1", "address.city=nil") == [
        "address.zip: string(\"1\")", "address.city: nil",
      ], "an element of an optional composite may be missing")
  }

  @Test func aValueThatBreaksARuleIsNamedAtItsPlace() throws {
    #expect(
      try read("rank=10") == ["5-7 batch.value: the value of 'rank' has to be at most 9"])
    #expect(
      try read("rank=-1") == ["5-7 batch.value: the value of 'rank' has to be at least 0"])
    #expect(
      try read("rank=40000")
        == ["5-10 batch.value: the value of 'rank' has to be from -32768 to 32767"])
    #expect(
      try read("name=abcdef")
        == ["5-11 batch.value: the value of 'name' has to be at most 5 characters long"])
    #expect(
      try read("name=nil")
        == [
          "5-8 batch.missing-value: 'name' of entity 'Shop' is not optional and cannot be set to nil"
        ])
    #expect(
      try read("key=1") == [
        "4-5 batch.value: the value of 'key' has to be a string such as '6F99DCEB-E351-44B4-A9EE-E419C7F1A040'"
      ], "a UUID is never an expression")
    #expect(
      try read("key=rank") == [
        "4-8 batch.value: the value of 'key' has to be a string such as '6F99DCEB-E351-44B4-A9EE-E419C7F1A040'"
      ], "a UUID is never an expression")
  }

  /// A value of another type is refused also without the rules.
  @Test func withoutRulesOnlyTypesCount() throws {
    #expect(
      try read("rank=10", "name=abcdef", checksRules: false) == [
        "rank: integer(10)", "name: string(\"abcdef\")",
      ])
    #expect(try read("name=nil", "owner=nil", checksRules: false) == ["name: nil", "owner: nil"])
    #expect(
      try read("rank=40000", checksRules: false)
        == ["5-10 batch.value: the value of 'rank' has to be from -32768 to 32767"])
  }

  // MARK: - Objects

  @Test func anObjectIsNamedByItsEntityAndItsKey() throws {
    #expect(try read("owner=Owner/p12") == ["owner: Owner 12"])
    #expect(try read("owner=Firm/p1") == ["owner: Firm 1"], "a sub-entity fits")
    #expect(try read("rival=x-coredata://U/Shop/p3") == ["rival: Shop 3"])
    #expect(try read("rival=nil") == ["rival: nil"])
    #expect(
      try read("owner=nil") == [
        "6-9 batch.missing-value: 'owner' of entity 'Shop' is not optional and cannot be set to nil"
      ])
    let refused = "batch.value: the value of 'owner' has to be nil or an object such as Owner/p12"
    for text in ["p1", "Owner/1", "Owner/p0", "Owner/p-1", "Owner/px", "Shop/p1", "Boat/p1", ""] {
      #expect(try read("owner=" + text) == ["6-\(6 + text.utf8.count) " + refused])
    }
    #expect(try read("owner:=Owner/p1") == ["7-15 " + refused])
  }

  // MARK: - Expressions

  @Test func anExpressionHasTheKindOfItsAttribute() throws {
    for text in ["rank:=rank + 1", "rank=rank + 1", "rank :=rank", "opened=now()"] {
      #expect(try read(text).first?.hasSuffix(": an expression") == true, "\(text)")
    }
    #expect(try read("name:=uppercase(name)") == ["name: an expression"])
    #expect(
      try read("name=rank + 1") == [
        "5-13 batch.value: the value of 'name' has to be at most 5 characters long"
      ], "a text is a value")
    #expect(
      try read("rank:=name")
        == ["6-10 batch.expression-type: the expression for 'rank' has to give a number"])
    #expect(
      try read("isOpen:=rank") == [
        "8-12 batch.expression-type: the expression for 'isOpen' has to give a Boolean; YES and NO are values, not expressions"
      ])
    #expect(
      try read("name:=rank")
        == ["6-10 batch.expression-type: the expression for 'name' has to give a text"])
    #expect(
      try read("opened:=rank")
        == ["8-12 batch.expression-type: the expression for 'opened' has to give a date"])
    #expect(
      try read("key:=rank")
        == ["5-9 batch.expression-type: the expression for 'key' has to give a UUID"])
  }

  /// A finding in an expression points into the assignment, however long what is before the sign is.
  @Test(arguments: [
    ("rank:=", "rakn", " + 1"), ("rank=", "rakn", " + 1"), ("  rank := ", "rakn", ""),
    ("rank:=rank + ", "rakn", ""), ("rank:=rank * (1 + ", "rakn", ")"), ("rank:=1 + ", "", ""),
    ("name:=uppercase(", "nam", ")"), ("address.city:=address.", "ciy", ""),
  ])
  func aFindingInAnExpressionHasItsPlace(before: String, wrong: String, after: String) throws {
    let found = try read(before + wrong + after)
    let start = before.utf8.count
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("\(start)-\(start + wrong.utf8.count) ") == true, "\(found)")
  }

  // MARK: - Keys

  @Test func aKeyThatCannotBeSetSaysWhy() throws {
    let start = "0-"
    func refused(_ key: String, _ why: String) -> [String] {
      [start + "\(key.utf8.count) batch.not-settable: '\(key)' cannot be set: \(why)"]
    }
    #expect(
      try read("total=1") == refused("total", "it is derived, and the store computes it"))
    #expect(try read("shown=1") == refused("shown", "it is not stored"))
    #expect(
      try read("address=1")
        == refused("address", "name one of its elements, such as 'address.city'"))
    #expect(
      try read("address.street=1")
        == refused("address.street", "name one of its elements, such as 'address.city'"))
    #expect(try read("name.x=1") == refused("name.x", "it is not stored"))
    #expect(try read("tags=nil") == refused("tags", "it is no stored to-one relationship"))
    #expect(
      try read("owner.x=1")
        == refused("owner.x", "a batch update sets properties of the entity itself"))
    #expect(try read("others=1") == refused("others", "it is a fetched property"))
  }

  @Test func anUnknownOrRepeatedKeyIsNamed() throws {
    #expect(
      try read("rakn=1") == [
        "0-4 batch.unknown-key: no property 'rakn' in entity 'Shop'; did you mean 'rank'?"
      ])
    #expect(
      try read("rank=1", "rank=2") == ["0-4 batch.set-twice: 'rank' can be set once"])
    let refused = "batch.set-spelling: a value is set by key=value, or by key:=expression, not by "
    for (text, place) in [
      ("rank", "0-4"), ("rank:", "0-5"), (" rank ", "0-4"), ("", "0-0"), ("=1", "0-0"),
      ("  =1", "0-0"), (":=1", "0-0"),
    ] {
      #expect(try read(text) == ["\(place) \(refused)'\(text)'"])
    }
  }
}
