package import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// A place in Swift or Objective-C code that may use a property of the model, or an accessor of it: `venue.name`,
/// `\Venue.name`, `[venue setName:text]`, or `name` in the class of the entity.
package struct MemberUse: Sendable, Hashable {
  /// The location of the name alone.
  package var location: SourceLocation
  /// The name at the location: that of the property, or of an accessor such as `setName`.
  package var name: String
  /// The object that has the property; unknown if the sources do not say its type.
  package var subject: Subject
}

extension SourceScan {
  /// The uses of some names in one file. Uses whose object is known not to be of the model are left
  /// out.
  ///
  /// - Parameters:
  ///   - swift: The names to find in a Swift file.
  ///   - objectiveC: The names, or parts of selectors, to find in an Objective-C file. Their
  ///     declarations count as uses too.
  package func memberUses(
    of swift: Set<String>, objectiveC: Set<String>, in index: Int
  ) -> [MemberUse] {
    if let unit = files[index].objectiveC {
      let evaluator = ObjectiveCEvaluator(unit: unit, index: self.objectiveC, model: model)
      return ObjectiveCMemberUses(evaluator: evaluator, names: objectiveC).find()
    }
    guard let unit = unitIndex(of: index) else { return [] }
    var finder = MemberUseFinder(project, unit: unit, names: swift)
    return finder.find()
  }
}

/// Finds the uses of some names in one Swift file.
private struct MemberUseFinder {
  let project: SwiftProject
  let unit: SwiftUnit
  let names: Set<String>
  private var finder: SwiftSiteFinder

  private var tokens: SwiftTokens { unit.tokens }

  init(_ project: SwiftProject, unit index: Int, names: Set<String>) {
    self.project = project
    self.names = names
    unit = project.units[index]
    finder = SwiftSiteFinder(project, unit: index)
  }

  mutating func find() -> [MemberUse] {
    var result: [MemberUse] = []
    for index in 0..<tokens.end {
      if tokens[index].kind == .string {
        result += usesInInterpolations(of: index)
        continue
      }
      guard [.identifier, .quotedIdentifier].contains(tokens[index].kind),
        names.contains(tokens.name(index)), let subject = subject(ofNameAt: index)
      else { continue }
      result.append(
        MemberUse(
          location: tokens.location(index..<index + 1), name: tokens.name(index), subject: subject))
    }
    return result
  }

  /// The uses in the interpolations of a literal, such as `"\(venue.name) is open"`. Names there
  /// mean what they mean in the code around the literal.
  private mutating func usesInInterpolations(of string: Int) -> [MemberUse] {
    let range = tokens[string].start..<tokens[string].end
    guard tokens.file.utf8[range].contains(UInt8(ascii: "\\")),
      let literal = tokens.stringLiteral(at: string), !literal.interpolations.isEmpty
    else { return [] }
    var result: [MemberUse] = []
    for interpolation in literal.interpolations {
      let inner = SwiftUnit(SwiftTokens(tokens.file, in: interpolation.content), of: unit)
      for index in 0..<inner.tokens.end
      where [.identifier, .quotedIdentifier].contains(inner.tokens[index].kind)
        && names.contains(inner.tokens.name(index))
      {
        guard let subject = subject(ofNameAt: index, in: inner, string) else { continue }
        result.append(
          MemberUse(
            location: inner.tokens.location(index..<index + 1), name: inner.tokens.name(index),
            subject: subject))
      }
    }
    return result
  }

  private mutating func subject(
    ofNameAt index: Int, in inner: SwiftUnit, _ string: Int
  ) -> Subject? {
    guard index > 0, inner.tokens[index - 1].kind == .period else {
      let isLabel = inner.tokens[index + 1].kind == .colon
      return isLabel
        ? nil : subject(ofBareName: string, named: inner.tokens.name(index), isInterpolated: true)
    }
    let start = inner.chainStart(before: index - 1)
    guard start < index - 1, let base = inner.expression(at: start, before: index - 1) else {
      return nil
    }
    return MemberUseFinder.subject(finder.evaluator(at: string).meaning(of: base)) {
      inner.tokens[index + 1].kind == .leftParenthesis
    }
  }

