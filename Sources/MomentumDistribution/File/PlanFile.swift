import MomentumDiagnostics
import MomentumModel

/// The plan of a distribution in a reviewed file beside the model: `distribution.json`.
///
///     {
///       "formatVersion": 1,
///       "root": "Account",
///       "entities": {
///         "Account": { "placement": "root" },
///         "Task": { "placement": "colocated", "path": "project.account" },
///         "Tag": { "placement": "reference" }
///       },
///       "unenforced": ["Account.parent"]
///     }
package enum PlanFile {
  package static let name = "distribution.json"
  static let formatVersion = 1

  /// The text of the file, with a reason for the reader at each entity.
  package static func text(_ candidate: RootCandidate, _ analysis: DistributionAnalysis) -> String {
    let model = analysis.model
    let entities = candidate.entities.map { judged in
      (key: model[judged.entity].name, value: JSONText.object(members(judged, analysis)))
    }
    let unenforced = candidate.unenforced.map { analysis.graph.name($0) }.sorted()
    return JSONText.object([
      ("formatVersion", .integer(formatVersion)), ("root", .string(model[candidate.root].name)),
      ("entities", .object(entities)), ("unenforced", .array(unenforced.map { .string($0) })),
    ]).pretty
  }

  private static func members(
    _ judged: JudgedEntity, _ analysis: DistributionAnalysis
  ) -> [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = [
      ("placement", .string(judged.placement.word))
    ]
    if case .colocated(let path) = judged.placement {
      members.append(("path", .string(analysis.graph.text(path))))
      if judged.allowsOptional { members.append(("allowsOptional", .bool(true))) }
    }
    members.append(("reason", .string(judged.reason)))
    return members
  }
}
