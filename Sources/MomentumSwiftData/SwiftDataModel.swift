package import MomentumDiagnostics
package import MomentumModel

/// The model that SwiftData makes of a schema.
package struct SwiftDataModel: Sendable {
  package var schema: SwiftSchema
  package var model: ObjectModel
  package var origins: Origins
  /// Pairs of relationships that may be inverse to each other; the sources do not tell. The model
  /// takes them as inverse, unless one of them could also have another inverse.
  package var undecided: [UndecidedInverse]
  package var diagnostics: Diagnostics

  /// The place of each entity and property in the sources, in the order of the model.
  package struct Origins: Sendable {
    package struct Entity: Sendable {
      package var location: SourceLocation
      package var attributes: [SourceLocation]
      package var relationships: [SourceLocation]
    }

    package var entities: [Entity]
    /// The struct or enum that each composite type was made of.
    package var composites: [SourceLocation]
  }
}

extension SwiftDataModel {
  /// The id of the finding that the list of a schema's classes cannot be read.
  package static let unreadModelsID = SwiftDataMessage.unreadModelsRule.id
}

/// Reads SwiftData schemas from Swift source.
///
/// The model has the entities, hashes and tables that SwiftData makes of the classes. If a form cannot
/// be known from the source, or was never seen in a store, it is reported and the entity has no hash.
package struct SwiftDataReader: Sendable {
  package let sources: SwiftDataSources
  /// The name of a schema that the sources do not name.
  package let defaultName: String
  /// The versions in the order of their identifiers. Without a `VersionedSchema` this is mostly one
  /// schema, named `defaultName`.
  package let schemas: [SwiftSchema]
  package let plans: [SwiftMigrationPlan]
  /// The findings of the search for schemas.
  package let diagnostics: Diagnostics

  /// - Parameter name: The name for a schema that the sources do not name.
  package init(_ files: [SourceFile], name: String = "Schema") {
    sources = SwiftDataSources(files)
    defaultName = name
    var finder = SchemaFinder(sources: sources, defaultName: name)
    schemas = finder.find()
    diagnostics = finder.diagnostics
    plans = MigrationPlanReader(sources: sources).plans()
  }

  /// The version that an app of these sources opens its store with: the last one of the migration
  /// plan, else the one with the highest identifier.
  package var current: SwiftSchema? {
    let planned = plans.flatMap(\.schemas).last?.name
    return schemas.first { $0.name == planned } ?? schemas.last
  }

  /// The paths of the files that declare model classes of one full name or schemas of one name, for
  /// each name with several such files. A program has no two classes of one name and mostly no two
  /// schemas, so the sources are those of several programs.
  package var namesakes: [[String]] {
    let own = sources.types.filter { !SourcePlace.isBeside(sources.path(of: $0)) }
    let classes = Dictionary(grouping: own.filter(\.isModel)) { $0.path }
    let versions = Dictionary(grouping: own.filter(SchemaFinder.isSchema)) { $0.name }
    return (Array(classes.values) + versions.values).map { $0.map(sources.path(of:)) }
      .filter { Set($0).count > 1 }
  }

  /// Reads a version.
  package func model(
    of schema: SwiftSchema, decisions: InverseDecisions = InverseDecisions()
  ) -> SwiftDataModel {
    var reader = SchemaReader(schema, in: sources, decisions: decisions)
    return reader.read()
  }
}
