import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// Compares a bundle's versions at a commit with those of now: what was done to versions that users have
/// stores of.
///
/// Source: in 27 of 30 public apps somebody edited a version after a release had it.
public struct VersionReview: Sendable {
  /// The commit, as the user named it.
  public var ref: String
  public var old: ReviewedBundle?
  public var new: ReviewedBundle?
  /// By version, the oldest release first; releases that do not have the version are left out.
  public var released: [String: [ReleasedForm]]
  /// See `CheckConfiguration.stagedMigration`.
  public var usesStagedMigration: Bool
  /// The folder in which git has to run, for commands that repair; `nil` where the current one will do.
  public var gitFolder: String?
  /// The mapping models that the app has now.
  public var mappings: [KnownMapping]

  public init(
    ref: String, old: ReviewedBundle?, new: ReviewedBundle?,
    released: [String: [ReleasedForm]] = [:], usesStagedMigration: Bool = false,
    gitFolder: String? = nil, mappings: [KnownMapping] = []
  ) {
    self.gitFolder = gitFolder
    self.mappings = mappings
    self.ref = ref
    self.old = old
    self.new = new
    self.released = released
    self.usesStagedMigration = usesStagedMigration
  }

  /// Versions in the order in which a person counts them, then the choice of the current one.
  public func findings() -> [VersionFinding] {
    guard let new else { return old.map { [bundleDeleted($0)] } ?? [] }
    guard let old else { return added(new, to: nil) + currentNotNewest(new, since: nil) }
    var result: [VersionFinding] = []
    for version in old.versions {
      if let now = new[version.name] {
        result += edited(version, now, among: new.versions)
      } else {
        result.append(deleted(version, from: new))
      }
    }
    return result + added(new, to: old) + currentMovedBack(old, new)
      + currentNotNewest(new, since: old)
  }

  /// The versions whose forms at releases decide how grave a finding is, or have stores that go another way now.
  public func versionsToLookUp() -> [String] {
    guard let old else { return [] }
    if changesWays { return old.versions.map(\.name) }
    let changed = old.versions.filter { version in
      guard let now = new?[version.name] else { return true }
      return version.form?.hashes.digest != now.form?.hashes.digest
    }
    let isSame = new?.currentVersion == old.currentVersion
    let current = isSame ? [] : [old.currentVersion, new?.currentVersion].compactMap { $0 }
    return changed.map(\.name)
      + current.filter { name in !changed.contains { $0.name == name } }
  }

  // MARK: - Edits

  private func edited(
    _ old: ReviewedVersion, _ now: ReviewedVersion, among versions: [ReviewedVersion]
  ) -> [VersionFinding] {
    // The reader of the files reports a version that cannot be read now.
    guard let newForm = now.form else { return [] }
    guard let oldForm = old.form else {
      return [finding(.unreadable(old.name, at: ref), at: old.location, [], nil, now)]
        + editedSinceReleases(now, newForm, among: versions)
    }
    let forms = releasedForms(otherThan: newForm, of: now.name)
    // Back to what the newest release has: what was wrong is repaired.
    guard oldForm.hashes.digest != newForm.hashes.digest, let forms else { return [] }
    let entities = changedEntities(oldForm.hashes, newForm.hashes)
    let place = location(of: entities.first, in: now)
    // A note at the finding's own place needs no second excerpt.
    let changes = notes(on: entities, oldForm, newForm).map { note in
      note.location == place ? Diagnostic.Note(note.text) : note
    }
    guard let releases = VersionMessage.Releases(forms) else {
      let message = VersionMessage.editedBeforeRelease(
        now.name, since: ref, entities: entities, staged: usesStagedMigration)
      return [finding(message, at: place, changes, old, now)]
    }
    let repair = VersionRepair(
      version: now, released: forms, names: versions.map(\.name), git: git)
    return [
      finding(
        .editedAfterRelease(now.name, releases: releases, entities: entities), at: place,
        changes + [VersionReview.whatHappens] + repair.notes, old, now)
    ]
  }

  /// The releases whose form is not that of now: their stores match nothing. `nil` where the newest release has
  /// the form of now: what older ones have was given up with that release.
  private func releasedForms(otherThan form: DiffedModel, of name: String) -> [ReleasedForm]? {
    let forms = (released[name] ?? []).filter { $0.hashes != nil }
    if forms.last?.hashes?.digest == form.hashes.digest { return nil }
    return forms.filter { $0.hashes?.digest != form.hashes.digest }
  }

