package import MomentumDiagnostics
package import MomentumModel
package import MomentumSwiftData
import MomentumSwiftSource

/// The declarations of a class of SwiftData, as a renaming edits them.
///
/// ```swift
/// @Attribute(originalName: "title")
/// var name: String
/// ```
package struct SwiftDataRename {
  private let model: ObjectModel
  private let origins: SwiftDataModel.Origins

  package init(_ data: SwiftDataModel) {
    model = data.model
    origins = data.origins
  }

  /// The model of a schema, with the class of the sources as the class of each entity.
  package static func model(_ data: SwiftDataModel) -> ObjectModel {
    var model = data.model
    for index in model.entities.indices {
      model.entities[index].className = model.entities[index].name
    }
    return model
  }

  /// The name in the declaration of an entity's class.
  package func declaration(of entity: EntityID) -> SourceLocation {
    origins.entities[entity.index].location
  }

  // MARK: - Properties

  /// The edits of a property's declarations, of which an `#if` may have several. They keep the name of
  /// the column in the old store as `originalName`.
  package func edits(_ rename: PropertyRename) throws(RenameFailure) -> [Diagnostic.FixIt] {
    let place = declaration(of: rename.entity)
    let file = SwiftFile(place.file)
    guard let type = SwiftDataRename.declaration(at: place, in: file) else {
      throw .noDeclaration(model[rename.entity].name)
    }
    let members = type.members.filter { $0.kind == .variable && $0.name == rename.name }
    guard !members.isEmpty else { throw .noDeclaration(rename.name) }
    var edits: [Diagnostic.FixIt] = []
    for member in members {
      let isShared = type.members.contains {
        $0.nameToken != member.nameToken && $0.tokens.overlaps(member.tokens)
      }
      if isShared { throw .declaredWithOthers(rename.name) }
      edits.append(
        Diagnostic.FixIt(
          "rename",
          replace: file.tokens.location(member.nameToken..<member.nameToken + 1),
          with: rename.newName))
      edits += originalName(rename, member, file)
    }
    return edits
  }

  private func originalName(
    _ rename: PropertyRename, _ member: SwiftDeclaration, _ file: SwiftFile
  ) -> [Diagnostic.FixIt] {
    let inverse = inverse(of: rename)
    let isRelationship = inverse != nil
    let name = isRelationship ? "Relationship" : "Attribute"
    let argument = "originalName: \"\(rename.name)\""
    guard let attribute = member.attribute(name) else {
      var arguments = argument
      // SwiftData finds an unwritten inverse only if neither side has `@Relationship`: adding this
      // macro means writing the inverse.
      if let other = inverse ?? nil, !isWritten(inverseOf: other) {
        arguments += ", inverse: \\\(model[other.entity].name).\(model[other].name)"
      }
      return [insertion(of: "@\(name)(\(arguments))", before: member, file)]
    }
    let tokens = file.tokens
    guard let range = attribute.arguments, !range.isEmpty else {
      let place = tokens.range(attribute.tokens)
      let text = "@\(name)(\(argument))"
      return [edit(file, place.start, place.end, text)]
    }
    let arguments = ExpressionReader.arguments(range, in: tokens)
    // An `originalName` that exists names the column of the oldest version: keep it.
    if arguments.contains(where: { $0.label == "originalName" }) { return [] }
    if let next = arguments.first(where: { ["inverse", "hashModifier"].contains($0.label) }) {
      // The label and its colon are before the value.
      let start = tokens[next.value.tokens.lowerBound - 2].start
      return [edit(file, start, start, argument + ", ")]
    }
    let end = tokens[range.upperBound - 1].end
    return [edit(file, end, end, ", " + argument)]
  }

  /// Inserts a text as a line above the declaration, or before it if other code is on its line.
  private func insertion(
    of text: String, before member: SwiftDeclaration, _ file: SwiftFile
  ) -> Diagnostic.FixIt {
    let start = file.tokens[member.tokens.lowerBound].start
    let bytes = file.source.utf8
    var first = start
    while first > 0, bytes[first - 1] == UInt8(ascii: " ") || bytes[first - 1] == UInt8(ascii: "\t")
    {
      first -= 1
    }
    let isFirst = first == 0 || bytes[first - 1] == UInt8(ascii: "\n")
    let indent = String(decoding: bytes[first..<start], as: UTF8.self)
    return edit(file, start, start, isFirst ? "\(text)\n\(indent)" : "\(text) ")
  }

  private func edit(
    _ file: SwiftFile, _ start: Int, _ end: Int, _ text: String
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt(
      "keep the old name", replace: SourceLocation(file.source, SourceRange(start, end)), with: text
    )
  }

  // MARK: - Inverses

  /// The inverse of a relationship, `.some(nil)` if it has none; `nil` for an attribute.
  private func inverse(of rename: PropertyRename) -> RelationshipID?? {
    guard case .relationship(let id)? = model.property(named: rename.name, in: rename.entity) else {
      return nil
    }
    return .some(model[id].inverse)
  }

  /// Whether the declaration of a relationship has `inverse:`.
  private func isWritten(inverseOf relationship: RelationshipID) -> Bool {
    let place = declaration(of: relationship.entity)
    let file = SwiftFile(place.file)
    guard let type = SwiftDataRename.declaration(at: place, in: file) else { return false }
    return type.members.contains { member in
      guard member.name == model[relationship].name,
        let arguments = member.attribute("Relationship")?.arguments
      else { return false }
      return ExpressionReader.arguments(arguments, in: file.tokens).contains {
        $0.label == "inverse"
      }
    }
  }

  /// The declaration whose name is at a place.
  private static func declaration(
    at place: SourceLocation, in file: SwiftFile
  ) -> SwiftDeclaration? {
    var open = file.declarations
    while let next = open.popLast() {
      if file.tokens[next.nameToken].start == place.range.start { return next }
      open += next.members
    }
    return nil
  }
}

extension PropertyRename {
  /// The model with the new name, which the edited sources must have. The property has the old name
  /// as renaming identifier, unless it had one already.
  package var renamed: ObjectModel {
    var result = model
    func new(_ names: [String]) -> [String] { names.map { $0 == name ? newName : $0 } }
    for id in model.entityIDs where isRenamed(lookedUpIn: id) {
      result.entities[id.index].uniquenessConstraints =
        model[id].uniquenessConstraints.map(new)
    }
    switch model.property(named: name, in: entity) {
    case .attribute(let id):
      var attribute = model[id]
      attribute.name = newName
      attribute.renamingIdentifier = attribute.renamingIdentifier ?? name
      result.entities[id.entity.index].attributes[id.index] = attribute
    case .relationship(let id):
      var relationship = model[id]
      relationship.name = newName
      relationship.renamingIdentifier = relationship.renamingIdentifier ?? name
      result.entities[id.entity.index].relationships[id.index] = relationship
    case .fetchedProperty, nil: break
    }
    return result
  }
}
