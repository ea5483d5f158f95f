internal import MomentumText

extension ImportMap.DateForm {
  var phrase: String {
    switch self {
    case .standard: "a date"
    case .unix: "seconds since 1970"
    case .unixMilliseconds: "milliseconds since 1970"
    case .pattern(let pattern): "a date as '\(pattern)'"
    }
  }
}

/// Reads dates of a pattern such as `dd.MM.yyyy HH:mm:ss` in UTC: each letter is one digit, other
/// characters have to match.
struct DatePattern {
  private let pattern: String

  init(_ pattern: String) { self.pattern = pattern }

  /// The date in seconds since 2001-01-01 UTC; `nil` if the text does not match the pattern.
  func seconds(_ text: String) -> Double? {
    var parts: [Character: String] = [:]
    var rest = Substring(text)
    for character in pattern {
      guard let next = rest.popFirst() else { return nil }
      if "yMdHms".contains(character) {
        guard next.isASCII, next.isNumber else { return nil }
        parts[character, default: ""].append(next)
      } else if next != character {
        return nil
      }
    }
    guard rest.isEmpty, let year = parts["y"], year.count == 4, let month = parts["M"] else {
      return nil
    }
    func two(_ key: Character) -> String { parts[key] ?? (key == "d" ? "01" : "00") }
    return ISODate.seconds(
      "\(year)-\(month)-\(two("d"))T\(two("H")):\(two("m")):\(two("s"))Z")
  }
}
