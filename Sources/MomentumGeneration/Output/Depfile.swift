/// The dependencies of generated files, in the syntax of Make, which Ninja reads too.
///
///     Generated/Venue.swift: App/My\ Model.xcdatamodeld/A.xcdatamodel/contents
///     App/My\ Model.xcdatamodeld/A.xcdatamodel/contents:
///
/// Each input also has a rule without a recipe, as `cc -MP` writes it: without this rule Make fails
/// after an input was removed.
///
/// Documented: GNU make manual, "Rule Syntax" (`$$`), "Using Wildcard Characters" and "What
/// Makefiles Contain" (`\#`). Observed with GNU Make 4.3: which characters need a backslash, and
/// that `;` and `=` cannot be escaped.
package enum Depfile {
  /// - Throws: An error for a path with a character that Make cannot escape.
  package static func text(targets: [String], inputs: [String]) throws(OutputFailure) -> String {
    for path in targets + inputs {
      if let bad = path.unicodeScalars.first(where: hasNoSpelling) {
        let name = bad.value < 0x20 ? "a control character" : "'\(bad)'"
        throw OutputFailure(
          "a path with \(name) cannot stand in a depfile; Make has no spelling for it")
      }
      if path.hasSuffix(")"), path.contains("(") {
        throw OutputFailure(
          "'\(path)' cannot stand in a depfile; Make reads it as the member of an archive")
      }
    }
    let sources = inputs.map { escaped($0, isTarget: false) }
    let head = targets.map { escaped($0, isTarget: true) }.joined(separator: " \\\n  ")
    let rule = ([head + ":"] + sources).joined(separator: " \\\n  ") + "\n"
    return (targets.isEmpty ? "" : rule)
      + inputs.map { escaped($0, isTarget: true) + ":\n" }.joined()
  }

  private static func hasNoSpelling(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar == ";" || scalar == "="
  }

  private static func escaped(_ path: String, isTarget: Bool) -> String {
    var result = ""
    var backslashes = 0
    for scalar in path.unicodeScalars {
      if scalar == "$" { result += "$" }
      if needsBackslash(scalar, isTarget) {
        // Make reads two backslashes before an escaped character as one, so double them.
        result += String(repeating: "\\", count: backslashes + 1)
      }
      result.unicodeScalars.append(scalar)
      backslashes = scalar == "\\" ? backslashes + 1 : 0
    }
    return result
  }

  private static func needsBackslash(_ scalar: Unicode.Scalar, _ isTarget: Bool) -> Bool {
    switch scalar {
    case " ", "#", ":": true
    case "%": isTarget
    case "|", "*", "?", "[": !isTarget
    default: false
    }
  }
}
