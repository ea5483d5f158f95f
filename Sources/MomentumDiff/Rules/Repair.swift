import MomentumModel
import MomentumText

/// The texts of repairs, and the attributes of a `contents` file that they tell the user to paste.
enum Repair {
  /// The renaming identifier for a renamed element, `elementID="userIconUrl"`. It is the first name
  /// that the element ever had, so that stores of older versions match too.
  static func renamingIdentifier(_ label: ModelCorrespondence.Label) -> String {
    "elementID=\"\(MarkupEscape.attribute.escaped(label.identifier))\""
  }

  /// The XML attribute for a default value, `defaultValueString="0"`; `nil` for a type without
  /// default values in Xcode.
  static func defaultValue(for type: AttributeType) -> String? {
    switch type {
    case .integer16, .integer32, .integer64: "defaultValueString=\"0\""
    case .decimal, .double, .float: "defaultValueString=\"0.0\""
    case .string: "defaultValueString=\"\""
    case .boolean: "defaultValueString=\"NO\""
    case .date: "defaultDateTimeInterval=\"0\""
    case .undefined, .binary, .uuid, .uri, .transformable, .objectID, .composite: nil
    }
  }

  /// The XML attribute for a hash modifier that differs from the present one:
  /// `versionHashModifier="2"`.
  static func modifier(after current: String?) -> String {
    let next: String
    if let current, !current.isEmpty {
      let number = Int(current).flatMap { $0 < Int.max ? $0 + 1 : nil }
      next = number.map(String.init) ?? current + "-2"
    } else {
      next = "1"
    }
    return "versionHashModifier=\"\(MarkupEscape.attribute.escaped(next))\""
  }

  /// The advice for changes whose effect is unproven.
  static let rehearse =
    "try it on a copy of a real store: momentum migrate STORE --to MODEL --rehearse"

  /// The advice for a relationship with another destination.
  static let forAnotherDestination =
    "give the relationship a new name, write a mapping model, or \(rehearse)"

  /// The advice for a required attribute without a default.
  static func valueForRequired(_ attribute: Attribute, place: String) -> String {
    let repairs = [defaultValue(for: attribute.type), "optional=\"YES\""].compactMap { $0 }
    return "add \(repairs.joined(separator: " or ")) to attribute '\(place)'"
  }

  /// The last words of every repair that adds a hash modifier. `inNewVersion` recognizes these
  /// repairs by these words.
  static let migrationRuns = "so that a migration runs"

  /// The repair for a version that was edited in place. Only repairs that add a hash modifier are
  /// changed: they say that the change belongs in a new version.
  ///
  /// - Parameter other: The name of the version, if it is not the current one.
  static func inNewVersion(_ repair: String?, than other: String?) -> String? {
    guard let repair, repair.contains(migrationRuns) else { return repair }
    if let other {
      return
        "make this change in a new version: '\(other)' is not the current one, and no store is "
        + "migrated to it"
    }
    return repair.replacing(migrationRuns, with: "in a new version, \(migrationRuns)")
  }
}
