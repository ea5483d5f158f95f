/// The rules of one module, or those of all modules that a tool uses, by their ids.
///
///     let catalogue = DiagnosticCatalogue.joining([.diagnostics, .model])
///     catalogue["model.missing-inverse"]?.summary
///     catalogue.near("model.mising-inverse")  // "model.missing-inverse"
package struct DiagnosticCatalogue: Sendable {
  /// The rules, sorted by id.
  package let rules: [DiagnosticRule]
  private let rulesByID: [String: DiagnosticRule]
  /// The areas without a rule in this catalogue: another tool reports findings with ids of these
  /// areas.
  private let areasOfOthers: [String]

  package init(_ rules: [DiagnosticRule]) {
    self.rules = rules.sorted { $0.id < $1.id }
    rulesByID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    let own = Set(rules.map { $0.id.prefix { $0 != "." } })
    areasOfOthers = Self.areas.map(\.name).filter { !own.contains(Substring($0)) }.map { $0 + "." }
  }

  package static func joining(_ catalogues: [DiagnosticCatalogue]) -> DiagnosticCatalogue {
    DiagnosticCatalogue(catalogues.flatMap(\.rules))
  }

  package subscript(id: String) -> DiagnosticRule? { rulesByID[id] }

  /// The areas, which are the first parts of ids, each with its title; in the order of the article
  /// on diagnostics.
  ///
  /// A tool that has one module of an area has all modules that report under the area. So if the
  /// tool has the area of an id but no rule with the id, the id is misspelt; an id of another area
  /// is for another tool that reads the same file.
  package static let areas: [(name: String, title: String)] = [
    ("model", "Models"), ("cloudkit", "Models that sync with CloudKit"),
    ("swiftdata", "SwiftData schemas in Swift"), ("plan", "SwiftData migration plans"),
    ("bundle", "Bundles"), ("compiled", "Compiled models"),
    ("archive", "Compiled models that are written"), ("xml", "XML"), ("json", "JSON"),
    ("config", "Configurations"), ("predicate", "Predicates"),
    ("swift-predicate", "Predicates in Swift"), ("scan", "Source code"),
    ("adapt", "Sources copied for Linux"),
    ("request", "Fetch requests"), ("store", "Stores"), ("import", "Imports"),
    ("batch", "Changes by a condition"), ("versions", "Versions since a commit"),
    ("migration", "Changes of a model"),
    ("mapping", "Mapping models"), ("stages", "Staged migrations"),
    ("fixture", "Stored databases for tests"), ("freeze", "Frozen stores"),
    ("distribution", "Plans for several servers"),
  ]
}

// MARK: - Ids that somebody wrote

extension DiagnosticCatalogue {
  /// Whether a rule has the id, or matches the pattern, that somebody wrote into a file. Ids of
  /// another tool's areas count as known, because several tools read the same file.
  package func knowledge(of id: String) -> CheckConfiguration.Knowledge {
    has(id) || isForOthers(id) ? .known : .unknown(near: near(id))
  }

  /// Whether a rule has the id, or matches the pattern.
  package func has(_ pattern: String) -> Bool {
    self[pattern] != nil || rules.contains { CheckConfiguration.matches($0.id, pattern: pattern) }
  }

  /// Whether the id is of an area of another tool, or the pattern may match such an id.
  private func isForOthers(_ pattern: String) -> Bool {
    let start = pattern.prefix { $0 != "*" }
    return areasOfOthers.contains { area in
      start.hasPrefix(area) || start.count < pattern.count && area.hasPrefix(start)
    }
  }

  /// The rule's id that was probably meant; `nil` if no id is similar.
  package func near(_ id: String) -> String? {
    // People remember the part after the area, so try that first; then the beginning of an id, then
    // an id with a spelling mistake.
    (self["model.\(id)"] ?? rules.first { $0.id.hasSuffix(".\(id)") }
      ?? Self.beginning(of: id).flatMap { start in rules.first { $0.id.hasPrefix(start) } })?.id
      ?? nearName(to: id, among: rules.map(\.id))
  }

  /// The id itself if it may be the beginning of a rule's id, with an area and some letters of the
  /// name; else `nil`.
  private static func beginning(of id: String) -> String? {
    guard let dot = id.firstIndex(of: "."), id[dot...].count > 3 else { return nil }
    return id
  }
}

extension DiagnosticCatalogue {
  /// The rules of this module.
  package static let diagnostics = DiagnosticCatalogue(
    ConfigurationMessage.rules + JSONMessage.rules)
}
