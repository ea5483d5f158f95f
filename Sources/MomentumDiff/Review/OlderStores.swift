package import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// The new effects of an edit on stores of one older version, without those that the change of the
/// current version already reports.
///
/// Core Data migrates a store of each version directly to the current one. So an edit without
/// effect on one version, such as a new renaming identifier, may drop values of another.
/// effect for one version, such as of a renaming identifier, may drop values of another.
package struct OlderStores: Sendable {
  /// The name of the version; with the release if only that release has this form: `M`,
  /// `M of v1.0`.
  package var name: String
  package var version: Acknowledgement.Version
  /// The form of the version that such stores were made with.
  package var form: DiffedModel
  /// The diff to the current version, with only those effects that are new or graver.
  package var diff: ModelDiff
  /// Whether releases are known and none of them has this form.
  var isUnreleased = false

  /// One finding for each effect. The version's name comes before the text.
  package func findings(to current: Acknowledgement.Version?) -> [VersionFinding] {
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
  package var joinedNames: String {
    VersionFinding.joined(map(\.name), max: VersionFinding.Stores.namesMax)
  }

  /// Groups of versions whose stores have the same effects, in order.
  package func grouped() -> [[OlderStores]] {
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

/// An effect in the form of a report. Stores with equal lists of effects are reported together.
private struct ReportedEffect: Hashable {
  var summary: String
  var assessment: Assessment
}

extension VersionReview {
  /// The versions whose stores migrate worse to the current version than before, in order of
  /// versions, then of releases.
  package func olderStores(judgedBy judge: MappingJudge) -> [OlderStores] {
    guard let before = old?.current?.form, let current = new?.current, let now = current.form else {
      return []
    }
    let step = ModelDiffer.diff(before, now)
    let isSame = before.model == now.model
    // If the former current version was never released, users have no stores of it, and nobody sees
    // the effects of its own change.
    let isDraft = editsUnreleasedVersion
    return storesThatMayGetWorse().compactMap { name, version, form in
      // The app migrates with the form that the version has now. It may differ from the released
      // form in settings that hashes do not show.
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

  /// The versions whose stores cannot be migrated to the current one: Core Data can neither infer a
  /// mapping model nor find one.
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

  /// Whether the edits can change the migration of stores of other versions than the current one.
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

  /// Every version that the bundle had, and the other forms of these versions in releases.
  private func storesThatMayGetWorse() -> [(String, Acknowledgement.Version, DiffedModel)] {
    guard let old, let current = old.current else { return [] }
    var result: [(String, Acknowledgement.Version, DiffedModel)] = []
    for version in old.versions {
      let isCurrent = version.name == current.name
      // A version with a higher number is a draft that no app has used.
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
