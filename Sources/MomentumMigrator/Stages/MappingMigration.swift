package import MomentumCompiler
import MomentumDiagnostics
package import MomentumDiff
package import MomentumMigration
import MomentumModel
package import MomentumModelFiles
import MomentumSQL
import MomentumSQLite
package import MomentumStore

/// A mapping model, and the code of the policy classes that it names.
///
/// ```swift
/// let mapping = try MappingMigration(
///   contentsOf: "Shop1to2.cdm", policies: ["App.CarPolicy": policy])
/// let migrator = mapping.migrator()
/// let outcome = try migrator.migrate(store: "app.sqlite", from: old, to: new)
/// ```
public struct MappingMigration: Sendable {
  package var file: MappingModelFile
  /// The policies by class name, as the mapping model writes it: `App.CarPolicy`.
  public var policies: [String: EntityMigrationPolicy]
  /// The versions in which the two models that the editor's file names are looked up. If the list
  /// is empty, only the file's copies of both models are compared.
  package var versions: [NamedModel]

  /// Reads a mapping model: a `.xcmappingmodel`, its `xcmapping.xml`, or a compiled `.cdm`.
  ///
  /// Throws ``MigrationError/file(path:message:)`` if it cannot be read, and
  /// ``MigrationError/mapping(_:)`` with its errors if it is no mapping model.
  public init(
    contentsOf path: String, policies: [String: EntityMigrationPolicy] = [:]
  ) throws(MigrationError) {
    var diagnostics = Diagnostics()
    let file: MappingModelFile?
    do throws(ModelFileError) {
      file = try MappingModelReader.load(path: path, &diagnostics)
    } catch { throw .file(path: path, message: error.reason) }
    guard let file, !diagnostics.hasErrors else { throw .mapping(diagnostics.all) }
    self.init(file, policies: policies)
  }

  package init(
    _ file: MappingModelFile, policies: [String: EntityMigrationPolicy] = [:],
    versions: [NamedModel] = []
  ) {
    self.file = file
    self.policies = policies
    self.versions = versions
  }

  /// The plan for a store with this catalogue. No store is opened or changed.
  package func plan(
    from source: CompiledModel, to target: CompiledModel, catalog: StoreCatalog
  ) throws(MigrationError) -> MappingPlan {
    let (mapping, syntax) = mapping(from: source.model, to: target.model)
    do throws(MappingPlanFailure) {
      return try MappingPlanner(
        mapping: mapping, syntax: syntax, old: source.planned, new: target.planned,
        catalog: catalog, versions: versions,
        policies: policies.mapValues {
          PolicyAbilities(
            selectors: Set($0.methods.keys),
            createsInstances: $0.createDestinationInstances != nil)
        }, filter: source.mappingFilter
      ).plan()
    } catch {
      throw .mapping(error.findings)
    }
  }

  private func mapping(
    from old: ObjectModel, to new: ObjectModel
  ) -> (MappingModel, MappingModelSyntax?) {
    switch file {
    case .editor(let syntax): (MappingCompiler.compile(syntax, old: old, new: new), syntax)
    case .compiled(let mapping, _): (mapping, nil)
    }
  }

  func run(_ plan: MappingPlan, to target: CompiledModel, _ runner: StepRunner) throws {
    let run = MappingRun(
      plan: plan, policies: policies, new: target.planned, runner: runner)
    try run.perform()
  }
}
