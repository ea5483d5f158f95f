import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumModel

/// A model with its plan file and the decisions of both.
struct DistributionInput {
  let compiled: CompiledModel
  let analysis: DistributionAnalysis
  /// The path of the plan file, which may not exist yet.
  let planPath: String
  /// The plan file; `nil` if there is none.
  let file: SourceFile?
  /// The decisions of the model's user info, replaced by those of the file.
  let decisions: DistributionDecisions
  /// The findings about user info.
  let findings: Diagnostics

  /// - Parameters:
  ///   - plan: The path of the plan file; `nil` for the one beside the model.
  ///   - root: The name of the root entity; `nil` to take the file's or the best one.
  static func read(
    _ place: VersionedPath, plan: String?, root: String? = nil
  ) throws -> DistributionInput {
    let compiled = try ModelInput.compiled(place)
    let analysis = DistributionAnalysis(compiled.model, compiled.plainSchema)
    let path = plan ?? BundleFolder.settingsPath(of: PlanFile.name, for: place.path)
    var findings = Diagnostics()
    var decisions = analysis.userInfoDecisions(&findings)
    var file: SourceFile?
    if FileManager.default.fileExists(atPath: path) {
      let source = SourceFile(path: path, utf8: try InputFile.read(path))
      file = source
      // The file was made for another root, so its decisions do not apply.
      if root == nil {
        var problems = Diagnostics()
        guard let planned = PlanFileReading.decisions(source, analysis, &problems) else {
          throw InputRejected(diagnostics: problems)
        }
        decisions.overlay(planned)
      }
    } else if let plan {
      throw CommandFailure("there is no plan file '\(plan)'", status: .badInput)
    }
    if let root { decisions.root = try rootEntity(root, analysis) }
    return DistributionInput(
      compiled: compiled, analysis: analysis, planPath: path, file: file, decisions: decisions,
      findings: findings)
  }

  private static func rootEntity(
    _ name: String, _ analysis: DistributionAnalysis
  ) throws -> EntityID {
    guard let id = analysis.model.entity(named: name) else {
      let near = nearName(to: name, among: analysis.model.entities.map(\.name))
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure("no entity '\(name)' in the model\(hint)", status: .badInput)
    }
    return id
  }

  /// The plan that statements are made for: that of the file, or without a file a complete one that
  /// the model decides alone.
  func plan() throws -> DistributionPlan {
    if let file {
      var problems = Diagnostics()
      guard let plan = PlanFileReading.plan(file, analysis, &problems) else {
        throw InputRejected(diagnostics: problems)
      }
      return plan
    }
    guard let plan = analysis.candidates(decisions).first?.plan else {
      throw CommandFailure(
        "the model does not decide where all entities belong; 'momentum distribute' says what is open, and --write makes a plan file to fill in",
        status: .badInput)
    }
    return plan
  }

  func schema() throws -> DistributedSchema {
    DistributedLayout.layOut(compiled.model, compiled.plainSchema, try plan())
  }
}
