import MomentumDiagnostics
package import MomentumModel

extension PropertyRename {
  /// The changes of a mapping model. Its destination names are renamed if it leads to the version that
  /// is edited; a mapping from that version, or to an unknown one, is listed for a person to look at.
  ///
  ///     <attribute name="name" type="string">title</attribute>
  ///
  /// - Parameter path: The path of the version's `contents` file.
  package func changes(of mapping: MappingModelSyntax, version path: String) -> MappingChanges {
    var result = MappingChanges()
    let version = MappedVersion(contents: path)
    let leadsHere = version.isNamed(by: mapping.destination.path)
    for entityMapping in mapping.entityMappings {
      if let destination = entityMapping.destinationEntity.flatMap({ model.entity(named: $0) }),
        isRenamed(lookedUpIn: destination)
      {
        let named = (entityMapping.attributeMappings + entityMapping.relationshipMappings)
          .filter { $0.name == name }
        for property in named {
          if leadsHere,
            let place = MappingText.find(name, of: "name", inObjectAt: property.location)
          {
            result.edits.append(Diagnostic.FixIt("rename", replace: place, with: newName))
          } else {
            result.places.append(property.location)
          }
        }
      }
      if version.isNamed(by: mapping.source.path),
        let source = entityMapping.sourceEntity.flatMap({ model.entity(named: $0) }),
        namesSource(entityMapping, source)
      {
        result.places.append(entityMapping.location)
      }
    }
    return result
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
}
