/// A name of a table or a column, as it is written in SQL.
package enum PostgreSQLName {
  /// `"venue"`, `"a ""quoted"" name"`; `nil` for an empty name and one with a NUL, which no name has.
  package static func quoted(_ name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    let doubled = name.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return "\"\(doubled)\""
  }

  /// `"shop"."venue"`
  static func path(
    _ names: [String], _ operation: PostgreSQLError.Operation
  ) throws(PostgreSQLError) -> String {
    var quotedNames: [String] = []
    for name in names {
      guard let text = quoted(name) else { throw PostgreSQLError(operation, .zeroByte) }
      quotedNames.append(text)
    }
    return quotedNames.joined(separator: ".")
  }
}
