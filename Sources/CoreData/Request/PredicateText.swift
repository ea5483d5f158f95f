import MomentumObjects

/// A predicate as one format with the values for its placeholders.
///
///     NSCompoundPredicate(andPredicateWithSubpredicates: [
///       NSPredicate(format: "name == %@", "Ann"), NSPredicate(format: "age > %d", 3)])
///     // (name == %@) AND (age > %d)   with "Ann", 3
struct PredicateText {
  private(set) var format: String
  private(set) var arguments: [Any?]
  private(set) var variables: [String: Any?] = [:]

  /// Whether a predicate calls no block.
  static func isPossible(for predicate: NSPredicate) -> Bool {
    if predicate.form != nil { return true }
    if let compound = predicate as? NSCompoundPredicate {
      return compound.predicates.allSatisfy { isPossible(for: $0) }
    }
    return predicate.isConstant
  }

  /// Stops the program for a predicate that calls a block, which no store can run.
  init(_ predicate: NSPredicate) {
    if let own = predicate.form {
      (format, arguments, variables) = (own.format, own.arguments, own.variables)
      return
    }
    switch predicate {
    case let compound as NSCompoundPredicate: self = Self.compound(compound)
    default:
      guard predicate.isConstant else {
        CoreDataException.raise(
          "NSInvalidArgumentException",
          "Problem with subpredicate \(predicate.textOfFormat). Only predicates with a format can be "
            + "used in a fetch request.")
      }
      (format, arguments) = (predicate.textOfFormat, [])
    }
  }

  private static func compound(_ compound: NSCompoundPredicate) -> PredicateText {
    var parts: [PredicateText] = []
    for part in compound.predicates { parts.append(PredicateText(part)) }
    var result = PredicateText(format: "TRUEPREDICATE")
    switch compound.compoundPredicateType {
    case .and where !parts.isEmpty:
      result.format = parts.map { "(\($0.format))" }.joined(separator: " AND ")
    case .or where !parts.isEmpty:
      result.format = parts.map { "(\($0.format))" }.joined(separator: " OR ")
    case .or: result.format = "FALSEPREDICATE"
    case .not where !parts.isEmpty: result.format = "NOT (\(parts[0].format))"
    case .and, .not: break
    }
    result.arguments = parts.flatMap(\.arguments)
    for part in parts { result.variables.merge(part.variables) { $1 } }
    return result
  }

  private init(format: String) {
    self.format = format
    arguments = []
  }

  /// The predicate for a request of the object graph.
  var objectPredicate: ObjectPredicate {
    ObjectPredicate(
      format, arguments.map { ObjectPredicate.Argument(foundation: $0) },
      variables: variables.mapValues { ObjectPredicate.Argument(foundation: $0) })
  }

  /// The format with its values written out, for a model and for messages.
  var literal: String { arguments.isEmpty ? format : canonical }

  /// The format in Foundation's canonical form, with its values written out.
  var canonical: String { FormatPredicate(format, arguments).canonical }
}

extension NSPredicate {
  /// Whether the predicate is always true or always false.
  fileprivate var isConstant: Bool {
    ["TRUEPREDICATE", "FALSEPREDICATE"].contains(textOfFormat)
  }

  /// The text of Foundation's own predicate.
  var textOfFormat: String {
    let any: Any = self
    return (any as? any HasFormatText)?.formatText ?? "\(self)"
  }
}

extension NSCompoundPredicate {
  /// The parts, which Foundation keeps without their type on some systems.
  var predicates: [NSPredicate] {
    let parts: [Any] = subpredicates
    return parts.compactMap { $0 as? NSPredicate }
  }
}

/// The format of a predicate of Foundation. The property is deprecated there because the text cannot
/// be read again; here only the texts of constants are compared.
private protocol HasFormatText {
  var formatText: String { get }
}

@available(*, deprecated)
extension NSPredicate: HasFormatText {
  fileprivate var formatText: String { predicateFormat }
}
