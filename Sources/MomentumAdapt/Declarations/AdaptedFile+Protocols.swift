import MomentumDiagnostics
import MomentumSwiftSource

extension AdaptedFile {
  /// A protocol with `@objc` has only classes, and may have optional methods. The copy says
  /// `AnyObject`, and each optional method gets an empty body in an extension behind the protocol.
  mutating func editProtocol(_ located: LocatedDeclaration) {
    let (declaration, tokens) = (located.declaration, located.tokens)
    guard declaration.attribute("objc") != nil else { return }
    limitToClasses(declaration, tokens)
    var bodies: [String] = []
    for member in declaration.members where member.hasModifier("optional") {
      guard member.kind == .function, member.type == nil, member.conditions.isEmpty else {
        report(
          .optionalRequirement(member.name), at: member.nameToken..<member.nameToken + 1, in: tokens
        )
        continue
      }
      for index in member.tokens.lowerBound..<member.nameToken
      where tokens.token(index, is: "optional") {
        edits.blank(tokens[index].start..<tokens[index].end)
      }
      let head = tokens.text(member.nameToken - 1..<member.tokens.upperBound)
      bodies.append(head.split(whereSeparator: \.isNewline).joined(separator: " ") + " {}")
    }
    guard !bodies.isEmpty, let body = declaration.body else { return }
    let access = declaration.hasModifier("public") ? "public " : ""
    let name = tokens.text(declaration.nameToken)
    edits.insert(
      "; \(access)extension \(name) { \(bodies.joined(separator: "; ")) }",
      at: tokens[body.upperBound].end)
  }

  private mutating func limitToClasses(_ declaration: SwiftDeclaration, _ tokens: SwiftTokens) {
    let inherited = declaration.inheritedTypes.compactMap(\.name)
    guard Set(inherited).isDisjoint(with: ["AnyObject", "NSObjectProtocol", "NSObject", "class"])
    else {
      return
    }
    let name = declaration.nameToken
    if inherited.isEmpty {
      edits.insert(": AnyObject", at: tokens[name].end)
    } else if tokens[name + 1].kind == .colon {
      edits.insert(" AnyObject,", at: tokens[name + 1].end)
    }
  }

  /// `delegate?.didSave?(object)` loses the second question mark, because the method is not optional
  /// any more.
  mutating func editOptionalCall(at index: Int, in tokens: SwiftTokens) {
    guard index > 0, tokens[index - 1].kind == .period, tokens.token(index + 1, is: "?"),
      tokens[index + 2].kind == .leftParenthesis,
      classes.optionalMethods.contains(tokens.name(index))
    else { return }
    edits.blank(tokens[index + 1].start..<tokens[index + 1].end)
  }
}
