import MomentumMigrationProof
import Testing

@Suite struct ProofEvolutionTests {
  @Test func everyVersionIsAModel() throws {
    for seed in UInt64(1)...200 {
      let evolution = Evolution(seed: seed, size: Evolution.size(seed: seed, rowsMax: 10))
      for version in evolution.versions { _ = try ProofStore.compile(version.model) }
    }
  }
}
