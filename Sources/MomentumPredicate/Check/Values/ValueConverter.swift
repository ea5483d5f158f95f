import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts constants to the form in which the store holds values of their type.
struct ValueConverter {
  /// The model of the objects that an argument can name; a literal names none.
  let model: ObjectModel

  /// The reason why a value cannot be converted.
  enum Failure: Error {
    case wrongType(hint: String?)

    var hint: String? {
      switch self {
      case .wrongType(let hint): hint
      }
    }
  }

  // MARK: - Constants of the format

  /// Converts a literal to a type.
  static func convert(_ literal: Literal, to type: PredicateType) throws(Failure) -> TypedExpression
  {
    switch (literal, type) {
    case (.null, _): return .null
    case (_, .object): throw .wrongType(hint: "compare with an argument or a variable")
    case (.integer(let value), .count): return .constant(.integer(value))
    case (.double(let value), .count): return .constant(.double(value))
    case (.decimal(let digits), .count): return .constant(try decimal(digits, as: .integer64))
    case (.string, .count): throw .wrongType(hint: nil)
    case (.integer(let value), .attribute(let attribute)):
      return .constant(try integer(value, as: attribute))
    case (.double(let value), .attribute(let attribute)):
      return .constant(try real(value, as: attribute))
    case (.decimal(let digits), .attribute(let attribute)):
      return .constant(try decimal(digits, as: attribute))
    case (.string(let text), .attribute(let attribute)):
      return .constant(try string(text, as: attribute))
    }
  }

  private static func integer(
    _ value: Int64, as type: AttributeType
  ) throws(Failure) -> AttributeValue {
    switch type {
    case .integer16, .integer32, .integer64: return .integer(value)
    // No number except 0 and 1 equals a stored Boolean. Keep the number, so that the comparison in
    // SQL finds no row.
    case .boolean: return value == 0 || value == 1 ? .boolean(value == 1) : .integer(value)
    case .double, .float: return .double(Double(value))
    case .decimal: return .decimal(Decimal(value))
    case .date: throw .wrongType(hint: "give a date as an argument of %@ or as a $VARIABLE")
    case .string: throw .wrongType(hint: "a string stands in quotes")
    case .binary, .uuid, .uri, .transformable, .objectID, .composite, .undefined:
      throw .wrongType(hint: nil)
    }
  }

