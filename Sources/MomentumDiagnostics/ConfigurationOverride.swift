extension CheckConfiguration {
  /// The levels of findings in some bundles or versions only.
  ///
  /// ```json
  /// { "bundle": "Shop", "version": "Shop 1*", "diagnostics": { "model.missing-inverse": "allow" },
  ///   "reason": "the old versions are not repaired any more" }
  /// ```
  package struct Override: Sendable, Hashable {
    /// A pattern of bundles' names without suffix; `nil` for every bundle.
    package var bundle: String?
    /// A pattern of versions' names; `nil` for every version and for findings about the bundle as a
    /// whole.
    package var version: String?
    package var levels: [String: Level]
    /// The places of the patterns in the file, for findings about them.
    package var bundleLocation: SourceLocation?
    package var versionLocation: SourceLocation?

    package init(bundle: String? = nil, version: String? = nil, levels: [String: Level]) {
      self.bundle = bundle
      self.version = version
      self.levels = levels
    }

    /// Whether the override applies to a finding at a place. For a finding outside of models, the
    /// place is `nil`, and only an override without patterns applies.
    func applies(to place: ModelPath?) -> Bool {
      guard bundle != nil || version != nil else { return true }
      guard let place else { return false }
      if let bundle, !CheckConfiguration.matches(place.name, pattern: bundle) { return false }
      guard let version else { return true }
      return place.version.map { CheckConfiguration.matches($0, pattern: version) } ?? false
    }
  }

  /// Reports patterns that match nothing: a misspelt pattern would have no effect without anybody
  /// noticing.
  ///
  /// - Parameter versions: The names of the versions of each bundle that the file applies to, by
  ///   the bundle's name.
  package func reviewOverrides(
    versions: [String: Set<String>], _ diagnostics: inout Diagnostics
  ) {
    for override in overrides {
      let meant = versions.filter { name, _ in
        override.bundle.map { CheckConfiguration.matches(name, pattern: $0) } ?? true
      }
      if meant.isEmpty {
        guard let bundle = override.bundle, let place = override.bundleLocation else { continue }
        let near = nearName(to: bundle, among: versions.keys)
        diagnostics.report(
          ConfigurationMessage.noMatch(bundle, isVersion: false, near: near), at: place)
        continue
      }
      let names = meant.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      guard let version = override.version, let place = override.versionLocation,
        !names.contains(where: { CheckConfiguration.matches($0, pattern: version) })
      else { continue }
      diagnostics.report(
        ConfigurationMessage.noMatch(
          version, isVersion: true, near: nearName(to: version, among: names)), at: place)
    }
  }
}

extension ConfigurationReading {
  private static let keys = ["bundle", "version", "diagnostics", "reason"]

  mutating func overrides(_ node: JSONNode) -> [CheckConfiguration.Override] {
    guard case .array(let items) = node.value else {
      report(.badValue("'overrides'", expected: "a list"), node.range)
      return []
    }
    return items.compactMap { override($0) }
  }

  private mutating func override(_ node: JSONNode) -> CheckConfiguration.Override? {
    guard case .object(let members) = node.value else {
      report(.badValue("an override", expected: "an object"), node.range)
      return nil
    }
    var result = CheckConfiguration.Override(levels: [:])
    for member in members {
      let location = SourceLocation(file, member.value.range)
      switch member.name {
      case "bundle": (result.bundle, result.bundleLocation) = (pattern(member), location)
      case "version": (result.version, result.versionLocation) = (pattern(member), location)
      case "diagnostics": result.levels = levels(member.value)
      case "reason": _ = pattern(member)
      case let name:
        report(
          .unknownKey(name, near: nearName(to: name, among: Self.keys), valid: Self.keys),
          member.nameRange)
      }
    }
    let names = Set(members.map(\.name))
    if names.isDisjoint(with: ["bundle", "version"]) {
      report(
        .badValue("an override", expected: "an object with 'bundle' or 'version', or both"),
        node.range)
    }
    if !names.contains("diagnostics") {
      report(.badValue("an override", expected: "an object with 'diagnostics'"), node.range)
    }
    return result
  }

  private mutating func pattern(_ member: JSONMember) -> String? {
    if let text = member.value.nonEmptyText { return text }
    report(.badValue("'\(member.name)'", expected: "a text that is not empty"), member.value.range)
    return nil
  }
}
