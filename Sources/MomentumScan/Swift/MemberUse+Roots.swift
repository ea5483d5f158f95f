import MomentumSwiftSource

extension SwiftSiteFinder {
  /// The object at which a key path without a type, such as `\.name`, begins, as far as the code
  /// around it names a class: as the generic argument of a call, `SortDescriptor<Trip>(\.name)` or
  /// `#Unique<Trip>([\.name])`, or as the type of the variable that has the attribute:
  ///
  ///     @Query(sort: \.name) private var trips: [Trip]
  func implicitRoot(at backslash: Int) -> Subject {
    var next = unit.parent(of: backslash)
    while let open = next {
      defer { next = unit.parent(of: open) }
      guard tokens[open].kind != .leftBrace else { return .unknown }
      guard tokens[open].kind == .leftParenthesis else { continue }
      if let name = SwiftSiteFinder.genericArgument(before: open, in: tokens),
        let subject = project.subject(ofClass: name)
      {
        return subject
      }
      if let type = typeAfterAttribute(open) { return project.meaning(of: type).subject }
    }
    return .unknown
  }

  /// The first generic argument before a bracket: `Trip` of `SortDescriptor<Trip>(` and of
  /// `#Expression<Trip, Int> {`; `nil` if there is none.
  static func genericArgument(before open: Int, in tokens: SwiftTokens) -> String? {
    guard open > 2, tokens[open - 1].kind == .op, tokens.token(open - 1, is: ">") else {
      return nil
    }
    var index = open - 2
    while index > 0, open - index < 40 {
      if tokens[index].kind == .op, tokens.token(index, is: "<") {
        var reader = TypeText(tokens, in: index + 1..<open - 1)
        return reader.read()?.lastName
      }
      index -= 1
    }
    return nil
  }

  /// The type of the variable after `@Query(…)`; `nil` if the bracket is not that of an attribute.
  private func typeAfterAttribute(_ open: Int) -> SwiftType? {
    guard open > 1, tokens[open - 1].kind == .identifier, tokens[open - 2].kind == .at else {
      return nil
    }
    var index = tokens.index(afterBracketAt: open)
    while index < tokens.end, tokens[index].kind != .colon {
      // Skip words such as `private` and `var`, the name, and other attributes.
      guard [.identifier, .quotedIdentifier, .at].contains(tokens[index].kind) else { return nil }
      index += 1
    }
    var reader = TypeText(tokens, in: index + 1..<tokens.end)
    return reader.read()
  }
}
