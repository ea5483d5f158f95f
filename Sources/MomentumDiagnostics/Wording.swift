// Phrases for the messages of all modules.

/// The end of a list that shows only some of its names.
package enum ListRest: Sendable {
  /// The number of names that are left out: ` and 3 more`.
  case count
  /// Three dots: ` …`.
  case dots
}

/// Names in quotes with commas between them: `'Venue', 'Cafe' and 3 more`.
///
/// - Parameter max: The number of names to show; `nil` for all.
package func quotedList(_ names: [String], max: Int? = nil, rest: ListRest = .count) -> String {
  let max = max ?? names.count
  let shown = names.prefix(max).map { "'\($0)'" }.joined(separator: ", ")
  guard names.count > max else { return shown }
  switch rest {
  case .count: return "\(shown) and \(names.count - max) more"
  case .dots: return shown + " …"
  }
}

/// A number with its noun: `1 error`, `2 errors`, `2 entities`.
package func plural(_ count: Int, _ noun: String) -> String {
  let ending = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : noun + "s"
  return count == 1 ? "1 \(noun)" : "\(count) \(ending)"
}

/// The end of a message that proposes a name: `; did you mean 'title'?`. Empty if no name is near.
package func didYouMean(_ name: String?) -> String {
  name.map { "; did you mean '\($0)'?" } ?? ""
}
