import MomentumDiff
import MomentumModel
import MomentumReports
import Testing

struct ComparedVersionsTests {
  @Test func equalModelsAreOfTheClassNothing() {
    let compared = ComparedVersions(
      old: VersionLabel(name: "1", path: "A"), new: VersionLabel(name: "2", path: "A"),
      oldModel: ObjectModel(), newModel: ObjectModel(),
      diff: ModelDiff(changes: [], inference: .notNeeded))
    #expect(compared.diff.migrationClass == .nothing)
  }
}
