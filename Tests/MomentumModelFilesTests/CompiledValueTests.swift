import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Single facts of a compiled model: default values, bounds, counts, names.
@Suite struct CompiledValueTests {
  private func model(
    _ diagnostics: inout Diagnostics, _ make: (ArchiveBuilder) -> [(String, PropertyList)]
  ) -> ObjectModel? {
    let builder = ArchiveBuilder()
    let entity = builder.object(
      "NSEntityDescription",
      ["NSEntityName": builder.string("E"), "NSProperties": builder.dictionary(make(builder))])
    return CompiledModelReader.read(
      builder.archive(
        root: builder.object(
          "NSManagedObjectModel", ["NSEntities": builder.dictionary([("E", entity)])])),
      path: "M.mom", &diagnostics)
  }

  private func property(
    _ className: String, _ members: (ArchiveBuilder) -> [String: PropertyList]
  ) -> (Entity?, [String]) {
    var diagnostics = Diagnostics()
    let model = model(&diagnostics) { builder in
      let own = members(builder).merging(["NSPropertyName": builder.string("p")]) { $1 }
      return [("p", builder.object(className, own))]
    }
    return (model?.entities.first, diagnostics.all.map(\.text))
  }

  private func attribute(
    _ type: Int64, _ members: (ArchiveBuilder) -> [String: PropertyList]
  ) -> Attribute? {
    property("NSAttributeDescription") { builder in
      members(builder).merging(["NSAttributeType": .integer(type)]) { $1 }
    }.0?.attributes.first
  }

  private func value(
    _ type: Int64, _ make: (ArchiveBuilder) -> PropertyList
  ) -> AttributeValue? {
    attribute(type) { ["NSDefaultValue": make($0)] }?.defaultValue
  }

  // MARK: - Default values

  private static let wholes: [Int64] = [100, 200, 300]