  /// The same for a version that the commit has in no readable form: releases have one all the same.
  private func editedSinceReleases(
    _ now: ReviewedVersion, _ form: DiffedModel, among versions: [ReviewedVersion]
  ) -> [VersionFinding] {
    guard let forms = releasedForms(otherThan: form, of: now.name), let last = forms.last?.hashes,
      let releases = VersionMessage.Releases(forms)
    else { return [] }
    let entities = changedEntities(last, form.hashes)
    let repair = VersionRepair(
      version: now, released: forms, names: versions.map(\.name), git: git)
    return [
      finding(
        .editedAfterRelease(now.name, releases: releases, entities: entities),
        at: location(of: entities.first, in: now), [VersionReview.whatHappens] + repair.notes, nil,
        now)
    ]
  }

  private static let whatHappens = Diagnostic.Note(
    "Core Data then says 134100 \"The model used to open the store is incompatible with the one used to create the store\" or 134130 \"Can't find model for source store\""
  )

  /// Entities whose hashes are not equal, by name; added and removed ones among them.
  private func changedEntities(_ old: ModelHashes, _ new: ModelHashes) -> [String] {
    let left = Dictionary(old.entities.map { ($0.name, $0.hash) }) { first, _ in first }
    let right = Dictionary(new.entities.map { ($0.name, $0.hash) }) { first, _ in first }
    return Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
  }

  private func notes(
    on entities: [String], _ old: DiffedModel, _ new: DiffedModel
  ) -> [Diagnostic.Note] {
    let shown = entities.prefix(5).flatMap { name -> [Diagnostic.Note] in
      let place = new.syntax.flatMap { location(of: name, in: new.model, $0) }
      guard
        let changes = HashDifference.describe(entity: name, in: old.model, and: new.model)
      else {
        let isAdded = old.model.entity(named: name) == nil
        return [Diagnostic.Note("entity '\(name)' \(isAdded ? "added" : "removed")", at: place)]
      }
      return changes.prefix(8).map { Diagnostic.Note("entity '\(name)': \($0)", at: place) }
    }
    return shown
      + (entities.count > 5
        ? [Diagnostic.Note("and \(entities.count - 5) more entities")] : [])
  }

  private func location(of entity: String?, in version: ReviewedVersion) -> SourceLocation {
    guard let entity, let form = version.form, let syntax = form.syntax else {
      return version.location
    }
    return location(of: entity, in: form.model, syntax) ?? version.location
  }

  private func location(
    of entity: String, in model: ObjectModel, _ syntax: ModelSyntax
  ) -> SourceLocation? {
    guard let id = model.entity(named: entity), let element = syntax.element(of: id) else {
      return nil
    }
    return syntax.location(element[.name]?.valueRange ?? element.nameRange)
  }

  // MARK: - Deletions and additions

  private func bundleDeleted(_ bundle: ReviewedBundle) -> VersionFinding {
    let tags = bundle.versions.compactMap { released[$0.name]?.last?.tag }
    let tag = bundle.currentVersion.flatMap { released[$0]?.last?.tag } ?? tags.last
    let message =
      tag.map { VersionMessage.bundleDeletedAfterRelease(bundle.path, tag: $0) }
      ?? .bundleDeleted(bundle.path, since: ref)
    // A place for programs that take no finding without one; there is no line to look at.
    let file = SourceFile(path: bundle.currentVersionLocation.file.path, utf8: [])
    return VersionFinding(
      Diagnostic(
        message, at: SourceLocation(file, SourceRange(0, 0)),
        notes: [
          Diagnostic.Note(
            "to bring it back: \(git.command) checkout \(shellWord(ref)) -- \(shellWord(":/" + bundle.path))"
          )
        ]),
      from: bundle.current?.identity, to: nil)
  }

  private func deleted(_ version: ReviewedVersion, from new: ReviewedBundle) -> VersionFinding {
    if let form = version.form,
      let same = new.versions.first(where: { $0.form?.hashes.digest == form.hashes.digest })
    {
      return finding(
        .renamed(from: version.name, to: same.name), at: same.location, [], version, same)
    }
    let forms = released[version.name] ?? []
    guard version.form != nil || !forms.isEmpty else {
      return finding(.unreadable(version.name, at: ref), at: version.location, [], nil, nil)
    }
    // A path of the commit has the commit before it.
    let source = forms.last.map { "\($0.tag):\($0.path)" } ?? version.path
    let folder = "\(new.path)/\(version.name).xcdatamodel"
    let notes =
      new.path.hasSuffix(".xcdatamodeld")
      ? [
        Diagnostic.Note(
          "to bring it back: mkdir -p \(shellPath(folder)) && \(git.show(source, into: folder + "/contents"))"
        )
      ] : [Diagnostic.Note("'\(source)' has it")]
    let message =
      VersionMessage.Releases(forms).map {
        VersionMessage.deletedAfterRelease(version.name, releases: $0)
      } ?? .deleted(version.name, since: ref)
    let place = SourceLocation(SourceFile(path: new.path, utf8: []), SourceRange(0, 0))
    return VersionFinding(
      Diagnostic(message, at: place, notes: notes), from: version.identity, to: nil)
  }

