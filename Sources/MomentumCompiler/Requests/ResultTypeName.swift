import MomentumModel
import MomentumPredicate

/// The result types of a selected expression: Xcode's names of attribute types, with or without
/// their blanks.
///
/// Documented: `NSExpressionDescription.expressionResultType`.
enum ResultTypeName {
  private static let types: [AttributeType] = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .uuid,
    .uri, .binary,
  ]

  static let names = types.map(\.xmlName)

  static func type(_ name: String) -> AttributeType? {
    let spelled = name.filter { $0 != " " }.lowercased()
    return types.first { $0.xmlName.filter { $0 != " " }.lowercased() == spelled }
  }

  /// Whether values of a type can be returned as another type. Numbers, truth values and dates can
  /// be returned as each other, because all are stored as numbers; other values keep their own
  /// type.
  static func isGiven(_ found: PredicateType, as wanted: AttributeType) -> Bool {
    switch found {
    case .count: isNumeric(wanted)
    case .attribute(let type): type == wanted || (isNumeric(type) && isNumeric(wanted))
    case .object: false
    }
  }

  private static func isNumeric(_ type: AttributeType) -> Bool {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .date: true
    case .string, .uuid, .uri, .binary, .undefined, .transformable, .objectID, .composite: false
    }
  }
}
