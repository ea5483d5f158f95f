import MomentumDiagnostics

extension DiagnosticCatalogue {
  /// What `check --against` says of versions.
  static let versionRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "versions.bundle-deleted", .warning, "A bundle was deleted.",
      """
      An app can open and migrate a store only while it has the model that wrote it. No tag of \
      a release has the bundle, so this matters to developers and testers alone; if releases \
      are tagged by another pattern, name it with --released.
      """,
      .own),
    DiagnosticExplanation(
      "versions.bundle-deleted-after-release",
      .error(.refused(by: .coreData, .documented("NSMigrationMissingSourceModelError"))),
      "A bundle that was released was deleted.",
      """
      The stores of its users cannot be opened any more. Bring the bundle back; the message \
      has the command. If the app moved the data elsewhere long ago, acknowledge it.
      """,
      .own),
    DiagnosticExplanation(
      "versions.current-moved-back",
      .error(.refused(by: .coreData, .documented("NSPersistentStoreIncompatibleVersionHashError"))),
      "The current version went back to an older one.",
      """
      Core Data does not migrate backwards: a store of the newer version cannot be opened by \
      an app whose current version is older. To undo a change that users have, add a new \
      version. A warning where no tag of a release has the newer version.
      """,
      .observed("errors that users of Core Data posted")),
    DiagnosticExplanation(
      "versions.current-not-newest", .note, "The current version is not the newest one.",
      """
      Xcode keeps the current version in '.xccurrentversion'; adding a version does not change \
      it. Choose the new version in the File inspector of the bundle, or leave it if the \
      version is for later. A warning where a version is new since the commit and not the current \
      one; else a note where one has a higher number. Names without numbers say no order.
      """,
      .observed("8 of 59 public bundles")),
    DiagnosticExplanation(
      "versions.deleted", .warning, "A version was deleted.",
      """
      An app can migrate a store only while it has the version that wrote it. No tag of a \
      release has the version, so this matters to developers and testers alone; if releases \
      are tagged by another pattern, name it with --released.
      """,
      .own),
    DiagnosticExplanation(
      "versions.deleted-after-release",
      .error(.refused(by: .coreData, .documented("NSMigrationMissingSourceModelError"))),
      "A version that was released was deleted.",
      """
      A store of that release cannot be migrated without it: Core Data says 'Can't find model \
      for source store' (134130). Bring the version back; the message has the command. If \
      nobody can have such a store any more, acknowledge it.
      """,
      .observed("a public app that had to bring a version back")),
    DiagnosticExplanation(
      "versions.edited-after-release",
      .error(.refused(by: .coreData, .documented("NSPersistentStoreIncompatibleVersionHashError"))),
      "A version was edited after a release had it.",
      """
      Stores are matched to versions by hashes. The stores that the release wrote have the \
      hashes of the old form, so no version matches them: Core Data fails with 134100 or \
      134130, or gets by with the model that the store keeps, which staged and iterative \
      migration do not use. Bring the old form back and keep the edit in a new version; the \
      notes have the commands. Edits that leave the hashes alone are not reported.
      """,
      .observed("the histories of 30 public apps: 27 edited a version after a release had it")),
    DiagnosticExplanation(
      "versions.edited-before-release", .note, "A version was edited before any release had it.",
      """
      Only stores of developers and testers have the old form; they do not match any more and \
      have to be deleted. If releases are tagged by another pattern, name it with --released \
      or 'released' in .momentum.json. A warning with 'stagedMigration' in .momentum.json.
      """,
      .observed("the histories of 30 public apps: 27 edited a version after a release had it")),
    DiagnosticExplanation(
      "versions.equals-other", .warning, "A new version has the same hashes as another one.",
      """
      Core Data takes a store of one for a store of the other and migrates nothing, so an \
      index or default that only the new version has never reaches existing stores. Set a \
      version hash modifier, or remove the version. An error with 'stagedMigration' in \
      .momentum.json: 'Duplicate version checksums across stages detected'.
      """,
      .observed("8 of 59 public bundles")),
    DiagnosticExplanation(
      "versions.judged-by-mapping", .note,
      "A mapping model of the app carries the change out.",
      """
      A mapping model (.xcmappingmodel, .cdm) of the work tree or commit fits the two versions: Core Data \
      finds a compiled one by the hashes of entities, and the editor's file names its two versions and \
      keeps copies of them. So what the change means for stored rows is what the mapping model says: what \
      it sets is carried, what it does not read is dropped, and what a policy class does is for its code \
      to say.
      """,
      .documented("https://developer.apple.com/documentation/coredata/nsmappingmodel")),
    DiagnosticExplanation(
      "versions.no-mapping-for-older", .warning,
      "Stores of older versions have no way to the current one.",
      """
      The change has a mapping model for stores of the version before, and what stores of older versions \
      need can neither be inferred nor is there a mapping model for it. Core Data never goes in steps. Add \
      a mapping model for them, or where the app itself migrates version by version, say so: \
      "stagedMigration": true in .momentum.json.
      """,
      .observed("reports of users: Core Data does not chain migrations")),
    DiagnosticExplanation(
      "versions.no-releases", .warning, "No tag matches the pattern of releases.",
      """
      Without tags nobody can tell which versions users have, so an edit of a released version \
      passes as one before any release. In a shallow clone the tags are missing: fetch them \
      (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0).
      """,
      .own),
    DiagnosticExplanation(
      "versions.renamed", .note, "A version has a new name.",
      """
      Its hashes are equal, so stores still match it.
      """,
      .observed("the version hashes of stores and their models")),
    DiagnosticExplanation(
      "versions.stale-acknowledgement", .warning,
      "An acknowledgement is for another form of a version.",
      """
      An acknowledgement in .momentum.json holds for the two forms whose checksums it names. \
      One of them was edited since, so somebody has to look at the change again; the note has \
      the new checksum.
      """,
      .own),
    DiagnosticExplanation(
      "versions.unreadable", .warning, "A version cannot be read at the commit.",
      """
      What was edited since then cannot be told. Nothing has to be done if the commit is an \
      old one with a broken file.
      """,
      .own),
    DiagnosticExplanation(
      "versions.unused-acknowledgement", .warning, "An acknowledgement accepts nothing.",
      """
      The two versions that it names are there as it says, but the step from one to the other has \
      no such change: its place or rule is misspelt, or it names the wrong step. Or it names a \
      version that is not there, with the checksum of another one. Correct it or remove it.
      """,
      .own),
  ]
}