  /// The object whose property a name is; `nil` if the name is something else.
  private mutating func subject(ofNameAt index: Int) -> Subject? {
    guard index > 0, tokens[index - 1].kind == .period else {
      return subject(ofBareName: index, named: tokens.name(index))
    }
    let start = unit.chainStart(before: index - 1)
    if let root = keyPathRoot(index) { return subject(atEndOf: root, index) }
    guard start < index - 1, let base = unit.expression(at: start, before: index - 1) else {
      // `.name` is a case of an enum or a static member of a type that is not written.
      return nil
    }
    return MemberUseFinder.subject(finder.evaluator(at: start).meaning(of: base)) {
      tokens[index + 1].kind == .leftParenthesis
    }
  }

  private static func subject(_ base: Meaning, isCalled: () -> Bool) -> Subject? {
    switch base {
    case .object(let subject): return subject == .foreign ? nil : subject
    // A call does not use a property: `store.name()`.
    case .unknown: return isCalled() ? nil : .unknown
    case .type, .request, .description, .objects, .foreign, .objectModel, .value, .plain: return nil
    }
  }

  // MARK: - Key paths

  /// The backslash of the key path in which a name is; `nil` if it is in none.
  private func keyPathRoot(_ index: Int) -> Int? {
    var first = index
    while first > 1 {
      let last = first - 1
      switch tokens[last].kind {
      case .backslash: return last
      case .period, .identifier, .quotedIdentifier: first = last
      case .op where tokens.token(last, is: "?") || tokens.token(last, is: "!"): first = last
      default: return nil
      }
    }
    return nil
  }

  /// The object at the end of `\Venue.owner`, before the name at `index`; `nil` if the path leads
  /// to no object of the model.
  private func subject(atEndOf backslash: Int, _ index: Int) -> Subject? {
    var names: [String] = []
    for token in backslash + 1..<index
    where [.identifier, .quotedIdentifier].contains(tokens[token].kind) {
      names.append(tokens.name(token))
    }
    var rest = names[...]
    var subject: Subject?
    if tokens[backslash + 1].kind == .period { subject = finder.implicitRoot(at: backslash) }
    // The type may be written with the types around it: `\SchemaV2.Venue.name`.
    while subject == nil, let next = rest.popFirst() {
      subject = project.subject(ofClass: next)
      if subject == nil, next.first?.isLowercase == true { return nil }
    }
    for name in rest {
      guard case .entity(let place)? = subject else { return subject }
      let model = project.model.model(of: place)
      guard case .relationship(let id)? = model.property(named: name, in: place.entity) else {
        return nil
      }
      subject = .entity(EntityPlace(model: place.model, entity: model[id].destination))
    }
    return subject
  }

  // MARK: - Names alone

  /// The object whose property a name without a period is, in code of the entity's class, where
  /// `name` means `self.name`; `nil` if it means something else.
  ///
  /// - Parameter isInterpolated: Whether the token at `index` is a string literal that has the name
  ///   in an interpolation, and not the name itself.
  private mutating func subject(
    ofBareName index: Int, named name: String, isInterpolated: Bool = false
  ) -> Subject? {
    guard isInterpolated || (!isDeclaration(index) && !isLabel(index)) else { return nil }
    let region = finder.region(around: index)
    guard let typeName = region.typeName, let subject = project.subject(ofClass: typeName),
      region.local(name, before: index) == nil,
      region.member?.isStatic != true,
      region.member?.parameters.contains(where: { $0.name == name }) != true,
      // Outside of a body the name is a type, an attribute or another part of the declaration.
      region.member?.body.map({ $0.contains(index) }) ?? region.range.contains(index)
    else { return nil }
    return subject
  }

  private func isDeclaration(_ index: Int) -> Bool {
    guard index > 0, tokens[index - 1].kind == .identifier else { return false }
    return ["var", "let", "func", "case", "class", "struct", "enum"]
      .contains(tokens.text(index - 1))
  }

  /// Whether a name is the label of an argument or of a parameter.
  private func isLabel(_ index: Int) -> Bool {
    let isBeforeName = [.identifier, .quotedIdentifier].contains(tokens[index + 1].kind)
    guard tokens[index + 1].kind == .colon || isBeforeName,
      let open = unit.parent(of: index), tokens[open].kind == .leftParenthesis
    else { return false }
    return [.leftParenthesis, .comma].contains(tokens[index - 1].kind)
      || tokens[index - 1].kind == .identifier
  }
}
