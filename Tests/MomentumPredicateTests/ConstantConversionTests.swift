import MomentumModel
import Testing

@testable import MomentumPredicate

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What becomes of constants and arguments where a type is wanted; `nil` where they are refused.
@Suite struct ConstantConversionTests {
  private static let wholes: [AttributeType] = [.integer16, .integer32, .integer64]
  private static let opaque: [AttributeType] = [
    .binary, .transformable, .objectID, .undefined, .composite(CompositeID(0)),
  ]
  private static let dateHint = "give a date as an argument of %@ or as a $VARIABLE"
  private static let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  private let converter = ValueConverter(model: Sample.model)

  /// The value as text, or the hint of the refusal.
  private func shown(
    _ convert: () throws(ValueConverter.Failure) -> TypedExpression
  ) -> (value: TypedExpression?, hint: String?) {
    do throws(ValueConverter.Failure) {
      return (try convert(), nil)
    } catch {
      return (nil, error.hint)
    }
  }

  private func expect(
    _ literal: Literal, as types: [AttributeType], _ value: AttributeValue?, hint: String? = nil
  ) {
    for type in types {
      let found = shown { () throws(ValueConverter.Failure) in
        try ValueConverter.convert(literal, to: .attribute(type))
      }
      #expect(found.value == value.map { .constant($0) }, "\(literal) as \(type)")
      #expect(found.hint == hint, "\(literal) as \(type)")
    }
  }

  private func expect(
    _ argument: PredicateArgument, as types: [AttributeType], _ value: AttributeValue?,
    hint: String? = nil
  ) {
    for type in types {
      expect(argument, as: .attribute(type), value.map { .constant($0) }, hint: hint)
    }
  }

  private func expect(
    _ argument: PredicateArgument, as type: PredicateType, _ value: TypedExpression?,
    hint: String? = nil
  ) {
    let found = shown { () throws(ValueConverter.Failure) in
      try converter.convert(argument, to: type)
    }
    #expect(found.value == value, "\(argument) as \(type)")
    #expect(found.hint == hint, "\(argument) as \(type)")
  }

  // MARK: - Constants of the format

  @Test func wholeNumbersBecomeWhatIsStored() {
    expect(.integer(5), as: Self.wholes, .integer(5))
    expect(.integer(5), as: [.double, .float], .double(5))
    expect(.integer(5), as: [.decimal], .decimal(5))
    // A Boolean is 0 or 1; another number stays one, and SQL finds no row for it.
    expect(.integer(0), as: [.boolean], .boolean(false))
    expect(.integer(1), as: [.boolean], .boolean(true))
    expect(.integer(2), as: [.boolean], .integer(2))
    expect(.integer(-1), as: [.boolean], .integer(-1))
    expect(.integer(5), as: [.date], nil, hint: Self.dateHint)
    expect(.integer(5), as: [.string], nil, hint: "a string stands in quotes")
    expect(.integer(5), as: Self.opaque + [.uuid, .uri], nil)
  }

  @Test func fractionsBecomeWhatIsStored() {
    expect(.double(2.5), as: Self.wholes + [.double, .float], .double(2.5))
    expect(.double(2.5), as: [.decimal], .decimal(Decimal(string: "2.5") ?? 0))
    expect(.double(0.1), as: [.decimal], .decimal(Decimal(string: "0.1") ?? 0))
    // A decimal ends at 10^127 and has no such small numbers either.
    expect(.double(1e300), as: [.decimal], .double(1e300))
    let smallest = Double.leastNonzeroMagnitude
    expect(.double(smallest), as: [.decimal], .double(smallest))
    expect(.double(2.5), as: [.date], nil, hint: Self.dateHint)
    expect(.double(2.5), as: [.string], nil, hint: "a string stands in quotes")
    expect(.double(2.5), as: Self.opaque + [.uuid, .uri, .boolean], nil)
    let long = "12345678901234567890123"
    expect(.decimal(long), as: [.decimal], .decimal(Decimal(string: long) ?? 0))
    expect(
      .decimal(long), as: Self.wholes + [.double], .double(12_345_678_901_234_567_741_440))
    expect(.decimal(long), as: [.boolean], nil)
  }

