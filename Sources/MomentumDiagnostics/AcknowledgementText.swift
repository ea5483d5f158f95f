// Adds acknowledgements to the text of `.momentum.json`. All other text stays as a person wrote it.

extension Acknowledgement {
  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [("rule", .string(rule))]
    if let place { members.append(("place", .string(place))) }
    if let bundle { members.append(("bundle", .string(bundle))) }
    if let from { members.append(("from", from.json)) }
    if let to { members.append(("to", to.json)) }
    members.append(("reason", .string(reason)))
    return .object(members)
  }

  /// The text of a configuration with more acknowledgements at the end of its list.
  ///
  /// - Parameter file: The present configuration; `nil` if there is no file.
  /// - Returns: `nil` if the file is not a JSON object, which reading it reports.
  package static func adding(
    _ acknowledgements: [Acknowledgement], to file: SourceFile?
  ) -> String? {
    let items = acknowledgements.map(\.json)
    guard let file, !file.utf8.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) else {
      return JSONText.object([("acknowledged", .array(items))]).pretty
    }
    var problems = Diagnostics()
    guard let root = JSONParser.parse(file, &problems), !problems.hasErrors,
      case .object(let members) = root.value
    else { return nil }
    guard !items.isEmpty else { return file.text }
    return ConfigurationText(file: file).adding(items, to: root, members)
  }
}

extension Acknowledgement.Version {
  fileprivate var json: JSONText {
    .object([("version", .string(name)), ("checksum", .string(checksum))])
  }
}

private struct ConfigurationText {
  let file: SourceFile

  func adding(_ items: [JSONText], to root: JSONNode, _ members: [JSONMember]) -> String? {
    guard let list = members.first(where: { $0.name == "acknowledged" }) else {
      guard let last = members.last else {
        return replacing(root.range, JSONText.object([("acknowledged", .array(items))]), indent: "")
      }
      let indent = indentation(before: members[0].nameRange.start) ?? "  "
      let text = "\"acknowledged\": " + lines(.array(items), indent: indent)
      return inserting(",\(lineEnd)\(indent)\(text)", at: last.value.range.end)
    }
    guard case .array(let existing) = list.value.value else { return nil }
    let indent = indentation(before: list.nameRange.start) ?? "  "
    guard let last = existing.last else {
      return replacing(list.value.range, .array(items), indent: indent)
    }
    let inner = indentation(before: existing[0].range.start) ?? indent + "  "
    let added = items.map { ",\(lineEnd)\(inner)" + lines($0, indent: inner) }.joined()
    return inserting(added, at: last.range.end)
  }

  private var lineEnd: String { file.utf8.contains(0x0D) ? "\r\n" : "\n" }

  /// The value as text of several lines; all lines but the first begin with the indentation.
  private func lines(_ value: JSONText, indent: String) -> String {
    value.pretty.split(separator: "\n").joined(separator: lineEnd + indent)
  }

  private func replacing(_ range: SourceRange, _ value: JSONText, indent: String) -> String {
    let all = file.utf8
    return String(decoding: all[..<range.start], as: UTF8.self) + lines(value, indent: indent)
      + String(decoding: all[range.end...], as: UTF8.self)
  }

  private func inserting(_ text: String, at offset: Int) -> String {
    String(decoding: file.utf8[..<offset], as: UTF8.self) + text
      + String(decoding: file.utf8[offset...], as: UTF8.self)
  }

  /// The blanks between the start of the line and an offset; `nil` if other text is between them.
  private func indentation(before offset: Int) -> String? {
    var start = offset
    while start > 0, [0x20, 0x09].contains(file.utf8[start - 1]) { start -= 1 }
    guard start > 0, [0x0A, 0x0D].contains(file.utf8[start - 1]) else { return nil }
    return String(decoding: file.utf8[start..<offset], as: UTF8.self)
  }
}
