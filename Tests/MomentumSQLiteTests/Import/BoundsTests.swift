import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

@testable import MomentumSQLite

/// Bounds of attributes in their plain form, and composite values of an import.
@Suite struct BoundsTests {
  private func plain(
    _ type: AttributeType, _ minimum: AttributeValue?, _ maximum: AttributeValue?,
    form: String? = nil
  ) -> String {
    var attribute = Attribute(name: "a", type: type, minimum: minimum, maximum: maximum)
    attribute.regularExpression = form
    switch PlainBounds(attribute) {
    case .none: return "none"
    case .integers(let range): return "\(range)"
    case .numbers(let range): return "\(range)"
    case .others: return "others"
    }
  }

  @Test func mostBoundsAreARange() {
    for type in [AttributeType.integer16, .integer32, .integer64] {
      #expect(plain(type, nil, nil) == "none")
      #expect(plain(type, .integer(1), .integer(5)) == "1...5")
      #expect(plain(type, .integer(5), .integer(5)) == "5...5")
      #expect(plain(type, .integer(6), .integer(5)) == "others")
      #expect(plain(type, .integer(1), nil) == "1...\(Int64.max)")
      #expect(plain(type, nil, .integer(1)) == "\(Int64.min)...1")
      #expect(plain(type, .double(1), .integer(5)) == "others")
      #expect(plain(type, .integer(1), .double(5)) == "others")
      #expect(plain(type, .integer(1), nil, form: "[a]") == "others")
      #expect(plain(type, .integer(1), nil, form: "") == "1...\(Int64.max)")
    }
    for type in [AttributeType.double, .float] {
      #expect(plain(type, nil, nil) == "none")
      #expect(plain(type, .double(1.5), .double(5)) == "1.5...5.0")
      #expect(plain(type, .double(5), .double(5)) == "5.0...5.0")
      #expect(plain(type, .double(6), .double(5)) == "others")
      #expect(plain(type, .double(1), nil) == "1.0...inf")
      #expect(plain(type, nil, .double(1)) == "-inf...1.0")
      #expect(plain(type, .integer(1), .double(5)) == "others")
      #expect(plain(type, .double(1), .integer(5)) == "others")
    }
    for type in [AttributeType.decimal, .string, .date, .boolean] {
      #expect(plain(type, nil, nil) == "none")
      #expect(plain(type, .integer(1), .integer(5)) == "others")
    }
    #expect(plain(.string, nil, nil, form: "[a]+") == "others")
    #expect(plain(.string, nil, nil, form: "") == "none")
  }

  /// Doubles that a decimal rounds, and bounds of another type than the value.
  @Test func boundsOfEveryTypeCount() {
    func broken(
      _ minimum: AttributeValue?, _ maximum: AttributeValue?, _ value: AttributeValue
    ) -> String? {
      AttributeBounds(
        Attribute(name: "a", type: .double, minimum: minimum, maximum: maximum)
      ).brokenRule(by: value)
    }
    for bound in [
      .integer(2), .double(2), .date(2), .decimal(2),
    ] as [AttributeValue] {
      #expect(broken(bound, nil, .integer(1)) == "at least 2")
      #expect(broken(bound, nil, .integer(2)) == nil)
      #expect(broken(nil, bound, .integer(3)) == "at most 2")
      #expect(broken(nil, bound, .integer(2)) == nil)
      #expect(broken(bound, nil, .double(1.5)) == "at least 2.0")
      #expect(broken(nil, bound, .date(2.5)) == "at most 2.0")
      #expect(broken(bound, bound, .double(2)) == nil && broken(bound, bound, .decimal(2)) == nil)
      #expect(broken(bound, nil, .string("a")) == "at least 2 characters long")
      #expect(broken(nil, bound, .string("abc")) == "at most 2 characters long")
      #expect(broken(bound, bound, .string("ab")) == nil)
    }
    for other in [.string("9"), .boolean(true), .uri("a")] as [AttributeValue] {
      #expect(broken(other, other, .integer(5)) == nil)
      #expect(
        AttributeBounds(Attribute(name: "a", type: .string, minimum: other)).isEmpty)
    }
    #expect(broken(.integer(3), .integer(1), .integer(2)) == "at least 3", "bounds without values")
    #expect(broken(.double(0.5), .double(1.5), .integer(1)) == nil)
    #expect(broken(.double(0.5), .double(1.5), .integer(2)) == "at most 1.5")
    #expect(broken(.double(1e300), nil, .double(1e299)) == "at least 1e+300")
  }

  // MARK: - Composite values

  /// A chain of composites, each in the one before, with a text in the last.
  private func trial(_ depth: Int) -> ImportTrial {
    let composites = (0..<depth).map { index in
      CompositeType(
        name: "C\(index)",
        elements: [
          index == depth - 1
            ? Attribute(name: "text", type: .string, isOptional: true)
            : Attribute(name: "c", type: .composite(CompositeID(index + 1)), isOptional: true)
        ])
    }
    return ImportTrial(
      ObjectModel(
        entities: [
          Entity(
            name: "Item",
            attributes: [
              Attribute(name: "c", type: .composite(CompositeID(0)), isOptional: true)
            ])
        ], composites: composites))
  }

  @Test(arguments: [1, 2, 15, 16])
  func compositesAreReadSixteenDeep(depth: Int) throws {
    let trial = trial(depth)
    let value =
      String(repeating: #"{"c": "#, count: depth) + #"{"text": "x"}"#
      + String(repeating: "}", count: depth)
    var issues = Diagnostics()
    let file = SourceFile(
      path: "a.json", text: #"{"objects": [{"entity": "Item", "attributes": \#(value)}]}"#)
    let plan = ImportPlan.make(file, model: trial.model, schema: trial.schema, &issues)
    #expect(plan?.objectCount == 1, "\(issues.all.map(\.text))")
    let connection = try trial.store()
    try StoreImporter(model: trial.model, schema: trial.schema).run(
      try #require(plan), on: connection)
    let column = try #require(trial.schema.compositeColumns[AttributeID(EntityID(0), 0)]?.first)
    #expect(column.path.count == depth)
    #expect(
      try connection.firstValue("SELECT \(name: column.column) FROM ZITEM") == .text("x"))
  }
}
