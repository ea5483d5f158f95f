import Foundation
import MomentumCodegen
import MomentumTestSupport
import Testing

/// Generated code is laid out as swift-format would lay it out.
@Suite(
  .serialized, .tags(.compiles, .random),
  .enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct LayoutTests {
  private func expectClean(_ folder: URL) throws {
    let compiler = try #require(SwiftCompiler.found)
    try RepositoryFiles.withTemporaryFolder { other in
      let output = try #require(
        try compiler.lint(folder, outputIn: other), "no swift-format beside the compiler")
      #expect(output == "", "\(output)")
    }
  }

  @Test(arguments: ["Portable", "CoreData", "Objects"])
  func goldensAreClean(_ target: String) throws {
    try expectClean(RepositoryFiles.url("Tests/GoldenCode/\(target)"))
  }

  @Test func samplesOfAllKindsAreClean() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for (index, sample) in Sample.all.enumerated() {
        let levels = AccessLevel.allCases.enumerated().filter {
          TestLength.isLong || $0.offset == index % AccessLevel.allCases.count
        }
        for access in levels.map(\.element) {
          _ = try sample.portable(access).write(to: folder, prefix: "p\(index)\(access)-")
          _ = try sample.coreData(access).write(to: folder, prefix: "c\(index)\(access)-")
          _ = try sample.objects(access).write(to: folder, prefix: "o\(index)\(access)-")
        }
      }
      try expectClean(folder)
    }
  }

  @Test func hostileNamesAndTextsAreClean() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for seed in UInt64(0)..<TestLength.choose(short: 12, long: 60) {
        let sample = Sample.nasty(seed: seed)
        _ = try sample.portable().write(to: folder, prefix: "p\(seed)-")
        _ = try sample.coreData().write(to: folder, prefix: "c\(seed)-")
        _ = try sample.objects().write(to: folder, prefix: "o\(seed)-")
      }
      try expectClean(folder)
    }
  }
}
