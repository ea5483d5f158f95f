import Foundation
import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// The generated code that stands in the repository, file by file.
///
/// The portable goldens are targets of the package: they are compiled, and used in tests.
@Suite struct GoldenCodeTests {
  /// The models with goldens. A model of `Models/` joins here once something can read it.
  static let samples = [Sample.cafe]

  @Test(arguments: samples) func coreDataGoldenIsCurrent(_ sample: Sample) throws {
    try expectGolden(sample.coreData(), in: "Tests/GoldenCode/CoreData/\(sample.name)")
  }

  @Test(arguments: samples) func portableGoldenIsCurrent(_ sample: Sample) throws {
    try expectGolden(sample.portable(), in: "Tests/GoldenCode/Portable/\(sample.name)")
  }

  @Test(arguments: samples) func objectsGoldenIsCurrent(_ sample: Sample) throws {
    try expectGolden(sample.objects(), in: "Tests/GoldenCode/Objects/\(sample.name)")
  }

  private func expectGolden(_ files: [GeneratedFile], in folder: String) throws {
    for file in files {
      try RepositoryFiles.expectGolden(file.text, at: "\(folder)/\(file.name)")
    }
    let present = try FileManager.default.contentsOfDirectory(
      atPath: RepositoryFiles.url(folder).path)
    #expect(present.sorted() == files.map(\.name))
  }

  @Test(arguments: CaseFile.all(in: "Codegen")) func caseIsCurrent(_ file: CaseFile) throws {
    let sample = try #require(Sample.all.first { $0.name == file["sample"] })
    try file.expect([
      ("core-data", sample.coreData().joinedText), ("portable", sample.portable().joinedText),
    ])
  }
}
