package import MomentumDiagnostics

/// A version of a SwiftData schema as the sources declare it: a name, an identifier, and the model
/// classes that belong to it.
package struct SwiftSchema: Sendable {
  /// The name of the `VersionedSchema`; the name of the sources' folder or file for a list that is
  /// passed to a container.
  package var name: String
  /// The three numbers of `Schema.Version`; `nil` if they are not written as literals.
  package var identifier: [Int]?
  /// The classes, as indices into the types of the sources.
  var models: [Int]
  /// The parts of the list that cannot be read: then there may be more classes.
  package var unread: [UnreadList] = []
  /// The place of the declaration or of the list.
  package var location: SourceLocation
  /// Whether the schema is a `VersionedSchema`, whose models may be nested in it.
  package var isVersioned: Bool
  /// The names from the outermost type to the `VersionedSchema`; empty for a list of a container.
  var path: [String]
  var file: Int

  /// The version identifier in the form that a store's metadata has, such as `1.0.0`. SwiftData
  /// writes 1.0.0 for a schema whose source gives no version.
  package var identifierText: String {
    (identifier ?? [1, 0, 0]).map(String.init).joined(separator: ".")
  }
}

/// A type that conforms to `SchemaMigrationPlan`: its schemas and its stages.
package struct SwiftMigrationPlan: Sendable {
  package struct Stage: Sendable {
    package enum Kind: String, Sendable {
      case lightweight
      case custom
    }

    package var kind: Kind
    /// The name of the schema before and that of the schema after the stage; `nil` if it cannot be
    /// read.
    package var from: String?
    package var to: String?
    package var location: SourceLocation
    /// Whether a custom stage has the closure `willMigrate`; the next property is about
    /// `didMigrate`.
    package var hasWillMigrate = false
    package var hasDidMigrate = false
  }

  package var name: String
  /// The names of the schemas in the order of the plan.
  package var schemas: [(name: String, location: SourceLocation)]
  package var stages: [Stage]
  /// The parts of `schemas` and of `stages` that cannot be read.
  package var unreadSchemas: [UnreadList] = []
  package var unreadStages: [UnreadList] = []
  package var location: SourceLocation
}
