/// A compound predicate with a format, which Foundation's class on Linux does not have.
final class CompoundFormatPredicate: NSCompoundPredicate {
  /// The predicate as the program wrote it, if it was one format.
  private(set) var written: FormatPredicate?

  /// A predicate that was written as a format with AND, OR or NOT; `nil` for another one.
  static func reading(_ form: FormatPredicate) -> CompoundFormatPredicate? {
    guard let (type, parts) = form.parts else { return nil }
    let compound = CompoundFormatPredicate(type: type, subpredicates: parts.map(\.specific))
    compound.written = form
    return compound
  }

  // Foundation would make a copy of its own class.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var predicateFormat: String { canonicalFormat }
  override var description: String { canonicalFormat }
  override var hash: Int { canonicalFormat.hashValue }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    return other === self || other.canonicalFormat == canonicalFormat
  }
}

// Foundation's own initialisers make predicates without a format, and no extension can replace them.

extension NSCompoundPredicate {
  /// A compound predicate with a format. `momentum adapt` writes this for
  /// `NSCompoundPredicate(type:subpredicates:)`.
  public static func withFormat(
    type: LogicalType, subpredicates: [NSPredicate]
  ) -> NSCompoundPredicate {
    CompoundFormatPredicate(type: type, subpredicates: subpredicates)
  }

  /// `<a> AND <b>`, with a format.
  public static func withFormat(
    andPredicateWithSubpredicates subpredicates: [NSPredicate]
  ) -> NSCompoundPredicate { withFormat(type: .and, subpredicates: subpredicates) }

  /// `<a> OR <b>`, with a format.
  public static func withFormat(
    orPredicateWithSubpredicates subpredicates: [NSPredicate]
  ) -> NSCompoundPredicate { withFormat(type: .or, subpredicates: subpredicates) }

  /// `NOT <a>`, with a format.
  public static func withFormat(
    notPredicateWithSubpredicate predicate: NSPredicate
  ) -> NSCompoundPredicate { withFormat(type: .not, subpredicates: [predicate]) }
}

extension NSPredicate {
  /// The predicate in Foundation's canonical form, with the values written out; also of a compound
  /// that Foundation has made. A predicate that calls a block has a text that nothing can read.
  var canonicalFormat: String {
    if let form { return form.canonical }
    guard let compound = self as? NSCompoundPredicate else { return textOfFormat }
    if PredicateText.isPossible(for: compound) { return PredicateText(compound).canonical }
    let parts = compound.predicates.map { part in
      part is NSCompoundPredicate ? "(\(part.canonicalFormat))" : part.canonicalFormat
    }
    switch compound.compoundPredicateType {
    case .and: return parts.joined(separator: " AND ")
    case .or: return parts.joined(separator: " OR ")
    case .not: return "NOT " + parts.joined()
    }
  }
}
