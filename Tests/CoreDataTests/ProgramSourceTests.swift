import MomentumTestSupport
import Testing

/// The sources of the programs are compiled for Linux by the package. Here they go through the compiler against the
/// stand-in for Apple's module, with the half that a Mac reads: names, parameters, optional results, thrown errors.
@Suite(.tags(.compiles), .enabled(if: CoreDataStub.isPossible, CoreDataStub.reason))
struct ProgramSourceTests {
  @Test func theProgramsAreValidOnAMac() throws {
    let paths = try RepositoryFiles.swiftPaths(below: "Tests/CoreDataPrograms")
    // Apple's module brings Foundation along, the stand-in does not.
    let files = try paths.map {
      (
        name: $0.split(separator: "/").last.map(String.init) ?? "",
        text: "import Foundation; " + (try RepositoryFiles.text($0))
      )
    }
    try #require(files.count == 2)
    let compiler = try #require(SwiftCompiler.found)
    try RepositoryFiles.withTemporaryFolder { folder in
      let stub = try CoreDataStub(compiler, in: folder)
      let output = try stub.typeCheck(files, .swift5)
      #expect(output == "", "\(output)")
      // The check sees what Apple's interface does not have.
      let wrong = files.map { ($0.name, $0.text.replacing(".performFetch()", with: ".fetchNow()")) }
      #expect(try stub.typeCheck(wrong, .swift5).contains("no member 'fetchNow'"))
    }
  }
}
