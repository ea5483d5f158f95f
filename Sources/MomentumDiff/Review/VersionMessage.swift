public import MomentumDiagnostics

/// What can be said of a bundle's versions at a commit and now, sorted by id.
public enum VersionMessage: DiagnosticMessage, Hashable {
  case bundleDeleted(String, since: String)
  case bundleDeletedAfterRelease(String, tag: String)
  case currentMovedBack(from: String, to: String, tag: String?)
  case currentNotNewest(String, newest: String, isNew: Bool)
  case deleted(String, since: String)
  case deletedAfterRelease(String, releases: Releases)
  case editedAfterRelease(String, releases: Releases, entities: [String])
  case editedBeforeRelease(String, since: String, entities: [String], staged: Bool)
  case equalsOther(String, other: String, staged: Bool)
  case judgedByMapping(String, from: String, to: String)
  case noMappingForOlder([String], to: String, other: String)
  case noReleases(patterns: [String], isShallow: Bool)
  case renamed(from: String, to: String)
  case staleAcknowledgement(String, place: String?, version: String)
  case unreadable(String, at: String)
  case unusedAcknowledgement(String, place: String?, Unused)

  /// Why an acknowledgement accepts nothing.
  public enum Unused: Sendable, Hashable {
    /// Another version has the checksum.
    case noVersion(String, meant: String)
    /// `meant`: the place of a change by the same rule.
    case noChange(from: String, to: String, meant: String?)
  }

  /// The releases that have a version: `v1.2`, `v1.2 (and 4 more since v1.0)`.
  public struct Releases: Sendable, Hashable {
    public var first: String
    public var last: String
    public var count: Int

    /// `nil` for none.
    init?(_ forms: [ReleasedForm]) {
      guard let first = forms.first, let last = forms.last else { return nil }
      self.first = first.tag
      self.last = last.tag
      count = forms.count
    }

    var text: String {
      count == 1 ? "'\(last)'" : "'\(last)' (and \(count - 1) more, the first '\(first)')"
    }
  }

  public var id: String {
    switch self {
    case .bundleDeleted: "versions.bundle-deleted"
    case .bundleDeletedAfterRelease: "versions.bundle-deleted-after-release"
    case .currentMovedBack: "versions.current-moved-back"
    case .currentNotNewest: "versions.current-not-newest"
    case .deleted: "versions.deleted"
    case .deletedAfterRelease: "versions.deleted-after-release"
    case .editedAfterRelease: "versions.edited-after-release"
    case .editedBeforeRelease: "versions.edited-before-release"
    case .equalsOther: "versions.equals-other"
    case .judgedByMapping: "versions.judged-by-mapping"
    case .noMappingForOlder: "versions.no-mapping-for-older"
    case .noReleases: "versions.no-releases"
    case .renamed: "versions.renamed"
    case .staleAcknowledgement: "versions.stale-acknowledgement"
    case .unreadable: "versions.unreadable"
    case .unusedAcknowledgement: "versions.unused-acknowledgement"
    }
  }

  public var severity: Severity {
    switch self {
    case .bundleDeletedAfterRelease, .deletedAfterRelease, .editedAfterRelease: .error
    case .currentMovedBack(_, _, let tag): tag == nil ? .warning : .error
    case .equalsOther(_, _, let staged): staged ? .error : .warning
    case .editedBeforeRelease(_, _, _, let staged): staged ? .warning : .note
    case .currentNotNewest(_, _, let isNew): isNew ? .warning : .note
    case .bundleDeleted, .deleted, .noMappingForOlder, .noReleases, .staleAcknowledgement,
      .unreadable,
      .unusedAcknowledgement:
      .warning
    case .judgedByMapping, .renamed: .note
    }
  }

  public var text: String {
    switch self {
    case .bundleDeleted(let path, let since):
      "the bundle '\(path)' was deleted since '\(since)'; an app can migrate a store only while it has the store's version"
    case .bundleDeletedAfterRelease(let path, let tag):
      "the bundle '\(path)' was deleted, and '\(tag)' was released with it: the stores of its users cannot be opened any more"
    case .currentMovedBack(let from, let to, let tag):
      "the current version goes back from '\(from)' to '\(to)'"
        + (tag.map {
          "; a store of release '\($0)' is newer, and Core Data does not migrate backwards"
        }
          ?? "; Core Data does not migrate a store of '\(from)' backwards")
    case .currentNotNewest(let current, let newest, let isNew):
      isNew
        ? "version '\(newest)' is new, but '\(current)' is still the current version: the app does not use the new one"
        : "the current version is '\(current)', and '\(newest)' comes after it by its number"
    case .deleted(let name, let since):
      "version '\(name)' was deleted since '\(since)'; an app can migrate a store only while it has the store's version"
    case .deletedAfterRelease(let name, let releases):
      "version '\(name)' was deleted, and \(releases.text) was released with it: a store of that release cannot be migrated without it"
    case .editedAfterRelease(let name, let releases, let entities):
      "version '\(name)' was in \(releases.text) and is edited: \(hashes(entities)) changed, so a store that this release wrote does not match any more; add a new version in place of editing this one"
    case .editedBeforeRelease(let name, let since, let entities, let staged):
      "version '\(name)' was edited since '\(since)' and \(hashes(entities)) changed; no release has it, so only stores of developers and testers do not match any more"
        + (staged ? ", and staged migration refuses those" : "")
    case .equalsOther(let name, let other, let staged):
      "the new version '\(name)' has the same hashes as '\(other)': "
        + (staged
          ? "staged migration refuses two versions of one checksum"
          : "Core Data takes a store of one for a store of the other and migrates nothing")
    case .judgedByMapping(let path, let from, let to):
      "the migration from '\(from)' to '\(to)' is judged by the mapping model '\(path)', which Core Data takes in place of an inferred one"
    case .noMappingForOlder(let names, let to, let other):
      "no mapping model leads from \(names.count == 1 ? "" : "any of ")\(VersionFinding.joined(names.map { "'\($0)'" }, max: 3)) to '\(to)', and Core Data infers none; it does not go over '\(other)' by itself"
    case .noReleases(let patterns, let isShallow):
      "no tag matches \(patterns.map { "'\($0)'" }.joined(separator: " or ")), so edits of released versions are not found"
        + (isShallow
          ? "; this clone is shallow, fetch the tags (actions/checkout: fetch-depth: 0)" : "")
    case .renamed(let from, let to):
      "version '\(from)' is now called '\(to)'; their hashes are equal, so stores still match"
    case .staleAcknowledgement(let rule, let place, let version):
      "the acknowledgement of '\(rule)'\(place.map { " for '\($0)'" } ?? "") is of another form of version '\(version)' and does not count; look at the change again"
    case .unreadable(let name, let ref):
      "version '\(name)' cannot be read at '\(ref)', so its edits are not looked at"
    case .unusedAcknowledgement(let rule, let place, let reason):
      "the acknowledgement of '\(rule)'\(place.map { " for '\($0)'" } ?? "") accepts nothing: "
        + text(reason)
    }
  }

  private func text(_ reason: Unused) -> String {
    switch reason {
    case .noVersion(let name, let meant):
      "there is no version '\(name)', and '\(meant)' has its checksum"
    case .noChange(let from, let to, let meant):
      "the step from '\(from)' to '\(to)' has no such change"
        + (meant.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  private func hashes(_ entities: [String]) -> String {
    let shown = entities.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let more = entities.count > 3 ? " and \(entities.count - 3) more entities" : ""
    return "the \(entities.count == 1 ? "hash" : "hashes") of \(shown)\(more)"
  }
}
