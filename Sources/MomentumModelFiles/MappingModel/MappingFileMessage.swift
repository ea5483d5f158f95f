import MomentumDiagnostics

/// A message of the reader of mapping models.
struct MappingFileMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  private static let mappingModels = DiagnosticRule.Standing.observed(
    "129 mapping models of 35 public repositories, and a compiled one of which the source is known")

  static let rules: [DiagnosticRule] = [
    badArchiveRule, badValueRule, lostObjectRule, noFileRule, notAMappingModelRule,
    unknownExpressionRule,
  ]

  static let badArchiveRule = DiagnosticRule(
    "mapping.bad-archive", .error(.noMeaning("the meaning of the bytes is not known")),
    "A compiled mapping model cannot be read.",
    """
    A '.cdm' file is a keyed archive of an NSMappingModel. This one is truncated, damaged, too \
    large or another file. Compile the '.xcmappingmodel' again, or read that instead.
    """, mappingModels)

  static func badArchive(_ reason: String) -> Self {
    Self(rule: badArchiveRule, text: "the compiled mapping model cannot be read: \(reason)")
  }

  static let badValueRule = DiagnosticRule(
    "mapping.bad-value", .warning, "A value in a mapping model has an unexpected type.",
    """
    The value is ignored, and the rest is read. Open the mapping model in Xcode and save it, so \
    that Xcode writes the file again.
    """, mappingModels)

  static func badValue(attribute: String, object: String) -> Self {
    Self(
      rule: badValueRule,
      text: "the value of '\(attribute)' of a '\(object)' cannot be read; it is left out")
  }

  static let lostObjectRule = DiagnosticRule(
    "mapping.lost-object", .warning,
    "A mapping model refers to an object that is not in the file, or that belongs to another object.",
    """
    The objects of the file refer to each other by id; a merge in version control can remove or \
    duplicate an object. The reference is ignored. Use one of the merged versions of the file \
    unchanged.
    """, mappingModels)

  static func lostObject(id: String, of owner: String) -> Self {
    Self(
      rule: lostObjectRule,
      text:
        "a '\(owner)' refers to an object '\(id)' that is not there, or belongs to another one; it is left out"
    )
  }

  static let noFileRule = DiagnosticRule(
    "mapping.no-file", .error(.noMeaning("no mapping model is described")),
    "A folder '.xcmappingmodel' holds no 'xcmapping.xml'.",
    """
    This file contains the whole mapping model. Restore it from version control.
    """, mappingModels)

  static let noFile = Self(
    rule: noFileRule, text: "the folder holds no 'xcmapping.xml', the file of a mapping model")

  static let notAMappingModelRule = DiagnosticRule(
    "mapping.not-a-mapping-model", .error(.noMeaning("no mapping model is described")),
    "A file is not a mapping model.",
    """
    Xcode's file is XML with an 'XDDEVMAPPINGMODEL' object; a compiled file is a keyed archive of \
    an 'NSMappingModel'. Give the path of an '.xcmappingmodel' or a '.cdm'.
    """, mappingModels)

  static func notAMappingModel(found: String) -> Self {
    Self(
      rule: notAMappingModelRule,
      text:
        "the file holds a '\(found)'; a mapping model holds an 'XDDEVMAPPINGMODEL' or, compiled, an 'NSMappingModel'"
    )
  }

  static let unknownExpressionRule = DiagnosticRule(
    "mapping.unknown-expression",
    .error(.noMeaning("the value of the expression cannot be computed")),
    "An expression in a mapping model is of an unknown kind.",
    """
    Expressions are kept as archived NSExpression objects. The message names the unknown part. \
    Write the expression again in Xcode's editor, or compute the value in a policy.
    """, mappingModels)

  static func unknownExpression(of owner: String, reason: String) -> Self {
    Self(
      rule: unknownExpressionRule, text: "the expression of \(owner) cannot be decoded: \(reason)")
  }
}
