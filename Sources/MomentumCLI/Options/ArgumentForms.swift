import Foundation
import MomentumDiagnostics
import MomentumPredicate

/// The literals that the text of an argument on the command line can mean.
enum ArgumentForms {
  /// All literals that the text can mean, the most likely first: a string, or a list of strings if
  /// a list is expected.
  static func forms(of text: String, isList: Bool) -> [ExpressionSyntax.Kind] {
    let elements = elements(of: text)
    if isList {
      let numbers = elements.compactMap(number)
      return [list(elements.map { .literal(.string($0)) })]
        + (numbers.count == elements.count ? [list(numbers)] : [])
    }
    var forms: [ExpressionSyntax.Kind] = [.literal(.string(text))]
    if let number = number(text) { forms.append(number) }
    if let date = date(text) {
      let type = ExpressionSyntax(.literal(.string("NSDate")), SourceRange(0, 0))
      forms.append(.cast(ExpressionSyntax(.literal(.double(date)), SourceRange(0, 0)), type))
    }
    return forms
  }

  private static func list(_ elements: [ExpressionSyntax.Kind]) -> ExpressionSyntax.Kind {
    .aggregate(elements.map { ExpressionSyntax($0, SourceRange(0, 0)) })
  }

  private static func elements(of text: String) -> [String] {
    if let elements = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) {
      return elements
    }
    return text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private static func number(_ text: String) -> ExpressionSyntax.Kind? {
    switch text.uppercased() {
    case "YES", "TRUE": return .literal(.integer(1))
    case "NO", "FALSE": return .literal(.integer(0))
    case _: break
    }
    if let whole = Int64(text) { return .literal(.integer(whole)) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .literal(.double(number))
  }

  /// Seconds since 2001 of an ISO 8601 text or of a date without time.
  private static func date(_ text: String) -> Double? {
    let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    return (try? Date(whole, strategy: .iso8601))?.timeIntervalSinceReferenceDate
  }
}
