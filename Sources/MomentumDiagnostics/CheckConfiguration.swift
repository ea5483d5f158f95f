/// A project's settings for checks: the file `.momentum.json` beside a bundle.
///
/// ```json
/// {
///   "diagnostics": { "model.unindexed-request": "allow", "model.missing-inverse": "error" },
///   "cloudKit": true,
///   "failOn": "warning",
///   "overrides": [{ "bundle": "Shop", "version": "Shop 1*", "diagnostics": { "model.*": "allow" } }],
///   "released": ["v*"],
///   "acknowledged": [ … ]
/// }
/// ```
package struct CheckConfiguration: Sendable, Hashable {
  /// The treatment of a kind of finding.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    /// The findings are not reported.
    case allow
    /// The findings are shown only by `momentum check --pedantic`.
    case info
    case note
    case warning
    case error
  }

  /// The lowest severity of a finding that makes a check fail.
  package enum FailureThreshold: String, Sendable, Hashable, CaseIterable {
    case error
    case warning
    case never
  }

  /// Levels by diagnostic id, or by a pattern such as `model.optional-*`. A finding that no key
  /// matches keeps its severity.
  package var levels: [String: Level]
  /// Whether to apply the rules for models that sync with CloudKit.
  package var cloudKit: Bool?
  package var failOn: FailureThreshold?
  /// Patterns of the Git tags that mark releases, such as `v*`.
  package var released: [String]?
  /// Whether the app migrates in stages or version by version: such an app cannot open a store
  /// whose version it lacks.
  package var stagedMigration: Bool?
  /// The acknowledged changes, in the file's order.
  package var acknowledgements: [Acknowledgement]
  /// Levels for some bundles or versions only. A later one has precedence over earlier ones, and
  /// all have precedence over `levels`.
  package var overrides: [Override]

  package static let fileName = ".momentum.json"

  /// Findings about predicates that SQL can compute, but that Core Data's SQLite store refuses at
  /// run time: errors with `--strict-core-data`.
  package static let coreDataRefusals = ["predicate.all", "predicate.store-refuses"]

  /// The configuration for requests that have to run in Core Data too: it makes errors of
  /// `coreDataRefusals`.
  package static let strictCoreData = CheckConfiguration(
    levels: Dictionary(uniqueKeysWithValues: coreDataRefusals.map { ($0, .error) }))

  package init(
    levels: [String: Level] = [:], cloudKit: Bool? = nil, failOn: FailureThreshold? = nil,
    released: [String]? = nil, stagedMigration: Bool? = nil,
    acknowledgements: [Acknowledgement] = [], overrides: [Override] = []
  ) {
    self.levels = levels
    self.cloudKit = cloudKit
    self.failOn = failOn
    self.released = released
    self.stagedMigration = stagedMigration
    self.acknowledgements = acknowledgements
    self.overrides = overrides
  }

  /// The findings with the configured severities, without those that are allowed.
  package func apply(to diagnostics: Diagnostics) -> Diagnostics {
    var result = Diagnostics()
    for var finding in diagnostics.all {
      switch level(of: finding) {
      // An error that prevents reading the model cannot be hidden: the check would find nothing and
      // succeed.
      case .allow: if !CheckConfiguration.endsReading(finding) { continue }
      case .info: finding.severity = .info
      case .note: finding.severity = .note
      case .warning: finding.severity = .warning
      case .error: finding.severity = .error
      case nil: break
      }
      result.report(finding)
    }
    return result
  }

  private func level(of finding: Diagnostic) -> Level? {
    let place = overrides.isEmpty ? nil : finding.location.flatMap { ModelPath($0.file.path) }
    for override in overrides.reversed() where override.applies(to: place) {
      if let level = Self.level(of: finding.id, in: override.levels) { return level }
    }
    return Self.level(of: finding.id, in: levels)
  }

  /// The level that a configuration sets for an id, or else for the longest pattern that matches
  /// the id; `nil` if it sets neither.
  private static func level(of id: String, in levels: [String: Level]) -> Level? {
    if let own = levels[id] { return own }
    let patterns = levels.keys.filter { CheckConfiguration.matches(id, pattern: $0) }
    // If two patterns have the same length, the first by name counts: the order of a dictionary
    // changes from run to run.
    return patterns.max { ($0.count, $1) < ($1.count, $0) }.flatMap { levels[$0] }
  }

  /// Whether a pattern matches an id: `*` matches any letters.
  package static func matches(_ id: String, pattern: String) -> Bool {
    var parts = pattern.split(separator: "*", omittingEmptySubsequences: false)[...]
    guard parts.count > 1, let first = parts.popFirst(), let last = parts.popLast(),
      id.hasPrefix(first), id.count >= first.count + last.count, id.hasSuffix(last)
    else { return pattern == id }
    var middle = id.dropFirst(first.count).dropLast(last.count)
    for part in parts where !part.isEmpty {
      guard let match = middle.firstRange(of: part) else { return false }
      middle = middle[match.upperBound...]
    }
    return true
  }

  private static func endsReading(_ finding: Diagnostic) -> Bool {
    let areas = ["xml.", "json.", "compiled.", "bundle."]
    return finding.severity == .error && areas.contains { finding.id.hasPrefix($0) }
  }

  /// This configuration with the settings of `other` added; on conflict `other` wins.
  package func overridden(by other: CheckConfiguration) -> CheckConfiguration {
    // A level of `other`, such as one from the command line, has precedence over the overrides of
    // this configuration.
    let last = overrides.isEmpty || other.levels.isEmpty ? [] : [Override(levels: other.levels)]
    return CheckConfiguration(
      levels: levels.merging(other.levels) { $1 }, cloudKit: other.cloudKit ?? cloudKit,
      failOn: other.failOn ?? failOn, released: other.released ?? released,
      stagedMigration: other.stagedMigration ?? stagedMigration,
      acknowledgements: acknowledgements + other.acknowledgements,
      overrides: overrides + last + other.overrides)
  }
}
