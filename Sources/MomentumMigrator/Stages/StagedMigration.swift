public import MomentumCompiler
public import MomentumDiagnostics
import MomentumDiff
import MomentumRuntime
import MomentumVersionHash

/// A migration in stages, each from one version to the next, with an app's own work between them.
///
/// ```swift
/// let trim = StageWork.sql(["UPDATE ZVENUE SET ZNAME = trim(ZNAME)"])
/// let staged = StagedMigration([
///   .init("trim names", from: v1, to: v2, before: trim),
///   .init("new hierarchy", from: v2, to: v3),
/// ])
/// let outcome = try staged.migrator()
///   .migrate(store: "app.sqlite", among: [v1, v2, v3], to: v3)
/// ```
///
/// A store of any of the versions begins at the stage for its version. All stages run in one
/// transaction on one copy, so after an error the store is unchanged.
public struct StagedMigration: Sendable {
  /// A migration from one version to the next, with work before and after it.
  public struct Stage: Sendable {
    /// How the stage's migration is made.
    public enum Kind: Sendable {
      /// By Core Data's rules of inference.
      case lightweight
      /// By a mapping model.
      case mapping(MappingMigration)
    }

    /// The name for messages.
    public var name: String
    package var source: CompiledModel
    package var target: CompiledModel
    package var kind: Kind
    /// Work on the tables of the source version.
    package var before: StageWork?
    /// Work on the tables of the target version.
    package var after: StageWork?

    /// Makes a stage from one version to another. `before` works on the tables of the source,
    /// `after` on those of the target.
    public init(
      _ name: String, from source: CompiledModel, to target: CompiledModel,
      kind: Kind = .lightweight, before: StageWork? = nil, after: StageWork? = nil
    ) {
      self.name = name
      self.source = source
      self.target = target
      self.kind = kind
      self.before = before
      self.after = after
    }

    /// Whether Core Data would treat the stage as a lightweight one.
    var isPlain: Bool {
      switch kind {
      case .lightweight: before == nil && after == nil
      case .mapping: false
      }
    }
  }

  /// The stages in their order; each begins with the version at which the one before ends.
  public var stages: [Stage]

  /// Makes a migration of these stages; ``review()`` reports what is wrong with them.
  public init(_ stages: [Stage]) { self.stages = stages }

  /// The findings about the stages. Errors prevent them from being run.
  ///
  /// Warnings are about Core Data's own staged migration, which rejects or merges stages that
  /// Momentum carries out (observed by users; not documented).
  public func review() -> Diagnostics {
    var findings = Diagnostics()
    reviewChain(&findings)
    for stage in stages {
      guard case .lightweight = stage.kind,
        case .failure(let failure) = MappingInference.infer(
          old: stage.source.model, new: stage.target.model)
      else { continue }
      findings.report(StageMessage.notInferrable(stage.name, reasons: failure.reasons))
    }
    reviewRuns(&findings)
    return findings
  }

  private func reviewChain(_ findings: inout Diagnostics) {
    guard let first = stages.first else { return findings.report(StageMessage.noStages) }
    var seen = [first.source.hashes.checksum: first.name]
    var last = first.source.hashes.checksum
    for stage in stages {
      if stage.source.hashes.checksum != last {
        findings.report(StageMessage.brokenChain(stage.name))
      }
      last = stage.target.hashes.checksum
      if let other = seen[last] {
        findings.report(StageMessage.duplicateChecksum(stage.name, other: other))
      }
      seen[last] = stage.name
    }
  }

  /// Reports consecutive lightweight stages that Core Data cannot infer: it infers them as one
  /// migration, from the first version to the last.
  private func reviewRuns(_ findings: inout Diagnostics) {
    var run: [Stage] = []
    func review() {
      defer { run = [] }
      guard run.count > 1, let first = run.first, let last = run.last,
        case .failure(let failure) = MappingInference.infer(
          old: first.source.model, new: last.target.model)
      else { return }
      findings.report(
        StageMessage.collapsedRun(
          first: first.name, last: last.name, reasons: failure.reasons))
    }
    for stage in stages {
      if stage.isPlain { run.append(stage) } else { review() }
    }
    review()
  }
}
