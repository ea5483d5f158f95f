import MomentumDiagnostics

/// The steps between versions that acknowledgements name, with the effects that they have.
struct AcknowledgedSteps {
  private struct Step: Hashable {
    var from: Acknowledgement.Version
    var to: Acknowledgement.Version
  }

  /// An effect as an acknowledgement names it: rule and element.
  private struct Effect: Hashable {
    var rule: String
    var place: String?
  }

  private let positions: [Acknowledgement.Version: Int]
  private let checksums: [String: String]
  /// The names of the versions, in their order.
  private let names: [String]
  private var effects: [Step: Set<Effect>] = [:]

  init(_ acknowledgements: [Acknowledgement], versions: [ReviewedVersion]) {
    let known = versions.compactMap { version in version.identity.map { ($0, version.form) } }
    positions = Dictionary(known.enumerated().map { ($1.0, $0) }) { first, _ in first }
    checksums = Dictionary(known.map { ($0.0.name, $0.0.checksum) }) { first, _ in first }
    names = known.map(\.0.name)
    for one in acknowledgements {
      guard let step = AcknowledgedSteps.step(of: one), effects[step] == nil,
        let from = positions[step.from].flatMap({ known[$0].1 }),
        let to = positions[step.to].flatMap({ known[$0].1 })
      else { continue }
      let found = ModelDiffer.diff(from, to).findings(from: step.from, to: step.to)
      effects[step] = Set(found.map { Effect(rule: $0.diagnostic.id, place: $0.place) })
    }
  }

  /// The step that an acknowledgement names; `nil` unless it names two versions. An edit in place
  /// names one version only, whose form before the edit no longer exists.
  private static func step(of one: Acknowledgement) -> Step? {
    guard let from = one.from, let to = one.to, from.name != to.name else { return nil }
    return Step(from: from, to: to)
  }

  /// The index of a version in the order of versions; -1 if it does not exist.
  func position(of version: Acknowledgement.Version?) -> Int {
    version.flatMap { positions[$0] } ?? -1
  }

  // MARK: - Accepting

  func accepts(_ one: Acknowledgement, _ finding: VersionFinding) -> Bool {
    guard one.rule == finding.diagnostic.id, one.place == nil || one.place == finding.place else {
      return false
    }
    if isSame(one, finding) { return true }
    guard isStep(one, of: finding), let step = AcknowledgedSteps.step(of: one) else { return false }
    return effects[step]?.contains(Effect(rule: one.rule, place: finding.place)) ?? false
  }

  func isSame(_ one: Acknowledgement, _ finding: VersionFinding) -> Bool {
    one.from == finding.from && one.to == finding.to
  }

  /// Whether the step of an acknowledgement is a part of the migration that the finding is about.
  func isStep(_ one: Acknowledgement, of finding: VersionFinding) -> Bool {
    guard finding.migrationClass != nil, let from = finding.from, let to = finding.to,
      let first = one.from, let last = one.to,
      let start = positions[from], let end = positions[to],
      let firstPosition = positions[first], let lastPosition = positions[last]
    else { return false }
    return start <= firstPosition && firstPosition < lastPosition && lastPosition <= end
  }

  // MARK: - Acknowledgements without a finding

  /// Why an acknowledgement that accepts no finding is wrong. `nil` if its change may have been
  /// repaired or removed, or if findings of its kind were not searched.
  func problem(of one: Acknowledgement) -> (message: VersionMessage, notes: [Diagnostic.Note])? {
    if let stale = staleVersion(of: one) {
      return (
        .staleAcknowledgement(one.rule, place: one.place, version: stale.name),
        [Diagnostic.Note("the checksum of '\(stale.name)' is now '\(stale.checksum)'")]
      )
    }
    guard let step = AcknowledgedSteps.step(of: one), MigrationRule(id: one.rule) != nil
    else {
      return nil
    }
    for side in [step.from, step.to] where checksums[side.name] == nil {
      // A deleted version's checksum no longer exists, so only a version that was renamed is found
      // here.
      let same = names.first { checksums[$0] == side.checksum }
      return same.map {
        (.unusedAcknowledgement(one.rule, place: one.place, .noVersion(side.name, meant: $0)), [])
      }
    }
    guard let effects = effects[step],
      !effects.contains(where: {
        $0.rule == one.rule && (one.place == nil || $0.place == one.place)
      })
    else { return nil }
    let places = effects.filter { $0.rule == one.rule }.compactMap(\.place)
    let near = one.place.flatMap { nearName(to: $0, among: places) }
    let reason = VersionMessage.Unused.noChange(
      from: step.from.name, to: step.to.name, meant: near)
    return (.unusedAcknowledgement(one.rule, place: one.place, reason), [])
  }

  /// A version of the acknowledgement whose model has changed, with its present checksum; `nil` if
  /// there is none.
  private func staleVersion(of one: Acknowledgement) -> Acknowledgement.Version? {
    // For an edit in place, only the new form still exists.
    let sides = one.from?.name == one.to?.name ? [one.to] : [one.from, one.to]
    for case let side? in sides {
      if let checksum = checksums[side.name], checksum != side.checksum {
        return Acknowledgement.Version(name: side.name, checksum: checksum)
      }
    }
    return nil
  }
}
