package import MomentumDiagnostics
package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// The statements that carry out a mapping model, and the points between them at which a policy's
/// code runs.
package struct MappingPlan: Sendable {
  /// All statements in order. They are the whole migration unless ``needsPolicies``.
  package var plan: MigrationPlan
  /// The policies' methods that the statements call, each as an SQL function.
  package var functions: [Function]
  /// The facts about each entity mapping that a policy's code needs, in the order of the mapping
  /// model.
  package var entities: [EntityProgram]
  /// The steps before which a policy's code has to run, ascending by step.
  package var moments: [Moment]

  /// Whether the statements need code of a policy: functions that they call, or code between them.
  package var needsPolicies: Bool { !functions.isEmpty || !moments.isEmpty }

  /// The highest key used so far in each new table; exists only during the migration.
  package static let lastKeys = TemporaryTable("momentum_keys")

  package struct Function: Sendable, Hashable {
    /// The name of the SQL function, for example `momentum_policy_0`.
    package var name: String
    package var call: ResolvedMapping.PolicyCall
    /// The number of SQL arguments. An object is passed as two: its `Z_ENT` and its `Z_PK`.
    package var argumentCount: Int
  }

  package struct Moment: Sendable, Hashable {
    package var step: Int
    package var mapping: Int
    package var phase: Phase
  }

  /// The methods of a policy that Core Data calls for an entity mapping, in this order (documented:
  /// <https://developer.apple.com/documentation/coredata/nsentitymigrationpolicy>).
  package enum Phase: Sendable, Hashable {
    case begin
    case createInstances
    case endInstanceCreation
    case createRelationships
    case endRelationshipCreation
    case performCustomValidation
    case end
  }

  /// The tables and statements of one entity mapping during the migration.
  package struct EntityProgram: Sendable, Hashable {
    package var name: String
    package var policyClassName: String?
    package var source: EntityID?
    package var destination: EntityID?
    /// The temporary table of old and new keys: `source` (the old key), `destination` (the new key)
    /// and `entity` (the `Z_ENT` of the new object).
    package var mapTable: TemporaryTable
    /// A `SELECT` of the source objects' keys, ascending; `nil` if the entity mapping has no
    /// source.
    package var sourceKeys: SQLFragment?
    /// The statement that makes one object: `?1` is its key, `?2` the key of the source. `nil` if
    /// the entity mapping has no source or no destination.
    package var insertOne: SQLFragment?
  }

  /// The tables of the old store under the names that they have during the migration.
  package var oldTables: OldTables
}

/// Why a mapping model cannot be carried out.
///
/// `findings` has at least one error.
package struct MappingPlanFailure: Error, Sendable, Hashable {
  package var findings: [Diagnostic]
}

/// The methods that an app's code implements for a policy class of a mapping model.
package struct PolicyAbilities: Sendable, Hashable {
  /// The methods that value expressions may call, by full selector: `shorten:`.
  package var selectors: Set<String>
  /// Whether the code makes the objects itself, instead of the plan's statements.
  package var createsInstances: Bool

  package init(selectors: Set<String> = [], createsInstances: Bool = false) {
    self.selectors = selectors
    self.createsInstances = createsInstances
  }
}

/// Turns a mapping's filter into a statement that selects the keys (`Z_PK`) of an entity's objects.
///
/// The statement is for tables with the names and numbers of `layout`.
package typealias MappingFilterCompiler =
  @Sendable (_ predicate: String, _ entity: String, _ layout: StoreSchema) -> Result<
    SQLFragment, MappingFilterRefusal
  >

/// Why a filter cannot be used.
///
/// `reason` is one phrase.
package struct MappingFilterRefusal: Error, Sendable, Hashable {
  package var reason: String

  package init(reason: String) { self.reason = reason }
}
