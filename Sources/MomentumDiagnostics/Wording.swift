// Phrases that the messages of all modules are made of.

/// The text at the end of a list that was shortened.
package enum ListRest: Sendable {
  /// ` and 3 more`
  case count
  /// ` …`
  case dots
}

/// `'Venue', 'Cafe' and 3 more`
///
/// - Parameter max: How many names are shown; `nil` for all.
package func quotedList(_ names: [String], max: Int? = nil, rest: ListRest = .count) -> String {
  let max = max ?? names.count
  let shown = names.prefix(max).map { "'\($0)'" }.joined(separator: ", ")
  guard names.count > max else { return shown }
  switch rest {
  case .count: return "\(shown) and \(names.count - max) more"
  case .dots: return shown + " …"
  }
}

/// `1 error`, `2 errors`, `2 entities`
package func plural(_ count: Int, _ noun: String) -> String {
  let ending = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : noun + "s"
  return count == 1 ? "1 \(noun)" : "\(count) \(ending)"
}

/// `; did you mean 'title'?`, or nothing where no name is near.
package func didYouMean(_ name: String?) -> String {
  name.map { "; did you mean '\($0)'?" } ?? ""
}
