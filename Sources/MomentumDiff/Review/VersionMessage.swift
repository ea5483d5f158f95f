package import MomentumDiagnostics

/// A message about a bundle's versions at a commit and now. VersionMessage+Acknowledgements.swift
/// has the messages about acknowledgements.
package struct VersionMessage: RuleMessage, Hashable {
  /// The releases that have a version: `v1.2`, `v1.2 (and 4 more since v1.0)`.
  struct Releases: Sendable, Hashable {
    var first: String
    var last: String
    var count: Int

    /// Takes the tags of the first and the last release; `nil` if there are no releases.
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

  package let rule: DiagnosticRule
  package let text: String
  /// The severity, if it differs from that of the rule.
  var ownSeverity: Severity?

  package var severity: Severity { ownSeverity ?? rule.severity }

  static let rules: [DiagnosticRule] =
    acknowledgementRules + [
      bundleDeletedRule, bundleDeletedAfterReleaseRule, currentMovedBackRule, currentNotNewestRule,
      deletedRule, deletedAfterReleaseRule, editedAfterReleaseRule, editedBeforeReleaseRule,
      equalsOtherRule, judgedByMappingRule, noMappingForOlderRule, noReleasesRule, renamedRule,
      undecidedRule, unreadableRule,
    ]

  static let bundleDeletedRule = DiagnosticRule(
    "versions.bundle-deleted", .warning, "A bundle was deleted.",
    """
    An app can open and migrate a store only while it has the model that wrote it. No release has \
    the bundle, so only stores of developers and testers are affected. If nobody needs these \
    stores, nothing has to be done; otherwise restore the bundle. Tags that begin with 'v', \
    'release' or a digit count as releases; if yours have other names, give a pattern by \
    --released or 'released' in .momentum.json.
    """,
    .own)

  static func bundleDeleted(_ path: String, since: String) -> Self {
    Self(
      rule: bundleDeletedRule,
      text:
        "the bundle '\(path)' was deleted since '\(since)'; an app can migrate a store only while it has the store's version"
    )
  }

  static let bundleDeletedAfterReleaseRule = DiagnosticRule(
    "versions.bundle-deleted-after-release",
    .error(.refused(by: .coreData, .documented("NSMigrationMissingSourceModelError"))),
    "A bundle that was released was deleted.",
    """
    A Git tag of a release has the bundle. The stores of that release's users cannot be opened any \
    more. Restore the bundle with the command in the message. If the app moved the data elsewhere \
    long ago, run 'momentum check --against REF --baseline', which writes an entry under \
    'acknowledged' into .momentum.json, and give the reason there. Tags that begin with 'v', \
    'release' or a digit count as releases; if yours have other names, give a pattern by \
    --released or 'released' in .momentum.json.
    """,
    .own)

  static func bundleDeletedAfterRelease(_ path: String, tag: String) -> Self {
    Self(
      rule: bundleDeletedAfterReleaseRule,
      text:
        "the bundle '\(path)' was deleted, and '\(tag)' was released with it: the stores of its users cannot be opened any more"
    )
  }

  static let currentMovedBackRule = DiagnosticRule(
    "versions.current-moved-back",
    .error(.refused(by: .coreData, .documented("NSPersistentStoreIncompatibleVersionHashError"))),
    "The current version went back to an older one.",
    """
    Core Data does not migrate backwards: a store of the newer version cannot be opened by an app \
    whose current version is older. Choose the newer version as the current one again. To undo a \
    change that users have, add a new version. This is only a warning if no release, which is a \
    Git tag, has the newer version.
    """,
    .observed("errors that users of Core Data posted"))

  static func currentMovedBack(from: String, to: String, tag: String?) -> Self {
    Self(
      rule: currentMovedBackRule,
      text: "the current version goes back from '\(from)' to '\(to)'"
        + (tag.map {
          "; a store of release '\($0)' is newer, and Core Data does not migrate backwards"
        }
          ?? "; Core Data does not migrate a store of '\(from)' backwards"),
      ownSeverity: tag == nil ? .warning : nil)
  }

  static let currentNotNewestRule = DiagnosticRule(
    "versions.current-not-newest", .note, "The current version is not the newest one.",
    """
    Xcode keeps the current version in '.xccurrentversion'; adding a version does not change it. \
    Choose the new version in the File inspector of the bundle, or do nothing if the version is \
    for later. This is a warning if a version was added since the commit and is not the current \
    one, and a note if a version has a higher number than the current one. Names without numbers \
    have no order.
    """,
    .observed("8 of 59 public bundles"))

  static func currentNotNewest(_ current: String, newest: String, isNew: Bool) -> Self {
    Self(
      rule: currentNotNewestRule,
      text: isNew
        ? "version '\(newest)' is new, but '\(current)' is still the current version: the app does not use the new one"
        : "the current version is '\(current)', and '\(newest)' comes after it by its number",
      ownSeverity: isNew ? .warning : nil)
  }

  static let deletedRule = DiagnosticRule(
    "versions.deleted", .warning, "A version was deleted.",
    """
    An app can migrate a store only while it has the version that wrote it. No release has the \
    version, so only stores of developers and testers are affected. If nobody needs these stores, \
    nothing has to be done; otherwise restore the version. Tags that begin with 'v', 'release' or \
    a digit count as releases; if yours have other names, give a pattern by --released or \
    'released' in .momentum.json.
    """,
    .own)

  static func deleted(_ name: String, since: String) -> Self {
    Self(
      rule: deletedRule,
      text:
        "version '\(name)' was deleted since '\(since)'; an app can migrate a store only while it has the store's version"
    )
  }

  static let deletedAfterReleaseRule = DiagnosticRule(
    "versions.deleted-after-release",
    .error(.refused(by: .coreData, .documented("NSMigrationMissingSourceModelError"))),
    "A version that was released was deleted.",
    """
    A Git tag of a release has the version. A store of that release cannot be migrated without it: \
    Core Data says 'Can't find model for source store' (134130). Restore the version with the \
    command in the message. If nobody can have such a store any more, run 'momentum check \
    --against REF --baseline', which writes an entry under 'acknowledged' into .momentum.json, and \
    give the reason there. Tags that begin with 'v', 'release' or a digit count as releases; if \
    yours have other names, give a pattern by --released or 'released' in .momentum.json.
    """,
    .observed("a public app that had to bring a version back"))

  static func deletedAfterRelease(_ name: String, releases: Releases) -> Self {
    Self(
      rule: deletedAfterReleaseRule,
      text:
        "version '\(name)' was deleted, and \(releases.text) was released with it: a store of that release cannot be migrated without it"
    )
  }

  static let editedAfterReleaseRule = DiagnosticRule(
    "versions.edited-after-release",
    .error(.refused(by: .coreData, .documented("NSPersistentStoreIncompatibleVersionHashError"))),
    "A released version was edited.",
    """
    Core Data finds the version of a store by its hashes. A Git tag of a release has this version \
    with other hashes. The stores that the release wrote have those hashes, so no version matches \
    them now. Core Data then fails with 134100 or 134130, or migrates with the model that the \
    store keeps of itself. Staged migration, and code that migrates version by version, do not use \
    that model and fail. Restore the version as it was released and make the edit in a new \
    version; the notes have the commands. Edits that do not change the hashes are not reported.
    """,
    .observed("the histories of 30 public apps: 27 edited a version after a release had it"))

  static func editedAfterRelease(_ name: String, releases: Releases, entities: [String]) -> Self {
    Self(
      rule: editedAfterReleaseRule,
      text:
        "version '\(name)' was in \(releases.text) and is edited: \(hashes(entities)) changed, so a store that this release wrote does not match any more; add a new version in place of editing this one"
    )
  }

  static let editedBeforeReleaseRule = DiagnosticRule(
    "versions.edited-before-release", .note, "A version was edited before any release had it.",
    """
    Only developers and testers have stores of the version as it was before. These stores do not \
    match the version any more and have to be deleted. Tags that begin with 'v', 'release' or a \
    digit count as releases; if yours have other names, give a pattern by --released or 'released' \
    in .momentum.json. With 'stagedMigration' in .momentum.json this is a warning, because staged \
    migration refuses such stores.
    """,
    .observed("the histories of 30 public apps: 27 edited a version after a release had it"))

  static func editedBeforeRelease(_ name: String, since: String, entities: [String], staged: Bool)
    -> Self
  {
    Self(
      rule: editedBeforeReleaseRule,
      text:
        "version '\(name)' was edited since '\(since)' and \(hashes(entities)) changed; no release has it, so only stores of developers and testers do not match any more"
        + (staged ? ", and staged migration refuses those" : ""),
      ownSeverity: staged ? .warning : nil)
  }

  package static let equalsOtherRule = DiagnosticRule(
    "versions.equals-other", .warning, "A new version has the same hashes as another one.",
    """
    Core Data takes a store of one for a store of the other and migrates nothing, so an index or \
    default that only the new version has never reaches existing stores. Set a version hash \
    modifier, or remove the version. With 'stagedMigration' in .momentum.json this is an error, \
    because Core Data then throws 'Duplicate version checksums across stages detected'.
    """,
    .observed("8 of 59 public bundles"))

  static func equalsOther(_ name: String, other: String, staged: Bool) -> Self {
    Self(
      rule: equalsOtherRule,
      text: "the new version '\(name)' has the same hashes as '\(other)': "
        + (staged
          ? "staged migration refuses two versions of one checksum"
          : "Core Data takes a store of one for a store of the other and migrates nothing"),
      ownSeverity: staged ? .error : nil)
  }

  static let judgedByMappingRule = DiagnosticRule(
    "versions.judged-by-mapping", .note,
    "A mapping model of the app decides what a change means for stored rows.",
    """
    A mapping model (.xcmappingmodel, .cdm) of the work tree or commit fits the two versions, so \
    Core Data uses it instead of an inferred migration. Core Data finds a compiled one by the \
    hashes of entities, and an '.xcmappingmodel' names its two versions and holds copies of them. \
    Values that the mapping model sets are kept, and values that it does not read are dropped. \
    Nothing is known about values that the code of a policy class sets; test these with a copy of \
    a real store.
    """,
    .documented("https://developer.apple.com/documentation/coredata/nsmappingmodel"))

  static func judgedByMapping(_ path: String, from: String, to: String) -> Self {
    Self(
      rule: judgedByMappingRule,
      text:
        "the migration from '\(from)' to '\(to)' is judged by the mapping model '\(path)', which Core Data takes in place of an inferred one"
    )
  }

  static let noMappingForOlderRule = DiagnosticRule(
    "versions.no-mapping-for-older", .warning,
    "Stores of older versions cannot be migrated to the current one.",
    """
    The app has a mapping model for stores of the previous version. For stores of older versions \
    no migration can be inferred, and there is no mapping model either; Core Data migrates in one \
    step and not by way of the previous version. Add a mapping model for them. If the app itself \
    migrates version by version, write "stagedMigration": true into .momentum.json.
    """,
    .observed("reports of users: Core Data does not chain migrations"))

  static func noMappingForOlder(_ names: [String], to: String, other: String) -> Self {
    Self(
      rule: noMappingForOlderRule,
      text:
        "no mapping model leads from \(names.count == 1 ? "" : "any of ")\(VersionFinding.joined(names.map { "'\($0)'" }, max: 3)) to '\(to)', and Core Data infers none; it does not go over '\(other)' by itself"
    )
  }

  static let noReleasesRule = DiagnosticRule(
    "versions.no-releases", .warning, "No tag matches the pattern of releases.",
    """
    Git tags tell Momentum which versions users have. Without a matching tag an edit of a released \
    version looks like an edit before any release. If your releases have other tags, give their \
    pattern by --released or 'released' in .momentum.json. In a shallow clone the tags are \
    missing: fetch them (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0).
    """,
    .own)

  package static func noReleases(patterns: [String], isShallow: Bool) -> Self {
    Self(
      rule: noReleasesRule,
      text:
        "no tag matches \(patterns.map { "'\($0)'" }.joined(separator: " or ")), so edits of released versions are not found"
        + (isShallow
          ? "; this clone is shallow, fetch the tags (actions/checkout: fetch-depth: 0)" : ""))
  }

  static let renamedRule = DiagnosticRule(
    "versions.renamed", .note, "A version has a new name.",
    """
    The entities of both names have equal hashes, so stores still match the version, and nothing \
    has to be done.
    """,
    .observed("the version hashes of stores and their models"))

  static func renamed(from: String, to: String) -> Self {
    Self(
      rule: renamedRule,
      text: "version '\(from)' is now called '\(to)'; their hashes are equal, so stores still match"
    )
  }

  static let unreadableRule = DiagnosticRule(
    "versions.unreadable", .warning, "A version cannot be read at the commit.",
    """
    The edits since that commit are not known, so they are not checked. If the file was broken in \
    that old commit, nothing has to be done; otherwise compare with a commit in which it can be \
    read.
    """,
    .own)

  static func unreadable(_ name: String, at ref: String) -> Self {
    Self(
      rule: unreadableRule,
      text: "version '\(name)' cannot be read at '\(ref)', so its edits are not looked at")
  }

  /// The hashes in words: `the hashes of 'A', 'B', 'C' and 2 more entities`.
  private static func hashes(_ entities: [String]) -> String {
    let shown = quotedList(entities, max: 3) + (entities.count > 3 ? " entities" : "")
    return "the \(entities.count == 1 ? "hash" : "hashes") of \(shown)"
  }
}
