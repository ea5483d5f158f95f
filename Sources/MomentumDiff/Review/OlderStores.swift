public import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// The effects that a change newly has on stores of a version other than the current one, without those that the
/// change of the current version already reports.
///
/// Core Data never chains migrations: a store of each version goes to the current one at once. So an edit without
/// effect for one version, such as of a renaming identifier, may drop values of another.
public struct OlderStores: Sendable {
  /// The version, with the release where only that has it so: `M`, `M of v1.0`.
  public var name: String
  public var version: Acknowledgement.Version
  /// The form of the version that such a store was written with.
  public var form: DiffedModel
  /// The diff to the current version, with only the effects that got worse.
  public var diff: ModelDiff
  /// Whether releases are known and none of them has the version.
  var isUnreleased = false

  /// One finding for each effect, with the version's name before its text.
  public func findings(to current: Acknowledgement.Version?) -> [VersionFinding] {
    diff.findings(from: version, to: current).map { finding in
      var copy = finding
      let stores = VersionFinding.Stores(names: [name], text: finding.diagnostic.text)
      copy.stores = stores
      copy.diagnostic.text = stores.wholeText
      return isUnreleased ? copy.asNote : copy
    }
  }
}

extension [OlderStores] {
  /// `M, M 2 and M 3`, `M, M 2, M 3 and 5 more`.
  public var joinedNames: String {
    VersionFinding.joined(map(\.name), max: VersionFinding.Stores.namesMax)
  }

  /// Groups of versions whose stores have the same effects; in order.
  public func grouped() -> [[OlderStores]] {
    var positions: [[ReportedEffect]: Int] = [:]
    var result: [[OlderStores]] = []
    for one in self {
      let key = one.diff.effects.map {
        ReportedEffect(summary: $0.change.summary, assessment: $0.assessment)
      }
      if let position = positions[key] {
        result[position].append(one)
      } else {
        positions[key] = result.count
        result.append([one])
      }
    }
    return result
  }
}

/// An effect as a report shows it: stores with equal lists of effects are reported together.
private struct ReportedEffect: Hashable {
  var summary: String
  var assessment: Assessment
}

extension VersionReview {
  /// The stores for which the migration to the current version got worse; by version, then by release.
  public func olderStores(judgedBy judge: MappingJudge) -> [OlderStores] {
    guard let before = old?.current?.form, let current = new?.current, let now = current.form else {
      return []
    }
    let step = ModelDiffer.diff(before, now)
    let isSame = before.model == now.model
    // No user has a store of the former current version, so nobody sees the effects of its step.
    let isDraft = editsUnreleasedVersion
    return storesThatMayGetWorse().compactMap { name, version, form in
      // The app migrates with the form that it has now; what hashes do not show may differ.
      let source = formOfNow(form)
      if isSame, source.model == form.model { return nil }
      let way = judge.judgement(ModelDiffer.diff(source, now), mappings, mappingVersions)
      let comparison = PathComparison(step: step, coversByStep: !isDraft, now: way) {
        ModelDiffer.diff(form, before)
      }
      guard let diff = comparison.worse() else { return nil }
      return OlderStores(
        name: name, version: version, form: source, diff: diff,
        isUnreleased: !released.isEmpty && isUnreleased(form))
    }
  }

  /// The versions from which Core Data can neither infer the migration to the current one nor find a mapping model.
  func storesWithoutMapping(_ judge: MappingJudge) -> [String] {
    guard let now = new?.current?.form else { return [] }
    return storesThatMayGetWorse().compactMap { name, _, form in
      guard released.isEmpty || !isUnreleased(form) else { return nil }
      let way = judge.judgement(
        ModelDiffer.diff(formOfNow(form), now), mappings, mappingVersions)
      guard way.mapping == nil, case .impossible = way.inference else { return nil }
      return name
    }
  }

  /// Whether the edits can change the migration of a store of another version than the current one.
  var changesWays: Bool {
    guard let old, let before = old.current?.form, let now = new?.current?.form else {
      return false
    }
    return before.model != now.model
      || old.versions.contains { version in
        version.form.map { $0.model != formOfNow($0).model } ?? false
      }
  }

  private func formOfNow(_ form: DiffedModel) -> DiffedModel {
    new?.versions.first { $0.form?.hashes.digest == form.hashes.digest }?.form ?? form
  }

  /// Every version that the bundle had, and the other forms that releases have of them.
  private func storesThatMayGetWorse() -> [(String, Acknowledgement.Version, DiffedModel)] {
    guard let old, let current = old.current else { return [] }
    var result: [(String, Acknowledgement.Version, DiffedModel)] = []
    for version in old.versions {
      let isCurrent = version.name == current.name
      // A draft: no app has had it yet.
      let isLater = VersionOrder.isNumberedBefore(current.name, version.name)
      if let form = version.form, let identity = version.identity, !isCurrent, !isLater {
        result.append((version.name, identity, form))
      }
      var known = Set([version.form?.hashes.digest].compactMap { $0 })
      for release in released[version.name] ?? [] {
        guard let form = release.form, known.insert(form.hashes.digest).inserted else { continue }
        result.append(
          (
            "\(version.name) of \(release.tag)",
            Acknowledgement.Version(name: version.name, checksum: form.hashes.checksum), form
          ))
      }
    }
    return result
  }
}
