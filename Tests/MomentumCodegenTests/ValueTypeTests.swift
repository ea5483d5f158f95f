import MomentumCodegen
import MomentumModel
import Testing

@Suite struct ValueTypeTests {
  private func problems(
    _ type: AttributeType, _ valueType: String?, _ cases: String? = nil,
    default value: AttributeValue? = nil
  ) -> [String] {
    var info: [UserInfoEntry] = []
    if let valueType { info.append(UserInfoEntry(key: "valueType", value: valueType)) }
    if let cases { info.append(UserInfoEntry(key: "valueCases", value: cases)) }
    let attribute = Attribute(name: "a", type: type, defaultValue: value, userInfo: info)
    return ValueTypes(ObjectModel(entities: [Entity(name: "Venue", attributes: [attribute])]))
      .problems.map(\.text)
  }

  @Test func namesHaveToBeSwiftsAndUnused() {
    #expect(problems(.string, "PriceCategory") == [])
    #expect(problems(.string, "Menu.PriceCategory") == [])
    for name in ["", "a b", "x; y", "A.", "self", "Type", "`x`", "A<B>", "é"] {
      #expect(problems(.string, name) == ["'valueType' of 'a' must be a Swift type's name"])
    }
    for name in ["Venue", "String", "ID"] {
      #expect(
        problems(.string, name) == [
          "'valueType' of 'a' cannot be '\(name)', which names something else in generated code"
        ])
    }
  }

  @Test func typesWithoutRawValuesHaveNone() {
    for type in [AttributeType.transformable, .undefined, .objectID] {
      #expect(
        problems(type, "X") == ["an attribute of the type of 'a' cannot have a 'valueType'"])
    }
  }

  @Test func casesHaveToFitTheAttribute() {
    #expect(problems(.string, "X", "cheap=$, medium = $$,none=") == [])
    #expect(problems(.integer16, "X", "low=-32768,high=32767") == [])
    #expect(
      problems(.integer16, "X", "low=32768") == [
        "the value '32768' in 'valueCases' of 'a' does not fit the attribute's type"
      ])
    #expect(
      problems(.double, "X", "a=1") == [
        "'valueCases' of 'a' needs an attribute of type String or Integer"
      ])
    #expect(
      problems(.string, nil, "a") == ["'valueCases' of 'a' needs a 'valueType' that names the enum"]
    )
    #expect(problems(.string, "X", "a,a=b") == ["'valueCases' of 'a' names 'a' twice"])
    #expect(
      problems(.string, "X", "a=1,b=1") == [
        "'valueCases' of 'a' gives 'b' the value of a case before"
      ])
    #expect(
      problems(.string, "X", "") == [
        "'valueCases' of 'a' cannot have a case named ''; a case is written 'name=value'"
      ])
    #expect(
      problems(.string, "X", "a=1", default: .string("2")) == [
        "the default value of 'a' is none of the cases of its 'valueType'"
      ])
  }

  @Test func attributesOfOneEnumHaveToAgree() {
    func attribute(_ name: String, _ type: AttributeType, _ cases: String) -> Attribute {
      Attribute(
        name: name, type: type,
        userInfo: [
          UserInfoEntry(key: "valueType", value: "X"),
          UserInfoEntry(key: "valueCases", value: cases),
        ])
    }
    let types = ValueTypes(
      ObjectModel(entities: [
        Entity(
          name: "Venue",
          attributes: [
            attribute("a", .string, "a,b"), attribute("b", .string, "a,b"),
            attribute("c", .string, "a"), attribute("d", .integer16, "a=1"),
          ])
      ]))
    #expect(types.generated.count == 1)
    #expect(
      types.problems.map(\.text) == [
        "'valueCases' of 'c' differs from that of another attribute with the same 'valueType'",
        "the 'valueType' of 'd' has cases of type String at another attribute",
      ])
  }
}
