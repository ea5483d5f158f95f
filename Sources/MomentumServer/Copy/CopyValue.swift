internal import MomentumPostgreSQL
internal import MomentumSQL

/// Converts values between the columns of a Core Data store and those of the plain layout.
enum CopyValue {
  /// Why a stored value has no place in its column.
  struct Misfit: Error {
    var reason: String
  }

  /// The value on the server for a value of the store.
  ///
  /// It may say less than the stored one: a timestamp has microseconds, a text no NUL. ``stored(_:_:)``
  /// then returns another value than the given one, and the copy keeps the given one beside.
  static func plain(
    _ value: SQLValue, _ type: SQLColumnType
  ) throws(Misfit) -> PostgreSQLValue {
    switch (type, value) {
    case (_, .null): return .null
    case (.identity, .integer(let number)), (.key, .integer(let number)),
      (.smallInteger, .integer(let number)), (.integer, .integer(let number)),
      (.bigInteger, .integer(let number)):
      return .integer(number)
    case (.boolean, .integer(let number)): return .bool(number != 0)
    case (.float, .real(let number)), (.double, .real(let number)): return .real(number)
    case (.float, .integer(let number)), (.double, .integer(let number)):
      return .real(Double(number))
    case (.decimal, .integer(let number)): return try numeric("\(number)")
    case (.decimal, .real(let number)): return try numeric(DecimalDigits.text(number))
    case (.text, .text(let text)):
      return .text(text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text)
    case (.date, .real(let seconds)):
      return .timestamp(PostgreSQLTimestamp(secondsSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)):
      return .timestamp(PostgreSQLTimestamp(secondsSinceReferenceDate: Double(seconds)))
    case (.uuid, .blob(let bytes)):
      guard let uuid = UUIDBytes.uuid(bytes) else { break }
      return .uuid(uuid)
    case (.binary, .blob(let bytes)): return .bytes(bytes)
    case (.identity, _), (.key, _), (.smallInteger, _), (.integer, _), (.bigInteger, _),
      (.boolean, _), (.float, _), (.double, _), (.decimal, _), (.text, _), (.date, _), (.uuid, _),
      (.binary, _):
      break
    }
    throw Misfit(reason: "\(value.className) is stored, which the attribute's type does not have")
  }

  private static func numeric(_ digits: String) throws(Misfit) -> PostgreSQLValue {
    guard let number = PostgreSQLNumeric(digits) else {
      throw Misfit(reason: "the number has more digits than the server takes")
    }
    return .numeric(number)
  }

  /// The value of the store for a value on the server; `nil` if the server's value is of another
  /// type.
  static func stored(_ value: PostgreSQLValue, _ type: SQLColumnType) -> SQLValue? {
    switch (type, value) {
    case (_, .null): .null
    case (_, .integer(let number)): .integer(number)
    case (_, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.float, .real(let number)): .real(Double(Float(number)))
    case (_, .real(let number)): .real(number)
    case (_, .numeric(let number)): number.stored
    case (_, .text(let text)): .text(text)
    case (_, .timestamp(let time)): .real(time.secondsSinceReferenceDate)
    case (_, .uuid(let uuid)): .blob(UUIDBytes.bytes(uuid))
    case (_, .bytes(let bytes)): .blob(bytes)
    case (_, .date), (_, .array), (_, .other): nil
    }
  }

  /// Whether a column of Core Data keeps both values as the same one: SQLite stores a whole REAL as
  /// an INTEGER in a column of a numeric type, and returns it as a REAL from a FLOAT.
  static func isSame(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.integer(let whole), .real(let real)), (.real(let real), .integer(let whole)):
      Int64(exactly: real) == whole && !(real == 0 && real.sign == .minus)
    case (.null, _), (.integer, _), (.real, _), (.text, _), (.blob, _): left == right
    }
  }
}

extension PostgreSQLNumeric {
  /// The number as Core Data stores decimals: a REAL, or an INTEGER if it is whole.
  fileprivate var stored: SQLValue? {
    let text = description
    if let number = Int64(text) { return .integer(number) }
    return Double(text).map { .real($0) }
  }
}

extension SQLValue {
  fileprivate var className: String {
    switch self {
    case .null: "NULL"
    case .integer: "an INTEGER"
    case .real: "a REAL"
    case .text: "a TEXT"
    case .blob(let bytes): "a BLOB of \(bytes.count) bytes"
    }
  }
}

/// The digits of a number without an exponent: `0.00000015` for 1.5e-07.
enum DecimalDigits {
  /// The shortest digits that are read back as the same number.
  static func text(_ number: Double) -> String {
    let text = "\(number)"
    if text.hasSuffix(".0") { return String(text.dropLast(2)) }
    guard let place = text.firstIndex(of: "e"),
      let exponent = Int(text[text.index(after: place)...])
    else { return number.isFinite ? text : infinite(number) }
    let isNegative = text.hasPrefix("-")
    let digits = text[..<place].drop { $0 == "-" }
    let parts = digits.split(separator: ".")
    let whole = parts.first ?? "0"
    let fraction = parts.count == 2 && parts[1] != "0" ? parts[1] : ""
    let all = String(whole + fraction)
    let point = whole.count + exponent
    let magnitude =
      if point <= 0 {
        "0." + String(repeating: "0", count: -point) + all
      } else if point >= all.count {
        all + String(repeating: "0", count: point - all.count)
      } else {
        String(all.prefix(point)) + "." + String(all.dropFirst(point))
      }
    return isNegative ? "-" + magnitude : magnitude
  }

  private static func infinite(_ number: Double) -> String {
    number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
  }
}
