package import MomentumDiagnostics

/// A message about stored databases.
package struct FixtureMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] = [
    disagreeingNameRule, logHoldsRowsRule, noRowsRule, notReadRule, unknownVersionRule,
    versionWithoutFixtureRule, walkCutRule,
  ]

  static let disagreeingNameRule = DiagnosticRule(
    "fixture.disagreeing-name", .warning,
    "The version in the name of a stored database is not the one of its hashes.",
    """
    A test that migrates the stored database tests another migration than its name says. Rename \
    the file, or make the store anew with the version that the name says: 'momentum freeze' writes \
    one for each version.
    """,
    .observed("82 stored databases of a public project"))

  static func disagreeingName(said: String, found: [String]) -> Self {
    Self(
      rule: disagreeingNameRule,
      text: "the name says version '\(said)', but the store is of version "
        + found.map { "'\($0)'" }.joined(separator: " or "))
  }

  static let logHoldsRowsRule = DiagnosticRule(
    "fixture.log-holds-rows", .warning,
    "Rows of a stored database are only in the '-wal' file beside it.",
    """
    SQLite keeps the last changes in this file until a checkpoint. If you copy or commit the store \
    without it, these changes are lost. Open the store and run 'PRAGMA wal_checkpoint(TRUNCATE)', \
    or commit both files.
    """,
    .documented("https://sqlite.org/wal.html"))

  static func logHoldsRows(all: Int64, inFile: Int64) -> Self {
    Self(
      rule: logHoldsRowsRule,
      text: "\(all - inFile) of the store's \(all) rows stand only in the '-wal' beside it")
  }

  static let noRowsRule = DiagnosticRule(
    "fixture.no-rows", .warning, "A stored database has no rows.",
    """
    The migration of an empty store proves little: required attributes without a default and new \
    constraints fail only if there are rows. Fill it, or write one with 'momentum freeze', which \
    makes up rows.
    """,
    .own)

  static let noRows = Self(
    rule: noRowsRule, text: "the store has no rows, so a migration of it proves little")

  static let notReadRule = DiagnosticRule(
    "fixture.not-read", .error(.noMeaning("a test has no store to migrate")),
    "A stored database cannot be read.",
    """
    The file is damaged or truncated, or its metadata is not a property list. Git's own conversion \
    of line ends can do this to a binary file: mark '*.sqlite' as binary in .gitattributes. \
    Restore the file, or make it anew.
    """,
    .own)

  static func notRead(_ reason: String) -> Self {
    Self(rule: notReadRule, text: "the store cannot be read: \(reason)")
  }

  static let unknownVersionRule = DiagnosticRule(
    "fixture.unknown-version", .warning,
    "A stored database fits no version of the bundles.",
    """
    Its hashes match no version, so the version that wrote it was edited or deleted later, or its \
    bundle was not given. 'momentum inspect STORE --model BUNDLE' says which entities differ from \
    the most similar version. If the store keeps its own model, 'momentum inspect STORE \
    --recover-model xml' prints it. Give the bundle, restore the version, or delete the stored \
    database if no user has such a store.
    """,
    .observed("82 stored databases of a public project"))

  static func unknownVersion(keepsModel: Bool) -> Self {
    Self(
      rule: unknownVersionRule,
      text: "no version of the bundles has the store's hashes"
        + (keepsModel ? "; it keeps its own model" : ", and it keeps no model of its own"))
  }

  package static let versionWithoutFixtureRule = DiagnosticRule(
    "fixture.version-without-fixture", .warning,
    "A version of the bundle has no stored database.",
    """
    No test can migrate a store of that version. Run 'momentum freeze', which writes a small store \
    for each version. With '--allow-missing' this is not reported.
    """,
    .own)

  static func versionWithoutFixture(_ name: String) -> Self {
    Self(rule: versionWithoutFixtureRule, text: "no store is of version '\(name)'")
  }

  static let walkCutRule = DiagnosticRule(
    "fixture.too-many-files", .warning, "Only a part of a folder was searched.",
    """
    The folder has more files and folders, or deeper ones, than a folder of stored databases \
    usually has. Stored databases in the rest of the folder were not checked. Name the folder of \
    the stored databases itself.
    """,
    .own)

  static func walkCut(_ count: Int) -> Self {
    Self(rule: walkCutRule, text: "only the first \(count) files and folders were looked at")
  }
}
