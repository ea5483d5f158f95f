import MomentumCompiler
import MomentumDiagnostics
import MomentumPropertyList
import MomentumRuntime
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import MomentumVersionHash
import Testing

@testable import MomentumMigrator

/// Which entries the metadata have after a migration: those of the model are new, and all others stay.
@Suite struct TargetMetadataTests {
  private func model(framework: Int) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let text = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="v7">
        <entity name="Venue"><attribute name="a" optional="YES" attributeType="String"/></entity>
      </model>
      """
    return try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: text), frameworkVersion: framework, &diagnostics))
  }

  /// Whether the digest of the hashes and the checksum of the model are written.
  @Test(arguments: [
    (1299, false, false), (1299, true, false), (1299, false, true), (1300, false, false),
    (1300, true, true), (641, false, false), (641, true, true),
  ])
  func theTwoDigestsAreThoseOfTheFrameworkOrOfTheStore(
    framework: Int, hasDigest: Bool, hasChecksum: Bool
  ) throws {
    let target = try model(framework: framework)
    var metadata = StoreMetadata(uuid: "U", entityHashes: ["Old": [1]])
    metadata.hashesDigest = hasDigest ? "old" : nil
    metadata.modelChecksum = hasChecksum ? "old" : nil
    let new = metadata.migrated(to: target)
    let writesDigest = hasDigest || target.framework.hasHashesDigest
    let writesChecksum = hasChecksum || framework >= 1300
    #expect(new.hashesDigest == (writesDigest ? target.hashes.digest : nil))
    #expect(new.modelChecksum == (writesChecksum ? target.hashes.checksum : nil))
    #expect(new.entityHashes == target.hashes.byEntity)
    #expect(new.modelVersionIdentifiers == ["v7"])
  }

  @Test func entriesOfTheModelAreReplacedAndOthersStay() throws {
    var metadata = StoreMetadata(uuid: "U", frameworkVersion: 1000)
    metadata.storeType = "Other"
    metadata.hashesVersion = nil
    let own = [
      "NSStoreModelVersionHashes", "NSStoreModelVersionIdentifiers",
      "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
      "NSStoreModelVersionHashesVersion",
    ]
    for key in own + ["app.key"] { metadata.others[key] = .string("x") }
    let new = metadata.migrated(to: try model(framework: 1300))
    #expect(new.others == ["app.key": .string("x")])
    #expect(new.hashesVersion == 3)
    #expect(new.uuid == "U" && new.storeType == "Other" && new.frameworkVersion == 1000)
  }
}
