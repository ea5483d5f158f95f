import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// Compares a bundle's versions at a commit with those now, to find edits of versions that users
/// have stores of.
///
/// Source: in 27 of 30 public apps, a version was edited after a release had it.
package struct VersionReview: Sendable {
  /// The commit, as the user named it.
  package var ref: String
  package var old: ReviewedBundle?
  package var new: ReviewedBundle?
  /// The released forms by name of the version, the oldest release first.
  package var released: [String: [ReleasedForm]]
  /// Whether the app uses staged migrations; see `CheckConfiguration.stagedMigration`.
  package var usesStagedMigration: Bool
  /// The folder in which the git commands of repairs must run; `nil` for the current folder.
  package var gitFolder: String?
  /// The mapping models that the app has now.
  package var mappings: [KnownMapping]

  package init(
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

  /// The findings about versions, in the order of the versions, then those about the choice of the
  /// current version.
  package func findings() -> [VersionFinding] {
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

  /// The versions whose released forms are needed, because these decide the severity of a finding,
  /// or because stores of these versions now migrate differently.
  package func versionsToLookUp() -> [String] {
    guard let old else { return [] }
    if changesWays { return old.versions.map(\.name) }
    let changed = old.versions.filter { version in
      guard let now = new?[version.name] else { return true }
      guard let before = version.form, let after = now.form else {
        return version.form != nil || now.form != nil
      }
      return !before.hasSameHashes(as: after)
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
    let released = releasedForms(otherThan: newForm, of: now.name)
    // If the version is as in the newest release (`released` is `nil`), an earlier edit was undone.
    let comparison = FormComparison(oldForm, newForm)
    guard !comparison.isSame, let differing = released else { return [] }
    let forms = differing.filter { form in
      form.form.map { !FormComparison($0, newForm).changed.isEmpty } ?? false
    }
    let entities = comparison.changed
    // It is not certain that an entity was edited, or that a release differs from the present form.
    if entities.isEmpty || (forms.isEmpty && !differing.isEmpty) {
      return [undecided(comparison, old, now, newForm, differing, among: versions)]
    }
    let place = location(of: entities.first, in: now)
    // If a note has the location of the finding, leave out the note's location: the same lines of
    // the file would be shown twice.
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
        changes + [whatHappens(to: now)] + repair.notes, old, now)
    ]
  }

  /// The released forms that differ from the present form, so that no version matches their stores.
  /// `nil` if the newest release has the present form: that release already gave up older forms.
  private func releasedForms(otherThan form: DiffedModel, of name: String) -> [ReleasedForm]? {
    let forms = (released[name] ?? []).filter { $0.form != nil }
    func isSame(_ other: ReleasedForm) -> Bool { other.form?.hasSameHashes(as: form) ?? false }
    if let last = forms.last, isSame(last) { return nil }
    return forms.filter { !isSame($0) }
  }

  /// Reports a version that cannot be read at the commit, but whose released forms differ.
  private func editedSinceReleases(
    _ now: ReviewedVersion, _ form: DiffedModel, among versions: [ReviewedVersion]
  ) -> [VersionFinding] {
    guard let forms = releasedForms(otherThan: form, of: now.name), let last = forms.last?.form,
      let releases = VersionMessage.Releases(forms)
    else { return [] }
    let comparison = FormComparison(last, form)
    let entities = comparison.changed
    if entities.isEmpty { return [undecided(comparison, nil, now, form, forms, among: versions)] }
    let repair = VersionRepair(
      version: now, released: forms, names: versions.map(\.name), git: git)
    return [
      finding(
        .editedAfterRelease(now.name, releases: releases, entities: entities),
        at: location(of: entities.first, in: now), [whatHappens(to: now)] + repair.notes, nil,
        now)
    ]
  }

  func whatHappens(to version: ReviewedVersion) -> Diagnostic.Note {
    version.isSwift ? VersionReview.whatSwiftDataSays : VersionReview.whatHappens
  }

  /// SwiftData's error for a store of the form before the edit (observed in threads of five
  /// projects).
  private static let whatSwiftDataSays = Diagnostic.Note(
    "with a migration plan SwiftData then says 134504 \"Cannot use staged migration with an unknown model version.\" and the container does not open; without a plan it migrates the store by itself"
  )

  private static let whatHappens = Diagnostic.Note(
    "Core Data then says 134100 \"The model used to open the store is incompatible with the one used to create the store\" or 134130 \"Can't find model for source store\""
  )

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

  func location(of entity: String?, in version: ReviewedVersion) -> SourceLocation {
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
    // Some report formats require a path: use that of the file which names the current version.
    // There is no line to show.
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
      let same = new.versions.first(where: { $0.form?.hasSameHashes(as: form) ?? false })
    {
      return finding(
        .renamed(from: version.name, to: same.name), at: same.location, [], version, same)
    }
    let forms = released[version.name] ?? []
    guard version.form != nil || !forms.isEmpty else {
      return finding(.unreadable(version.name, at: ref), at: version.location, [], nil, nil)
    }
    // `version.path` already begins with the commit at which the version was read: `REF:path`.
    let source = forms.last.map { "\($0.tag):\($0.path)" } ?? version.path
    let folder = "\(new.path)/\(version.name).xcdatamodel"
    let notes =
      version.isSwift
      ? forms.last.map {
        [
          Diagnostic.Note(
            "to bring it back: momentum freeze --swift \(shellPath("\(new.path)@\(version.name)")) --at \(shellWord($0.tag))"
          )
        ]
      } ?? []
      : new.path.hasSuffix(".xcdatamodeld")
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

  /// Reports new versions with the same hashes as another version.
  private func added(_ new: ReviewedBundle, to old: ReviewedBundle?) -> [VersionFinding] {
    guard let old else { return [] }
    return new.versions.enumerated().compactMap { index, version in
      // Report only the later of two new versions; otherwise each pair would be reported twice.
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
      // With equal hashes the two are one version under two names, and nothing moved back.
      was.form == nil || !was.isEqualByHash(to: now)
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

  /// Whether a version is older: by the number in its name; without numbers, the one in more
  /// releases; else by name.
  private func isOlder(_ name: String, than other: String, in bundle: ReviewedBundle) -> Bool {
    if VersionOrder.isNumberedBefore(name, other) { return true }
    if VersionOrder.isNumberedBefore(other, name) { return false }
    let counts = [name, other].map { released[$0]?.count ?? 0 }
    if counts[0] != counts[1] { return counts[0] > counts[1] }
    let names = bundle.versions.map(\.name)
    return names.firstIndex(of: name) ?? 0 < names.firstIndex(of: other) ?? 0
  }

  /// Reports a new version that the app does not use yet, or a version with a higher number than
  /// the current one.
  private func currentNotNewest(
    _ new: ReviewedBundle, since old: ReviewedBundle?
  ) -> [VersionFinding] {
    guard let current = new.currentVersion, new[current] != nil else { return [] }
    let added = old.map { old in new.versions.filter { isNew($0, since: old) } } ?? []
    // The current version is new, so it is the newest, whatever its name: names need not follow the
    // order of versions.
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
            new.isSwift
              ? "make '\(newest.name)' the last of the migration plan's schemas"
              : "in Xcode: File inspector of the bundle, Model Version; or write '\(newest.name).xcdatamodel' into .xccurrentversion"
          )
        ], new[current], newest)
    ]
  }

  /// Whether a version is new, and not a renamed one.
  private func isNew(_ version: ReviewedVersion, since old: ReviewedBundle) -> Bool {
    guard old[version.name] == nil else { return false }
    return !old.versions.contains { other in
      new?[other.name] == nil && other.isEqualByHash(to: version)
    }
  }

  var git: GitCommand { GitCommand(folder: gitFolder) }

  func finding(
    _ message: VersionMessage, at location: SourceLocation, _ notes: [Diagnostic.Note] = [],
    _ from: ReviewedVersion?, _ to: ReviewedVersion?
  ) -> VersionFinding {
    VersionFinding(
      Diagnostic(message, at: location, notes: notes), from: from?.identity, to: to?.identity)
  }
}
