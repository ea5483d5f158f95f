import MomentumDiagnostics
import MomentumSwiftSource

/// Moves overrides from extensions into their classes. With Objective-C an extension may override a
/// method; without it only the class may.
struct OverrideMoves {
  /// The last token of the body of each class, by the class's name; `nil` for a name that several
  /// classes have.
  private var bodies: [String: (file: Int, end: Int)?] = [:]

  init(_ files: [SwiftFile]) {
    for (index, file) in files.enumerated() { add(file.declarations, index) }
  }

  private mutating func add(_ declarations: [SwiftDeclaration], _ file: Int) {
    for declaration in declarations {
      if declaration.kind == .class, let body = declaration.body {
        let isNew = bodies[declaration.name] == nil
        bodies[declaration.name] = .some(isNew ? (file, body.upperBound) : nil)
      }
      add(declaration.members, file)
    }
  }

  func apply(to copies: inout [AdaptedFile]) {
    for index in copies.indices {
      for type in copies[index].file.declarations where type.kind == .extension {
        for member in type.members where member.hasModifier("override") {
          move(member, of: type, in: index, &copies)
        }
      }
    }
  }

  private func move(
    _ member: SwiftDeclaration, of type: SwiftDeclaration, in index: Int,
    _ copies: inout [AdaptedFile]
  ) {
    let tokens = copies[index].tokens
    guard copies[index].active.contains(tokens[member.nameToken].start) else { return }
    guard let found = bodies[SourceClasses.bare(type.name)], let body = found,
      member.conditions.isEmpty, type.conditions.isEmpty
    else {
      return copies[index].report(
        .overrideInExtension(member.name, of: type.name),
        at: member.nameToken..<member.nameToken + 1, in: tokens)
    }
    let range = tokens.range(member.tokens)
    let source = copies[index].file.source
    let text = copies[index].edits.cut(range.start..<range.end, from: source.utf8)
    let target = copies[body.file].file
    let place = target.tokens[body.end].start
    let from = source.lineColumn(at: range.start).line
    let back = target.source.lineColumn(at: place).line
    copies[body.file].edits.insert(
      "\n" + SourceAdaptation.location(source.path, line: from) + text + "\n"
        + SourceAdaptation.location(target.source.path, line: back), at: place)
  }
}
