import MomentumDiff
import Testing

/// Each kind of difference is a bit of its own: two kinds of one bit would be told as each other.
@Suite struct DifferenceFlagTests {
  private static let all: [ModelChange.Differences] = [
    .name, .renamingIdentifier, .versionHashModifier, .optional, .transient, .userInfo, .type,
    .defaultValue, .validation, .externalStorage, .preservedAfterDeletion, .derivation,
    .valueTransformer, .valueClass, .indexed, .scalar, .spotlight, .cloudEncryption, .syncable,
    .destination, .inverse, .cardinality, .ordered, .count, .deleteRule, .parent, .abstract,
    .className, .codeGeneration, .members, .request, .versionIdentifier,
  ]

  @Test func noTwoKindsShareABit() {
    #expect(Self.all.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
    #expect(Set(Self.all.map(\.rawValue)).count == Self.all.count)
    #expect(Self.all.count == 32)
  }
}
