import MomentumDiagnostics

extension DiagnosticCatalogue {
  static let fixtureRows: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      "fixture.disagreeing-name", .warning,
      "The name of a stored database says another version than its hashes.",
      """
      A test that migrates it tests another step than its reader thinks; in one public project ten of 82 \
      stored databases were so. Rename the file, or make the store anew with the version that the name says: \
      'momentum freeze' writes one for each version.
      """,
      .observed("82 stored databases of a public project")),
    DiagnosticExplanation(
      "fixture.log-holds-rows", .warning,
      "Rows of a stored database stand only in the '-wal' file beside it.",
      """
      SQLite keeps the last changes there until a checkpoint. Who copies or commits the one file without the \
      other loses them. Open the store and run 'PRAGMA wal_checkpoint(TRUNCATE)', or commit both files.
      """,
      .documented("https://sqlite.org/wal.html")),
    DiagnosticExplanation(
      "fixture.no-rows", .warning, "A stored database has no rows.",
      """
      A migration of an empty store succeeds whatever it would do to rows: required attributes without a \
      default and new constraints fail only where there are some. Fill it, or write one with 'momentum \
      freeze', which makes up rows.
      """,
      .own),
    DiagnosticExplanation(
      "fixture.not-read", .error(.noMeaning("the test has no store to compare with")),
      "A stored database cannot be read.",
      """
      It is damaged, cut off, or its metadata are no property list. Git's own conversion of line ends can do \
      this to a binary file: mark '*.sqlite' as binary in .gitattributes. Restore the file, or make it anew.
      """,
      .own),
    DiagnosticExplanation(
      "fixture.too-many-files", .warning, "Only a part of a folder was looked at.",
      """
      There are more files and folders than fixtures ever are, or they are nested deeper. Name the folder of \
      the stored databases instead of one around it.
      """,
      .own),
    DiagnosticExplanation(
      "fixture.unknown-version", .warning,
      "A stored database is of none of the bundles' versions.",
      """
      Its hashes match no version, so the version that wrote it was edited or deleted later, or its bundle was \
      not given. 'momentum inspect STORE --model BUNDLE' says which entities differ from the nearest version; \
      a store that keeps its own model gives it with '--recover-model xml'.
      """,
      .observed("82 stored databases of a public project")),
    DiagnosticExplanation(
      "fixture.version-without-fixture", .warning,
      "No stored database is of a version of the bundle.",
      """
      The step from that version is tested by nothing. 'momentum freeze' writes a small store for each version; \
      '--allow-missing' leaves this finding out.
      """,
      .own),
    DiagnosticExplanation(
      "freeze.different-file",
      .error(.noMeaning("the frozen store no longer stands for the version")),
      "A file that 'momentum freeze' would write is there with other contents.",
      """
      It may be a store that somebody made by hand, or one of another seed or number of rows. Nothing is ever \
      written over. Give another folder, or '--force' to write over it.
      """,
      .own),
    DiagnosticExplanation(
      "freeze.edited-version",
      .error(.noMeaning("the frozen store no longer stands for the version")),
      "A version of the bundle was edited after it was frozen.",
      """
      The entities' hashes are not those of the manifest. Where the version was released, users' stores no \
      longer match it, and Core Data may refuse to open them. Undo the edit and add a new version. Where it was \
      never released, freeze it anew with '--force'.
      """,
      .documented(
        "https://developer.apple.com/documentation/coredata/using-lightweight-migration")),
    DiagnosticExplanation(
      "freeze.malformed-manifest",
      .error(.noMeaning("the frozen store no longer stands for the version")),
      "The manifest 'frozen.json' beside frozen stores cannot be used.",
      """
      It is written by 'momentum freeze' and not edited by hand. Restore it from version control, or \
      freeze with '--force' to begin anew.
      """,
      .own),
    DiagnosticExplanation(
      "freeze.missing-version", .warning,
      "A version that was frozen is no longer in the bundle.",
      """
      Users may still have stores of it, and Core Data finds their model only in the bundle or in the store \
      itself. Restore the version. If none is left that has such a store, delete its file and its entry in the \
      manifest.
      """,
      .own),
    DiagnosticExplanation(
      "freeze.unfilled-entity", .note,
      "An entity has no rows in a frozen store.",
      """
      The model asks for something that made-up objects cannot have, such as a required relationship to an \
      abstract entity without sub-entities, or a value of a type that an import does not take. Tests of \
      migrations say nothing about that entity.
      """,
      .own),
    DiagnosticExplanation(
      "freeze.unusable-version",
      .error(.noMeaning("there is nothing to fill the store from")),
      "A version cannot be frozen.",
      """
      It has errors, which are reported beside this, or its rules leave no rows to make up. The other versions \
      are frozen, and what was frozen of it stays. Repair the version, or name the others with '--versions'.
      """,
      .own),
  ]
}
