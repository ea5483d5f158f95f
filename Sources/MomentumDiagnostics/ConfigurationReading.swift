// Reads the file `.momentum.json`.

extension CheckConfiguration {
  /// Whether a rule has a diagnostic id that a configuration names.
  package enum Knowledge: Sendable, Hashable {
    case known
    /// No finding has the id; `near` is the id that was probably meant.
    case unknown(near: String?)
  }

  /// Reads a configuration; `nil` with diagnostics if the file is not valid.
  ///
  /// - Parameter knowledge: Tells whether an id exists, by the catalogue of the tool that reads the
  ///   file.
  package static func read(
    _ file: SourceFile, knowledge: (String) -> Knowledge, _ diagnostics: inout Diagnostics
  ) -> CheckConfiguration? {
    withoutActuallyEscaping(knowledge) { knowledge in
      var reading = ConfigurationReading(file: file, knowledge: knowledge)
      let result = reading.read()
      diagnostics.append(contentsOf: reading.diagnostics)
      return reading.diagnostics.hasErrors ? nil : result
    }
  }
}

extension CheckConfiguration {
  /// The names that the file may have.
  package static let keys = [
    "$schema", "diagnostics", "overrides", "cloudKit", "failOn", "released", "stagedMigration",
    "acknowledged", "strictCoreData",
  ]
}

struct ConfigurationReading {
  private static let keys = CheckConfiguration.keys

  let file: SourceFile
  let knowledge: (String) -> CheckConfiguration.Knowledge
  var diagnostics = Diagnostics()

  mutating func read() -> CheckConfiguration {
    var result = CheckConfiguration()
    guard let root = JSONParser.parse(file, &diagnostics) else { return result }
    guard case .object(let members) = root.value else {
      report(.badValue("the configuration", expected: "an object"), root.range)
      return result
    }
    var isStrict = false
    for member in members {
      switch member.name {
      case "diagnostics": result.levels = levels(member.value)
      case "overrides": result.overrides = overrides(member.value)
      // Editors read the address of the JSON schema here; it is no setting.
      case "$schema": break
      case "cloudKit": result.cloudKit = flag(member)
      case "strictCoreData": isStrict = flag(member) ?? false
      case "stagedMigration": result.stagedMigration = flag(member)
      case "released": result.released = patterns(member.value)
      case "acknowledged": result.acknowledgements = acknowledgements(member.value)
      case "failOn":
        result.failOn = choice(
          member.value, "'failOn'", CheckConfiguration.FailureThreshold.allCases)
      case let name:
        report(
          .unknownKey(name, near: nearName(to: name, among: Self.keys), valid: Self.keys),
          member.nameRange)
      }
    }
    // A level that the file sets has precedence over `strictCoreData`.
    return isStrict ? CheckConfiguration.strictCoreData.overridden(by: result) : result
  }

  private mutating func flag(_ member: JSONMember) -> Bool? {
    if case .boolean(let flag) = member.value.value { return flag }
    report(.badValue("'\(member.name)'", expected: "true or false"), member.value.range)
    return nil
  }

  private mutating func patterns(_ node: JSONNode) -> [String]? {
    if case .array(let items) = node.value {
      let texts = items.compactMap(\.nonEmptyText)
      if texts.count == items.count { return texts }
    }
    report(.badValue("'released'", expected: "a list of patterns such as \"v*\""), node.range)
    return nil
  }

  mutating func levels(_ node: JSONNode) -> [String: CheckConfiguration.Level] {
    guard case .object(let members) = node.value else {
      report(.badValue("'diagnostics'", expected: "an object of ids and levels"), node.range)
      return [:]
    }
    var result: [String: CheckConfiguration.Level] = [:]
    for member in members {
      if case .unknown(let near) = knowledge(member.name) {
        report(.unknownID(member.name, near: near), member.nameRange)
      }
      result[member.name] = choice(
        member.value, "'\(member.name)'", CheckConfiguration.Level.allCases)
    }
    return result
  }

  private mutating func choice<Choice: RawRepresentable>(
    _ node: JSONNode, _ what: String, _ choices: [Choice]
  ) -> Choice? where Choice.RawValue == String {
    if case .string(let text) = node.value, let choice = Choice(rawValue: text) { return choice }
    let list = choices.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    report(.badValue(what, expected: "one of \(list)"), node.range)
    return nil
  }

  mutating func report(_ message: ConfigurationMessage, _ range: SourceRange) {
    diagnostics.report(message, at: SourceLocation(file, range))
  }
}
