package import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// The new effects of an edit on the stores of one older version. Effects that the change of the
/// current version already reports are left out.
///
/// Core Data migrates a store of each version directly to the current one. So an edit that has no
/// effect on one version, such as a new renaming identifier, may drop values of another.
package struct OlderStores: Sendable {
  /// The name of the version, for example `M`. If only one release has this form of the version,
  /// also the release: `M of v1.0`.
  package var name: String
  package var version: Acknowledgement.Version
  /// The form of the version with which the stores were made.
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
  /// The names of the versions in one text: `M, M 2 and M 3`, or `M, M 2, M 3 and 5 more`.
  package var joinedNames: String {
    VersionFinding.joined(map(\.name), max: VersionFinding.Stores.namesMax)
  }

  /// Groups the versions whose stores have the same effects, in the order of the versions.
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

/// An effect as it is reported. If two stores have equal lists of effects, they are reported
/// together.
private struct ReportedEffect: Hashable {
  var summary: String
  var assessment: Assessment
}

extension VersionReview {
  /// Finds the versions whose stores migrate worse to the current version than before, in the order
  /// of versions, then of releases.
  package func olderStores(judgedBy judge: MappingJudge) -> [OlderStores] {
    guard let before = old?.current?.form, let current = new?.current, let now = current.form else {
      return []
    }
    let step = ModelDiffer.diff(before, now)
    let isSame = before.model == now.model
    // If no release has the former current version, users have no stores of it, and the effects of
    // its own change are not reported.
    let isDraft = editsUnreleasedVersion
    return storesThatMayGetWorse().compactMap { name, version, form in
      // The app migrates from the present form of the version. It may differ from the released form
      // in settings that hashes do not show.
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

  /// The names of the versions whose stores cannot be migrated to the current one, since Core Data
  /// can neither infer a mapping model nor find one.
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

  /// Whether the edits can change how stores of other versions than the current one migrate.
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

  /// The forms in which users may have stores of the bundle's versions: the form in the bundle,
  /// without drafts and the current version, and every other form that a release has.
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
