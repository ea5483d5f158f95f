internal import Foundation
internal import MomentumSQL
internal import MomentumStore
internal import MomentumText

// Functions of predicates on texts, under names of our own: SQLite's `upper`, `lower` and `length`
// convert only ASCII letters and count code points. Which SQL Core Data prints for them is not
// known. The result for NULL is NULL; a number is converted to the text that SQLite prints, a blob
// is read as UTF-8.

extension ScalarFunction {
  static let texts: [ScalarFunction] = [
    text(.uppercase) { text, _ in .text(text.uppercased()) },
    text(.lowercase) { text, _ in .text(text.lowercased()) },
    /// Removes case and accents, as `canonical:` of a derived attribute does.
    text(.canonical) { text, comparison in
      .text(comparison.folded(text, [.caseInsensitive, .diacriticInsensitive]))
    },
    /// Counts UTF-16 units, as `length` of an NSString does.
    text(.length) { text, _ in .integer(Int64(text.utf16.count)) },
    ScalarFunction(.numberToText, castToString),
    ScalarFunction(.textToNumber, castToNumber),
    /// Converts seconds since 2001-01-01 UTC to the text that a date column of the plain layout
    /// holds.
    ScalarFunction(.secondsToTime) { call in
      guard let seconds = call.number(0)?.real else { return call.returnNull() }
      call.result.give(.text(PlainValue.text(ofDate: seconds)))
    },
  ].compactMap { $0 }

  private static func text(
    _ function: SQLScalarFunction,
    _ compute: @escaping @Sendable (String, TextComparison) -> SQLValue
  ) -> ScalarFunction? {
    ScalarFunction(function) { call in
      guard !call.isNull(0) else { return call.returnNull() }
      call.result.give(compute(call.text(0), call.shared.comparison))
    }
  }

  /// `CAST(x, 'NSString')`: a real in the form of NSNumber's description, with the format `%0.16g`
  /// (documented: `descriptionWithLocale:`), so 2.0 becomes `2`, while SQLite prints `2.0`.
  @Sendable private static func castToString(_ call: FunctionCall) {
    guard !call.isNull(0) else { return call.returnNull() }
    call.result.give(call.storedReal(0).map { String(format: "%0.16g", $0) } ?? call.text(0))
  }

  /// `CAST(x, 'NSNumber')`: the number that a text spells, without blanks around it; NULL if the
  /// text is not a number.
  @Sendable private static func castToNumber(_ call: FunctionCall) {
    call.result.give(call.number(0)?.value ?? .null)
  }
}
