public import MomentumDiagnostics
package import MomentumModel
public import MomentumSQL
public import MomentumStore

/// The statements that carry out a mapping model, and the places in them where a policy's code runs.
public struct MappingPlan: Sendable {
  /// All statements in order. Complete where no policy has code of its own to run between them.
  public var plan: MigrationPlan
  /// The policies' methods that statements call, each under a name of SQL.
  package var functions: [Function]
  /// What a policy's code needs to know of each entity mapping, in the mapping model's order.
  package var entities: [EntityProgram]
  /// Before which step something else has to happen; ascending by step.
  package var moments: [Moment]

  /// Whether the statements need code beside them.
  public var needsPolicies: Bool { !functions.isEmpty || !moments.isEmpty }

  /// The last key of each new table, while the plan runs.
  package static let lastKeys = TemporaryTable("momentum_keys")

  package struct Function: Sendable, Hashable {
    /// `momentum_policy_0`
    package var name: String
    package var call: ResolvedMapping.PolicyCall
    /// Of the values that SQL passes: an object is passed as its `Z_ENT` and its `Z_PK`.
    package var argumentCount: Int
  }

  package struct Moment: Sendable, Hashable {
    package var step: Int
    package var mapping: Int
    package var phase: Phase
  }

  /// Documented: <https://developer.apple.com/documentation/coredata/nsentitymigrationpolicy>.
  package enum Phase: Sendable, Hashable {
    case begin
    case createInstances
    case endInstanceCreation
    case createRelationships
    case endRelationshipCreation
    case performCustomValidation
    case end
  }

  /// The tables and statements of one entity mapping, while the plan runs.
  package struct EntityProgram: Sendable, Hashable {
    package var name: String
    package var policyClassName: String?
    package var source: EntityID?
    package var destination: EntityID?
    /// `source`, `destination`, `entity` (its `Z_ENT`): which object became which.
    package var mapTable: TemporaryTable
    /// `SELECT` of the source objects' keys, ascending; `nil` without a source.
    package var sourceKeys: SQLFragment?
    /// Makes one object: `?1` its key, `?2` the source's key. `nil` without a source or a destination.
    package var insertOne: SQLFragment?
  }

  /// The tables of the old store under the names that they have while the plan runs.
  package var oldTables: OldTables
}

/// Why a mapping model cannot be carried out: the findings, with at least one error.
public struct MappingPlanFailure: Error, Sendable, Hashable {
  public var findings: [Diagnostic]
}

/// What a program can do for a policy class that a mapping model names.
public struct PolicyAbilities: Sendable, Hashable {
  /// Methods that value expressions call, in full: `shorten:`.
  public var selectors: Set<String>
  /// Whether it makes the objects itself, instead of the statements.
  public var createsInstances: Bool

  public init(selectors: Set<String> = [], createsInstances: Bool = false) {
    self.selectors = selectors
    self.createsInstances = createsInstances
  }
}

/// Turns a mapping's filter into a statement that selects the keys (`Z_PK`) of an entity's objects, over
/// tables with these names and numbers.
public typealias MappingFilterCompiler =
  @Sendable (_ predicate: String, _ entity: String, _ layout: StoreSchema) -> Result<
    SQLFragment, MappingFilterRefusal
  >

/// Why a filter cannot be used, in one phrase.
public struct MappingFilterRefusal: Error, Sendable, Hashable {
  public var reason: String

  public init(reason: String) { self.reason = reason }
}