  /// New versions whose hashes equal another version's.
  private func added(_ new: ReviewedBundle, to old: ReviewedBundle?) -> [VersionFinding] {
    guard let old else { return [] }
    return new.versions.enumerated().compactMap { index, version in
      // Only the later of two new versions is reported; otherwise each pair would be reported twice.
      guard old[version.name] == nil,
        let other = new.versions.enumerated().first(where: { position, other in
          position != index && (position < index || old[other.name] != nil)
            && version.isEqualByHash(to: other)
        })?.element
      else { return nil }
      return finding(
        .equalsOther(version.name, other: other.name, staged: usesStagedMigration),
        at: version.location,
        [Diagnostic.Note("'\(other.name)' is here", at: other.location)], other, version)
    }
  }

  // MARK: - The current version

  private func currentMovedBack(
    _ old: ReviewedBundle, _ new: ReviewedBundle
  ) -> [VersionFinding] {
    guard let was = old.current, let now = new.current, was.name != now.name,
      old[now.name] != nil, isOlder(now.name, than: was.name, in: old),
      // Another name of the same version.
      was.form == nil || was.form?.hashes.digest != now.form?.hashes.digest
    else { return [] }
    let tag = released[was.name]?.last?.tag
    return [
      finding(
        .currentMovedBack(from: was.name, to: now.name, tag: tag), at: new.currentVersionLocation,
        [
          Diagnostic.Note(
            "to undo a change of a version that users have, add a new version after '\(was.name)'")
        ], was, now)
    ]
  }

  /// By number; of names without, the one that more releases have; else by name.
  private func isOlder(_ name: String, than other: String, in bundle: ReviewedBundle) -> Bool {
    if VersionOrder.isNumberedBefore(name, other) { return true }
    if VersionOrder.isNumberedBefore(other, name) { return false }
    let counts = [name, other].map { released[$0]?.count ?? 0 }
    if counts[0] != counts[1] { return counts[0] > counts[1] }
    let names = bundle.versions.map(\.name)
    return names.firstIndex(of: name) ?? 0 < names.firstIndex(of: other) ?? 0
  }

  /// A new version that the app does not use yet, or one with a higher number than the current one.
  private func currentNotNewest(
    _ new: ReviewedBundle, since old: ReviewedBundle?
  ) -> [VersionFinding] {
    guard let current = new.currentVersion, new[current] != nil else { return [] }
    let added = old.map { old in new.versions.filter { isNew($0, since: old) } } ?? []
    // The names of versions need not follow the order in which they were made.
    if added.contains(where: { $0.name == current }) { return [] }
    let newAndLater = added.last { !VersionOrder.isNumberedBefore($0.name, current) }
    let later = new.versions.last { VersionOrder.isNumberedBefore(current, $0.name) }
    guard let newest = newAndLater ?? later else { return [] }
    return [
      finding(
        .currentNotNewest(current, newest: newest.name, isNew: newAndLater != nil),
        at: new.currentVersionLocation,
        [
          Diagnostic.Note(
            "in Xcode: File inspector of the bundle, Model Version; or write '\(newest.name).xcdatamodel' into .xccurrentversion"
          )
        ], new[current], newest)
    ]
  }

  /// Not another name of a version that is not there any more.
  private func isNew(_ version: ReviewedVersion, since old: ReviewedBundle) -> Bool {
    guard old[version.name] == nil else { return false }
    return !old.versions.contains { other in
      new?[other.name] == nil && other.form != nil
        && other.form?.hashes.digest == version.form?.hashes.digest
    }
  }

  private var git: GitCommand { GitCommand(folder: gitFolder) }

  private func finding(
    _ message: VersionMessage, at location: SourceLocation, _ notes: [Diagnostic.Note] = [],
    _ from: ReviewedVersion?, _ to: ReviewedVersion?
  ) -> VersionFinding {
    VersionFinding(
      Diagnostic(message, at: location, notes: notes), from: from?.identity, to: to?.identity)
  }
}
