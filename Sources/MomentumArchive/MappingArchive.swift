package import MomentumDiagnostics
package import MomentumModel
import MomentumPropertyList
import MomentumText

/// Writes a mapping model as a compiled one: the content of a `.cdm` file.
///
/// Classes and keys are those of one `.cdm` file whose `.xcmappingmodel` is known too (observed).
package struct MappingArchive {
  private typealias Reference = KeyedArchiveBuilder.Reference

  private let location: SourceLocation
  private var predicates = PredicateArchive(builder: KeyedArchiveBuilder())
  private var diagnostics = Diagnostics()

  private init(location: SourceLocation) { self.location = location }

  /// - Parameter location: The file of the mapping model, where parts that cannot be archived are
  ///   reported.
  package static func bytes(
    of mapping: MappingModel, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> [UInt8] {
    var archive = MappingArchive(location: location)
    let root = archive.write(mapping)
    diagnostics.append(contentsOf: archive.diagnostics)
    return archive.predicates.builder.archive(root: root)
  }

  private mutating func write(_ mapping: MappingModel) -> Reference {
    let written = mapping.entityMappings.map { ($0.name, entityMapping($0)) }
    return predicates.builder.object(
      .mappingModel,
      [
        "NSEntityMappings": predicates.builder.array(written.map(\.1)).value,
        "NSEntityMappingsByName": predicates.builder.dictionary(
          written.map { (key: $0.0, value: $0.1) }, .mutableDictionary
        ).value,
      ])
  }

  private mutating func entityMapping(_ mapping: EntityMapping) -> Reference {
    let owner = "entity mapping '\(mapping.name)'"
    let members = [
      "NSMappingName": predicates.builder.text(mapping.name).value,
      "NSMappingType": .integer(Int64(mapping.kind.rawValue)),
      "NSSourceEntityName": predicates.builder.text(mapping.sourceEntity).value,
      "NSDestinationEntityName": predicates.builder.text(mapping.destinationEntity).value,
      "NSSourceEntityVersionHash": hash(mapping.sourceHash).value,
      "NSDestinationEntityVersionHash": hash(mapping.destinationHash).value,
      "NSEntityMigrationPolicyClassName": predicates.builder.text(mapping.policyClassName).value,
      "NSSourceExpression": source(of: mapping, owner).value,
      "NSAttributeMappings": properties(mapping.attributeMappings, owner).value,
      "NSRelationshipMappings": properties(mapping.relationshipMappings, owner).value,
      "NSUserInfo": userInfo(mapping.userInfo).value,
    ]
    return predicates.builder.object(.entityMapping, members)
  }

  private mutating func hash(_ bytes: [UInt8]) -> Reference {
    bytes.isEmpty ? .null : predicates.builder.value(.data(bytes))
  }

  private mutating func userInfo(_ entries: [UserInfoEntry]) -> Reference {
    guard !entries.isEmpty else { return .null }
    return predicates.builder.dictionary(
      entries.map { (key: $0.key, value: predicates.builder.text($0.value)) })
  }

  private mutating func source(of mapping: EntityMapping, _ owner: String) -> Reference {
    if let text = mapping.sourceExpression { return expression(text, owner) }
    guard let entity = mapping.sourceEntity else { return .null }
    let filter = mapping.sourceFilter ?? "TRUEPREDICATE"
    return expression(
      """
      FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', \
      \(StringLiteral.quoted(entity)), \(StringLiteral.quoted(filter))), \
      $manager.sourceContext, NO)
      """, owner)
  }

  private mutating func properties(_ mappings: [PropertyMapping], _ owner: String) -> Reference {
    let written = mappings.map { mapping in
      let value = mapping.valueExpression.map { expression($0, "'\(mapping.name)' of \(owner)") }
      return predicates.builder.object(
        .propertyMapping,
        [
          "NSDestinationPropertyName": predicates.builder.text(mapping.name).value,
          "NSValueExpression": (value ?? .null).value, "NSUserInfo": Reference.null.value,
          "NSPropertyTransforms": Reference.null.value,
        ])
    }
    return predicates.builder.array(written)
  }

  private mutating func expression(_ text: String, _ owner: String) -> Reference {
    do throws(PredicateArchive.Failure) {
      return try predicates.expression(format: text)
    } catch {
      diagnostics.report(ArchiveMessage.leftOut(owner, reason: error.text), at: location)
      return .null
    }
  }
}
