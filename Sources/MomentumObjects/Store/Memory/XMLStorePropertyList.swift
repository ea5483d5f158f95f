import Foundation
internal import MomentumPropertyList

/// The metadata of an XML store as elements of the file.
enum XMLStorePropertyList {
  /// The element `<plist version="1.0">` with one dictionary. Its first line is indented by `level`
  /// times four blanks.
  ///
  /// Observed: keys are sorted, and base64 is on a line of its own after two tabs.
  static func text(_ members: [String: PropertyList], level: Int) -> String {
    var text = ""
    append(line: "<plist version=\"1.0\">", level, &text)
    append(.dictionary(members), level + 1, &text)
    append(line: "</plist>", level, &text)
    return text
  }

  private static func append(_ list: PropertyList, _ level: Int, _ text: inout String) {
    switch list {
    case .string(let value):
      append(line: "<string>\(StoreText.escaped(value))</string>", level, &text)
    case .integer(let value): append(line: "<integer>\(value)</integer>", level, &text)
    case .unsigned(let value), .uid(let value):
      append(line: "<integer>\(value)</integer>", level, &text)
    case .real(let value): append(line: "<real>\(value)</real>", level, &text)
    case .boolean(let value): append(line: value ? "<true/>" : "<false/>", level, &text)
    case .date(let seconds):
      let date = Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
      append(line: "<date>\(date)</date>", level, &text)
    case .data(let bytes):
      append(line: "<data>\n\t\t\(Data(bytes).base64EncodedString())\n\t\t</data>", level, &text)
    // A property list in XML cannot contain a null value.
    case .null: append(line: "<string></string>", level, &text)
    // Observed: an empty array is one line. Assumed: an empty dictionary too.
    case .array(let elements) where elements.isEmpty: append(line: "<array></array>", level, &text)
    case .dictionary(let members) where members.isEmpty: append(line: "<dict></dict>", level, &text)
    case .array(let elements):
      append(line: "<array>", level, &text)
      for element in elements { append(element, level + 1, &text) }
      append(line: "</array>", level, &text)
    case .dictionary(let members):
      append(line: "<dict>", level, &text)
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        append(line: "<key>\(StoreText.escaped(key))</key>", level + 1, &text)
        append(value, level + 1, &text)
      }
      append(line: "</dict>", level, &text)
    }
  }

  private static func append(line: String, _ level: Int, _ text: inout String) {
    text += String(repeating: "    ", count: level) + line + "\n"
  }
}
