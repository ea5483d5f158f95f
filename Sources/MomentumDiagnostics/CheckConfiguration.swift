/// What a project wants of its checks: the file `.momentum.json` beside a bundle.
///
/// ```json
/// {
///   "diagnostics": { "model.optional-scalar": "allow", "model.missing-inverse": "error" },
///   "cloudKit": true,
///   "failOn": "warning"
/// }
/// ```
public struct CheckConfiguration: Sendable, Hashable {
  /// What becomes of a kind of finding.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// Not reported.
    case allow
    case note
    case warning
    case error
  }

  /// From which severity on findings make a check fail.
  public enum FailureThreshold: String, Sendable, Hashable, CaseIterable {
    case error
    case warning
    case never
  }

  /// By diagnostic id; the others keep their severity.
  public var levels: [String: Level]
  /// Whether the rules of models that sync with CloudKit are asked for.
  public var cloudKit: Bool?
  public var failOn: FailureThreshold?

  public static let fileName = ".momentum.json"

  public init(
    levels: [String: Level] = [:], cloudKit: Bool? = nil, failOn: FailureThreshold? = nil
  ) {
    self.levels = levels
    self.cloudKit = cloudKit
    self.failOn = failOn
  }

  /// The findings with the severities that are wanted, without those that are allowed.
  public func apply(to diagnostics: Diagnostics) -> Diagnostics {
    var result = Diagnostics()
    for var finding in diagnostics.all {
      switch levels[finding.id] {
      // What keeps a model from being read cannot be passed over.
      case .allow: if !CheckConfiguration.endsReading(finding) { continue }
      case .note: finding.severity = .note
      case .warning: finding.severity = .warning
      case .error: finding.severity = .error
      case nil: break
      }
      result.report(finding)
    }
    return result
  }

  private static func endsReading(_ finding: Diagnostic) -> Bool {
    let areas = ["xml.", "json.", "compiled.", "bundle."]
    return finding.severity == .error && areas.contains { finding.id.hasPrefix($0) }
  }

  /// This with what `other` says in addition or instead.
  public func overridden(by other: CheckConfiguration) -> CheckConfiguration {
    CheckConfiguration(
      levels: levels.merging(other.levels) { $1 }, cloudKit: other.cloudKit ?? cloudKit,
      failOn: other.failOn ?? failOn)
  }
}

// MARK: - The file

extension CheckConfiguration {
  /// What is known of a diagnostic's id.
  public enum Knowledge: Sendable, Hashable {
    case known
    /// No finding has it; the id that was probably meant.
    case unknown(near: String?)
  }

  /// Reads a configuration; `nil` with diagnostics where it is not one.
  ///
  /// - Parameter knowledge: Of an id. The small tool behind the plugins has no catalogue and takes every id.
  public static func read(
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

private struct ConfigurationReading {
  private static let keys = ["diagnostics", "cloudKit", "failOn"]

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
    for member in members {
      switch member.name {
      case "diagnostics": result.levels = levels(member.value)
      case "cloudKit":
        guard case .boolean(let flag) = member.value.value else {
          report(.badValue("'cloudKit'", expected: "true or false"), member.value.range)
          continue
        }
        result.cloudKit = flag
      case "failOn":
        result.failOn = choice(
          member.value, "'failOn'", CheckConfiguration.FailureThreshold.allCases)
      case let name:
        report(
          .unknownKey(name, near: nearName(to: name, among: Self.keys), valid: Self.keys),
          member.nameRange)
      }
    }
    return result
  }

  private mutating func levels(_ node: JSONNode) -> [String: CheckConfiguration.Level] {
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

  private mutating func report(_ message: ConfigurationMessage, _ range: SourceRange) {
    diagnostics.report(message, at: SourceLocation(file, range))
  }
}

/// What is wrong with a configuration.
enum ConfigurationMessage: DiagnosticMessage {
  case badValue(String, expected: String)
  case unknownID(String, near: String?)
  case unknownKey(String, near: String?, valid: [String])

  var id: String {
    switch self {
    case .badValue: "config.bad-value"
    case .unknownID: "config.unknown-id"
    case .unknownKey: "config.unknown-key"
    }
  }

  var severity: Severity { .error }

  var text: String {
    switch self {
    case .badValue(let what, let expected): "\(what) has to be \(expected)"
    case .unknownID(let id, let near):
      "no diagnostic has the id '\(id)'"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; 'momentum explain-diagnostic' lists them")
    case .unknownKey(let key, let near, let valid):
      "no setting '\(key)'; valid are \(valid.map { "'\($0)'" }.joined(separator: ", "))"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
  }
}