  @Test func numbersBecomeWhatTheirTypeHolds() {
    for type in Self.wholes {
      #expect(value(type) { $0.value(.integer(5)) } == .integer(5))
      #expect(value(type) { $0.value(.boolean(true)) } == .integer(1))
      #expect(value(type) { $0.value(.boolean(false)) } == .integer(0))
      #expect(value(type) { $0.value(.real(5)) } == .integer(5))
    }
    #expect(value(400) { $0.value(.integer(5)) } == .decimal(5))
    #expect(value(400) { $0.value(.real(5)) } == .decimal(5))
    #expect(value(400) { $0.value(.real(2.5)) } == .decimal(Decimal(string: "2.5") ?? 0))
    #expect(value(400) { $0.value(.real(0.1)) } == .decimal(Decimal(string: "0.1") ?? 0))
    #expect(
      value(400) { $0.value(.integer(9_007_199_254_740_993)) } == .decimal(9_007_199_254_740_993))
    for type in [500, 600] as [Int64] {
      #expect(value(type) { $0.value(.integer(5)) } == .double(5))
      #expect(value(type) { $0.value(.real(2.5)) } == .double(2.5))
    }
    #expect(value(800) { $0.value(.integer(0)) } == .boolean(false))
    #expect(value(800) { $0.value(.integer(1)) } == .boolean(true))
    #expect(value(800) { $0.value(.boolean(true)) } == .boolean(true))
    #expect(value(900) { $0.value(.integer(9)) } == .date(9))
    for (flag, number) in [(true, 1.0), (false, 0.0)] {
      #expect(value(400) { $0.value(.boolean(flag)) } == .decimal(Decimal(number)), "\(flag)")
      #expect(value(500) { $0.value(.boolean(flag)) } == .double(number), "\(flag)")
      #expect(value(600) { $0.value(.boolean(flag)) } == .double(number), "\(flag)")
      #expect(value(800) { $0.value(.boolean(flag)) } == .boolean(flag), "\(flag)")
      #expect(value(900) { $0.value(.boolean(flag)) } == .date(number), "\(flag)")
    }
    for (real, whole) in [(2.4, 2), (2.5, 3), (-2.5, -3), (0.4, 0)] as [(Double, Int64)] {
      #expect(value(300) { $0.value(.real(real)) } == .integer(whole), "\(real)")
      #expect(value(800) { $0.value(.real(real)) } == .boolean(true), "\(real)")
    }
    #expect(value(800) { $0.value(.real(0)) } == .boolean(false))
    #expect(value(300) { $0.value(.real(1e19)) } == nil)
    #expect(value(400) { $0.value(.real(1e19)) } == .decimal(Decimal(string: "1e19") ?? 0))
    #expect(value(400) { $0.value(.real(1e300)) } == nil)
    for type in [0, 700, 1000, 1100, 1200, 1800] as [Int64] {
      #expect(value(type) { $0.value(.integer(5)) } == nil)
    }
    for type in Self.wholes + [400, 500, 900] {
      #expect(value(type) { $0.value(.real(.infinity)) } == nil)
    }
  }

  @Test func textsDatesAndIdentifiersBecomeWhatTheirTypeHolds() throws {
    #expect(value(700) { $0.value(.string("x")) } == .string("x"))
    #expect(value(1200) { $0.value(.string("x")) } == .uri("x"))
    #expect(value(300) { $0.value(.string("5")) } == nil)
    #expect(
      value(700) { $0.object("NSMutableString", ["NS.string": .string("x")]) } == .string("x"))
    #expect(value(900) { $0.value(.date(7)) } == .date(7))
    #expect(value(700) { $0.value(.date(7)) } == nil)
    #expect(value(900) { $0.object("NSDate", ["NS.time": .real(7)]) } == .date(7))
    #expect(value(500) { $0.object("NSDate", ["NS.time": .real(7)]) } == nil)
    #expect(value(1200) { $0.object("NSURL", ["NS.relative": $0.string("u")]) } == .uri("u"))
    #expect(value(700) { $0.object("NSURL", ["NS.relative": $0.string("u")]) } == nil)
    let bytes: [UInt8] = [
      0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E,
      0x05,
    ]
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E05"))
    func identifier(_ type: Int64, _ bytes: [UInt8]) -> AttributeValue? {
      value(type) { $0.object("NSUUID", ["NS.uuidbytes": .data(bytes)]) }
    }
    #expect(identifier(1100, bytes) == .uuid(id))
    #expect(identifier(1100, Array(bytes.dropLast())) == nil)
    #expect(identifier(1100, bytes + [0]) == nil)
    #expect(identifier(700, bytes) == nil)
    #expect(value(1000) { $0.value(.data([1])) } == nil)
  }

  @Test func aDecimalHasAMantissaAndAnExponentInRange() {
    func decimal(
      _ mantissa: [UInt8], _ exponent: Int64, type: Int64 = 400,
      className: String = "NSDecimalNumberPlaceholder"
    ) -> AttributeValue? {
      value(type) {
        $0.object(
          className, ["NS.mantissa": .data(mantissa), "NS.exponent": .integer(exponent)])
      }
    }
    #expect(decimal([5], 0) == .decimal(5))
    #expect(decimal([0, 1], 0) == .decimal(256), "the lowest byte stands first")
    #expect(decimal([5], 0, className: "NSDecimalNumber") == .decimal(5))
    #expect(decimal([5], 0, className: "NSNumber") == nil)
    #expect(decimal([5], 0, type: 500) == nil)
    #expect(decimal([UInt8](repeating: 0, count: 16), 0) == .decimal(0))
    #expect(decimal([UInt8](repeating: 0, count: 17), 0) == nil)
    #expect(decimal([5], 128) == nil)
    #expect(decimal([5], -129) == nil)
    for exponent in [127, -128] {
      #expect(
        decimal([5], Int64(exponent))
          == .decimal(Decimal(sign: .plus, exponent: exponent, significand: 5)))
    }
  }

  // MARK: - Attributes

  @Test func flagsOfAnAttributeAreBits() {
    func flags(_ bits: Int64) -> [Bool]? {
      attribute(1000) { _ in ["NSFlagsKey": .integer(bits)] }.map {
        [$0.allowsExternalStorage, $0.preservesValueInHistoryOnDeletion]
      }
    }
    #expect(flags(0) == [false, false])
    #expect(flags(4) == [true, false])
    #expect(flags(16) == [false, true])
    #expect(flags(20) == [true, true])
    #expect(flags(11) == [false, false])
  }

  @Test func classAndTransformerBelongToTransformables() {
    func names(_ type: Int64) -> [String?]? {
      attribute(type) {
        [
          "NSAttributeValueClassName": $0.string("Color"),
          "NSValueTransformerName": $0.string("Colors"),
        ]
      }.map { [$0.valueClassName, $0.valueTransformerName] }
    }
    #expect(names(1800) == ["Color", "Colors"])
    #expect(names(700) == [nil, "Colors"])
    #expect(
      attribute(1800) { ["NSValueTransformerName": $0.string("")] }?.valueTransformerName == nil)
  }

  /// `SELF >= 3`, `SELF <= 3` and `SELF MATCHES "…"`; a string's bounds count characters.
  @Test func boundsAreComparisons() {
    func bounded(_ type: Int64, _ sign: Int64, _ constant: PropertyList) -> Attribute? {
      attribute(type) { builder in
        let own = builder.object("NSSelfExpression", [:])
        return [
          "NSValidationPredicates": builder.array([
            builder.comparison(own, sign, builder.constant(constant))
          ])
        ]
      }
    }
    #expect(bounded(300, 3, .integer(3))?.minimum == .integer(3))
    #expect(bounded(300, 3, .integer(3))?.maximum == nil)
    #expect(bounded(300, 1, .integer(3))?.maximum == .integer(3))
    #expect(bounded(300, 1, .integer(3))?.minimum == nil)
    #expect(bounded(500, 3, .integer(3))?.minimum == .double(3))
    #expect(bounded(700, 1, .integer(3))?.maximum == .integer(3))
    #expect(bounded(700, 6, .string("a+"))?.regularExpression == "a+")
    let other = bounded(300, 2, .integer(3))
    #expect(other?.minimum == nil && other?.maximum == nil && other?.regularExpression == nil)
  }

  // MARK: - Relationships and other properties

  @Test func factsOfARelationshipAreRead() {
    func relationship(_ members: [String: PropertyList]) -> Relationship? {
      property("NSRelationshipDescription") { builder in
        members.merging(["_NSDestinationEntityName": builder.string("E")]) { $1 }
      }.0?.relationships.first
    }
    let rules: [(Int64, Relationship.DeleteRule)] = [
      (0, .noAction), (1, .nullify), (2, .cascade), (3, .deny), (4, .nullify),
    ]
    for (number, rule) in rules {
      #expect(relationship(["NSDeleteRule": .integer(number)])?.deleteRule == rule)
    }
    #expect(relationship([:])?.deleteRule == .nullify)
    let counts: [(Int64, Int, Bool)] = [
      (1, 1, false), (0, 0, true), (2, 2, true), (-1, -1, true), (-2, 0, true),
    ]
    for (number, count, isToMany) in counts {
      let found = relationship(["NSMaxCount": .integer(number)])
      #expect(found?.maximumCount == count && found?.isToMany == isToMany, "\(number)")
    }
    #expect(relationship(["NSMinCount": .integer(2)])?.minimumCount == 2)
    #expect(relationship(["NSMinCount": .integer(-1)])?.minimumCount == 0)
    for key in ["NSIsOrdered", "NSIsOptional", "NSIsTransient", "NSIsIndexed"] {
      let found = relationship([key: .boolean(true)])
      #expect(found?.isOrdered == (key == "NSIsOrdered"))
      #expect(found?.isOptional == (key == "NSIsOptional"))
      #expect(found?.isTransient == (key == "NSIsTransient"))
      #expect(found?.isIndexed == (key == "NSIsIndexed"))
    }
  }

  @Test func whatCannotBeReadIsToldAndLeftOut() {
    let lost = property("NSRelationshipDescription") {
      ["_NSDestinationEntityName": $0.string("Gone")]
    }
    #expect(lost.0?.relationships.isEmpty != false)
    #expect(
      lost.1 == [
        "relationship 'p' of entity 'E' refers to an entity 'Gone' that is not in the archive"
      ] || lost.1.first?.contains("refers to an entity 'Gone'") == true, "\(lost.1)")
    let unknown = property("NSOtherDescription") { _ in [:] }
    #expect(
      unknown.1.first?.contains(
        "property 'p' of entity 'E' is of the unknown kind 'NSOtherDescription'") == true,
      "\(unknown.1)")
  }

  @Test func aFetchedPropertyKeepsItsRequest() {
    let found = property("NSFetchedPropertyDescription") { builder in
      [
        "NSIsOptional": .boolean(true),
        "NSUserInfo": builder.dictionary([("b", builder.string("2")), ("a", builder.string("1"))]),
        "NSFetchRequest": builder.object(
          "NSFetchRequest",
          [
            "NSEntity": builder.object(
              "NSEntityDescription", ["NSEntityName": builder.string("E")]),
            "NSResultType": .integer(2), "NSBatchSize": .integer(20), "NSFetchLimit": .integer(5),
          ]),
      ]
    }.0?.fetchedProperties.first
    #expect(found?.isOptional == true)
    #expect(found?.userInfo.map(\.key) == ["a", "b"])
    #expect(found?.request?.name == "fetchedPropertyFetchRequest")
    #expect(found?.request?.resultType.rawValue == 2)
    #expect(found?.request?.fetchBatchSize == 20 && found?.request?.fetchLimit == 5)
    #expect(found?.request?.predicateFormat == nil)
  }
}