  private static func real(_ value: Double, as type: AttributeType) throws(Failure)
    -> AttributeValue
  {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float: return .double(value)
    case .decimal:
      // `Decimal(string:)` makes NaN of some numbers that a decimal cannot hold.
      guard let decimal = Decimal(string: "\(value)"), decimal.isFinite,
        Double("\(decimal)") == value
      else { return .double(value) }
      return .decimal(decimal)
    case .date: throw .wrongType(hint: "give a date as an argument of %@ or as a $VARIABLE")
    case .string: throw .wrongType(hint: "a string stands in quotes")
    case .boolean, .binary, .uuid, .uri, .transformable, .objectID, .composite, .undefined:
      throw .wrongType(hint: nil)
    }
  }

  private static func decimal(
    _ digits: String, as type: AttributeType
  ) throws(Failure) -> AttributeValue {
    if case .decimal = type, let value = Decimal(string: digits) { return .decimal(value) }
    guard let value = Double(digits) else { throw .wrongType(hint: nil) }
    return try real(value, as: type)
  }

  private static func string(_ text: String, as type: AttributeType) throws(Failure)
    -> AttributeValue
  {
    switch type {
    case .string: return .string(text)
    case .uri: return .uri(text)
    case .uuid:
      guard let value = UUID(uuidString: text) else {
        throw .wrongType(hint: "a UUID has 32 hexadecimal digits in five groups")
      }
      return .uuid(value)
    case .date: throw .wrongType(hint: "give a date as an argument of %@ or as a $VARIABLE")
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean:
      throw .wrongType(hint: "a number stands without quotes")
    case .binary, .transformable, .objectID, .composite, .undefined: throw .wrongType(hint: nil)
    }
  }

  // MARK: - Arguments

  /// Splits text from a command line at its commas, if a list is needed.
  static func list(_ argument: PredicateArgument) -> PredicateArgument {
    guard case .text(let text) = argument else { return argument }
    return .list(
      ListLiteral.elements(of: text).map { PredicateArgument.text($0).withoutNullSpelling })
  }

  /// Converts an argument to a type, or each element of a list.
  func convert(
    _ argument: PredicateArgument, to type: PredicateType
  ) throws(Failure) -> TypedExpression {
    switch (argument, type) {
    case (.null, _): return .null
    case (.list(let elements), _):
      var converted: [TypedExpression] = []
      for element in elements where !isOfAnotherTable(element, type) {
        converted.append(try convert(element, to: type))
      }
      return .aggregate(converted)
    case (.text(let text), .object(let entity)): return .object(try object(text, of: entity))
    case (.object(let reference), .object(let entity)): return .object(try check(reference, entity))
    case (.key(let key), .object(let entity)):
      return .object(ObjectReference(entity: entity, primaryKey: key))
    case (.text(let text), .count):
      guard let value = Int64(text) else { throw .wrongType(hint: nil) }
      return .constant(.integer(value))
    case (.text(let text), .attribute(let attribute)):
      return .constant(try parse(text, as: attribute))
    case (.value(let value), .attribute(.string)):
      return .constant(try check(ValueConverter.text(of: value) ?? value, as: .string))
    case (.value(let value), .attribute(let attribute)):
      return .constant(try check(value, as: attribute))
    case (.value(.integer(let value)), .count): return .constant(.integer(value))
    case (.value(.double(let value)), .count): return .constant(.double(value))
    case (.value(.decimal(let value)), .count): return .constant(.double(number(value)))
    case (.fetch(let fetch), .object(let entity)) where !fetch.countsOnly:
      guard fetch.entity.index < model.entities.count,
        model.root(of: fetch.entity) == model.root(of: entity)
      else { throw .wrongType(hint: "it fetches objects of another entity") }
      return .fetch(fetch)
    case (.fetch(let fetch), .count) where fetch.countsOnly: return .fetch(fetch)
    case (.value, .object), (.value, .count), (.object, .attribute), (.object, .count),
      (.key, .attribute), (.key, .count),
      (.fetch, _):
      throw .wrongType(hint: nil)
    }
  }

  /// A number that a program gives for a text. SQLite compares a column of texts with it as a text; a
  /// constant in the format itself stays an error, since there it is a missing quote.
  ///
  /// Observed: `plate IN %@` with a list of numbers finds the plates (tests of CoreDataPlus). That `==` does
  /// so, too, is assumed (`ArgumentTests`).
  private static func text(of number: AttributeValue) -> AttributeValue? {
    switch number {
    case .integer(let value): .string(String(value))
    case .double(let value): .string("\(value)")
    case .decimal(let value): .string("\(value)")
    case .string, .boolean, .date, .binary, .uuid, .uri: nil
    }
  }

  private func parse(_ text: String, as type: AttributeType) throws(Failure) -> AttributeValue {
    switch type {
    case .integer16, .integer32, .integer64:
      if let value = Int64(text) { return .integer(value) }
      guard let value = Double(text), value.isFinite else {
        throw .wrongType(hint: "a number was expected")
      }
      return .double(value)
    case .double, .float:
      guard let value = Double(text), value.isFinite else {
        throw .wrongType(hint: "a number was expected")
      }
      return .double(value)
    case .decimal:
      guard Double(text) != nil, let value = Decimal(string: text) else {
        throw .wrongType(hint: "a number was expected")
      }
      return .decimal(value)
    case .boolean:
      switch text.lowercased() {
      case "yes", "true", "1": return .boolean(true)
      case "no", "false", "0": return .boolean(false)
      default: throw .wrongType(hint: "it is YES or NO")
      }
    case .date: return .date(try ValueConverter.seconds(text))
    case .string, .uuid, .uri: return try ValueConverter.string(text, as: type)
    case .binary, .transformable: return .binary(try ValueConverter.bytes(text))
    case .objectID, .composite, .undefined: throw .wrongType(hint: nil)
    }
  }

  /// Reads pairs of hexadecimal digits as bytes.
  private static func bytes(_ text: String) throws(Failure) -> [UInt8] {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else {
      throw .wrongType(hint: "bytes are pairs of hexadecimal digits")
    }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Character(Unicode.Scalar(digits[index])).hexDigitValue,
        let low = Character(Unicode.Scalar(digits[index + 1])).hexDigitValue
      else { throw .wrongType(hint: "bytes are pairs of hexadecimal digits") }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  /// Reads ISO 8601 with a time zone, a date alone as midnight UTC, or seconds since 2001.
  static func seconds(_ text: String) throws(Failure) -> Double {
    if let seconds = Double(text), seconds.isFinite { return seconds }
    if let seconds = instant(text) { return seconds }
    throw .wrongType(hint: "a date is written as 2026-05-04T12:00:00Z")
  }

  /// The seconds since 2001 for an ISO 8601 text with a time zone, or for a date alone.
  static func instant(_ text: String) -> Double? {
    let style = Date.ISO8601FormatStyle()
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let spelled = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    guard isDay(spelled.prefix(10)) else { return nil }
    for format in [style, fractional] {
      if let date = try? format.parse(spelled) { return date.timeIntervalSinceReferenceDate }
    }
    return nil
  }

  /// Whether the calendar has a day such as `2023-02-29`. The date parser would silently read that
  /// day as March 1.
  private static func isDay(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return false }
    let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[parts[1] - 1]).contains(parts[2])
  }

  private func check(
    _ value: AttributeValue, as type: AttributeType
  ) throws(Failure) -> AttributeValue {
    switch (value, type) {
    case (.integer(let number), _): return try ValueConverter.integer(number, as: type)
    case (.double(let number), _): return try ValueConverter.real(number, as: type)
    case (.decimal(let number), _): return try ValueConverter.decimal("\(number)", as: type)
    case (.string(let text), _): return try ValueConverter.string(text, as: type)
    case (.boolean, .boolean), (.date, .date), (.binary, .binary), (.binary, .transformable),
      (.uuid, .uuid), (.uri, .uri):
      return value
    case (.uuid(let id), .string): return .string(id.uuidString)
    case (.uri(let text), .string): return .string(text)
    case (.boolean(let isSet), _): return try ValueConverter.integer(isSet ? 1 : 0, as: type)
    case (.date, _), (.binary, _), (.uuid, _), (.uri, _): throw .wrongType(hint: nil)
    }
  }

  // MARK: - Objects

  /// Reads a reference to an object, such as `Venue/p12`: an entity's name and a primary key. Also
  /// accepts a URI that ends so, as Core Data's object IDs do.
  func object(_ text: String) -> ObjectReference? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = parts.last, last.hasPrefix("p"),
      let key = Int64(last.dropFirst()), key > 0,
      let named = model.entity(named: String(parts[parts.count - 2]))
    else { return nil }
    return ObjectReference(entity: named, primaryKey: key)
  }

  private func object(
    _ text: String, of entity: EntityID
  ) throws(Failure) -> ObjectReference {
    guard let reference = object(text) else {
      throw .wrongType(hint: "an object is written as \(model[entity].name)/p12")
    }
    return try check(reference, entity)
  }

  /// Whether an element of a list is an object whose table is not that of the other side. Programs
  /// search with objects of several entities in one list; such an element equals no object.
  private func isOfAnotherTable(_ element: PredicateArgument, _ type: PredicateType) -> Bool {
    guard case .object(let reference) = element, case .object(let entity) = type,
      reference.entity.index < model.entities.count
    else { return false }
    return model.root(of: reference.entity) != model.root(of: entity)
  }

  /// Reports an object of another table: its key would match unrelated rows that have the same
  /// number.
  private func check(
    _ reference: ObjectReference, _ entity: EntityID
  ) throws(Failure) -> ObjectReference {
    guard reference.entity.index < model.entities.count,
      model.root(of: reference.entity) == model.root(of: entity)
    else { throw .wrongType(hint: "it is an object of another entity") }
    return reference
  }
}

extension AttributeValue {
  /// Whether an integer is in the range of the attribute's type.
  func fits(_ type: AttributeType) -> Bool {
    guard case .integer(let value) = self else { return true }
    switch type {
    case .integer16: return Int16(exactly: value) != nil
    case .integer32: return Int32(exactly: value) != nil
    case .undefined, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary,
      .uuid, .uri, .transformable, .objectID, .composite:
      return true
    }
  }
}
