import MomentumModel

/// Repairs for models of Swift source.
///
/// The rules write repairs with the XML attributes of a `contents` file, `optional="YES"`. A
/// SwiftData model has no such file, so each attribute is replaced by its Swift counterpart:
/// `add @Attribute(originalName: "old") to attribute 'Item.title'`.
enum SwiftRepair {
  /// An XML attribute of a `contents` file, and its counterpart in Swift.
  private struct Row: Sendable {
    var name: String
    var swift: @Sendable (_ value: String, _ macro: String) -> String

    init(_ name: String, _ swift: @escaping @Sendable (_ value: String, _ macro: String) -> String)
    {
      self.name = name
      self.swift = swift
    }
  }

  private static let rows: [Row] = [
    Row("elementID") { "\($1)(originalName: \"\($0)\")" },
    Row("versionHashModifier") { "\($1)(hashModifier: \"\($0)\")" },
    Row("optional") { _, _ in "'?'" },
    Row("defaultValueString") { value, _ in
      switch value {
      case "YES", "NO": "'= \(value == "YES")'"
      case _ where Double(value) != nil: "'= \(value)'"
      default: "'= \"\(value)\"'"
      }
    },
    Row("defaultDateTimeInterval") { value, _ in
      "'= Date(timeIntervalSinceReferenceDate: \(value))'"
    },
    Row("attributeType") { value, _ in "the type of \(value)" },
    Row("toMany") { _, _ in "the array" },
    Row("minCount") { value, _ in "'minimumModelCount: \(value)'" },
    Row("maxCount") { value, _ in "'maximumModelCount: \(value)'" },
    Row("transient") { _, _ in "@Attribute(.ephemeral)" },
  ]

  /// Words about `contents` files, and the words for Swift that replace them.
  private static let words: [(file: String, swift: String)] = [
    ("write a mapping model, or set", "set"), ("write a mapping model, or fill", "fill"),
    ("; or write a mapping model", ""), ("write a mapping model", "use a custom stage"),
    ("custom migration stage or mapping model", "custom migration stage"),
    ("remove elementID from", "remove originalName from"),
    ("write the old renaming identifier on", "keep the old name of"),
    ("to attribute '", "to property '"), ("on attribute '", "on property '"),
    ("from attribute '", "from property '"), ("to relationship '", "to property '"),
    ("on relationship '", "on property '"), ("from relationship '", "from property '"),
    ("to the attribute that", "to the property that"),
    ("to the relationship that", "to the property that"),
    ("add the constraint in", "add '.unique' in"),
  ]

  /// The repair for a renamed or removed class, which cannot have a renaming identifier or a hash
  /// modifier.
  static let keepClassName =
    "keep the name of the class, or copy its objects in a custom stage while both classes are there"

  static func text(_ repair: String, for element: ModelChange.Element) -> String {
    let macro: String
    switch element {
    case .relationship: macro = "@Relationship"
    case .entity:
      if repair.contains("elementID=") { return keepClassName }
      macro = "@Attribute"
    case .model, .attribute, .fetchedProperty, .uniquenessConstraint, .fetchIndex, .fetchRequest,
      .configuration, .composite:
      macro = "@Attribute"
    }
    var text = repair
    for row in rows {
      while let start = text.firstRange(of: row.name + "=\"") {
        guard let end = text[start.upperBound...].firstIndex(of: "\"") else { break }
        let value = String(text[start.upperBound..<end])
        text.replaceSubrange(start.lowerBound...end, with: row.swift(value, macro))
      }
    }
    for (file, swift) in words { text = text.replacing(file, with: swift) }
    return text
  }
}

extension ModelChange {
  /// The change in a model of Swift source, with repairs in terms of Swift.
  var inSwift: ModelChange {
    var copy = self
    copy.assessment.repair = assessment.repair.map { SwiftRepair.text($0, for: element) }
    for index in furtherAssessments.indices {
      copy.furtherAssessments[index].repair = furtherAssessments[index].repair.map {
        SwiftRepair.text($0, for: element)
      }
    }
    return copy
  }
}
