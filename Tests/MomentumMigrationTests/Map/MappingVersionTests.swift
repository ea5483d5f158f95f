import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import Testing

@testable import MomentumMigration

/// Whether the editor's file leads from one model to another, by its names and its copies of both.
@Suite struct MappingVersionTests {
  private static let old = model(PlanEntity("A", [attribute("x"), attribute("y")]))
  private static let new = model(
    PlanEntity("A", [attribute("x")], [many("bs", "B", inverse: "a")]),
    PlanEntity("B", [attribute("z")], [one("a", "A", inverse: "bs")]))
  private static let versions = [
    NamedModel(name: "M", model: old), NamedModel(name: "M 2", model: new),
  ]

  private typealias Known = MappingModelSyntax.KnownEntity
  private static let oldCopy = [Known(name: "A", attributes: ["x", "y"])]
  private static let newCopy = [
    Known(name: "A", attributes: ["x"], relationships: ["bs"]),
    Known(name: "B", attributes: ["z"], relationships: ["a"]),
  ]

  private func syntax(
    _ source: MappingModelSyntax.ModelReference, _ destination: MappingModelSyntax.ModelReference
  ) -> MappingModelSyntax {
    MappingModelSyntax(
      source: source, destination: destination, file: SourceFile(path: "xcmapping.xml", text: ""))
  }

  private func reference(
    _ name: String?, _ entities: [MappingModelSyntax.KnownEntity] = []
  ) -> MappingModelSyntax.ModelReference {
    .init(path: name.map { "App/M.xcdatamodeld/\($0).xcdatamodel" }, entities: entities)
  }

  private func mismatches(
    _ source: MappingModelSyntax.ModelReference, _ destination: MappingModelSyntax.ModelReference,
    among versions: [NamedModel] = Self.versions
  ) -> [String] {
    MappingVersions(versions).mismatches(
      syntax(source, destination), old: Self.old, new: Self.new)
  }

  @Test func aFileThatFitsHasNoReasons() {
    let (source, destination) = (
      reference("M", Self.oldCopy), reference("M 2", Self.newCopy)
    )
    #expect(mismatches(source, destination) == [])
    #expect(mismatches(source, destination, among: []) == [])
    #expect(mismatches(reference("M"), reference("M 2")) == [])
    // Without versions and without copies there is nothing to compare.
    #expect(mismatches(reference("Q"), reference(nil), among: []) == [])
    // A name that no version has does not matter where the copy fits.
    #expect(mismatches(reference("Q", Self.oldCopy), destination) == [])
  }

  @Test func namesThatDoNotFitAreTold() {
    #expect(
      mismatches(reference("Q"), reference(nil)) == [
        "the source model 'Q' is not among the versions",
        "the destination model '' is not among the versions",
      ])
    #expect(
      mismatches(reference("M 2", Self.oldCopy), reference("M", Self.newCopy)) == [
        "its source model is 'M 2', and the store is of another version",
        "its destination model is 'M', and the target is of another version",
      ])
  }

  private static let copies: [(MappingModelSyntax.KnownEntity, String)] = [
    (Known(name: "A", attributes: ["x"]), "'A.y' is new"),
    (Known(name: "A", attributes: []), "'A.x' is new and 1 more"),
    (Known(name: "A", attributes: ["q", "r"]), "'A' has no 'q' any more and 3 more"),
    (
      Known(name: "A", attributes: ["x", "y"], relationships: ["b"]), "'A' has no 'b' any more"
    ),
    (
      Known(name: "A", parent: "R", attributes: ["x", "y"], relationships: ["b"]),
      "'A' has another parent and 1 more"
    ),
    (
      Known(name: "C", attributes: ["x"]),
      "the model has no entity 'C' and 1 more"
    ),
  ]

  /// The first difference is named, the others are counted.
  @Test func differencesToACopyAreCounted() {
    for (entity, text) in Self.copies {
      for versions in [Self.versions, []] {
        #expect(
          mismatches(
            reference("M", [entity]), reference("M 2", Self.newCopy), among: versions) == [
              "its copy of the source model differs from that of the store: \(text)"
            ])
      }
    }
    #expect(
      mismatches(
        reference("M", Self.oldCopy), reference("M 2", [Known(name: "A", attributes: ["x"])])) == [
          "its copy of the destination model differs from that of the target: "
            + "'A.bs' is new and 1 more"
        ])
  }

  private func matching(
    _ source: MappingModelSyntax.ModelReference, _ destination: MappingModelSyntax.ModelReference
  ) -> String {
    let found = MappingVersions(Self.versions).matching(syntax(source, destination))
    return ([found.old?.name ?? "-", found.new?.name ?? "-"] + (found.staleReasons ?? []))
      .joined(separator: "; ")
  }

  @Test func theTwoVersionsAreFoundByNameOrElseByTheirCopies() {
    #expect(matching(reference("M"), reference("M 2")) == "M; M 2")
    #expect(
      matching(reference("M", Self.oldCopy), reference("M 2", Self.newCopy)) == "M; M 2")
    #expect(
      matching(reference("P", Self.oldCopy), reference("Q", Self.newCopy)) == "M; M 2")
    #expect(
      matching(reference("P"), reference("M 2"))
        == "-; M 2; the source model 'P' is not among the versions")
    #expect(
      matching(reference("P", [Known(name: "Z")]), reference(nil))
        == "-; -; no version is its source model 'P'; the destination model '' is not among the versions"
    )
    for (entity, text) in Self.copies {
      #expect(
        matching(reference("M", [entity]), reference("M 2"))
          == "M; M 2; its copy of the source model differs from 'M': \(text)")
    }
  }
}
