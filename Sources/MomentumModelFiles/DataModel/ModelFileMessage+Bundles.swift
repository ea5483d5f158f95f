package import MomentumDiagnostics

/// Messages about bundles and their versions, and about differences between them.
extension ModelFileMessage {
  static let bundleRules: [DiagnosticRule] = [
    notReadRule, badCurrentVersionFileRule, badVersionInfoFileRule, noCurrentVersionRule,
    noVersionsRule, notABundleRule, oldFormatRule, unknownVersionRule, entityInTwoBundlesRule,
    hashesDifferRule, sameHashesRule,
  ]

  static let notReadRule = DiagnosticRule(
    "bundle.not-read", .error(.noMeaning("there is nothing to read")),
    "A model cannot be read, or a folder has none.",
    """
    The path does not exist, cannot be read, or is a folder without a model below it. Nothing was \
    checked there, so the check fails. Correct the path, or run the command in the folder of the \
    project.
    """,
    .own)

  /// The finding about a model that cannot be read. Without it, a report of several models would
  /// look as if the model had no problems.
  package static func notRead(_ reason: String) -> Self { Self(rule: notReadRule, text: reason) }

  static let badCurrentVersionFileRule = DiagnosticRule(
    "bundle.bad-current-version-file", .warning,
    "The file '.xccurrentversion' does not name the current version.",
    """
    It has to be a property list with a string for '_XCCurrentVersionName', such as 'Model \
    2.xcdatamodel'. The file is ignored, and the last version by name is read. Choose the \
    current version in Xcode again, or correct the file.
    """,
    .observed("files that Xcode wrote"))

  static let badCurrentVersionFile = Self(
    rule: badCurrentVersionFileRule,
    text: "the file has to be a property list with a string for '_XCCurrentVersionName'")

  static let badVersionInfoFileRule = DiagnosticRule(
    "bundle.bad-version-info-file", .warning,
    "The file VersionInfo.plist of a '.momd' folder cannot be read or names no current version.",
    """
    It has to be a property list with a string for 'NSManagedObjectModel_CurrentVersionName' \
    and the hashes of every version. The file is ignored, and the last version by name is \
    read. Compile the model again.
    """,
    .observed("VersionInfo.plist of compiled models in public repositories"))

  static let badVersionInfoFile = Self(
    rule: badVersionInfoFileRule,
    text:
      "the file has to be a property list with a string for 'NSManagedObjectModel_CurrentVersionName'"
  )

  static let noCurrentVersionRule = DiagnosticRule(
    "bundle.no-current-version", .warning,
    "A bundle has several versions, and none is named as the current one.",
    """
    Xcode writes '.xccurrentversion' as soon as there is a second version; often the file is \
    missing from version control, because its name begins with a dot. The last version by name \
    is read, which may be the wrong one. Add the file, or name the version on the command \
    line.
    """,
    .observed("bundles that Xcode wrote"))

  /// The message about a bundle with several versions of which none is named as current. `read` is
  /// the version that is read.
  static func noCurrentVersion(read: String) -> Self {
    Self(
      rule: noCurrentVersionRule,
      text: "no version is named as the current one; reading '\(read)', the last by name")
  }

  static let noVersionsRule = DiagnosticRule(
    "bundle.no-versions", .error(.noMeaning("there is no version to read")),
    "A bundle has no version.",
    """
    An '.xcdatamodeld' folder holds one '.xcdatamodel' folder per version, and a '.momd' \
    folder one '.mom' file. There is nothing to read here. Restore the version from version \
    control, or compile the model again.
    """,
    .observed("bundles that Xcode wrote"))

  static let noVersions = Self(
    rule: noVersionsRule,
    text: "the bundle has no version; a folder '.xcdatamodel' or a file '.mom' was expected in it")

  static let notABundleRule = DiagnosticRule(
    "bundle.not-a-model", .error(.noMeaning("there is no version to read")),
    "A folder is not a data model.",
    """
    A model is an '.xcdatamodeld' folder, an '.xcdatamodel' folder with a 'contents' file, a \
    '.momd' folder, one of the files in them, or Swift sources with '@Model' classes. Give the path of one of these.
    """,
    .observed("bundles that Xcode wrote"))

