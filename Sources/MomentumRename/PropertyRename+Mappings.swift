package import MomentumDiagnostics
package import MomentumModel

extension PropertyRename {
  /// The edits that a renaming makes in a mapping model, and the places where a person has to decide.
  package struct MappingChanges: Sendable, Hashable {
    package var edits: [Diagnostic.FixIt] = []
    package var places: [SourceLocation] = []

    package init() {}
  }

  /// The changes of a mapping model. Its destination names are renamed if it leads to the version that
  /// is edited; a mapping from that version, or to an unknown one, is listed for a person to look at.
  ///
  ///     <attribute name="name" type="string">title</attribute>
  package func changes(of mapping: MappingModelSyntax) -> MappingChanges {
    var result = MappingChanges()
    let leadsHere = isThisVersion(mapping.destination.path)
    for entityMapping in mapping.entityMappings {
      if let destination = entityMapping.destinationEntity.flatMap({ model.entity(named: $0) }),
        isRenamed(lookedUpIn: destination)
      {
        let named = (entityMapping.attributeMappings + entityMapping.relationshipMappings)
          .filter { $0.name == name }
        for property in named {
          if leadsHere, let place = nameText(of: property) {
            result.edits.append(Diagnostic.FixIt("rename", replace: place, with: newName))
          } else {
            result.places.append(property.location)
          }
        }
      }
      if isThisVersion(mapping.source.path),
        let source = entityMapping.sourceEntity.flatMap({ model.entity(named: $0) }),
        namesSource(entityMapping, source)
      {
        result.places.append(entityMapping.location)
      }
    }
    return result
  }

  /// Whether a path that an editor saved is that of the edited version: both end with the same folder.
  private func isThisVersion(_ path: String?) -> Bool {
    let parts = syntax.file.path.split(separator: "/")
    guard let version = parts.last == "contents" ? parts.dropLast().last : parts.last else {
      return false
    }
    return path?.split(separator: "/").last == version
  }

  /// Whether the filter or a value of a mapping may name the property in a source object.
  private func namesSource(
    _ mapping: MappingModelSyntax.EntityMapping, _ source: EntityID
  ) -> Bool {
    let all = mapping.attributeMappings + mapping.relationshipMappings
    // Without an expression the compiler takes the source's property of the same name.
    if isRenamed(lookedUpIn: source),
      all.contains(where: { $0.name == name && $0.valueExpression == nil })
    {
      return true
    }
    let texts =
      all.flatMap { [$0.valueExpression, $0.sourceKeyPath] } + [mapping.sourceFilter]
    return texts.contains { $0?.contains(name) ?? false }
  }

  /// The place of the name in the object of a property mapping; `nil` if the object is written in
  /// another way than Xcode writes it.
  private func nameText(of property: MappingModelSyntax.PropertyMapping) -> SourceLocation? {
    let file = property.location.file
    let start = property.location.range.end
    let text = file.text(in: SourceRange(start, file.utf8.count))
    guard let end = text.firstRange(of: "</object>")?.lowerBound else { return nil }
    let object = text[..<end]
    guard let attribute = object.firstRange(of: "<attribute name=\"name\""),
      let open = object[attribute.upperBound...].firstIndex(of: ">")
    else { return nil }
    let value = object[object.index(after: open)...]
    guard value.hasPrefix(name + "<") else { return nil }
    let offset = start + text.utf8.distance(from: text.startIndex, to: value.startIndex)
    return SourceLocation(file, SourceRange(offset, offset + name.utf8.count))
  }
}
