import MomentumDiagnostics

/// A message about a list of stages.
struct StageMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    brokenChainRule, collapsedRunRule, duplicateChecksumRule, noStagesRule, notAStageRule,
    notInferrableRule,
  ]

  static let brokenChainRule = DiagnosticRule(
    "stages.broken-chain",
    .error(.refused(by: .coreData, .assumed)),
    "A stage does not begin at the version at which the previous stage ends.",
    """
    Stages run one after another. After the first of the two stages a store is not of the version \
    at which the second one begins. Add the missing stage between the two, or correct their \
    versions.
    """, .own)

  static func brokenChain(_ name: String) -> Self {
    Self(
      rule: brokenChainRule,
      text: "stage '\(name)' does not begin at the version where the one before it ends")
  }

  static let collapsedRunRule = DiagnosticRule(
    "stages.collapsed-run", .warning,
    "Core Data combines several lightweight stages into one, which cannot be inferred.",
    """
    Core Data infers consecutive lightweight stages in one step from the first to the last \
    version, so stages that each work alone can fail together. Put a custom stage between them. \
    Momentum runs each stage by itself.
    """, .observed("developer forum threads 734693 and 804902"))

  static func collapsedRun(first: String, last: String, reasons: [String]) -> Self {
    Self(
      rule: collapsedRunRule,
      text:
        "Core Data takes the stages '\(first)' to '\(last)' as one and cannot infer it: \(reasons.joined(separator: "; ")); a stage with work of its own between them keeps them apart"
    )
  }

  static let duplicateChecksumRule = DiagnosticRule(
    "stages.duplicate-checksum",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'Duplicate version checksums across stages detected'; Apple Developer \
          Forums, thread 734693
          """))),
    "Two versions of the stages have equal hashes.",
    """
    A store of one version is also a store of the other, so it is not known at which stage to \
    begin; Core Data throws "Duplicate version checksums across stages detected". Give one of them \
    a hash modifier, or leave it out.
    """, .observed("users of staged migration"))

  static func duplicateChecksum(_ name: String, other: String) -> Self {
    Self(
      rule: duplicateChecksumRule,
      text:
        "stage '\(name)' ends at a version that is equal by hash to one of '\(other)': \"Duplicate version checksums across stages detected\""
    )
  }

  static let noStagesRule = DiagnosticRule(
    "stages.none", .error(.noMeaning("there is no version to begin at")),
    "A staged migration has no stages.",
    """
    Without a stage there is no version to begin at. Give at least one stage from the store's \
    version to the target's.
    """, .own)

  static let noStages = Self(rule: noStagesRule, text: "a staged migration needs a stage")

  static let notAStageRule = DiagnosticRule(
    "stages.unknown-version",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'Cannot use staged migration with an unknown model version'; \
          McBoerny/ShopWithMe issue 119
          """))),
    "No stage begins at the store's version, or ends at the target.",
    """
    Every version that users may have needs a stage that begins at it, and the last stage has to \
    end at the target version. Otherwise the store does not open. Add the missing stages; backward \
    migrations do not exist.
    """, .observed("\"Cannot use staged migration with an unknown model version.\""))

  static func notAStage(side: String) -> Self {
    Self(
      rule: notAStageRule,
      text: "no stage \(side == "source" ? "begins" : "ends") at the \(side) version")
  }

  static let notInferrableRule = DiagnosticRule(
    "stages.not-inferrable",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'Persistent store migration failed, missing mapping model'; Apple \
          Developer Forums, thread 804902
          """))),
    "A lightweight stage cannot be inferred.",
    """
    The message lists the changes that Core Data cannot infer. Use a mapping model for the stage, \
    or split it into two stages with code of your own between them that copies the values.
    """, .documented("NSLightweightMigrationStage"))

  static func notInferrable(_ name: String, reasons: [String]) -> Self {
    Self(
      rule: notInferrableRule,
      text:
        "stage '\(name)' is lightweight, and no migration can be inferred: \(reasons.joined(separator: "; "))"
    )
  }
}