  static let notABundle = Self(
    rule: notABundleRule,
    text:
      "the folder is not a model; '.xcdatamodeld', '.xcdatamodel', a 'contents' file or Swift sources with '@Model' classes were expected"
  )

  static let oldFormatRule = DiagnosticRule(
    "bundle.old-format", .error(.noMeaning("the format is not known")),
    "A model has the format of Xcode 3.",
    """
    Before Xcode 4 a model was a keyed archive in the files 'elements' and 'layout', not XML. \
    That format is not read. Open the model in Xcode and save it, which writes a 'contents' \
    file.
    """,
    .observed("models that Xcode 3 wrote"))

  static let oldFormat = Self(
    rule: oldFormatRule,
    text: "a model of Xcode 3, which is not XML; open it in Xcode and save it as a data model")

  static let unknownVersionRule = DiagnosticRule(
    "bundle.unknown-version", .error(.noMeaning("there is no version to read")),
    "A model has no version of that name.",
    """
    The name was given on the command line, or '.xccurrentversion' or VersionInfo.plist refers \
    to a version that was renamed or deleted. Give the name of a version that the message \
    lists, or choose the current version in Xcode again.
    """,
    .observed("bundles that Xcode wrote"))

  static func unknownVersion(
    _ name: String, versions: [String], near: String?, isSwift: Bool
  ) -> Self {
    let place = isSwift ? "the Swift sources, which have" : "the bundle, which has"
    return Self(
      rule: unknownVersionRule,
      text: "no version '\(name)' in \(place) \(quotedList(versions, max: 20))"
        + didYouMean(near))
  }

  static let entityInTwoBundlesRule = DiagnosticRule(
    "bundle.entity-in-two-bundles", .warning, "Two bundles declare entities with the same name.",
    """
    A program that merges all models of its bundles, as 'mergedModel(from:)' does, fails when two \
    entities with the same name differ. If both models are loaded, the class of the entity belongs \
    to two descriptions, and Core Data does not know which one is meant. Rename one entity, or \
    load each model by its URL and give each a class of its own. When 'check' searches for models, \
    it compares only models of the same project. The project is the nearest folder above a model \
    that has a Package.swift, an Xcode project or a workspace.
    """,
    .observed("Core Data's exception 'Can't merge models with two different entities named …'"))

  package static func entityInTwoBundles(_ name: String) -> Self {
    Self(
      rule: entityInTwoBundlesRule,
      text:
        "two bundles have an entity '\(name)'; their models cannot be merged, and a class finds either"
    )
  }

  static let hashesDifferRule = DiagnosticRule(
    "bundle.hashes-differ",
    .error(.noMeaning("stores match one set of hashes only, and the bundle has two")),
    "The hashes in VersionInfo.plist are not those of the compiled model.",
    """
    VersionInfo.plist of a '.momd' folder states the entity hashes of every version. If a hash in \
    it differs from that of the '.mom' file, one of the two files is from another build or was \
    edited. A program that takes the hashes from VersionInfo.plist then looks for a version that \
    does not exist. Compile the model again and replace the whole folder.
    """,
    .observed("VersionInfo.plist of compiled models in public repositories"))

  package static func hashesDiffer(_ version: String, entities: [String]) -> Self {
    Self(
      rule: hashesDifferRule,
      text:
        "VersionInfo.plist has other hashes for version '\(version)' than its model: \(quotedList(entities, max: 5))"
    )
  }

  package static let sameHashesRule = DiagnosticRule(
    "bundle.same-hashes", .warning, "Two versions of a bundle have equal entity hashes.",
    """
    Core Data compares nothing but the hashes to find the version that a store was made with. \
    It cannot tell these two apart, so no migration happens between them. Delete one of the \
    two versions, or set 'versionHashModifier' on an entity that has to be migrated.
    """,
    .documented("NSManagedObjectModel.entityVersionHashesByName"))

  package static func sameHashes(_ version: String, other: String) -> Self {
    Self(
      rule: sameHashesRule,
      text:
        "version '\(version)' has the same hashes as '\(other)'; Core Data takes a store of one for a store of the other and does not migrate"
    )
  }
}
