import MomentumDiagnostics

/// A message about a bundle and its frozen stores.
struct FreezeMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    differentFileRule, editedVersionRule, malformedManifestRule, missingVersionRule,
    unfilledEntityRule, unusableVersionRule,
  ]

  static let differentFileRule = DiagnosticRule(
    "freeze.different-file",
    .error(.noMeaning("the existing file would be lost")),
    "A file that 'momentum freeze' would write exists with other contents.",
    """
    It may be a store that somebody made by hand, or one that was written with other options, such \
    as another number of rows. 'momentum freeze' does not overwrite it. Use another folder, or \
    '--force' to overwrite it.
    """,
    .own)

  static func differentFile(_ file: String) -> Self {
    Self(
      rule: differentFileRule,
      text: "'\(file)' holds something else than what would be written; --force writes over it")
  }

  static let editedVersionRule = DiagnosticRule(
    "freeze.edited-version",
    .error(.noMeaning("the frozen store is no longer one of the version")),
    "A version of the bundle was edited after it was frozen.",
    """
    The hashes of its entities are not those of the manifest. If the version was released, users' \
    stores no longer match it, and Core Data may refuse to open them: undo the edit and add a new \
    version. If it was never released, freeze it again with '--force'.
    """,
    .documented(
      "https://developer.apple.com/documentation/coredata/using-lightweight-migration"))

  static func editedVersion(_ name: String, entities: [String]) -> Self {
    Self(
      rule: editedVersionRule,
      text: "version '\(name)' was edited after it was frozen: "
        + (entities.count == 1 ? "entity " : "entities ")
        + quotedList(entities)
        + (entities.count == 1 ? " has" : " have")
        + " other hashes, so stores of users no longer match; add a new version instead")
  }

  static let malformedManifestRule = DiagnosticRule(
    "freeze.malformed-manifest",
    .error(.noMeaning("it is not known which files are frozen stores")),
    "The manifest 'frozen.json' beside frozen stores cannot be used.",
    """
    'momentum freeze' writes this file; it should not be edited by hand. Restore it from version \
    control, or use '--force' to write a new one.
    """,
    .own)

  static let malformedManifest = Self(
    rule: malformedManifestRule,
    text: "a manifest of frozen stores has 'format' 1 and a list 'versions'")

  static let missingVersionRule = DiagnosticRule(
    "freeze.missing-version", .warning,
    "A version that was frozen is no longer in the bundle.",
    """
    Users may still have stores of it, and Core Data finds their model only in the bundle or in \
    the store itself. Restore the version. If nobody has such a store any more, delete the frozen \
    store of the version and its entry in 'frozen.json'.
    """,
    .own)

  static func missingVersion(_ name: String) -> Self {
    Self(
      rule: missingVersionRule,
      text: "version '\(name)' was frozen, but the bundle no longer has it")
  }

  static let unfilledEntityRule = DiagnosticRule(
    "freeze.unfilled-entity", .note,
    "An entity has no rows in a frozen store.",
    """
    The model requires something that made-up objects cannot have, such as a required relationship \
    to an abstract entity without sub-entities, or a value of a type that cannot be imported. \
    Tests with this store do not test that entity. To test it, use a store that the app wrote.
    """,
    .own)

  static func unfilledEntity(_ entity: String, version: String, reason: String) -> Self {
    Self(
      rule: unfilledEntityRule,
      text: "entity '\(entity)' of version '\(version)' has no rows: \(reason)")
  }

  static let unusableVersionRule = DiagnosticRule(
    "freeze.unusable-version",
    .error(.noMeaning("no rows can be made for the store")),
    "A version cannot be frozen.",
    """
    It has errors, which are reported too, or no made-up rows can satisfy its rules. The other \
    versions are frozen, and an older frozen store of this version stays. Repair the version, or \
    name the others with '--versions'.
    """,
    .own)

  static func unusableVersion(_ name: String, reason: String) -> Self {
    Self(rule: unusableVersionRule, text: "version '\(name)' is not frozen: \(reason)")
  }
}