  @Test func textsBecomeWhatIsStored() throws {
    expect(.string("x"), as: [.string], .string("x"))
    expect(.string("x"), as: [.uri], .uri("x"))
    expect(.string(Self.id), as: [.uuid], .uuid(try #require(UUID(uuidString: Self.id))))
    expect(
      .string("x"), as: [.uuid], nil, hint: "a UUID has 32 hexadecimal digits in five groups")
    expect(.string("x"), as: [.date], nil, hint: Self.dateHint)
    expect(
      .string("5"), as: Self.wholes + [.decimal, .double, .float, .boolean], nil,
      hint: "a number stands without quotes")
    expect(.string("x"), as: Self.opaque, nil)
  }

  @Test func constantsAreComparedWithCountsAndObjects() {
    func found(_ literal: Literal, _ type: PredicateType) -> (TypedExpression?, String?) {
      let found = shown { () throws(ValueConverter.Failure) in
        try ValueConverter.convert(literal, to: type)
      }
      return (found.value, found.hint)
    }
    for type in [PredicateType.count, .object(Sample.tag), .attribute(.date)] {
      #expect(found(.null, type) == (.null, nil))
    }
    #expect(found(.integer(3), .count) == (.constant(.integer(3)), nil))
    #expect(found(.double(1.5), .count) == (.constant(.double(1.5)), nil))
    #expect(found(.decimal("1e30"), .count) == (.constant(.double(1e30)), nil))
    #expect(found(.string("3"), .count) == (nil, nil))
    for literal in [Literal.integer(3), .double(1), .decimal("1"), .string("x")] {
      #expect(
        found(literal, .object(Sample.tag)) == (nil, "compare with an argument or a variable"))
    }
  }

  // MARK: - Texts of a command line

  /// Unlike a constant in a format, where the quotes are missing.
  @Test func numbersOfAProgramAreReadAsTexts() {
    expect(.value(.integer(5)), as: [.string], .string("5"))
    expect(.value(.double(2.5)), as: [.string], .string("2.5"))
    expect(.value(.boolean(true)), as: [.string], nil, hint: "a string stands in quotes")
  }

  @Test func argumentsAreReadAsNumbers() {
    let hint = "a number was expected"
    expect(.text("7"), as: Self.wholes, .integer(7))
    expect(.text("7.5"), as: Self.wholes + [.double, .float], .double(7.5))
    expect(.text("1e2"), as: Self.wholes + [.double], .double(100))
    expect(.text("7"), as: [.double, .float], .double(7))
    for text in ["x", "inf", "nan", ""] {
      expect(.text(text), as: Self.wholes + [.double, .float], nil, hint: hint)
    }
    expect(.text("7.25"), as: [.decimal], .decimal(Decimal(string: "7.25") ?? 0))
    expect(.text("7x"), as: [.decimal], nil, hint: hint)
    expect(.text("7"), as: .count, .constant(.integer(7)))
    expect(.text("7.5"), as: .count, nil)
  }

  @Test func argumentsAreReadAsTruthAndBytes() {
    for text in ["yes", "YES", "true", "1"] { expect(.text(text), as: [.boolean], .boolean(true)) }
    for text in ["no", "No", "false", "0"] { expect(.text(text), as: [.boolean], .boolean(false)) }
    for text in ["2", "", "y"] {
      expect(.text(text), as: [.boolean], nil, hint: "it is YES or NO")
    }
    let bytes: [AttributeType] = [.binary, .transformable]
    expect(.text("00fFa1"), as: bytes, .binary([0, 255, 161]))
    expect(.text(""), as: bytes, .binary([]))
    for text in ["0", "0g", "g0", "123"] {
      expect(.text(text), as: bytes, nil, hint: "bytes are pairs of hexadecimal digits")
    }
    expect(.text("x"), as: [.objectID, .undefined, .composite(CompositeID(0))], nil)
    expect(.text("x"), as: [.string], .string("x"))
    expect(.text("x"), as: [.uri], .uri("x"))
  }

  @Test func objectsAreNamedByEntityAndKey() {
    let author = PredicateType.object(Sample.author)
    let seven = TypedExpression.object(ObjectReference(entity: Sample.author, primaryKey: 7))
    for text in ["Author/p7", "x-coredata://F00/Author/p7", "/Author/p7"] {
      expect(.text(text), as: author, seven)
    }
    for text in ["Author/p0", "Author/7", "Author/p-1", "p7", "Nobody/p7", "Author/p", "Author/"] {
      expect(.text(text), as: author, nil, hint: "an object is written as Author/p12")
    }
    let other = "it is an object of another entity"
    expect(.text("Tag/p7"), as: author, nil, hint: other)
    expect(
      .object(ObjectReference(entity: Sample.tag, primaryKey: 7)), as: author, nil, hint: other)
    expect(
      .object(ObjectReference(entity: EntityID(4), primaryKey: 7)), as: author, nil, hint: other)
    expect(.object(ObjectReference(entity: Sample.author, primaryKey: 7)), as: author, seven)
    expect(.key(7), as: author, seven)
    // Objects of one family are in one table.
    expect(
      .text("Novel/p7"), as: .object(Sample.book),
      .object(ObjectReference(entity: Sample.novel, primaryKey: 7)))
    let reference = PredicateArgument.object(ObjectReference(entity: Sample.tag, primaryKey: 7))
    for argument in [reference, .key(7)] {
      expect(argument, as: .count, nil)
      expect(argument, as: .attribute(.integer64), nil)
    }
  }

  // MARK: - Values of a program

  @Test func valuesAreTakenWhereTheyFit() throws {
    let id = try #require(UUID(uuidString: Self.id))
    expect(.value(.integer(5)), as: Self.wholes, .integer(5))
    expect(.value(.integer(5)), as: [.double], .double(5))
    expect(.value(.double(2.5)), as: [.decimal], .decimal(Decimal(string: "2.5") ?? 0))
    expect(.value(.decimal(3)), as: [.decimal], .decimal(3))
    expect(.value(.decimal(3)), as: [.double], .double(3))
    expect(.value(.string("x")), as: [.uri], .uri("x"))
    expect(.value(.boolean(true)), as: [.boolean], .boolean(true))
    expect(.value(.boolean(true)), as: Self.wholes, .integer(1))
    expect(.value(.boolean(false)), as: [.double], .double(0))
    expect(.value(.date(9)), as: [.date], .date(9))
    expect(.value(.binary([1])), as: [.binary, .transformable], .binary([1]))
    expect(.value(.uuid(id)), as: [.uuid], .uuid(id))
    expect(.value(.uuid(id)), as: [.string], .string(Self.id))
    expect(.value(.uri("u")), as: [.uri], .uri("u"))
    expect(.value(.uri("u")), as: [.string], .string("u"))
    expect(.value(.date(9)), as: [.double, .string, .boolean], nil)
    expect(.value(.binary([1])), as: [.string, .uuid], nil)
    expect(.value(.uuid(id)), as: [.uri, .binary], nil)
    expect(.value(.uri("u")), as: [.uuid, .boolean], nil)
    expect(.value(.integer(5)), as: .count, .constant(.integer(5)))
    expect(.value(.double(5.5)), as: .count, .constant(.double(5.5)))
    expect(.value(.decimal(5)), as: .count, .constant(.double(5)))
    expect(.value(.string("5")), as: .count, nil)
    expect(.value(.integer(5)), as: .object(Sample.tag), nil)
    expect(.null, as: .count, .null)
    expect(
      .list([.text("1"), .null]), as: .count, .aggregate([.constant(.integer(1)), .null]))
    expect(.list([.text("1"), .text("x")]), as: .count, nil)
  }

  @Test func requestsAreTakenWhereTheyFit() {
    let objects = TypedFetch(entity: Sample.novel)
    let number = TypedFetch(entity: Sample.novel, countsOnly: true)
    expect(.fetch(objects), as: .object(Sample.book), .fetch(objects))
    let other = "it fetches objects of another entity"
    expect(.fetch(objects), as: .object(Sample.tag), nil, hint: other)
    expect(.fetch(TypedFetch(entity: EntityID(4))), as: .object(Sample.tag), nil, hint: other)
    expect(.fetch(number), as: .object(Sample.book), nil)
    expect(.fetch(number), as: .count, .fetch(number))
    expect(.fetch(objects), as: .count, nil)
    expect(.fetch(objects), as: .attribute(.integer64), nil)
  }

  // MARK: - Dates

  @Test func datesAreSecondsOrISO8601() {
    func seconds(_ text: String) -> Double? { try? ValueConverter.seconds(text) }
    let rows: [(String, Double?)] = [
      ("90.5", 90.5), ("-1", -1), ("inf", nil), ("nan", nil), ("2001-01-01", 0),
      ("2001-01-02", 86400), ("2001-01-01T00:00:01Z", 1), ("2001-01-01T00:00:00.500Z", 0.5),
      ("2001-01-01T01:00:00+01:00", 0), ("2001-01-01T00:00:00", nil), ("yesterday", nil),
      ("nonsense!!", nil), ("2001-1-1", nil), ("2001-13-01", nil), ("2001-00-01", nil),
      ("2001-01-00", nil), ("", nil),
    ]
    for (text, value) in rows { #expect(seconds(text) == value, "\(text)") }
  }

  @Test func everyMonthHasItsDays() {
    let years = [(2023, 28), (2024, 29), (2000, 29), (1900, 28), (2100, 28)]
    for (year, february) in years {
      let days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, count) in days.enumerated() {
        let month = "\(year)-\(index < 9 ? "0" : "")\(index + 1)-"
        let first = ValueConverter.instant(month + "01")
        let last = ValueConverter.instant(month + "\(count)")
        #expect(first != nil && last == first.map { $0 + Double(count - 1) * 86400 }, "\(month)")
        #expect(ValueConverter.instant(month + "\(count + 1)") == nil, "\(month)\(count + 1)")
      }
    }
  }

  /// Three whole numbers, one of which can be a year; the order of day and month has to be plain.
  @Test func datesWithoutQuotesAreRecognized() {
    let may = "2026-05-04T00:00:00Z"
    for text in ["2026-05-04", "2026-5-4", "2026/5/4", "2026 - 5 - 4"] {
      #expect(DateLiteral(text)?.instant == may, "\(text)")
    }
    for text in ["5/4/2026", "4-5-2026", "2026-02-30", "2026-13-1", "2026-1-123", "2026-1-2026"] {
      let date = DateLiteral(text)
      #expect(date != nil && date?.instant == nil, "\(text)")
    }
    for text in [
      "26-05-04", "2026-05", "2026-05-04-01", "2026-x-4", "2026--5-4", "12345-1-1", "2026-123-1",
      "2026-05/04", "2026 5 4", "",
    ] {
      #expect(DateLiteral(text) == nil, "\(text)")
    }
  }

  // MARK: - CAST

  @Test func castsOfConstantsAreDoneOnce() throws {
    let id = try #require(UUID(uuidString: Self.id))
    let half = Decimal(string: "2.5") ?? 0
    let rows: [(PredicateArgument, CastTarget, AttributeValue?)] = [
      (.value(.date(9)), .date, .date(9)), (.value(.double(2.5)), .date, .date(2.5)),
      (.value(.integer(9)), .date, .date(9)), (.value(.decimal(half)), .date, .date(2.5)),
      (.text("2001-01-02"), .date, .date(86400)), (.value(.string("9")), .date, .date(9)),
      (.text("x"), .date, nil), (.value(.boolean(true)), .date, nil), (.null, .date, nil),
      (.value(.date(2.5)), .number, .double(2.5)), (.value(.boolean(true)), .number, .integer(1)),
      (.value(.boolean(false)), .number, .integer(0)),
      (.value(.integer(3)), .number, .integer(3)), (.value(.double(2.5)), .number, .double(2.5)),
      (.value(.decimal(half)), .number, .decimal(half)), (.text("7"), .number, .integer(7)),
      (.value(.string("7.5")), .number, .double(7.5)), (.text("x"), .number, nil),
      (.text("inf"), .number, nil), (.value(.uuid(id)), .number, nil), (.key(1), .number, nil),
      (.text("2.5"), .decimal, .decimal(half)), (.value(.integer(3)), .decimal, .decimal(3)),
      (.text("x"), .decimal, nil), (.text(Self.id), .uuid, .uuid(id)), (.text("x"), .uuid, nil),
      (.text("u"), .uri, .uri("u")), (.text("t"), .string, .string("t")),
      (.value(.string("t")), .string, .string("t")), (.value(.uri("u")), .string, .string("u")),
      (.value(.integer(3)), .string, .string("3")),
      (.value(.double(2.5)), .string, .string("2.5")),
      (.value(.decimal(half)), .string, .string("2.5")),
      (.value(.uuid(id)), .string, .string(Self.id)), (.value(.date(9)), .string, nil),
      (.value(.boolean(true)), .string, nil), (.list([.text("1")]), .string, nil),
    ]
    for (argument, target, value) in rows {
      #expect(converter.cast(argument, to: target) == value, "\(argument) to \(target.rawValue)")
    }
  }
}
